import Foundation
import Testing
import TextModel

@Suite("The decimal separator of a language")
struct DecimalSeparatorTests {
  @Test(
    "The separator agrees with Unicode's locale data",
    arguments: [
      "en-US", "en-GB", "ru", "ru-RU", "de-DE", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "es-AR", "pl-PL", "pt-BR",
      "zh-Hans", "zh-Hant-TW", "ja-JP", "ko-KR", "he-IL", "hi-IN", "th-TH", "uk-UA", "cs-CZ", "sr-Latn-RS", "it-CH",
      "tr-TR",
      "nl-NL", "vi-VN", "id-ID", "ms-MY", "el-GR", "fi-FI", "hu-HU", "ka-GE", "kk-KZ",
    ])
  func agreesWithLocaleData(language: String) {
    #expect(DecimalSeparator.character(language: language) == Locale(identifier: language).decimalSeparator?.first)
  }

  @Test("Without a known language, the separator is a point", arguments: [nil, "", "-", "xx", "RUS"] as [String?])
  func defaultsToPoint(language: String?) {
    #expect(DecimalSeparator.character(language: language) == ".")
  }

  @Test("Case and underscores in a language tag do not change the separator") func readsAnySpelling() {
    #expect(DecimalSeparator.character(language: "RU_ru") == ",")
    #expect(DecimalSeparator.character(language: "de_ch") == ".")
  }
}
