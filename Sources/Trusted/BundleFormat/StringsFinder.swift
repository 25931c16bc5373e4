package import Diagnostics

/// Finds the localized strings for the user's languages in the `.lproj` folders of a folder.
package struct StringsFinder {
  private let record: BundleRecord
  private let root: String
  private let development: String
  private let subject: (String) -> String

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - record: The contents of the bundle's files.
  ///   - root: The path of the folder with the `.lproj` folders; empty for the bundle itself.
  ///   - development: The language to use if no preferred language matches.
  ///   - subject: Returns the path of a file for messages.
  package init(
    record: BundleRecord, root: String = "", development: String, subject: @escaping (String) -> String
  ) {
    self.record = record
    self.root = root
    self.development = development
    self.subject = subject
  }

  /// Returns the table in the best available language, or else the table for all languages. Returns nil if neither
  /// table exists.
  ///
  /// - Throws: The diagnostic of an invalid table.
  package func table(_ name: String, languages preferred: [String]) throws(Diagnostic) -> [String: String]? {
    let best = LanguageTag.best(of: languages(of: name), for: preferred, development: development)
    for language in [best, "Base"].compactMap({ $0 }) where record.contains(path(of: name, language)) {
      return try strings(at: path(of: name, language))
    }
    // If no `.lproj` folder has the table, look for a table outside these folders. A table outside these folders
    // applies to all languages.
    let common = "\(start)\(name).strings"
    return record.contains(common) ? try strings(at: common) : nil
  }

  private func strings(at path: String) throws(Diagnostic) -> [String: String] {
    try record.strings(at: path, subject: subject(path))
  }

  /// Lists the languages in which the table exists, sorted, without `Base`.
  private func languages(of name: String) -> [String] {
    let end = ".lproj/\(name).strings"
    return record.contents.keys.filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
      .map { String($0.dropFirst(start.count).dropLast(end.count)) }
      .filter { !$0.contains("/") && $0 != "Base" }.sorted()
  }

  private func path(of table: String, _ language: String) -> String { "\(start)\(language).lproj/\(table).strings" }

  private var start: String { root.isEmpty ? "" : root + "/" }
}
