package import TextModel

/// A replacement of typed characters, such as a dash in place of two hyphens (Behavior.md#smart-punctuation).
package struct PunctuationReplacement: Hashable, Sendable {
  /// The number of characters before the insertion point that the replacement deletes.
  package var deletions: Int
  /// The text that the replacement inserts.
  package var text: String
  /// The characters that the user typed, which ``text`` replaces.
  package var typed: String

  /// Creates a replacement.
  package init(deletions: Int, text: String, typed: String) {
    self.deletions = deletions
    self.text = text
    self.typed = typed
  }

  /// The typed texts that can cause a replacement.
  package static let typed: Set<String> = [" ", "-", "\"", "'"]
}

// Smart punctuation, and the replacement of two spaces by a period and a space.
extension TextServices {
  /// Returns the replacement for a character that the user types; nil if the keyboard must insert the character itself.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - context: The text before the typed text.
  ///   - last: The replacement that the keyboard made with its previous edit.
  ///   - traits: The traits of the field.
  ///   - language: The language of the text, as a BCP 47 tag; empty if unknown.
  package func replacement(
    of text: String, after context: InsertionContext, last: PunctuationReplacement?, in traits: TextInputTraits,
    language: String
  ) -> PunctuationReplacement? {
    switch text {
    case " " where traits.endsSentencesWithTwoSpaces: period(after: context, language)
    case "-" where traits.replacesDashes: dash(after: context, last)
    case "\"" where traits.replacesQuotes: quote(after: context, language)
    case "'" where traits.replacesQuotes: apostrophe(after: context, language)
    default: nil
    }
  }

  private func period(after context: InsertionContext, _ language: String) -> PunctuationReplacement? {
    let scalars = context.text.unicodeScalars
    guard scalars.last == " ", scalars.dropLast().last?.canEndSentence == true else { return nil }
    let period = conventions(of: language).language == "hy" ? "։" : "."
    return PunctuationReplacement(deletions: 1, text: period + " ", typed: "  ")
  }

  private func dash(after context: InsertionContext, _ last: PunctuationReplacement?) -> PunctuationReplacement? {
    let scalars = context.text.unicodeScalars
    if scalars.last == "–", last?.text == "–" {
      return PunctuationReplacement(deletions: 1, text: "—", typed: "---")
    }
    guard scalars.last == "-", scalars.dropLast().last?.properties.isDash != true else { return nil }
    return PunctuationReplacement(deletions: 1, text: "–", typed: "--")
  }

  private func quote(after context: InsertionContext, _ language: String) -> PunctuationReplacement? {
    guard let opens = context.isBeforeWord else { return nil }
    let quotes = conventions(of: language).quotes
    return PunctuationReplacement(deletions: 0, text: opens ? quotes.start : quotes.end, typed: "\"")
  }

  private func apostrophe(after context: InsertionContext, _ language: String) -> PunctuationReplacement? {
    guard let opens = context.isBeforeWord else { return nil }
    let quotes = conventions(of: language).quotes
    let isInQuote = Self.isOpen(quotes, in: context.text)
    // If the language's alternative quotation marks do not look like ', a typed ' can only be an apostrophe.
    let mark =
      switch (opens, quotes.hasSingleAlternates) {
      case (true, true): quotes.alternateStart
      case (false, true) where isInQuote: quotes.alternateEnd
      default: "’"
      }
    return PunctuationReplacement(deletions: 0, text: mark, typed: "'")
  }

  /// Whether a text contains the opening mark of an alternative pair of quotation marks without the closing mark.
  private static func isOpen(_ quotes: LanguageConventions.Quotes, in text: String) -> Bool {
    guard let start = text.lastIndex(where: { String($0) == quotes.alternateStart }) else { return false }
    return !text[text.index(after: start)...].contains { String($0) == quotes.alternateEnd }
  }
}

extension LanguageConventions.Quotes {
  /// Whether the alternative quotation marks look like the straight quote '.
  fileprivate var hasSingleAlternates: Bool {
    let single: Set<String> = ["‘", "’", "‚", "‛", "‹", "›"]
    return single.contains(alternateStart) && single.contains(alternateEnd)
  }
}

extension InsertionContext {
  /// Whether the next character begins a word, because it follows white space, an opening mark or a dash. The result is
  /// nil if the text before the next character is unknown.
  fileprivate var isBeforeWord: Bool? {
    guard let last = text.unicodeScalars.last else { return isCut ? nil : true }
    return last.properties.isWhitespace || last.opensText || last == "–" || last == "—"
  }
}

extension Unicode.Scalar {
  /// Whether this scalar can stand directly before the period at the end of a sentence.
  fileprivate var canEndSentence: Bool {
    if properties.isAlphabetic || closesText || self == "%" { return true }
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .otherSymbol,
      .modifierSymbol, .currencySymbol:
      return true
    default: return false
    }
  }
}
