import KlavaKit

/// A view with digits instead of phrases, for fields that accept only numbers.
///
/// Fields for numbers accept no phrase, and a keyboard must be able to fill every field that it gets
/// (Behavior.md#field-traits; App Review Guidelines 4.4.1).
struct NumberPad {
  /// The decimal separator; nil if the field accepts only digits.
  let separator: String?
  /// The elements that the pad shows below the digits.
  let accessories: [any InputViewContent]
  /// The delete key's name for screen readers.
  let deleteName: String
  /// The function that the pad calls with the text of a pressed key.
  let type: @MainActor (String) -> Void

  /// Creates the pad for a field of this type in a document of this language. Returns nil if the field accepts phrases.
  init?(
    keyboardType: KeyboardType?, language: String?, accessories: [any InputViewContent], deleteName: String,
    type: @escaping @MainActor (String) -> Void
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
