internal import ICUShims
internal import LinuxShims

/// The names and keywords of a catalog's emoji in one language, prepared for a search.
struct EmojiNames: Sendable {
  /// The name and the keywords of one emoji.
  private struct Entry {
    /// The name as it is in CLDR; nil if CLDR has no name for the emoji in this language.
    var name: String?
    var keywords: String = ""
    /// The words of the name, as ``EmojiNames/folded(_:)`` returns them.
    var foldedName: [UInt8] = []
    /// The words of the keywords, as ``EmojiNames/folded(_:)`` returns them.
    var foldedKeywords: [UInt8] = []
  }

  /// One entry for each emoji of the catalog, in the order of the catalog.
  private var entries: [Entry]

  /// The maximum size in bytes of a name, or of all keywords of an emoji together.
  private static let textBytes = 1_024

  /// Creates names from the catalog, which contains English names but no keywords.
  init(_ catalog: EmojiCatalog) {
    entries = catalog.emoji.map { Entry(name: $0.name) }
    fold()
  }

  /// Creates names from CLDR's annotations.
  ///
  /// - Parameters:
  ///   - annotations: The annotations.
  ///   - catalog: The emoji.
  init(_ annotations: EmojiAnnotations, of catalog: EmojiCatalog) {
    entries = catalog.emoji.map { emoji in
      let found = annotations.texts[EmojiAnnotations.key(emoji.text)]
      return Entry(name: found?.name, keywords: found?.keywords ?? "")
    }
    fold()
  }

  private mutating func fold() {
    for index in entries.indices {
      entries[index].foldedName = Self.folded(entries[index].name ?? "")
      entries[index].foldedKeywords = Self.folded(entries[index].keywords)
      entries[index].keywords = ""
    }
  }

  /// The name of the emoji at an index of the catalog; nil if the language has no name for the emoji.
  func name(at index: Int) -> String? { entries.indices ~= index ? entries[index].name : nil }

  /// Returns how well an emoji matches words of a query. A lower number is a better match.
  ///
  /// - Parameters:
  ///   - words: The words of the query, each as ``folded(_:)`` returns it.
  ///   - index: The index of the emoji in the catalog.
  /// - Returns: The rank; nil if a word of the query does not match.
  func rank(of words: [[UInt8]], at index: Int) -> Int? {
    let entry = entries[index]
    let texts = [entry.foldedName, entry.foldedKeywords]
    var total = 0
    for word in words {
      // In folded texts, a space precedes and follows each word. Drop the final space of a query word, so that the
      // query word also matches the start of a longer word.
      let start = word.dropLast()
      if entry.foldedName == word {
        continue
      } else if entry.foldedName.starts(with: start) {
        total += 1
      } else if texts.contains(where: { Self.contains($0, word[...]) }) {
        total += 2
      } else if texts.contains(where: { Self.contains($0, start) }) {
        total += 3
      } else if word.count > 4, texts.contains(where: { Self.contains($0, start.dropFirst()) }) {
        total += 4
      } else {
        return nil
      }
    }
    return total
  }

  /// Returns the words of a text as UTF-8, in lower case and without diacritical marks. A space precedes each word, and
  /// another space ends the text. The result is empty if the text has no words.
  static func folded(_ text: String) -> [UInt8] {
    let plain = withoutCaseAndMarks(String(decoding: text.utf8.prefix(textBytes), as: UTF8.self))
    let separators: Set<Character> = ["|", ":", ",", "-", "(", ")", "“", "”", "/"]
    let words = plain.split { $0.isWhitespace || separators.contains($0) }
    return words.isEmpty ? [] : words.flatMap { [UInt8(ascii: " ")] + Array($0.utf8) } + [UInt8(ascii: " ")]
  }

  /// The replacements for some lowercase letters in a folded text, such as ligatures, `ß` and the final sigma.
  private static let letters: [Unicode.Scalar: String] = ["œ": "oe", "æ": "ae", "ß": "ss", "ς": "σ", "և": "եւ"]

  /// Returns the text in lower case. Applies the replacements of ``letters``, and removes the diacritical marks of
  /// Latin, Greek and Cyrillic letters.
  private static func withoutCaseAndMarks(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    var base: UInt32 = 0
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isASCII {
        base = scalar.value
        plain.append(scalar)
      } else if let letters = letters[scalar] {
        base = 0
        plain.append(contentsOf: letters.unicodeScalars)
      } else if scalar.properties.generalCategory == .nonspacingMark {
        if base >= 0x510 { plain.append(scalar) }
      } else {
        let decomposed = decomposition(of: scalar)
        base = decomposed.first?.value ?? 0
        plain.append(contentsOf: base < 0x510 ? decomposed.prefix(1) : decomposed[...])
      }
    }
    return String(plain)
  }

  /// The canonical decomposition of a scalar; the scalar itself if it has none.
  private static func decomposition(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 32) { units in
      let count = units.baseAddress.map { klv_decomposition(scalar.value, $0) } ?? 0
      return count == 0
        ? String(scalar).unicodeScalars : String(decoding: units.prefix(Int(count)), as: UTF16.self).unicodeScalars
    }
  }

  // Whether a text contains a part. A search compares thousands of texts, so this function calls the C library, which
  // is fast even in a debug build.
  private static func contains(_ text: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    part.withUnsafeBytes { klv_contains(text, text.count, $0.baseAddress, $0.count) }
  }
}
