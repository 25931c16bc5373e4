internal import KeyboardProtocol
internal import TextModel

/// Checks language tags (BCP 47) and finds the best language for the user.
package enum LanguageTag {
  /// Whether the text has the form of a language tag. Private tags (`x-…`) and old registered tags (`i-…`) also count
  /// as language tags.
  ///
  /// Every other language tag begins with a language of two to eight letters. After the language come subtags of at
  /// most eight letters or digits, each after a hyphen.
  package static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= KeyboardLimits.languageTagBytes else { return false }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first else { return false }
    let isPrivate = (language == "x" || language == "i") && parts.count > 1
    guard isPrivate || ((2...8).contains(language.count) && language.utf8.allSatisfy(isLetter)) else { return false }
    return parts.dropFirst().allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
  }

  /// Returns the available language that matches the preferred languages best; nil if none matches.
  ///
  /// The function tries the preferred languages one after another. For each language, it first tries the tag itself,
  /// then shorter tags (`zh-Hans-CN`, `zh-Hans`, `zh`), then another region of the same language. Finally the function
  /// tries `development`. The function ignores the case of letters and treats underscores as hyphens. The function also
  /// accepts old names of `.lproj` folders, such as `English`.
  package static func best(
    of available: [String], for preferred: [String], development: String = "en"
  ) -> String? {
    let names = available.sorted().map { (name: $0, tag: normal($0)) }
    // Skip very long tags, because a keyboard can request a language tag of any length.
    for language in preferred + [development] where language.utf8.count <= KeyboardLimits.languageTagBytes {
      for tag in candidates(normal(language)) {
        if let found = names.first(where: { $0.tag == tag }) { return found.name }
      }
      let base = normal(language).prefix { $0 != "-" }
      // Do not replace simplified Chinese by traditional Chinese or the reverse, because a user may be able to read
      // only one of the two scripts.
      let namesScript = normal(language).contains("-hans") || normal(language).contains("-hant")
      if !namesScript, let found = names.first(where: { $0.tag.hasPrefix("\(base)-") }) { return found.name }
    }
    return nil
  }

  /// Returns the value for the language that matches the preferred languages best. If no language matches, returns the
  /// English value.
  ///
  /// - Parameters:
  ///   - values: The values, by language tag.
  ///   - preferred: The preferred languages, best first.
  /// - Returns: The best value; nil if no language matches and there is no English value.
  package static func best<Value>(of values: [String: Value], for preferred: [String]) -> Value? {
    best(of: Array(values.keys), for: preferred).flatMap { values[$0] }
  }

  /// Returns the tag and each shorter tag that is a prefix of the tag, the longest first: `zh-Hans-CN`, `zh-Hans`,
  /// `zh`.
  private static func candidates(_ tag: String) -> [String] {
    let parts = tag.split(separator: "-")
    return (0..<parts.count).map { parts.dropLast($0).joined(separator: "-") }
  }

  /// Returns the tag in lower case and with hyphens. Replaces an old name of a `.lproj` folder by its tag.
  package static func normal(_ tag: String) -> String {
    let tag = tag.lowercased().replacing("_", with: "-")
    return otherNames[tag] ?? tag
  }

  /// The tags for old names of `.lproj` folders, and for Chinese tags that name a region instead of a script.
  private static let otherNames = [
    "english": "en", "french": "fr", "german": "de", "japanese": "ja", "italian": "it", "spanish": "es", "dutch": "nl",
    "iw": "he", "zh-cn": "zh-hans-cn", "zh-sg": "zh-hans-sg", "zh-tw": "zh-hant-tw", "zh-hk": "zh-hant-hk",
    "zh-mo": "zh-hant-mo",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
