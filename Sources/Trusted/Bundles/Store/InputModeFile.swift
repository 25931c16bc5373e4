package import Diagnostics

/// The input modes remembered for contexts (Behavior.md#context-identifiers), kept in the state folder across restarts.
package struct InputModeFile: Sendable {
  private let path: String

  /// The file in these folders.
  package init(_ folders: KlavaFolders) {
    path = "\(folders.state)/input-modes.json"
  }

  /// The pairs of context and mode, the least recently used first; none where there is no file.
  ///
  /// Throws where the file is not what ``write(_:)`` wrote; it is left as it is.
  package func read() throws(Diagnostic) -> [(key: String, mode: String)] {
    guard let bytes = try StateFile.read(path) else { return [] }
    let value: JSONValue
    do {
      value = try JSONValue(reading: bytes)
    } catch {
      throw Diagnostic(
        .registryMalformed, path, error.reason, remedy: "Remove the file; you lose only the remembered modes.")
    }
    guard case .array(let pairs) = value else { throw malformed }
    return try pairs.map { (pair) throws(Diagnostic) in
      guard case .array(let parts) = pair, parts.count == 2, case .string(let key) = parts[0],
        case .string(let mode) = parts[1]
      else { throw malformed }
      return (key, mode)
    }
  }

  /// Keeps these pairs in place of what was kept.
  package func write(_ pairs: [(key: String, mode: String)]) throws(Diagnostic) {
    let value = JSONValue.array(pairs.map { .array([.string($0.key), .string($0.mode)]) })
    try StateFile.write(value.bytes(pretty: false), to: path)
  }

  private var malformed: Diagnostic {
    Diagnostic(
      .registryMalformed, path, "The file is not a list of pairs.",
      remedy: "Remove the file; you lose only the remembered modes.")
  }
}
