/// A text that is compared by code points, so that canonically equivalent texts are different.
struct CodePoints: Equatable, CustomStringConvertible {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: CodePoints, other: CodePoints) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  var description: String {
    guard text.utf8.count <= 200 else { return "\(text.utf8.count) bytes, the last: \(text.suffix(20))" }
    return "\"\(text)\" (\(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")))"
  }
}
