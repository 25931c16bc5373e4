// TextServices: boundaries of words and sentences, automatic capitals, and smart punctuation
// (Behavior.md#text-services).
//
// For:    the system keyboard, and the answers to requests of third-party keyboards.
// Never:  has tables of its own: ICU has the rules of Unicode and the conventions of languages. Never keeps a text.
// Start:  `TextServices` for boundaries, `TextServices+Capitals.swift` for capitals, `TextServices+Punctuation.swift`
//         for dashes and quotes, `LanguageConventions` for the data of a language.
//
// The texts can come from a hostile keyboard. ICU works on a copy, and its time grows linearly with the length. Callers
// limit the length.

internal import CICU

/// The text services of one session. Not for use on several threads at once.
package final class TextServices {
  /// The maximum number of languages for which the services keep data.
  private static let languages = 8

  private lazy var words = BreakIterator(UBRK_WORD, locale: Self.wordLocale)
  private var sentences: [String: BreakIterator] = [:]
  private var conventions: [String: LanguageConventions] = [:]

  /// The locale whose rules for words are the default rules of UAX #29.
  ///
  /// CLDR's root locale changes one default rule: a colon between letters ends a word. The rules for Finnish and
  /// Swedish do not have this change.
  private static let wordLocale = "sv"

  /// Creates services. They load the data of a language at its first use.
  package init() { LanguageConventions.prepare() }

  /// Returns the boundaries of words by the default rules of UAX #29.
  ///
  /// In scripts without spaces, ICU also finds the words in its dictionaries.
  ///
  /// - Returns: The offsets in UTF-16 code units, from 0 to the length; empty for an empty text. Nil if ICU fails.
  package func wordBoundaries(of text: String) -> [UInt32]? { words?.boundaries(of: Array(text.utf16)) }

  /// Returns the boundaries of sentences by the rules of UAX #29.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - language: A BCP 47 tag. In Greek, a semicolon ends a sentence too. Empty for the default rules.
  /// - Returns: The offsets in UTF-16 code units, from 0 to the length; empty for an empty text. Nil if ICU fails.
  package func sentenceBoundaries(of text: String, language: String = "") -> [UInt32]? {
    sentenceIterator(language)?.boundaries(of: Array(text.utf16))
  }

  /// The iterator over sentences of a language.
  func sentenceIterator(_ language: String) -> BreakIterator? {
    let locale = LanguageConventions.locale(language, subtags: 1)
    if let known = sentences[locale] { return known }
    if sentences.count >= Self.languages { sentences = [:] }
    let new = BreakIterator(UBRK_SENTENCE, locale: locale)
    sentences[locale] = new
    return new
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
