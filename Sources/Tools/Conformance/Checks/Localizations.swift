internal import BundleFiles
internal import Diagnostics

/// The string tables of a bundle in all languages.
struct Localizations {
  /// String tables with a misspelled name, and the correct names.
  private var misspelled: [(path: String, meant: String)] = []
  /// The keys of each table in each language. The outer key is the table's path with `*` in place of the language, and
  /// the inner key is the language.
  private var keys: [String: [String: Set<String>]] = [:]

  /// Reads all tables. Another check reports a table that is unreadable.
  init(of subject: Subject) {
    for entry in BundleChecks.entries(of: subject) where entry.path.hasSuffix(".strings") {
      let parts = entry.path.split(separator: "/")
      guard let index = parts.firstIndex(where: { $0.hasSuffix(".lproj") }), parts[index] != "Base.lproj" else {
        continue
      }
      let name = parts.last.map(String.init) ?? ""
      let meant = ["Localizable.strings", "InfoPlist.strings"].first { $0.lowercased() == name.lowercased() }
      if let meant, meant != name { misspelled.append((entry.path, meant)) }
      let table = (parts[..<index] + ["*.lproj"] + parts[(index + 1)...]).joined(separator: "/")
      do {
        keys[table, default: [:]][String(parts[index].dropLast(6))] = Set(
          try subject.bundle?.strings(at: entry.path).keys ?? [:].keys)
      } catch {
        continue
      }
    }
  }

  /// The findings about misspelled names of tables, and about tables and texts that are missing in a language.
  var findings: [CheckDiagnostic] {
    let languages = Set(keys.values.flatMap(\.keys))
    let unread = misspelled.map { found in
      CheckDiagnostic(
        .localizationIncomplete, found.path, expected: found.meant, seen: "this misspelled name, which Klava ignores",
        remedy: "Rename the file to \(found.meant).")
    }
    return unread
      + keys.sorted { $0.key < $1.key }.flatMap { table, byLanguage -> [CheckDiagnostic] in
        let all = byLanguage.values.reduce(Set()) { $0.union($1) }
        return languages.sorted().flatMap { language -> [CheckDiagnostic] in
          let path = table.replacing("*", with: language)
          guard let own = byLanguage[language] else {
            return [
              CheckDiagnostic(
                .localizationIncomplete, path, expected: "the table that other languages have", seen: "no such file")
            ]
          }
          let missing = all.subtracting(own).sorted()
          guard !missing.isEmpty else { return [] }
          return [
            CheckDiagnostic(
              .localizationIncomplete, path, expected: "the texts that other languages have",
              seen: "no \(missing.prefix(8).joined(separator: ", "))\(missing.count > 8 ? " and more" : "")")
          ]
        }
      }
  }
}
