/// A parser of keystrokes from plain bytes, for linear mode.
///
/// The bytes are UTF-8 with the escape sequences of arrow keys and editing keys (ECMA-48). ncurses reads keys only for
/// a screen that it draws itself. The linear view prints lines, so it cannot use ncurses.
package struct LinearKeys: Sendable {
  private var pending: [UInt8] = []

  /// The longest escape sequence in bytes.
  private static let maximumSequenceLength = 32

  /// Creates a parser without pending bytes.
  package init() {}

  /// Returns the keystrokes in the pending bytes and in the new bytes. An escape character at the end of the bytes
  /// counts as the Escape key.
  package mutating func keys(_ bytes: [UInt8]) -> [Keystroke] {
    pending += bytes
    var keys: [Keystroke] = []
    var rest = pending[...]
    while let first = rest.first {
      if first == 0x1B {
        guard let (key, count) = sequence(rest) else { break }
        if let key { keys.append(key) }
        rest = rest.dropFirst(count)
      } else {
        guard let (scalar, count) = scalar(rest) else { break }
        keys.append(Keystroke(scalar))
        rest = rest.dropFirst(count)
      }
    }
    pending = Array(rest)
    return keys
  }

  /// The keystroke of an escape sequence and its length in bytes; nil if the sequence is incomplete.
  private func sequence(_ bytes: ArraySlice<UInt8>) -> (Keystroke?, Int)? {
    guard let second = bytes.dropFirst().first else { return (.escape, 1) }
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return (.escape, 1) }
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      // No key sends a sequence of more than ``maximumSequenceLength`` bytes, so skip such a sequence.
      return bytes.count > Self.maximumSequenceLength ? (nil, bytes.count) : nil
    }
    let parameters = String(decoding: body[..<end], as: UTF8.self).split(separator: ";")
    let key = EscapeSequences.keystroke(parameters, Character(Unicode.Scalar(body[end])))
    return (key, end - bytes.startIndex + 1)
  }

  /// The next scalar, or U+FFFD for an invalid byte, and its length in bytes; nil if the scalar is incomplete.
  private func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar): return (scalar, UTF8.width(scalar))
    case .emptyInput: return nil
    case .error:
      let first = bytes.first ?? 0
      let wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
      let isUnfinished = bytes.count < wanted && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } && first < 0xF5
      return isUnfinished ? nil : ("\u{FFFD}", 1)
    }
  }
}
