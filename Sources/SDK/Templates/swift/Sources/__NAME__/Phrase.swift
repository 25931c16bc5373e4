/// A phrase that the keyboard types. This code needs no host, so unit tests can call it.
struct Phrase: Hashable {
  /// The identifier of the phrase's key, for scripts and tests.
  let identifier: String
  /// The text that the key shows and types.
  let words: String

  /// All phrases, in the order of their keys.
  static let all = [
    Phrase(identifier: "hello", words: "Hello!"), Phrase(identifier: "thanks", words: "Thank you."),
    Phrase(identifier: "way", words: "On my way."), Phrase(identifier: "later", words: "Talk to you later."),
  ]

  /// Returns the words to type after a text, with a space in front of the words. The result has no space if the text is
  /// empty, or ends with white space, an opening bracket or an opening quotation mark.
  func text(after context: String?) -> String {
    guard let last = context?.last, !last.isWhitespace, !"([{“‘".contains(last) else { return words }
    return " " + words
  }
}
