internal import KeyboardHost
internal import KeyboardLayouts
internal import KeyboardProtocol
internal import TextModel

/// The planes that the system keyboard offers for a field.
struct SystemLayout: Hashable, Sendable {
  /// The plane that the keyboard shows when the field gets the focus, and again after a space.
  let home: KeyPlane.Name
  private let letters: KeyPlane
  private let numbers: KeyPlane
  private let symbols: KeyPlane

  /// Creates the planes for a field. The planes have a globe key only if the field needs a globe key
  /// (Behavior.md#needs-input-mode-switch-key).
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - decimalSeparator: The user's decimal separator.
  ///   - isTerminal: Whether the field is a terminal. In a terminal, the planes have an additional row of keys.
  ///   - allowsEmoji: Whether the planes may have an emoji key.
  ///   - preferences: The user's preferences, which can enable additional rows of keys.
  ///   - planes: The planes of a keyboard layout; nil for the built-in planes.
  ///   - showsLanguage: Whether the space bar of the built-in planes shows the language of these planes.
  init(
    for field: FieldState, decimalSeparator: Character, isTerminal: Bool, allowsEmoji: Bool = true,
    preferences: TypingPreferences = TypingPreferences(), planes: LayoutPlanes? = nil, showsLanguage: Bool = false
  ) {
    let hasEmojiKey = allowsEmoji && !isTerminal && field.traits.offersEmoji
    var layout = SystemLayout(
      keyboardType: field.traits.keyboardType, decimalSeparator: decimalSeparator, planes: planes,
      hasEmojiKey: hasEmojiKey)
    if showsLanguage, planes == nil { layout = layout.withLanguage("English") }
    let hasLetters = layout.hasLetters
    if hasLetters, preferences.showsNumberRow { layout = layout.withNumberRow }
    if hasEmojiKey { layout = layout.withEmojiKey }
    if !isTerminal, hasLetters, preferences.keepsClipboard, !field.traits.isSecureTextEntry {
      layout = layout.withClipboardKey
    }
    if isTerminal || hasLetters && preferences.showsDesktopKeys { layout = layout.withTerminalKeys }
    self = field.standing.needsInputModeSwitchKey ? layout : layout.withoutGlobe
  }

  /// Whether the layout has a plane of letters.
  var hasLetters: Bool { letters.keys.contains(.shift) }

  /// The keys in the bottom row of a panel, from left to right, except the first key.
  var panelKeys: [PlaneKey] {
    (self[home].keys.contains(.globe) ? [.globe] : []) + [.dismiss, .space, .plane(home), .delete, .return]
  }

  /// The title of the key that shows the plane of letters. As on Android, the title consists of the first letters of
  /// the script.
  var lettersTitle: String {
    let script = letters.keys.lazy.compactMap { key in
      if case .symbol(let symbol) = key { symbol.base.script } else { nil }
    }.first
    return script.flatMap { Self.firstLetters[$0] } ?? KeyPlane.Name.letters.title
  }

  /// The first letters of each script, by the code of the script. Zero-width non-joiners prevent the Arabic letters in
  /// this table from joining.
  private static let firstLetters = [
    "Arab": "أ\u{200C}ب\u{200C}ج", "Armn": "ԱԲԳ", "Beng": "কখগ", "Cyrl": "АБВ", "Deva": "कखग", "Ethi": "ሀለሐ",
    "Geor": "აბგ", "Grek": "ΑΒΓ", "Gujr": "કખગ", "Guru": "ਕਖਗ", "Hang": "가나다", "Hebr": "אבג", "Hira": "あいう",
    "Kana": "あいう", "Khmr": "កខគ", "Knda": "ಅಆಇ", "Laoo": "ກຂຄ", "Mlym": "അആഇ", "Mymr": "ကခဂ", "Sinh": "අආඇ",
    "Taml": "அஆஇ", "Telu": "అఆఇ", "Thai": "กขค",
  ]

