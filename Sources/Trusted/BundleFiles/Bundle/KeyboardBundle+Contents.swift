internal import BundleFormat
package import Diagnostics
internal import InputViewModel

/// Separate access to each part of a bundle, for callers that report all diagnostics and not only the first diagnostic.
extension KeyboardBundle {
  /// One file or folder of a bundle.
  package struct Entry: Hashable, Sendable {
    /// The path in the bundle.
    package let path: String
    /// Whether the entry is a folder.
    package let isFolder: Bool
    /// The size of a file in bytes; 0 for a folder.
    package let size: Int
  }

  /// Lists all files and folders, each folder before its contents.
  ///
  /// - Throws: The diagnostic of the first invalid entry.
  package func entries() throws(Diagnostic) -> [Entry] { try Self.entries(of: folder) }

  /// Lists all files and folders of a bundle's folder, even if the manifest is invalid.
  ///
  /// - Throws: The diagnostic of the first invalid entry.
  package static func entries(of folder: BundleFolder) throws(Diagnostic) -> [Entry] {
    try BundleInventory(folder).entries.map { Entry(path: $0.path, isFolder: $0.isFolder, size: $0.size) }
  }

  /// Returns the table of strings at a path of the bundle.
  ///
  /// - Throws: The diagnostic of an unreadable or invalid table.
  package func strings(at path: String) throws(Diagnostic) -> [String: String] {
    try record.strings(at: path, subject: folder.subject(path))
  }

  /// Makes the checks of ``validate()`` that concern the library.
  ///
  /// - Throws: The first diagnostic.
  package func validateLibrary() throws(Diagnostic) {
    let shown: InputViewTree?
    do {
      shown = try inputView()
    } catch {
      // Ignore an invalid input view here, because callers of `inputView()` report the diagnostic.
      shown = nil
    }
    try library().validate(
      subject: folder.subject(manifest.executable), actions: actions(of: shown),
      principalClass: manifest.principalClass)
  }
}
