/// A pair of tags: the text before the insertion point and the text after it (Behavior.md#habrtags).
struct Tag: Hashable, Sendable {
  /// The text before the insertion point.
  let opening: String
  /// The text after the insertion point.
  let closing: String

  /// The texts that can mark the position of the insertion point in a tag. The insertion point is after the first text
  /// of this list that the tag contains.
  private static let marks = ["]", "://", "=\"", ">"]

  /// Creates a tag from its text. If the text contains none of the texts in `marks`, the insertion point is after the
  /// whole text.
  init(_ text: String) {
    // Compare bytes and not characters, so that a combining mark after one of `marks` does not change the position.
    let bytes = Array(text.utf8)
    let border = Self.marks.lazy.compactMap { mark in Self.end(of: Array(mark.utf8), in: bytes) }.first ?? bytes.count
    opening = String(decoding: bytes[..<border], as: UTF8.self)
    closing = String(decoding: bytes[border...], as: UTF8.self)
  }

  /// Creates the tag from an opening and a closing word. An empty word and a word in `[]` or `<>` stay unchanged. Other
  /// words become `[open]` and `[/close]`.
  init(open: String, close: String) {
    func tag(_ word: String, _ start: String) -> String {
      let (first, last) = (word.unicodeScalars.first, word.unicodeScalars.last)
      let isTag = (first == "[" && last == "]") || (first == "<" && last == ">")
      return isTag || word.isEmpty ? word : "\(start)\(word)]"
    }
    (opening, closing) = (tag(open, "["), tag(close, "[/"))
  }

  /// Returns the tag with a text between its two parts. If the text is a URL, even with white space around it, the URL
  /// replaces the `http://` in the opening tag. If the text becomes the value of an attribute, `&quot;` replaces each
  /// quotation mark.
  func text(around selection: String = "") -> String {
    guard !selection.isEmpty else { return opening + closing }
    let scheme = "http://"
    let start = opening.hasSuffix(scheme) ? String(opening.dropLast(scheme.count)) : opening
    let content = start.hasSuffix("=\"") ? Self.escaped(selection) : selection
    return (Self.isURL(selection) ? start : opening) + content + closing
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "\"" ? "&quot;" : String($0) }.joined()
  }

  /// Whether a text is a URL with white space only at its ends. The URL begins with a scheme and `://` (RFC 3986,
  /// section 3.1), with `//`, or with `mailto:`.
  private static func isURL(_ selection: String) -> Bool {
    var text = selection.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.contains(where: \.isWhitespace) else { return false }
    let bytes = Array(text.utf8)
    for prefix in ["//", "mailto:"] where text.lowercased().hasPrefix(prefix) { return bytes.count > prefix.utf8.count }
    guard let start = end(of: Array("://".utf8), in: bytes), let first = bytes.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    func isInScheme(_ byte: UInt8) -> Bool {
      isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
    return isLetter(first) && bytes[..<(start - 3)].allSatisfy(isInScheme)
  }

  /// The position of the insertion point relative to the end of the inserted text, in UTF-16 code units: zero or a
  /// negative number.
  var offset: Int { -closing.utf16.count }

  private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.lazy.map { $0 + mark.count }.first { $0 <= bytes.count && bytes[($0 - mark.count)..<$0] == mark[...] }
  }
}
