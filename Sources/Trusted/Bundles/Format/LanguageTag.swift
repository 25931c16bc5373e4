/// Language tags (BCP 47): what they look like, and which of several fits a person best.
package enum LanguageTag {
  /// The most bytes that a tag has.
  private static let maximumBytes = 64

  /// Whether the text looks like a tag: a language of two to eight letters, then subtags of at most eight letters or
  /// digits, joined by hyphens. Private tags (`x-…`) are tags too.
  package static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= maximumBytes else { return false }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first else { return false }
    let isPrivate = (language == "x" || language == "i") && parts.count > 1
    guard isPrivate || ((2...8).contains(language.count) && language.utf8.allSatisfy(isLetter)) else { return false }
    return parts.dropFirst().allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
  }

  /// The one of `available` that fits best: for each preferred language in turn the tag itself, then ever less of it
  /// (`zh-Hans-CN`, `zh-Hans`, `zh`), then another region of the same language; at last `development`.
  ///
  /// Case, underscores and the old names of folders (`English`) do not matter. Nil where nothing fits.
  package static func best(
    of available: [String], for preferred: [String], development: String = "en"
  ) -> String? {
    let names = available.sorted().map { (name: $0, tag: normal($0)) }
    // A keyboard may ask for a language of any length.
    for language in preferred + [development] where language.utf8.count <= maximumBytes {
      for tag in candidates(normal(language)) {
        if let found = names.first(where: { $0.tag == tag }) { return found.name }
      }
      let base = normal(language).prefix { $0 != "-" }
      // Whoever reads one script of Chinese is not served by the other.
      let namesScript = normal(language).contains("-hans") || normal(language).contains("-hant")
      if !namesScript, let found = names.first(where: { $0.tag.hasPrefix("\(base)-") }) { return found.name }
    }
    return nil
  }

  /// The tag, and what is left of it as subtags go from the right.
  private static func candidates(_ tag: String) -> [String] {
    let parts = tag.split(separator: "-")
    return (0..<parts.count).map { parts.dropLast($0).joined(separator: "-") }
  }

  private static func normal(_ tag: String) -> String {
    let tag = tag.lowercased().replacing("_", with: "-")
    return otherNames[tag] ?? tag
  }

  /// Names of folders from before the tags, and Chinese with the script that a region implies.
  private static let otherNames = [
    "english": "en", "french": "fr", "german": "de", "japanese": "ja", "italian": "it", "spanish": "es", "dutch": "nl",
    "iw": "he", "zh-cn": "zh-hans-cn", "zh-sg": "zh-hans-sg", "zh-tw": "zh-hant-tw", "zh-hk": "zh-hant-hk",
    "zh-mo": "zh-hant-mo",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
