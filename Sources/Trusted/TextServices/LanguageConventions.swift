internal import ICUShims
internal import TextModel

/// A language's conventions for capitals and smart punctuation, from CLDR.
package final class LanguageConventions {
  /// The subtag of the language, such as "de".
  package let language: String
  /// The quotation marks of the language.
  package let quotes: Quotes

  /// The quotation marks of a language.
  package struct Quotes: Hashable, Sendable {
    /// The primary mark at the start of a quotation.
    package var start: String
    /// The primary mark at the end of a quotation.
    package var end: String
    /// The alternative mark at the start of a quotation.
    package var alternateStart: String
    /// The alternative mark at the end of a quotation.
    package var alternateEnd: String
  }

  /// Makes ICU use its root locale for an unknown language. Without a call of this function, ICU would use the locale
  /// of the process.
  static func prepare() {
    klv_set_default_locale("")
  }

  /// Reads the conventions of a language.
  ///
  /// - Parameter locale: The identifier of ICU's locale. The initializer accepts languages that ICU does not know.
  init(_ locale: String) {
    language = Self.locale(locale, subtags: 1)
    quotes = Self.quotes(locale) ?? Quotes(start: "“", end: "”", alternateStart: "‘", alternateEnd: "’")
  }

  /// Whether a language writes the day of a date with a period, as German does: "3. Oktober".
  ///
  /// In a language that writes dates in this way, a period after digits often marks an ordinal number, and not the end
  /// of a sentence. The function uses a table instead of ICU, because a keyboard could otherwise measure whether ICU
  /// has already loaded a language.
  ///
  /// - Parameter language: The subtag of the language.
  static func writesOrdinalsWithPeriod(_ language: String) -> Bool { ordinalLanguages.contains(language) }

  /// The languages whose long date in CLDR has a period after the day, in every region of the language.
  private static let ordinalLanguages: Set<String> = [
    "bs", "cs", "da", "de", "dsb", "et", "fi", "fo", "gsw", "hr", "hsb", "hu", "is", "ksh", "lb", "lv", "nb", "nn",
    "no", "sk", "sl", "smn", "sr", "wae",
  ]

  /// Returns the identifier of ICU's locale for a BCP 47 tag.
  ///
  /// - Parameters:
  ///   - tag: The tag. The function ignores the extensions of the tag, because extensions can select other rules.
  ///   - subtags: The maximum number of subtags in the result: 1 for only the language, 3 for language, script and
  ///     region.
  /// - Returns: The identifier. The identifier is empty for an invalid tag, and thus selects ICU's root locale.
  static func locale(_ tag: String, subtags: Int) -> String {
    let parts = tag.utf8.prefix(64).split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let first = parts.first, (2...3).contains(first.count) else { return "" }
    let used = parts.prefix(subtags).prefix { (2...4).contains($0.count) && $0.allSatisfy(\.isASCIIAlphanumeric) }
    return used.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_").lowercased()
  }

  private static func quotes(_ locale: String) -> Quotes? {
    guard let data = klv_locale_data_open(locale) else { return nil }
    defer { klv_locale_data_close(data) }
    func mark(_ mark: klv_quotation_mark) -> String? {
      var text = [UInt16](repeating: 0, count: 8)
      let length = klv_locale_data_quotation_mark(data, mark, &text, Int32(text.count))
      return length < 0 ? nil : String(decoding: text.prefix(Int(length)), as: UTF16.self)
    }
    guard let start = mark(KLV_QUOTATION_START), let end = mark(KLV_QUOTATION_END),
      let alternateStart = mark(KLV_ALTERNATE_QUOTATION_START), let alternateEnd = mark(KLV_ALTERNATE_QUOTATION_END)
    else { return nil }
    return Quotes(start: start, end: end, alternateStart: alternateStart, alternateEnd: alternateEnd)
  }
}
