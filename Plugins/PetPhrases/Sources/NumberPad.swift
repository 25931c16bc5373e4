import KlavaKit

/// Digits in place of the phrases, where a field takes numbers alone: no phrase fits there, and a keyboard that is chosen
/// must be able to fill its field (Behavior.md#field-traits; App Review Guidelines 4.4.1).
struct NumberPad {
  /// The decimal separator; nil where the field takes none.
  let separator: String?
  /// What stands below the digits.
  let accessories: [any InterfaceContent]
  /// What a screen reader calls the delete key.
  let deleteName: String
  /// Called with what a key types.
  let type: (String) -> Void

  /// The pad for a field of this type, in a document of this language; nil where phrases can be typed.
  init?(
    keyboardType: KeyboardType?, language: String?, accessories: [any InterfaceContent], deleteName: String,
    type: @escaping (String) -> Void
  ) {
    switch keyboardType {
    case .numberPad, .asciiCapableNumberPad: separator = nil
    case .decimalPad: separator = String(DecimalSeparator.character(language: language))
    default: return nil
    }
    self.accessories = accessories
    self.deleteName = deleteName
    self.type = type
  }

  /// The view.
  var inputView: InputView {
    InputView(enableInputClicksWhenVisible: true) {
      for row in ["123", "456", "789"] {
        Row {
          for digit in row { key(String(digit)) }
        }
        .forceLeftToRight()
      }
      Row {
        if let separator { key(separator) }
        key("0")
        Key("⌫", role: .delete, accessibilityLabel: deleteName)
      }
      .forceLeftToRight()
      Row { accessories }
    }
  }

  private func key(_ text: String) -> Key {
    let type = type
    return Key(text) { type(text) }
  }
}
