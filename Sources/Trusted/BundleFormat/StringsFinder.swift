internal import Diagnostics

/// Finds the localized strings for the user's languages in the `.lproj` folders of a folder.
struct StringsFinder {
  /// The bundle's folder.
  let folder: BundleFolder
  /// The path of the folder with the `.lproj` folders; empty for the bundle itself.
  let root: String
  /// The language if no preferred language matches.
  let development: String

  /// Lists the languages that have a `.lproj` folder, sorted, without `Base`; at most ``maximumLanguages``.
  func languages() throws(Diagnostic) -> [String] {
    try folder.names(in: root).lazy.filter { $0.hasSuffix(".lproj") && $0 != "Base.lproj" }
      .prefix(Self.maximumLanguages).map { String($0.dropLast(6)) }
  }

  /// The maximum number of languages of one folder. The host checks each of them while a keyboard waits.
  static let maximumLanguages = 256

  /// Reads the table in the best of the languages that have it. Returns nil if no language has it.
  func table(_ name: String, languages preferred: [String]) throws(Diagnostic) -> [String: String]? {
    var available: [String] = []
    for language in try languages() where try folder.contains(path(of: name, language)) { available.append(language) }
    let best = LanguageTag.best(of: available, for: preferred, development: development)
    for language in [best, "Base"].compactMap({ $0 }) where try folder.contains(path(of: name, language)) {
      return try table(at: path(of: name, language))
    }
    // A table outside the `.lproj` folders is for all languages.
    let common = (root.isEmpty ? "" : root + "/") + name + ".strings"
    return try folder.contains(common) ? try table(at: common) : nil
  }

  /// Reads the table at a path of the bundle.
  func table(at path: String) throws(Diagnostic) -> [String: String] {
    let bytes = try folder.read(path, limit: StringsTable.maximumBytes, tooLarge: .resourceTooLarge)
    return try StringsTable.read(bytes, subject: folder.subject(path))
  }

  private func path(of table: String, _ language: String) -> String {
    (root.isEmpty ? "" : root + "/") + "\(language).lproj/\(table).strings"
  }
}
