package import Diagnostics
internal import HostFiles
package import JSON

/// Data of the user that Klava stores in a file of the data folder. Only the user can read the file (mode 0600).
package protocol PersonalFile: Equatable {
  /// Reads the file. If there is no file, the value is empty.
  ///
  /// - Throws: `personalFileMalformed` or `stateUnreadable`.
  init(in folders: KlavaFolders) throws(Diagnostic)
  /// The path of the file.
  static func path(_ folders: KlavaFolders) -> String
  /// The contents of the file.
  var json: JSONValue { get }
}

extension PersonalFile {
  /// Changes the file under a lock. Writes the file only if `change` changes the value.
  ///
  /// - Throws: The errors of reading the file, the error of `change`, or `stateUnwritable`.
  package static func change(
    in folders: KlavaFolders, _ change: (inout Self) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let lock = try StateLock(path: "\(folders.data)/personal.lock")
    let before = try Self(in: folders)
    var value = before
    try change(&value)
    if value != before { try StateFile.write(Array(value.json.json.utf8), to: path(folders)) }
    _ = consume lock
  }
}
