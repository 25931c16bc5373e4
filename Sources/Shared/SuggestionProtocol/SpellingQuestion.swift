package import KeyboardProtocol

/// A question from a third-party keyboard to the spell checker.
package struct SpellingQuestion: Hashable, Sendable {
  /// The kind of a question, with the words or the text to check.
  package enum Kind: Hashable, Sendable {
    /// Asks which of the words are misspelled.
    case misspelled([String])
    /// Asks for possible corrections of the word.
    case guesses(String)
    /// Asks for words that begin with the text.
    case completions(String)
  }

  /// The maximum number of words in a question.
  package static let maximumWords = 4_096

  /// The number of the question. The answer has the same number.
  package var number: UInt64
  /// The kind of the question, with its words.
  package var kind: Kind

  /// Creates a question.
  package init(number: UInt64, _ kind: Kind) {
    self.number = number
    self.kind = kind
  }
}

/// The answer to a ``SpellingQuestion``. The suggestion process has read untrusted files, so the answer is untrusted.
package struct SpellingAnswer: Hashable, Sendable {
  /// The number of the question.
  package var number: UInt64
  /// The indexes of the misspelled words, in ascending order.
  package var misspelled: [UInt32]
  /// The guesses or the completions, best first.
  package var words: [String]

  /// Creates an answer.
  package init(number: UInt64, misspelled: [UInt32] = [], words: [String] = []) {
    self.number = number
    self.misspelled = misspelled
    self.words = words
  }
}

extension SpellingQuestion: WireValue {
  private enum Tag: Int, WireValue {
    case misspelled = 0
    case guesses = 1
    case completions = 2
  }

  /// Appends the number, the kind and the words.
  package func encode(into writer: inout WireWriter) {
    writer.writeInteger(number)
    switch kind {
    case .misspelled(let words): writer.write(Tag.misspelled, words)
    case .guesses(let word): writer.write(Tag.guesses, word)
    case .completions(let text): writer.write(Tag.completions, text)
    }
  }

  /// Reads a question.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    number = try reader.readInteger(UInt64.self)
    switch try Tag(from: &reader) {
    case .misspelled: kind = .misspelled(try reader.readArray(maximum: Self.maximumWords))
    case .guesses: kind = .guesses(try String(from: &reader))
    case .completions: kind = .completions(try String(from: &reader))
    }
  }
}

extension SpellingAnswer: WireMessage {
  /// Encodes the answer.
  package func encode(into writer: inout WireWriter) {
    writer.writeInteger(number)
    writer.write(misspelled, words)
  }

  /// Decodes an answer. Checks the number of words, but not the text of the words.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      number: try reader.readInteger(UInt64.self),
      misspelled: try reader.readArray(maximum: SpellingQuestion.maximumWords),
      words: try reader.readArray(maximum: SpellingRequest.maximumWords))
  }
}
