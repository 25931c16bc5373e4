/// A text that the host can compare and hash fast: its length and its runs of combining marks are limited.
///
/// To compare or hash a string, Swift normalizes the string. The time for normalization grows with the square of the
/// length of a run of combining marks. The host converts untrusted text to a bounded text before it compares or hashes
/// the text. Untrusted text comes, for example, from a runner, a render process or a bundle. The only initializer
/// checks the text.
package struct BoundedText: Hashable, Sendable {
  /// The maximum size of a bounded text in UTF-8 bytes.
  package static let bytes = 4_096

  /// The checked text as a string.
  package let string: String

  /// Checks a text. Returns nil if the text has more than ``bytes`` bytes, or more than
  /// ``CombiningMarkCounter/maximumLength`` combining marks in a row.
  package init?(_ string: String) {
    guard string.utf8.count <= Self.bytes, string.isStreamSafe else { return nil }
    self.string = string
  }
}
