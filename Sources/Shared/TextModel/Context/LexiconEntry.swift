/// A text that the user types, and the text that a keyboard inserts instead. Corresponds to `UILexiconEntry`.
public struct LexiconEntry: Hashable, Sendable {
  /// The text that the user types.
  public var userInput: String
  /// The text that a keyboard inserts.
  public var documentText: String

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - userInput: The text that the user types.
  ///   - documentText: The text that a keyboard inserts.
  public init(userInput: String, documentText: String) {
    self.userInput = userInput
    self.documentText = documentText
  }
}
