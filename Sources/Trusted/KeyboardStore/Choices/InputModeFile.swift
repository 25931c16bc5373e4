package import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import TextModel

/// The file of the input modes that the host remembers: one for each context identifier, and the user's last choice
/// (Behavior.md#context-identifiers).
package struct InputModeFile: Sendable {
  private let path: String
  private let lockPath: String

  /// Creates a reference to the file in the state folder.
  package init(_ folders: KlavaFolders) {
    path = "\(folders.state)/input-modes.json"
    lockPath = "\(folders.state)/input-modes.lock"
  }

  /// Reads the pairs of a key and an input mode, the least recently used first. A key combines an application and a
  /// context identifier; the key of the user's last choice is empty. Returns no pairs if there is no file.
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

  /// Changes the pairs of the file. Changes by other processes remain, because this function waits for the file's lock.
  ///
  /// - Throws: The errors of ``read()``, and `stateUnwritable`.
  package func update(
    _ change: (_ pairs: [(key: String, mode: String)]) -> [(key: String, mode: String)]
  ) throws(Diagnostic) {
    let lock = try StateLock(path: lockPath)
    let value = JSONValue.array(change(try read()).map { .array([.string($0.key), .string($0.mode)]) })
    // Do not synchronize the file to the disk, because the user waits for the next keyboard, and because a keyboard can
    // advance many times a second. A crash of the machine may lose the modes.
    try StateFile.write(Array(value.json.utf8), to: path, isSynchronized: false)
    _ = consume lock
  }

  private func malformed(_ sentence: String) -> Diagnostic {
    Diagnostic(.registryMalformed, path, sentence, remedy: "Remove the file; you lose only the remembered modes.")
  }
}
