package import Diagnostics
package import JSON
internal import TextModel

extension JSONValue {
  /// Parses one of Klava's own files, or one line of such a file.
  ///
  /// - Throws: `SyntaxError` if the bytes are not JSON, or if a string has more than 30 combining marks in a row.
  package init(reading bytes: [UInt8]) throws(SyntaxError) {
    try self.init(parsing: bytes)
    guard isStreamSafe else { throw SyntaxError(reason: endlessCharacter) }
  }

  /// Whether each string has at most 30 combining marks in a row (see `CombiningMarkCounter`). Klava compares and
  /// hashes the strings of its files, which takes very long for a string with many combining marks in a row. The parser
  /// has already checked the names of members.
  private var isStreamSafe: Bool {
    switch self {
    case .string(let text): text.isStreamSafe
    case .array(let values): values.allSatisfy(\.isStreamSafe)
    case .object(let members): members.allSatisfy { $0.value.isStreamSafe }
    case .null, .boolean, .integer, .real: true
    }
  }

  /// Returns the value as the contents of a JSON file, on several lines, so that a user can read the file.
  ///
  /// - Throws: `internalFault` if JSON cannot represent the value.
  package func file() throws(Diagnostic) -> [UInt8] { Array(try String(json: self, pretty: true).utf8) }
}
