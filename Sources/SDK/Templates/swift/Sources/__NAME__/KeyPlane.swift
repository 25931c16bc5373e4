import KlavaKit

/// The set of keys that the keyboard shows. The keyboard chooses the set for the text field that the user types into.
enum KeyPlane: Hashable {
  /// Keys that type phrases.
  case phrases
  /// Digits, and in a field for decimal numbers also the decimal separator.
  case digits(separator: String?)

  /// Chooses the set of keys for a field with the given keyboard type, in a document with the given language.
  init(keyboardType: KeyboardType?, language: String?) {
    switch keyboardType {
    case .numberPad, .asciiCapableNumberPad: self = .digits(separator: nil)
    case .decimalPad: self = .digits(separator: String(DecimalSeparator.character(language: language)))
    default: self = .phrases
    }
  }
}
