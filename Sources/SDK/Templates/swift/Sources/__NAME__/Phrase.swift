/// Something that the keyboard says: a value that needs no host, and so is easily tested.
struct Phrase: Hashable {
  /// What scripts and tests call its key.
  let identifier: String
  /// What is typed, and what its key shows.
  let words: String

  /// All phrases, in the order of their keys.
  static let all = [
    Phrase(identifier: "hello", words: "Hello!"), Phrase(identifier: "thanks", words: "Thank you."),
    Phrase(identifier: "way", words: "On my way."), Phrase(identifier: "later", words: "Talk to you later."),
  ]

  /// The text to type behind what is already there: with a space where one is missing.
  func text(after context: String?) -> String {
    guard let last = context?.last, !last.isWhitespace, !"([{“‘".contains(last) else { return words }
    return " " + words
  }
}
