internal import KeyboardProtocol
internal import TextModel

/// The planes of a field, and the plane with which the keyboard opens.
struct SystemLayout: Hashable, Sendable {
  /// The plane with which the keyboard opens, and to which it returns after a space.
  let home: KeyPlane.Name
  private let letters: KeyPlane
  private let numbers: KeyPlane
  private let symbols: KeyPlane

  /// Creates the layout of a field. It has a globe key only if the field needs one
  /// (Behavior.md#needs-input-mode-switch-key).
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - decimalSeparator: The user's decimal separator.
  ///   - isTerminal: Whether the field is a terminal, so that each plane has a row of the keys that terminals need.
  init(for field: FieldState, decimalSeparator: Character, isTerminal: Bool) {
    var layout = SystemLayout(keyboardType: field.traits.keyboardType, decimalSeparator: decimalSeparator)
    if isTerminal { layout = layout.withTerminalKeys }
    self = field.standing.needsInputModeSwitchKey ? layout : layout.withoutGlobe
  }

  /// Returns the plane with this name.
  subscript(name: KeyPlane.Name) -> KeyPlane {
    switch name {
    case .letters: letters
    case .numbers: numbers
    case .symbols: symbols
    }
  }

  private init(keyboardType: KeyboardType, decimalSeparator: Character) {
    switch keyboardType {
    case .default, .asciiCapable: self.init(letters: .letters())
    case .URL: self.init(letters: .letters(beforeReturn: [".", "/", ".com"], spaceWeight: 1.5))
    case .emailAddress: self.init(letters: .letters(beforeReturn: ["@", "."], spaceWeight: 2.5))
    case .twitter: self.init(letters: .letters(beforeReturn: ["@", "#"], spaceWeight: 2.5))
    case .webSearch: self.init(letters: .letters(beforeReturn: ["."], spaceWeight: 3))
    case .numbersAndPunctuation: self.init(home: .numbers, letters: .letters())
    case .numberPad, .asciiCapableNumberPad: self.init(pad: .digitPad)
    case .decimalPad: self.init(pad: .decimalPad(separator: decimalSeparator))
    case .phonePad: self.init(pad: .phonePad)
    case .namePhonePad: self.init(letters: .letters(), numbers: .phonePadBesideLetters)
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

  /// Creates a layout with a single plane.
  private init(pad: KeyPlane) {
    self.init(home: .numbers, letters: pad, numbers: pad, symbols: pad)
  }

  private var withTerminalKeys: SystemLayout {
    SystemLayout(
      home: home, letters: letters.withTerminalKeys, numbers: numbers.withTerminalKeys,
      symbols: symbols.withTerminalKeys)
  }

  private var withoutGlobe: SystemLayout {
    SystemLayout(
      home: home, letters: letters.without(.globe), numbers: numbers.without(.globe), symbols: symbols.without(.globe))
  }
}
