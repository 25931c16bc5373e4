internal import BundleFiles
internal import BundleFormat
internal import Diagnostics

/// The string tables of a bundle in all languages.
struct Localizations {
  /// The findings about repeated keys, and about tables and folders whose names Klava ignores.
  private var unread: [CheckDiagnostic] = []
  /// The keys of each table, by the table's path with `*` in place of the language, and then by the language. The value
  /// is nil for an unreadable table, which another check reports.
  private var keys: [String: [String: Set<String>?]] = [:]
  /// The development language: the language of the texts in the keyboard's code.
  private let development: String

  /// Reads all string tables of a bundle.
  init(of subject: Subject) {
    development = subject.bundle?.manifest.developmentRegion ?? "en"
    var folders: Set<Substring> = []
    for entry in BundleChecks.entries(of: subject) where entry.path.hasSuffix(".strings") {
      unread += subject.record.repeatedKeys(at: entry.path).map { key in
        CheckDiagnostic(
          .stringsRepeated, "\(entry.path): \(key)", expected: "one entry with this key", seen: "several entries")
      }
      let parts = entry.path.split(separator: "/")
      guard let index = parts.firstIndex(where: { $0.hasSuffix(".lproj") }), parts[index] != "Base.lproj" else {
        continue
      }
      let name = parts.last.map(String.init) ?? ""
      let meant = ["Localizable.strings", "InfoPlist.strings"].first { $0.lowercased() == name.lowercased() }
      if let meant, meant != name {
        unread.append(
          CheckDiagnostic(
            .localizationIncomplete, entry.path, expected: meant, seen: "this misspelled name, which Klava ignores",
            remedy: "Rename the file to \(meant)."))
      }
      let language = parts[index].dropLast(".lproj".count)
      guard BundleChecks.isLanguage(LanguageTag.normal(String(language))) else {
        folders.insert(parts[...index].joined(separator: "/")[...])
        continue
      }
      let table = (parts[..<index] + ["*.lproj"] + parts[(index + 1)...]).joined(separator: "/")
      keys[table, default: [:]].updateValue(Self.keys(at: entry.path, of: subject), forKey: String(language))
    }
    unread += folders.sorted().map { folder in
      CheckDiagnostic(
        .localizationNotLanguage, "\(folder)", expected: "the tag of a language, such as ru.lproj",
        seen: "\(folder.split(separator: "/").last ?? "")")
    }
  }

  private static func keys(at path: String, of subject: Subject) -> Set<String>? {
    do {
      return Set(try subject.bundle?.strings(at: path).keys ?? [:].keys)
    } catch {
      return nil
    }
  }

  /// The findings about misspelled names, repeated keys, and tables and texts that are missing in a language.
  var findings: [CheckDiagnostic] {
    let languages = Set(keys.values.flatMap(\.keys)).sorted()
    let base = LanguageTag.best(of: languages, for: [development], development: development)
    return unread
      + keys.sorted { $0.key < $1.key }.flatMap { table, byLanguage in
        languages.filter { $0 != base }.flatMap { language in
          findings(table, language, byLanguage, base: base)
        }
      }
  }

  /// Compares the table of a language with the table of the development language. If the development language has no
  /// table, its texts are in the code, so the method uses the tables of all other languages instead.
  private func findings(
    _ table: String, _ language: String, _ byLanguage: [String: Set<String>?], base: String?
  ) -> [CheckDiagnostic] {
    let path = table.replacing("*", with: language)
    guard let read = byLanguage[language] else {
      return [
        CheckDiagnostic(
          .localizationIncomplete, path, expected: "the table that other languages have", seen: "no such file")
      ]
    }
    let original = base.flatMap { byLanguage[$0] }
    // Skip an unreadable table, which another check reports.
    guard let own = read, original != .some(nil) else { return [] }
    let all = original ?? byLanguage.values.compactMap(\.self).reduce(Set()) { $0.union($1) }
    var found: [CheckDiagnostic] = []
    if let missing = Self.list(all?.subtracting(own) ?? []) {
      found.append(
        CheckDiagnostic(
          .localizationIncomplete, path,
          expected: "the texts that \(original == nil ? "other languages have" : "\(base ?? "").lproj has")",
          seen: "no \(missing)"))
    }
    if let base, original != nil, let surplus = Self.list(own.subtracting(all ?? [])) {
      found.append(
        CheckDiagnostic(
          .localizationIncomplete, path, expected: "only texts that \(base).lproj has", seen: surplus,
          remedy: "Correct the keys, or add the texts to \(base).lproj too."))
    }
    return found
  }

  private static func list(_ keys: Set<String>) -> String? {
    guard !keys.isEmpty else { return nil }
    return keys.sorted().prefix(8).joined(separator: ", ") + (keys.count > 8 ? " and more" : "")
  }
}
