package import Diagnostics
internal import TextInput

/// What is in a bundle, part by part, for whoever wants to know of every fault and not of the first alone.
extension KeyboardBundle {
  /// One file or folder of a bundle.
  package struct Entry: Hashable, Sendable {
    /// Its path in the bundle.
    package let path: String
    /// Whether it is a folder.
    package let isFolder: Bool
    /// Its bytes.
    package let size: Int
  }

  /// All files and folders, each folder before what is in it; throws the first ``Diagnostic`` met with what a bundle may hold.
  package func entries() throws(Diagnostic) -> [Entry] {
    try BundleInventory(folder).entries.map { Entry(path: $0.path, isFolder: $0.isFolder, size: $0.size) }
  }

  /// The table of strings at a path of the bundle.
  package func strings(at path: String) throws(Diagnostic) -> [String: String] {
    try StringsFinder(folder: folder, root: "", development: manifest.developmentRegion).table(at: path)
  }

  /// Checks what the library says of itself, as ``validate()`` does; throws the first ``Diagnostic``.
  package func validateLibrary() throws(Diagnostic) {
    let named: [String]
    do {
      named = try interface()?.keys.compactMap(\.action?.name) ?? []
    } catch {
      // What is wrong with the interface is told by who reads it.
      named = []
    }
    try library().validate(
      subject: folder.subject(manifest.executable), actions: Set(manifest.actions.keys).union(named),
      needsEntry: manifest.principalClass != nil)
  }
}
