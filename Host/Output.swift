internal import Diagnostics
internal import Foundation

/// What the commands say, and where.
enum Output {
  /// Prints lines on standard output at once; throws where nobody can be told, such as on a full disk.
  ///
  /// What came from a keyboard must be harmless by now (see `harmless` in Bundles).
  static func write(_ text: String) throws(Diagnostic) {
    var bytes = Array("\(text)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Diagnostic(.outputUnwritable, "standard output") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Prints a line on standard error, for a person.
  static func warn(_ line: String) {
    // Where standard error is closed there is nobody left to tell; the exit status says it still.
    _ = Array("klava: \(line)\n".utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Prints a value as JSON.
  ///
  /// Characters that could mislead a terminal are written as escapes: the value is the same, and harmless to look at.
  static func writeJSON(_ value: some Encodable, pretty: Bool = true) throws(Diagnostic) {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      pretty
      ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      : [.sortedKeys, .withoutEscapingSlashes]
    let json: String
    do {
      json = String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw Diagnostic(.internalFault, "JSON", "Klava cannot write a value as JSON: \(error).")
    }
    try write(json.sanitizedJSON)
  }
}
