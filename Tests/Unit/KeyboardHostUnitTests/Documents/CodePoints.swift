import Glibc

/// A text that is compared by code points, so that canonically equivalent texts are different.
struct CodePoints: Equatable, CustomStringConvertible {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: CodePoints, other: CodePoints) -> Bool {
    var (one, other) = (one.text, other.text)
    // In a debug build, `elementsEqual` takes much longer.
    return one.withUTF8 { bytes in
      other.withUTF8 { otherBytes in
        guard bytes.count == otherBytes.count else { return false }
        guard let start = bytes.baseAddress, let other = otherBytes.baseAddress else { return true }
        return memcmp(start, other, bytes.count) == 0
      }
    }
  }

  /// Whether the text contains an ASCII character.
  func contains(_ character: Unicode.Scalar) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(character.value), bytes.count) != nil } ?? false
    }
  }

  var description: String {
    guard text.utf8.count <= 200 else { return "\(text.utf8.count) bytes, the last: \(text.suffix(20))" }
    return "\"\(text)\" (\(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")))"
  }
}
