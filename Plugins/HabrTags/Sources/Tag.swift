/// A pair of tags, with the place for the insertion point (Behavior.md#habrtags).
struct Tag: Hashable, Sendable {
  /// The text before the insertion point.
  let opening: String
  /// The text after the insertion point.
  let closing: String

  /// The insertion point goes after the first of these marks, in this order, that the tag contains.
  private static let marks = ["]", "://", "=\"", ">"]

  /// Creates a tag from its text. Without any of the marks, the whole text is before the insertion point.
  init(_ text: String) {
    // Compares bytes, because Unicode equivalence and grapheme clusters must not decide where markup ends.
    let bytes = Array(text.utf8)
    let border = Self.marks.lazy.compactMap { mark in Self.end(of: Array(mark.utf8), in: bytes) }.first ?? bytes.count
    opening = String(decoding: bytes[..<border], as: UTF8.self)
    closing = String(decoding: bytes[border...], as: UTF8.self)
  }

  /// Creates the tag `[open][/close]`.
  init(open: String, close: String) {
    self.init("[\(open)][/\(close)]")
  }

  /// Returns the tag around a text.
  func text(around selection: String = "") -> String { opening + selection + closing }

  /// The distance from the end of the inserted text to the insertion point, in UTF-16 code units. It is zero or
  /// negative.
  var offset: Int { -closing.utf16.count }

  private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.lazy.map { $0 + mark.count }.first { $0 <= bytes.count && bytes[($0 - mark.count)..<$0] == mark[...] }
  }
}
