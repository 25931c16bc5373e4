internal import Diagnostics
internal import HostFiles
internal import KeyboardStore

/// Remembers whether the on-screen keyboard has explained itself to the user.
enum FirstStart {
  /// Returns whether this is the first start, and remembers that it was.
  ///
  /// - Throws: ``Diagnostic`` if the folder of Klava's state cannot be written.
  static func begin(in folders: KlavaFolders) throws(Diagnostic) -> Bool {
    let file = "\(folders.state)/desktop-started"
    guard try StateFile.read(file) == nil else { return false }
    try StateFile.write([], to: file)
    return true
  }
}
