internal import ICUShims
package import TextModel

// Automatic capitals (Behavior.md#automatic-capitals).
extension TextServices {
  /// Returns whether a keyboard should type the next letter as a capital.
  ///
  /// - Parameters:
  ///   - type: The automatic capitalization of the field.
  ///   - context: The text before the letter.
  ///   - language: The language of the text, as a BCP 47 tag; empty if unknown.
  package func capitalizesNextLetter(
    _ type: TextAutocapitalizationType, after context: InsertionContext, language: String
  ) -> Bool {
    switch type {
    case .none: return false
    case .allCharacters: return true
    case .words, .sentences: break
    }
    var rest = context.text.unicodeScalars[...]
    while rest.last?.opensText == true { rest.removeLast() }
    let beforeOpening = rest
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    guard let last = rest.last else { return !context.isCut }
    let spaces = beforeOpening[rest.endIndex...]
    if type == .words { return !spaces.isEmpty }
    if spaces.contains(where: \.endsParagraph) {
      // In German correspondence, a comma follows the salutation, and the sentence continues in the next line with a
      // small letter.
      return last != "," || Self.languageSubtag(language) != "de"
    }
    return endsSentence(rest, hasSpaces: !spaces.isEmpty, language)
  }

  /// Whether the end of a text is the end of a sentence.
  ///
  /// - Parameters:
  ///   - text: The text without white space at its end.
  ///   - hasSpaces: Whether white space follows.
  ///   - language: The language of the text.
  private func endsSentence(_ text: Substring.UnicodeScalarView, hasSpaces: Bool, _ language: String) -> Bool {
    var rest = text
    while rest.last?.closesText == true { rest.removeLast() }
    let hasQuote = text[rest.endIndex...].contains(where: \.isQuote)
    // Most calls return here, because a letter or a digit does not end a sentence. If no white space follows, only a
    // wide East Asian mark ends a sentence.
    guard let terminator = rest.popLast(), !terminator.properties.isAlphabetic,
      terminator.properties.numericType == nil, hasSpaces || terminator.isWide,
      isBoundary(after: text, hasSpaces: hasSpaces, language)
    else { return false }
    // In French, a sentence that contains a quoted sentence continues after the quotation mark.
    if hasQuote, Self.languageSubtag(language) == "fr" { return false }
    return terminator != "." || periodEndsSentence(rest, language)
  }

  /// The maximum number of digits of an ordinal number. Numbers with more digits, such as years, are rarely ordinal
  /// numbers.
  private static let ordinalDigits = 2

  /// Whether, by the rules of UAX #29, a sentence ends after a text that is followed by a letter.
  private func isBoundary(after text: Substring.UnicodeScalarView, hasSpaces: Bool, _ language: String) -> Bool {
    var units = Array(String(Substring(text)).utf16)
    // By the rules of UAX #29, a sentence can end after three periods, but not after the character “…”. Replace “…” by
    // a period, so that it has the same effect as three periods.
    for index in units.indices where units[index] == 0x2026 { units[index] = UInt16(UInt8(ascii: ".")) }
    if hasSpaces { units.append(UInt16(UInt8(ascii: " "))) }
    return sentenceIterator(language)?.isBoundary(units.count, in: units + [UInt16(UInt8(ascii: "A"))]) == true
  }

  /// Whether a period after a text ends a sentence. The result is false if the period belongs to an abbreviation or an
  /// ordinal number.
  private func periodEndsSentence(_ text: Substring.UnicodeScalarView, _ language: String) -> Bool {
    // Armenian has its own full stop, so a period does not end a sentence.
    if Self.languageSubtag(language) == "hy" { return false }
    guard let last = text.last, !last.properties.isWhitespace else { return false }
    let digits = text.reversed().prefix { $0.properties.numericType == .decimal }.count
    if (1...Self.ordinalDigits).contains(digits), text.dropLast(digits).last?.properties.isAlphabetic != true {
      return !LanguageConventions.writesOrdinalsWithPeriod(Self.languageSubtag(language))
    }
    return !Self.endsWithAbbreviation(text)
  }

  /// Whether a text without its last period ends with an abbreviation such as "e.g" or "U.S".
  ///
  /// The abbreviation must have at least two parts, each of one or two letters.
  private static func endsWithAbbreviation(_ text: Substring.UnicodeScalarView) -> Bool {
    var letters = 0
    var parts = 0
    for scalar in text.reversed() {
      if scalar.properties.isAlphabetic {
        letters += 1
      } else if scalar == ".", (1...2).contains(letters) {
        parts += 1
        letters = 0
      } else {
        break
      }
    }
    return parts > 0 && (1...2).contains(letters)
  }

  /// The first subtag of a language tag, such as "de".
  private static func languageSubtag(_ tag: String) -> String { LanguageConventions.locale(tag, subtags: 1) }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a paragraph or a line.
  fileprivate var endsParagraph: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether the scalar can stand directly before the first letter of a sentence.
  var opensText: Bool {
    switch self {
    case "\"", "'", "¿", "¡": true
    default:
      switch properties.generalCategory {
      case .openPunctuation, .initialPunctuation: true
      default: false
      }
    }
  }

  /// Whether the scalar can stand directly after the end of a sentence.
  var closesText: Bool {
    if isQuote { return true }
    switch properties.generalCategory {
    case .closePunctuation, .finalPunctuation: return true
    default: return false
    }
  }

  var isQuote: Bool { properties.isQuotationMark }

  /// Whether the scalar is a wide character of East Asian text.
  fileprivate var isWide: Bool { klv_is_wide(value) }
}
