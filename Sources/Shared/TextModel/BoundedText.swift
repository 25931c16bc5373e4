/// A text from a runner, a render process or a bundle whose length and runs of combining marks are limited. The host
/// can compare and hash the text fast.
///
/// To compare or hash a string, Swift normalizes the string. The time grows with the square of the length of a run of
/// combining marks. Therefore the host first converts untrusted text to this type, whose only initializer checks the
/// text.
package struct BoundedText: Hashable, Sendable {
  /// The maximum size of a bounded text in UTF-8 bytes.
  package static let bytes = 4_096

  /// The text.
  package let string: String

  /// Checks a text; nil if it has more than ``bytes`` bytes or more than ``CombiningMarkCounter/longest`` combining
  /// marks in a row.
  package init?(_ string: String) {
    guard string.utf8.count <= Self.bytes, string.isStreamSafe else { return nil }
    self.string = string
  }
}