  /// Returns the plane with this name.
  subscript(name: KeyPlane.Name) -> KeyPlane {
    switch name {
    case .letters: letters
    case .numbers: numbers
    case .symbols: symbols
    case .functions: letters.keys.contains(.globe) ? .functions : .functions.without(.globe)
    }
  }

  private init(
    keyboardType: KeyboardType, decimalSeparator: Character, planes: LayoutPlanes?, hasEmojiKey: Bool
  ) {
    func layout(
      home: KeyPlane.Name = .letters, beforeReturn extras: [String] = [], spaceWeight: Double = 4
    ) -> SystemLayout {
      guard let planes else {
        return SystemLayout(home: home, letters: .letters(beforeReturn: extras, spaceWeight: spaceWeight))
      }
      return SystemLayout(
        home: home,
        letters: planes.letters(beforeReturn: extras, spaceWeight: spaceWeight, hasEmojiKey: hasEmojiKey),
        numbers: planes.numbers, symbols: planes.symbols)
    }
    switch keyboardType {
    case .default, .asciiCapable: self = layout()
    case .URL: self = layout(beforeReturn: [".", "/", ".com"], spaceWeight: 1.25)
    case .emailAddress: self = layout(beforeReturn: ["@", "."], spaceWeight: 2.5)
    case .twitter: self = layout(beforeReturn: ["@", "#"], spaceWeight: 2.5)
    case .webSearch: self = layout(beforeReturn: ["."], spaceWeight: 3)
    case .numbersAndPunctuation: self = layout(home: .numbers)
    case .numberPad, .asciiCapableNumberPad: self.init(pad: .digitPad)
    case .decimalPad: self.init(pad: .decimalPad(separator: decimalSeparator))
    case .phonePad: self.init(pad: .phonePad)
    case .namePhonePad: self.init(letters: planes?.letters() ?? .letters(), numbers: .phonePadBesideLetters)
    }
  }

  private init(
    home: KeyPlane.Name = .letters, letters: KeyPlane, numbers: KeyPlane = .numbers, symbols: KeyPlane = .symbols
  ) {
    self.home = home
    self.letters = letters
    self.numbers = numbers
    self.symbols = symbols
  }

  /// Creates the planes for a field that has only one plane.
  private init(pad: KeyPlane) {
    self.init(home: .numbers, letters: pad, numbers: pad, symbols: pad)
  }

  private func withLanguage(_ name: String) -> SystemLayout {
    func named(_ plane: KeyPlane) -> KeyPlane { KeyPlane(rows: plane.rows, language: name) }
    return SystemLayout(home: home, letters: named(letters), numbers: named(numbers), symbols: named(symbols))
  }

  private var withTerminalKeys: SystemLayout {
    SystemLayout(
      home: home, letters: letters.withTerminalKeys, numbers: numbers.withTerminalKeys,
      symbols: symbols.withTerminalKeys)
  }

  private var withNumberRow: SystemLayout {
    SystemLayout(home: home, letters: letters.withRow(numbers.rows[0]), numbers: numbers, symbols: symbols)
  }

  private var withClipboardKey: SystemLayout {
    SystemLayout(home: home, letters: letters, numbers: numbers.withClipboardKey, symbols: symbols.withClipboardKey)
  }

  private var withEmojiKey: SystemLayout {
    SystemLayout(
      home: home, letters: letters.withEmojiKey, numbers: numbers.withEmojiKey, symbols: symbols.withEmojiKey)
  }

  private var withoutGlobe: SystemLayout {
    SystemLayout(
      home: home, letters: letters.without(.globe), numbers: numbers.without(.globe), symbols: symbols.without(.globe))
  }
}

extension TextInputTraits {
  /// Whether the keyboard has an emoji key in this field. Only ordinary text fields get an emoji key
  /// (Behavior.md#emoji).
  fileprivate var offersEmoji: Bool {
    guard !isSecureTextEntry else { return false }
    switch keyboardType {
    case .default, .twitter, .webSearch, .numbersAndPunctuation: return true
    case .asciiCapable, .URL, .emailAddress, .numberPad, .asciiCapableNumberPad, .decimalPad, .phonePad, .namePhonePad:
      return false
    }
  }
}
