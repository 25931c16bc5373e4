/// A request from a keyboard's process to the spell checker. The reply depends on the request, the dictionaries of the
/// system and the lexicons that the user installed, but not on learned words.
package enum SpellingRequest: Hashable, Sendable {
  /// Lists the languages that have a dictionary. The reply is ``HostReply/names(_:)`` with BCP 47 tags.
  case languages
  /// Finds the misspelled words of a text. The reply is ``HostReply/offsets(_:)`` with the start and the end of each
  /// misspelled word.
  case misspelled(String, language: String)
  /// Finds corrections of a word. The reply is ``HostReply/names(_:)`` with the corrections, best first.
  case guesses(String, language: String)
  /// Finds words that begin with a text. The reply is ``HostReply/names(_:)`` with the words, best first.
  case completions(String, language: String)

  /// The maximum size in bytes of a text in which the host finds misspelled words: the ABI's `KLV_SPELLING_TEXT_LIMIT`.
  package static let maximumTextBytes = TextRequest.maximumTextBytes
  /// The maximum size in bytes of a word: the ABI's `KLV_SPELLING_WORD_LIMIT`.
  package static let maximumWordBytes = 256
  /// The maximum number of requests that the host answers in one turn.
  package static let maximumPerTurn = TextRequest.maximumPerTurn
  /// The maximum number of words in a reply to ``guesses(_:language:)`` or ``completions(_:language:)``.
  package static let maximumWords = 10

  /// The language in the request; empty if the request has no language.
  package var language: String {
    switch self {
    case .languages: ""
    case .misspelled(_, let language), .guesses(_, let language), .completions(_, let language): language
    }
  }

  /// Whether the text of the request is within the limits.
  package var isBounded: Bool {
    switch self {
    case .languages: true
    case .misspelled(let text, _): text.utf8.count <= Self.maximumTextBytes
    case .guesses(let word, _), .completions(let word, _): word.utf8.count <= Self.maximumWordBytes
    }
  }
}

extension SpellingRequest: WireValue {
  private enum Tag: Int, WireValue {
    case languages = 0
    case misspelled = 1
    case guesses = 2
    case completions = 3
  }

  /// Appends the request and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .languages: writer.write(Tag.languages)
    case .misspelled(let text, let language): writer.write(Tag.misspelled, text, language)
    case .guesses(let word, let language): writer.write(Tag.guesses, word, language)
    case .completions(let word, let language): writer.write(Tag.completions, word, language)
    }
  }

  /// Reads a request. Does not check the length of a text: the host checks it.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .languages: self = .languages
    case .misspelled: self = .misspelled(try String(from: &reader), language: try String(from: &reader))
    case .guesses: self = .guesses(try String(from: &reader), language: try String(from: &reader))
    case .completions: self = .completions(try String(from: &reader), language: try String(from: &reader))
    }
  }
}

/// The limits of the supplementary lexicon.
package enum LexiconLimit {
  /// The maximum number of requests that the host answers in one turn.
  package static let turnRequests = 4
  /// The maximum number of entries in a reply.
  package static let entries = 2_500
  /// The maximum size in bytes of the text that a keyboard inserts for one entry.
  package static let textBytes = 512
  /// The maximum size in bytes of all entries in a reply.
  package static let bytes = 192 * 1_024
}
