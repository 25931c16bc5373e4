import KlavaKit

/// The conditions that decide which keys the calculator shows, and in which arrangement.
struct CalculatorShape: Hashable {
  /// Whether the calculator shows a globe key (Behavior.md#needs-input-mode-switch-key).
  var hasNextKeyboardKey: Bool
  /// Whether the height is too small for six rows.
  var isLow: Bool
}

extension Key {
  /// The look of the keys for digits and the decimal point: dark gray and round.
  var digitLook: Key {
    calculatorLook(InputViewColor(0x4A4A_4DFF, dark: 0x3333_36FF), on: InputViewColor(0xFFFF_FFFF), .regular)
  }

  /// The look of the keys for operations: orange and round.
  var operationLook: Key { calculatorLook(InputViewColor(0xFF9F_0AFF), on: InputViewColor(0x1C1C_1EFF), .medium) }

  /// The look of all other keys, such as the delete key and the globe key: light gray and round.
  var functionLook: Key {
    calculatorLook(InputViewColor(0xC4C4_C8FF, dark: 0xA5A5_A9FF), on: InputViewColor(0x0000_00FF), .medium)
  }

  private func calculatorLook(_ background: InputViewColor, on text: InputViewColor, _ weight: FontWeight) -> Key {
    self.background(background).foreground(text).font(size: 24, weight: weight).cornerRadius(100)
  }
}

extension InputViewColor {
  static let calculatorBackground = InputViewColor(0xF2F2_F7FF, dark: 0x0000_00FF)
  /// The color of the display's digits.
  static let calculatorDisplay = InputViewColor(0x0000_00FF, dark: 0xFFFF_FFFF)
}

extension Calculation.Operation {
  var title: String {
    switch self {
    case .add: "+"
    case .subtract: "−"
    case .multiply: "×"
    case .divide: "÷"
    }
  }

  /// The identifier of the operation's key: the character that stands for the operation on a hardware keyboard.
  var identifier: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    }
  }

  /// The English name of the operation, for screen readers.
  var name: String {
    switch self {
    case .add: "Plus"
    case .subtract: "Minus"
    case .multiply: "Times"
    case .divide: "Divided by"
    }
  }

  /// The key in `Localizable.strings` of the operation's name for screen readers.
  var textKey: String {
    switch self {
    case .add: "operation.add"
    case .subtract: "operation.subtract"
    case .multiply: "operation.multiply"
    case .divide: "operation.divide"
    }
  }
}
