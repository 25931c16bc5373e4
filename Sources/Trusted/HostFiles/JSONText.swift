package import Diagnostics
package import JSON
internal import TextModel

extension JSONValue {
  /// Parses one of Klava's own files, or one line of such a file.
  package init(reading bytes: [UInt8]) throws(SyntaxError) {
    guard bytes.isStreamSafeJSON else { throw SyntaxError(reason: endlessCharacter) }
    try self.init(parsing: bytes)
  }

  /// Returns the value as the contents of a file, on several lines so that a user can read it.
  package func file() throws(Diagnostic) -> [UInt8] { Array(try String(json: self, pretty: true).utf8) }
}

extension [UInt8] {
  /// Whether a JSON text has at most 30 combining marks in a row, literal or as escapes.
  ///
  /// The JSON parser hashes the names of members, and long runs of combining marks would make hashing slow (see
  /// `CombiningMarkCounter`).
  fileprivate var isStreamSafeJSON: Bool {
    // Fast path: most files are ASCII without escapes, so they have no combining marks.
    if allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) { return true }
    var run = CombiningMarkCounter()
    var scalars = String(decoding: self, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      let read = scalar == "\\" && scalars.first == "u" ? scalars.popEscape() : scalar
      guard run.count(read) else { return false }
    }
    return true
  }
}

extension Substring.UnicodeScalarView {
  /// Reads the rest of an escape, after its backslash. Returns `?` for an invalid escape or an unpaired surrogate.
  fileprivate mutating func popEscape() -> Unicode.Scalar {
    guard let unit = popUnit() else { return "?" }
    guard UTF16.isLeadSurrogate(unit), first == "\\", dropFirst().first == "u" else {
      return Unicode.Scalar(unit) ?? "?"
    }
    removeFirst()
    guard let second = popUnit(), UTF16.isTrailSurrogate(second) else { return "?" }
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  /// Reads the `u` and the four hexadecimal digits after it.
  private mutating func popUnit() -> UInt16? {
    removeFirst()
    let digits = prefix(4)
    guard digits.count == 4, let unit = UInt16(String(digits), radix: 16) else { return nil }
    removeFirst(4)
    return unit
  }
}
