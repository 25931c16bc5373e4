/// `UILexiconEntry`: what is typed, and what goes in for it.
public struct LexiconEntry: Hashable, Sendable {
  /// What the person types.
  public var userInput: String
  /// What is inserted.
  public var documentText: String

  /// An entry of this pair.
  public init(userInput: String, documentText: String) {
    self.userInput = userInput
    self.documentText = documentText
  }
}
