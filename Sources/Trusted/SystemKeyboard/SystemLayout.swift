internal import TextInput

/// The planes that a field gets, and the one that it opens with.
struct SystemLayout: Hashable, Sendable {
  /// The plane shown first, and again after a space.
  let home: KeyPlane.Name
  private let letters: KeyPlane
  private let numbers: KeyPlane
  private let symbols: KeyPlane

  /// The layout for a field, with a globe key only where one is needed (Behavior.md#needs-input-mode-switch-key).
  init(for field: FieldState, decimalSeparator: Character) {
    let layout = SystemLayout(keyboardType: field.traits.keyboardType, decimalSeparator: decimalSeparator)
    self = field.standing.needsInputModeSwitchKey ? layout : layout.withoutGlobe
  }

  /// The plane of this name.
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

  /// A layout of one plane, which no key leaves.
  private init(pad: KeyPlane) {
    self.init(home: .numbers, letters: pad, numbers: pad, symbols: pad)
  }

  private var withoutGlobe: SystemLayout {
    SystemLayout(
      home: home, letters: letters.without(.globe), numbers: numbers.without(.globe), symbols: symbols.without(.globe))
  }
}
