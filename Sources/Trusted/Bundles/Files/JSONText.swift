internal import TextInput

extension [UInt8] {
  /// Whether a JSON text has no more than 30 combining marks in a row, written as they are or as escapes: its parser hashes the
  /// names of members (see `CombiningMarkCounter`).
  var isStreamSafeJSON: Bool {
    // Most files of Klava's own are ASCII without an escape, and hold no marks.
    if allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) { return true }
    var run = CombiningMarkCounter()
    var scalars = String(decoding: self, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      let read = scalar == "\\" && scalars.first == "u" ? scalars.popEscape() : scalar
      guard run.take(read) else { return false }
    }
    return true
  }
}

extension Substring.UnicodeScalarView {
  /// What an escape stands for of which the backslash has been read; another character for half a pair, and for none.
  fileprivate mutating func popEscape() -> Unicode.Scalar {
    guard let unit = popUnit() else { return "?" }
    guard UTF16.isLeadSurrogate(unit), first == "\\", dropFirst().first == "u" else {
      return Unicode.Scalar(unit) ?? "?"
    }
    removeFirst()
    guard let second = popUnit(), UTF16.isTrailSurrogate(second) else { return "?" }
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  /// The four digits after a `u`, which is read too.
  private mutating func popUnit() -> UInt16? {
    removeFirst()
    let digits = prefix(4)
    guard digits.count == 4, let unit = UInt16(String(digits), radix: 16) else { return nil }
    removeFirst(4)
    return unit
  }
}
