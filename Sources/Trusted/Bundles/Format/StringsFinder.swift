internal import Diagnostics

/// Finds the table of strings that fits a person best among a folder's `.lproj` folders.
struct StringsFinder {
  /// The bundle.
  let folder: BundleFolder
  /// The folder that holds the `.lproj` folders; empty for the bundle itself.
  let root: String
  /// The language of last resort.
  let development: String

  /// The languages that have a `.lproj` folder, `Base` left out; at most ``maximumLanguages``, by name.
  func languages() throws(Diagnostic) -> [String] {
    try folder.names(in: root).lazy.filter { $0.hasSuffix(".lproj") && $0 != "Base.lproj" }
      .prefix(Self.maximumLanguages).map { String($0.dropLast(6)) }
  }

  /// The most languages that a folder has tables for. The host looks at each while a keyboard waits.
  static let maximumLanguages = 256

  /// The table in the best of the languages that have it; nil where no language has it.
  func table(_ name: String, languages preferred: [String]) throws(Diagnostic) -> [String: String]? {
    var available: [String] = []
    for language in try languages() where try folder.contains(path(of: name, language)) { available.append(language) }
    let best = LanguageTag.best(of: available, for: preferred, development: development)
    for language in [best, "Base"].compactMap({ $0 }) where try folder.contains(path(of: name, language)) {
      return try table(at: path(of: name, language))
    }
    // A table outside all `.lproj` folders is for every language.
    let common = (root.isEmpty ? "" : root + "/") + name + ".strings"
    return try folder.contains(common) ? try table(at: common) : nil
  }

  /// The table at a path of the bundle.
  func table(at path: String) throws(Diagnostic) -> [String: String] {
    let bytes = try folder.read(path, limit: StringsTable.maximumBytes, tooLarge: .resourceTooLarge)
    return try StringsTable.read(bytes, subject: folder.subject(path))
  }

  private func path(of table: String, _ language: String) -> String {
    (root.isEmpty ? "" : root + "/") + "\(language).lproj/\(table).strings"
  }
}
