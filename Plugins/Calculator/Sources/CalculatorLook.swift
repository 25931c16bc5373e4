import KlavaKit

/// What decides which keys are shown, and where.
struct CalculatorShape: Hashable {
  /// Whether there is a key to the next keyboard (Behavior.md#needs-input-mode-switch-key).
  var hasNextKeyboardKey: Bool
  /// Whether there is too little height for six rows.
  var isLow: Bool
}

extension Key {
  /// A digit or the point: dark grey and round.
  var digitLook: Key {
    calculatorLook(InterfaceColor(0x4A4A_4DFF, dark: 0x3333_36FF), on: InterfaceColor(0xFFFF_FFFF), .regular)
  }

  /// An operation: orange and round.
  var operationLook: Key { calculatorLook(InterfaceColor(0xFF9F_0AFF), on: InterfaceColor(0x1C1C_1EFF), .medium) }

  /// What clears, deletes, inserts or moves on: light grey and round.
  var functionLook: Key {
    calculatorLook(InterfaceColor(0xC4C4_C8FF, dark: 0xA5A5_A9FF), on: InterfaceColor(0x0000_00FF), .medium)
  }

  private func calculatorLook(_ background: InterfaceColor, on text: InterfaceColor, _ weight: FontWeight) -> Key {
    self.background(background).foreground(text).font(size: 24, weight: weight).cornerRadius(100)
  }
}

extension InterfaceColor {
  /// Behind the keys.
  static let calculatorBackground = InterfaceColor(0xF2F2_F7FF, dark: 0x0000_00FF)
  /// The digits of the display.
  static let calculatorDisplay = InterfaceColor(0x0000_00FF, dark: 0xFFFF_FFFF)
}

extension Calculation.Operation {
  /// What is written on its key.
  var title: String {
    switch self {
    case .add: "+"
    case .subtract: "−"
    case .multiply: "×"
    case .divide: "÷"
    }
  }

  /// What names its key: the character of a computer's keyboard.
  var identifier: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    }
  }

  /// What a screen reader says in English.
  var name: String {
    switch self {
    case .add: "Plus"
    case .subtract: "Minus"
    case .multiply: "Times"
    case .divide: "Divided by"
    }
  }

  /// The key of what a screen reader says in `Localizable.strings`.
  var textKey: String {
    switch self {
    case .add: "operation.add"
    case .subtract: "operation.subtract"
    case .multiply: "operation.multiply"
    case .divide: "operation.divide"
    }
  }
}
