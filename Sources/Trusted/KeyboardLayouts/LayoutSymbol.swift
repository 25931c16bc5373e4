internal import CXkbcommon
internal import ICUShims

/// A symbol of a keyboard layout: a character, or the start of a compose sequence such as a dead key.
package struct LayoutSymbol: Hashable, Sendable {
  /// The X11 keysym.
  package let keysym: UInt32
  /// The typed text; empty for the start of a compose sequence.
  package let text: String
  /// The title of a key with the symbol.
  package let title: String
  /// The name for a screen reader; nil if the screen reader can read the title.
  package let spoken: String?

  /// Whether the symbol starts a compose sequence, as a dead key does. A symbol that starts a compose sequence types no
  /// text by itself.
  package var startsSequence: Bool { text.isEmpty }

  /// The identifier of a key with the symbol: the typed text, or the name of the keysym such as `dead_acute`.
  package var identifier: String { text.isEmpty ? Self.name(of: keysym) : text }

  /// The symbol that starts a compose sequence: the keysym `Multi_key`.
  package static let compose = LayoutSymbol(keysym: UInt32(XKB_KEY_Multi_key), title: "⎄", spoken: "compose")

  /// Creates the symbol of a keysym; nil if the keysym types nothing and starts no compose sequence.
  init?(keysym: UInt32, composing table: ComposeTable?) {
    guard keysym != 0 else { return nil }
    switch table?.result(of: [keysym]) {
    // The user's compose file may contain a sequence of only one keysym. The text of a sequence of one keysym replaces
    // the text of the keysym.
    case .composed(let text) where !text.isEmpty: self.init(text: text, keysym: keysym)
    case .composing where Self.text(of: keysym) == nil:
      if keysym == Self.compose.keysym {
        self = .compose
        return
      }
      let name = Self.name(of: keysym)
      self.init(
        keysym: keysym, title: table?.spacing(of: keysym) ?? String(name.drop { $0 != "_" }.dropFirst()),
        spoken: name.split(separator: "_").joined(separator: " "))
    default:
      guard let text = Self.text(of: keysym) else { return nil }
      self.init(text: text, keysym: keysym)
    }
  }

  /// Creates the symbol that types a text.
  package init(text: String, spoken: String? = nil) {
    let scalar = text.unicodeScalars.first.map(\.value) ?? 0
    self.init(text: text, keysym: text.unicodeScalars.count == 1 ? xkb_utf32_to_keysym(scalar) : 0, spoken: spoken)
  }

  private init(text: String, keysym: UInt32, spoken: String? = nil) {
    self.keysym = keysym
    self.text = text
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else {
      title = text
      self.spoken = spoken
      return
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      title = "\u{25CC}\(text)"
      self.spoken = spoken ?? first.properties.name?.lowercased()
    case .format, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      title = first == " " ? text : Self.abbreviation(of: first)
      self.spoken = spoken ?? first.properties.name?.lowercased()
    default:
      title = text
      self.spoken = spoken
    }
  }

  private init(keysym: UInt32, title: String, spoken: String) {
    self.keysym = keysym
    text = ""
    self.title = title
    self.spoken = spoken
  }

  /// The symbol as a key of a right-to-left layout shows it, with a mirrored bracket in its title.
  package var mirrored: LayoutSymbol {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
      let mirrored = Unicode.Scalar(klv_mirrored(scalar.value)), mirrored != scalar
    else { return self }
    return LayoutSymbol(keysym: keysym, text: text, title: String(Character(mirrored)), spoken: spoken)
  }

  private init(keysym: UInt32, text: String, title: String, spoken: String?) {
    self.keysym = keysym
    self.text = text
    self.title = title
    self.spoken = spoken
  }

  /// Whether the symbol is a letter, a mark or a sign of a script. Digits, punctuation and other symbols are not
  /// letters.
  package var isLetter: Bool {
    guard let first = text.unicodeScalars.first else { return false }
    // The characters ª, º and µ are letters in Unicode, but symbols on keyboards.
    guard !["ª", "º", "µ"].contains(first) else { return false }
    switch first.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark:
      return true
    // The voicing marks of kana are in the category `modifierSymbol`, and count as letters.
    case .modifierSymbol: return first.value >= 0x300
    default: return false
    }
  }

  /// Whether the symbol is a punctuation mark.
  package var isPunctuation: Bool {
    switch text.unicodeScalars.first?.properties.generalCategory {
    case .otherPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .connectorPunctuation:
      true
    default: false
    }
  }

  /// Whether the text begins with an uppercase, lowercase or titlecase letter.
  package var isCased: Bool { text.unicodeScalars.first?.properties.isCased ?? false }

  /// Whether the symbol is a digit outside of ASCII, such as an Arabic-Indic digit.
  package var isNativeDigit: Bool {
    guard let first = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
    return first.properties.generalCategory == .decimalNumber && !first.isASCII
  }

  var isRightToLeft: Bool { text.unicodeScalars.first.map { klv_is_right_to_left($0.value) } ?? false }

  /// The script, such as "Latn"; nil for a character that several scripts share.
  package var script: String? {
    guard let first = text.unicodeScalars.first, let name = klv_script(first.value) else { return nil }
    let script = String(cString: name)
    return ["Zyyy", "Zinh", "Zzzz"].contains(script) ? nil : script
  }

  /// Returns the text that a keysym types; nil for keys such as Return and for dead keys.
  static func text(of keysym: UInt32) -> String? {
    let value = xkb_keysym_to_utf32(keysym)
    guard value >= 0x20, value != 0x7F, let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control
    else { return nil }
    return String(scalar)
  }

  private static func name(of keysym: UInt32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress, xkb_keysym_get_name(keysym, start, buffer.count) > 0 else { return "key" }
      return String(cString: start)
    }
  }

  /// Returns a short title for an invisible character.
  private static func abbreviation(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{A0}": "NBSP"
    case "\u{200C}": "ZWNJ"
    case "\u{200D}": "ZWJ"
    case "\u{200E}": "LRM"
    case "\u{200F}": "RLM"
    case "\u{202F}": "NNBSP"
    default: "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
  }
}
