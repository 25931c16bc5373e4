extension StringProtocol {
  /// The text with everything that could mislead a terminal or its reader made visible (Sandbox.md#text-on-terminals).
  ///
  /// Controls (C0, C1), line and paragraph separators, directional and other invisible format characters, selectors of
  /// variants, tags and noncharacters become `\u{202E}` and the like; more than eight marks on one character are cut;
  /// a mark at the start gets a character to stand on; what passes `limit` scalars (of at most two cells each) is cut. For
  /// every string that came from a keyboard, its bundle or its output and goes to a screen.
  package func sanitized(limit: Int = 512) -> String {
    var result = String.UnicodeScalarView()
    var written = 0
    var marks = 0
    let scalars = Array(unicodeScalars.prefix(limit + 1))
    // A mark would be drawn on what stands before the text.
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
  /// A JSON text with an escape in the place of each character that ``Swift/StringProtocol/sanitized(limit:)`` would not
  /// show as it is: the same values for a reader, and nothing that could mislead a terminal. Line breaks between values
  /// stay; those within are escapes already, as JSON wants it.
  package var sanitizedJSON: String {
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    let scalars = unicodeScalars
    var result = ""
    // Values may be megabytes long: what needs no escape is copied in runs.
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
        // A string grows in place; its view of scalars would be copied each time.
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
  /// How many combining marks one character may carry; no living script needs as many.
  static let marks = 8

  /// The dotted circle, on which a mark without a character is drawn.
  static let markBearer: Unicode.Scalar = "\u{25CC}"

  /// Whether the scalar makes an emoji with its neighbors, the one place where it is no trick: the joiner in a family,
  /// the selector of an emoji's variant.
  static func isOfEmoji(_ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    switch scalar {
    case "\u{200D}":
      guard let after else { return false }
      return (before.properties.isEmoji || before == "\u{FE0F}") && !before.isASCII
        && after.properties.isEmoji && !after.isASCII
    case "\u{FE0E}", "\u{FE0F}":
      // Digits are emoji too, but only under a key cap.
      return before.properties.isEmoji && (!before.isASCII || after == "\u{20E3}")
    default: return false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    if isPlainLetter { return false }
    switch value {
    // Vowels and finals of Korean syllables, which are drawn into the syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether it is of the blocks that most text is made of and that hold nothing but what they show.
  private var isPlainLetter: Bool {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x0370...0x0482, 0x048A...0x058F, 0x3041...0x3096, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// Whether a terminal shows the scalar as what it is, in its place.
  fileprivate var isSafeToShow: Bool {
    if isPlainLetter { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    // The grapheme joiner, the Hangul fillers, the selectors of variants and the tags are not "format" characters, but
    // show as nothing all the same.
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2065, 0x2800, 0x3164, 0xFE00...0xFE0F, 0xFFA0,
      0xFFF0...0xFFF8, 0xE0000...0xE0FFF:
      return false
    default: return !properties.isNoncharacterCodePoint
    }
  }
}
