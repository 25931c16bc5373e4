internal import Diagnostics

/// Finds the localized strings for the user's languages in the `.lproj` folders of a folder.
struct StringsFinder {
  let folder: BundleFolder
  let record: BundleRecord
  /// The path of the folder with the `.lproj` folders; empty for the bundle itself.
  let root: String
  /// The language to use if no preferred language matches.
  let development: String

  /// Returns the table in the best language for which the table exists; nil if the table exists in no language.
  func table(_ name: String, languages preferred: [String]) throws(Diagnostic) -> [String: String]? {
    let best = LanguageTag.best(of: languages(of: name), for: preferred, development: development)
    for language in [best, "Base"].compactMap({ $0 }) where record.contains(path(of: name, language)) {
      return try record.strings(at: path(of: name, language), in: folder)
    }
    // Then look for a table outside the `.lproj` folders, which applies to all languages.
    let common = "\(start)\(name).strings"
    return record.contains(common) ? try record.strings(at: common, in: folder) : nil
  }

  /// Lists the languages that have a table, sorted, without `Base`.
  private func languages(of name: String) -> [String] {
    let end = ".lproj/\(name).strings"
    return record.contents.keys.filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
      .map { String($0.dropFirst(start.count).dropLast(end.count)) }
      .filter { !$0.contains("/") && $0 != "Base" }.sorted()
  }

  private func path(of table: String, _ language: String) -> String { "\(start)\(language).lproj/\(table).strings" }

  private var start: String { root.isEmpty ? "" : root + "/" }
}
