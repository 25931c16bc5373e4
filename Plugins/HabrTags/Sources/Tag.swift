/// A pair of tags as it goes into a text, and where in it one types next (Behavior.md#habrtags).
struct Tag: Hashable, Sendable {
  /// What stands before the insertion point.
  let opening: String
  /// What stands after it.
  let closing: String

  /// What the insertion point goes after: the first of these that the tag has, tried in this order.
  private static let marks = ["]", "://", "=\"", ">"]

  /// The tag with this text. One that has none of the marks is all opening.
  init(_ text: String) {
    // Compared as bytes: canonical equivalence and grapheme clusters have no say in where markup ends.
    let bytes = Array(text.utf8)
    let border = Self.marks.lazy.compactMap { mark in Self.end(of: Array(mark.utf8), in: bytes) }.first ?? bytes.count
    opening = String(decoding: bytes[..<border], as: UTF8.self)
    closing = String(decoding: bytes[border...], as: UTF8.self)
  }

  /// The tag `[open][/close]`.
  init(open: String, close: String) {
    self.init("[\(open)][/\(close)]")
  }

  /// The whole tag around a text.
  func text(around selection: String = "") -> String { opening + selection + closing }

  /// From the end of the inserted text to the insertion point, in UTF-16 code units; never positive.
  var offset: Int { -closing.utf16.count }

  private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.lazy.map { $0 + mark.count }.first { $0 <= bytes.count && bytes[($0 - mark.count)..<$0] == mark[...] }
  }
}
