package import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import TextModel

/// The file with the remembered input mode of each context identifier, and with the mode that the user chose last
/// (Behavior.md#context-identifiers).
package struct InputModeFile: Sendable {
  private let path: String
  private let lockPath: String

  /// Creates a reference to the file in the state folder.
  package init(_ folders: KlavaFolders) {
    path = "\(folders.state)/input-modes.json"
    lockPath = "\(folders.state)/input-modes.lock"
  }

  /// Reads the pairs of a key and an input mode, beginning with the least recently used pair. A key combines an
  /// application and a context identifier. The empty key stands for the user's last choice. Returns no pairs if there
  /// is no file.
  ///
  /// - Throws: `registryMalformed` if the file does not have the format of ``update(_:)``. The file stays unchanged.
  package func read() throws(Diagnostic) -> [(key: String, mode: String)] {
    guard let value = try StateFile.readJSON(path, allowsEmpty: true, malformed: malformed) else { return [] }
    let other = "The file is not a list of pairs."
    guard case .array(let pairs) = value else { throw malformed(other) }
    return try pairs.map { (pair) throws(Diagnostic) in
      guard case .array(let parts) = pair, parts.count == 2, case .string(let key) = parts[0],
        case .string(let mode) = parts[1]
      else { throw malformed(other) }
      return (key, mode)
    }
  }

  /// Changes the pairs of the file. The function holds the file's lock while it reads and writes the file, so changes
  /// by other processes are not lost.
  ///
  /// - Throws: The errors of ``read()``, `stateUnwritable`, or `registryLocked` if another process keeps the file locked.
  package func update(
    _ change: (_ pairs: [(key: String, mode: String)]) -> [(key: String, mode: String)]
  ) throws(Diagnostic) {
    let lock = try StateLock(path: lockPath, within: StateLock.patienceOfSessions)
    let value = JSONValue.array(change(try read()).map { .array([.string($0.key), .string($0.mode)]) })
    // Do not wait until the file is on the disk, because the user waits for the next keyboard. A keyboard can also
    // request the next keyboard many times a second. If the machine crashes, the remembered modes may be lost.
    try StateFile.write(Array(value.json.utf8), to: path, isSynchronized: false)
    _ = consume lock
  }

  private func malformed(_ sentence: String) -> Diagnostic {
    Diagnostic(.registryMalformed, path, sentence, remedy: "Remove the file; you lose only the remembered modes.")
  }
}
