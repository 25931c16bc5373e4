// TextServices: boundaries of words and sentences, automatic capitals, and smart punctuation
// (Behavior.md#text-services).
//
// For:    the system keyboard, and the answers to requests from third-party keyboards.
// Never:  keeps a text, or contains a table, except the list of languages that write a period after ordinal numbers.
//         ICU has the rules of Unicode and the conventions of languages.
// Start:  `TextServices` for boundaries, `TextServices+Capitals.swift` for capitals, `TextServices+Punctuation.swift`
//         for dashes and quotes, `LanguageConventions` for the data of a language.
//
// The texts that this module examines can come from a hostile keyboard. ICU works on a copy of the text. The duration
// of ICU's work grows linearly with the length of the text, and callers limit this length.

internal import ICUShims

/// The text services of one session, for use on one thread at a time.
package final class TextServices {
  /// The maximum number of languages whose conventions the services cache.
  private static let languages = 8

  private lazy var words = BreakIterator(KLV_BREAK_WORD, locale: Self.wordLocale)
  private lazy var sentences = BreakIterator(KLV_BREAK_SENTENCE, locale: "")
  private lazy var greekSentences = BreakIterator(KLV_BREAK_SENTENCE, locale: "el")
  private var conventions: [String: LanguageConventions] = [:]

  /// A locale that uses the default rules of UAX #29 for words.
  ///
  /// CLDR's root locale differs from UAX #29: a colon between letters ends a word. The locales for Finnish and Swedish
  /// follow UAX #29.
  private static let wordLocale = "sv"

  /// Creates text services. The services load their data at the first use.
  package init() { LanguageConventions.prepare() }

  /// Loads all data that boundaries and capitals need.
  ///
  /// After this call, the time that a request takes does not depend on earlier requests. Without this call, one
  /// keyboard could pass a message to another keyboard. The first keyboard would choose the languages to load, and the
  /// second would measure which languages are loaded (Sandbox.md#residual-text-services).
  package func loadAll() {
    _ = (sentences, greekSentences)
    // Words of all scripts for which ICU has a dictionary, so that ICU loads the dictionaries.
    _ = words?.boundaries(of: Array("ไทย ລາວ ខ្មែរ မြန်မာ 漢字 カナ 한글".utf16))
  }

  /// Returns the boundaries of words by the default rules of UAX #29.
  ///
  /// In scripts without spaces, ICU uses dictionaries to find words.
  ///
  /// - Returns: The offsets in UTF-16 code units, from 0 to the length; empty for an empty text, and nil if ICU fails.
  package func wordBoundaries(of text: String) -> [UInt32]? { words?.boundaries(of: Array(text.utf16)) }

  /// Returns the boundaries of sentences by the rules of UAX #29.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - language: A BCP 47 tag. In Greek, a semicolon also ends a sentence. An empty tag selects the default rules.
  /// - Returns: The offsets in UTF-16 code units, from 0 to the length; empty for an empty text, and nil if ICU fails.
  package func sentenceBoundaries(of text: String, language: String = "") -> [UInt32]? {
    sentenceIterator(language)?.boundaries(of: Array(text.utf16))
  }

  /// The iterator over sentences of a language. ICU has special rules only for Greek.
  func sentenceIterator(_ language: String) -> BreakIterator? {
    LanguageConventions.locale(language, subtags: 1) == "el" ? greekSentences : sentences
  }

  /// The conventions of a language.
  package func conventions(of language: String) -> LanguageConventions {
    let locale = LanguageConventions.locale(language, subtags: 3)
    if let known = conventions[locale] { return known }
    if conventions.count >= Self.languages { conventions = [:] }
    let new = LanguageConventions(locale)
    conventions[locale] = new
    return new
  }
}
