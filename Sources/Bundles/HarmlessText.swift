extension StringProtocol {
  /// The text with everything that could mislead a terminal or its reader made visible (SANDBOX.md, L01 to L46).
  ///
  /// Controls (C0, C1), line and paragraph separators, directional and other invisible format characters, tags and
  /// noncharacters become `\u{202E}` and the like; more than eight marks on one character are cut; so is what passes
  /// `limit` scalars. For every string that came from a keyboard, its bundle or its output and goes to a screen.
  package func harmless(limit: Int = 512) -> String {
    var result = String.UnicodeScalarView()
    var written = 0
    var marks = 0
    let scalars = Array(unicodeScalars.prefix(limit + 1))
    for (index, scalar) in scalars.enumerated() {
      guard written < limit else {
        result.append("…")
        break
      }
      marks = scalar.isMark ? marks + 1 : 0
      if marks > HarmlessText.marks {
        if marks == HarmlessText.marks + 1 { result.append("…") }
        continue
      }
      if scalar.isSafeToShow || HarmlessText.joinsEmoji(scalars, at: index) {
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

private enum HarmlessText {
  /// How many combining marks one character may carry; no living script needs as many.
  static let marks = 8

  /// Whether the scalar is the joiner inside an emoji such as a family, the one place where it is no trick.
  static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard scalars[index] == "\u{200D}", index > 0, index + 1 < scalars.count else { return false }
    let before = scalars[index - 1]
    return (before.properties.isEmoji || before == "\u{FE0F}") && !before.isASCII
      && scalars[index + 1].properties.isEmoji && !scalars[index + 1].isASCII
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a terminal shows the scalar as what it is, in its place. Also the rule for names of files in a bundle.
  var isSafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    // The grapheme joiner, the Hangul fillers and the tags are not "format" characters, but show as nothing all the
    // same.
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2065, 0x2800, 0x3164, 0xFFA0, 0xFFF0...0xFFF8,
      0xE0000...0xE0FFF:
      return false
    default: return !properties.isNoncharacterCodePoint
    }
  }
}
