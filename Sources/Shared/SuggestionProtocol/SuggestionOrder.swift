// SuggestionProtocol: the messages between the host and the suggestion process, and the learned words.
//
// For:    `SuggestionClient` in the host and `SuggestionEngine` in the confined process.
// Never:  does I/O, or decides whether a field may have suggestions.
// Start:  `SuggestionOrder` for the messages to the process, `SuggestionAnswer` for the replies.

package import KeyboardProtocol

/// A message from the host to the suggestion process.
package enum SuggestionOrder: Hashable, Sendable {
  /// Load the dictionary and the lexicon. The order `open` is always the first message to a process.
  case open(SuggestionSetup)
  /// The positions of the keys, from which the engine computes the distances between keys.
  case keys([KeyPosition])
  /// Find suggestions. The process answers with a ``SuggestionAnswer``.
  case query(SuggestionQuery)
  /// Learn a word that the user typed and did not change or delete.
  case learn(TypedWord)
  /// Check spelling. The process answers with a ``SpellingAnswer``.
  case spell(SpellingQuestion)
}

/// The data that the suggestion process loads.
package struct SuggestionSetup: Hashable, Sendable {
  /// The language as a BCP 47 tag.
  package var language: String
  /// Whether the host passed a dictionary of hunspell as descriptors 4 and 5.
  package var hasDictionary: Bool
  /// Whether the host passed a lexicon as descriptor 6.
  package var hasLexicon: Bool
  /// The words that the keyboard learned from the user.
  package var learned: LearnedWords

  /// Creates a setup.
  package init(
    language: String, hasDictionary: Bool = false, hasLexicon: Bool = false, learned: LearnedWords = LearnedWords()
  ) {
    self.language = language
    self.hasDictionary = hasDictionary
    self.hasLexicon = hasLexicon
    self.learned = learned
  }
}

/// The position of a key that types one character.
package struct KeyPosition: Hashable, Sendable {
  /// The maximum number of positions in a message.
  package static let maximumPositions = 256

  /// The character that the key types, in lowercase.
  package var character: String
  /// The horizontal center of the key, in multiples of the width of a key with the weight 1.
  package var x: Double
  /// The vertical center of the key, in multiples of the height of a row.
  package var y: Double

  /// Creates a position.
  package init(_ character: String, x: Double, y: Double) {
    self.character = character
    self.x = x
    self.y = y
  }
}

/// A query for suggestions for the word before the insertion point.
package struct SuggestionQuery: Hashable, Sendable {
  /// The number of the query. The answer has the same number.
  package var number: UInt64
  /// The letters of the word before the insertion point; empty between words.
  package var typed: String
  /// The word before ``typed``; empty at the start of a sentence.
  package var previous: String
  /// Whether the keyboard would type the next letter as a capital.
  package var capitalizes: Bool

  /// Creates a query.
  package init(number: UInt64 = 0, typed: String, previous: String = "", capitalizes: Bool = false) {
    self.number = number
    self.typed = typed
    self.previous = previous
    self.capitalizes = capitalizes
  }
}

/// A file from which the suggestion process reads words.
package enum SuggestionFile: Int, CaseIterable, Hashable, Sendable, WireValue {
  /// The dictionary of hunspell.
  case dictionary = 0
  /// The lexicon of the user.
  case lexicon = 1
}

/// The answer to a ``SuggestionQuery``. The suggestion process has read untrusted files, so the answer is untrusted.
package struct SuggestionAnswer: Hashable, Sendable {
  /// The maximum number of suggestions.
  package static let maximumSuggestions = 3

  /// The number of the query.
  package var number: UInt64
  /// The suggestions, best first.
  package var suggestions: [String]
  /// The word that replaces the typed word when the user types a space or punctuation; nil if the typed word needs no
  /// correction.
  package var correction: String?
  /// Whether the typed word counts as correct.
  ///
  /// A word counts as correct if the dictionary accepts it, or if the user has typed it at least
  /// ``LearnedWords/timesToKnow`` times. Without a dictionary, frequent words of the lexicon count as correct too.
  package var isKnown: Bool
  /// The files that the process does not use, because they are damaged.
  package var damaged: [SuggestionFile]

  /// Creates an answer.
  package init(
    number: UInt64, suggestions: [String], correction: String? = nil, isKnown: Bool = false,
    damaged: [SuggestionFile] = []
  ) {
    self.number = number
    self.suggestions = suggestions
    self.correction = correction
    self.isKnown = isKnown
    self.damaged = damaged
  }
}

extension SuggestionSetup: WireValue {
  /// Appends the properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(language, hasDictionary, hasLexicon)
    writer.write(learned)
  }

  /// Reads a setup.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      language: try String(from: &reader), hasDictionary: try Bool(from: &reader), hasLexicon: try Bool(from: &reader),
      learned: try LearnedWords(from: &reader))
  }
}

extension KeyPosition: WireValue {
  /// Appends the character and the position.
  package func encode(into writer: inout WireWriter) { writer.write(character, x, y) }

  /// Reads a position, whose numbers can have any value.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try String(from: &reader), x: try Double(from: &reader), y: try Double(from: &reader))
  }
}

extension SuggestionQuery: WireValue {
  /// Appends the properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.writeInteger(number)
    writer.write(typed, previous, capitalizes)
  }

  /// Reads a query.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      number: try reader.readInteger(UInt64.self), typed: try String(from: &reader),
      previous: try String(from: &reader),
      capitalizes: try Bool(from: &reader))
  }
}

extension SuggestionAnswer: WireMessage {
  /// Encodes the answer.
  package func encode(into writer: inout WireWriter) {
    writer.writeInteger(number)
    writer.write(suggestions, correction, isKnown, damaged)
  }

  /// Decodes an answer. Checks the numbers of suggestions and files, but not the text of the suggestions.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      number: try reader.readInteger(UInt64.self), suggestions: try reader.readArray(maximum: Self.maximumSuggestions),
      correction: try String?(from: &reader), isKnown: try Bool(from: &reader),
      damaged: try reader.readArray(maximum: SuggestionFile.allCases.count))
  }
}

extension SuggestionOrder: WireMessage {
  private enum Tag: Int, WireValue {
    case open = 0
    case keys = 1
    case query = 2
    case learn = 3
    case spell = 4
  }

  /// Encodes the message.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .open(let setup): writer.write(Tag.open, setup)
    case .keys(let keys): writer.write(Tag.keys, keys)
    case .query(let query): writer.write(Tag.query, query)
    case .learn(let word): writer.write(Tag.learn, word)
    case .spell(let question): writer.write(Tag.spell, question)
    }
  }

  /// Decodes a message.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .open: self = .open(try SuggestionSetup(from: &reader))
    case .keys: self = .keys(try reader.readArray(maximum: KeyPosition.maximumPositions))
    case .query: self = .query(try SuggestionQuery(from: &reader))
    case .learn: self = .learn(try TypedWord(from: &reader))
    case .spell: self = .spell(try SpellingQuestion(from: &reader))
    }
  }
}

extension SuggestionOrder {
  /// The command-line argument that makes `klava-suggester` convert a list of word frequencies and handle no messages.
  package static let conversionArgument = "convert"
}
