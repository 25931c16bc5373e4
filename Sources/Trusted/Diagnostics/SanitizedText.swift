extension StringProtocol {
  /// Returns this text in a form that is safe to show on a terminal. The function escapes or removes characters that
  /// could mislead the user.
  ///
  /// Call this function on every string from a keyboard, its bundle or its output before you show the string
  /// (Sandbox.md#text-on-terminals).
  /// - C0 and C1 controls, line and paragraph separators, directional and other invisible format characters, variation
  ///   selectors, tags and noncharacters become escapes such as `\u{202E}`. Emoji sequences stay unchanged.
  /// - The function keeps at most eight combining marks on one character.
  /// - A combining mark at the start gets a dotted circle as its base.
  ///
  /// - Parameter limit: The number of scalars after which `…` replaces the rest of the result. A terminal shows each
  ///   scalar in at most two cells.
  package func sanitized(limit: Int = 512) -> String {
    var result = String.UnicodeScalarView()
    var written = 0
    var marks = 0
    let scalars = Array(unicodeScalars.prefix(limit + 1))
    // A terminal would draw a combining mark at the start of a text on top of the character before the text.
    if scalars.first?.isMark == true { result.append(SanitizedText.markBearer) }
    for (index, scalar) in scalars.enumerated() {
      guard written < limit else {
        result.append("…")
        break
      }
      marks = scalar.isMark ? marks + 1 : 0
      if marks > SanitizedText.marks {
        if marks == SanitizedText.marks + 1 { result.append("…") }
        continue
      }
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalar.isSafeToShow || SanitizedText.isOfEmoji(scalar, before: before, after: after) {
        result.append(scalar)
        written += 1
      } else {
        let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        result.append(contentsOf: escape.unicodeScalars)
        written += escape.unicodeScalars.count
      }
    }
    return String(result)
  }
}

extension String {
  /// This JSON text, with JSON escapes in place of the characters that ``Swift/StringProtocol/sanitized(limit:)``
  /// escapes or removes.
  ///
  /// A JSON parser reads the same values from the result. Line breaks between values do not change, and JSON allows no
  /// unescaped line breaks within strings.
  package var sanitizedJSON: String {
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    let scalars = unicodeScalars
    var result = ""
    // Values may be megabytes long, so the loop copies each run without escapes in one step.
    var start = scalars.startIndex
    var index = start
    var marks = 0
    var before: Unicode.Scalar?
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      marks = scalar.isMark ? marks + 1 : 0
      let isHarmless =
        scalar.isSafeToShow
        || SanitizedText.isOfEmoji(scalar, before: before, after: next < scalars.endIndex ? scalars[next] : nil)
        || scalar.value < 0x20
      if marks > SanitizedText.marks || !isHarmless {
        // Append to the string: appending to the string's scalar view would copy the complete string each time.
        result += self[start..<index]
        for unit in scalar.utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        start = next
      }
      before = scalar
      index = next
    }
    result += self[start...]
    return result
  }
}

private enum SanitizedText {
  /// The maximum number of combining marks on one character. No living script needs more marks.
  static let marks = 8

  /// The dotted circle, which becomes the base of a combining mark that follows no character.
  static let markBearer: Unicode.Scalar = "\u{25CC}"

  /// Whether a scalar is a joiner or variation selector inside an emoji. Inside an emoji, joiners and variation
  /// selectors are safe.
  static func isOfEmoji(_ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    switch scalar {
    case "\u{200D}":
      guard let after else { return false }
      return (before.properties.isEmoji || before == "\u{FE0F}") && !before.isASCII
        && after.properties.isEmoji && !after.isASCII
    case "\u{FE0E}", "\u{FE0F}":
      // Digits have the property Emoji, but a variation selector after a digit is part of an emoji only in a keycap.
      return before.properties.isEmoji && (!before.isASCII || after == "\u{20E3}")
    default: return false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    if isPlainLetter { return false }
    switch value {
    // Vowels and final consonants of Korean syllables: a terminal draws them into the preceding syllable.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether the scalar is in a common block that has only visible characters and no marks. Comparing numbers is faster
  /// than reading Unicode properties.
  private var isPlainLetter: Bool {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x0370...0x0482, 0x048A...0x058F, 0x3041...0x3096, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// Whether the scalar is visible on a terminal and has its own position there.
  fileprivate var isSafeToShow: Bool {
    if isPlainLetter { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    // Some invisible scalars are not in the category "format": the grapheme joiner, Hangul fillers, variation
    // selectors, tags.
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2065, 0x2800, 0x3164, 0xFE00...0xFE0F, 0xFFA0,
      0xFFF0...0xFFF8, 0xE0000...0xE0FFF:
      return false
    default: return !properties.isNoncharacterCodePoint
    }
  }
}
