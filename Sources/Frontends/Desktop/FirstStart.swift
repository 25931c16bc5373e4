internal import Diagnostics
internal import HostFiles
package import KeyboardStore

/// Remembers whether the user has read the explanation of the on-screen keyboard.
package struct FirstStart {
  private let file: String

  /// Creates a value that uses a file in Klava's state folder.
  package init(in folders: KlavaFolders) { file = "\(folders.state)/desktop-started" }

  /// Returns whether the user still has to read the explanation.
  ///
  /// - Throws: ``Diagnostic`` if the file cannot be read.
  func isNow() throws(Diagnostic) -> Bool { try StateFile.read(file) == nil }

  /// Remembers that the user has read the explanation.
  ///
  /// - Throws: ``Diagnostic`` if the file cannot be written.
  func end() throws(Diagnostic) { try StateFile.write([], to: file) }
}
