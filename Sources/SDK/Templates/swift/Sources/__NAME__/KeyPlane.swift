import KlavaKit

/// Which keys type in a field.
enum KeyPlane: Hashable {
  /// The phrases.
  case phrases
  /// Digits, and the separator of a field for decimal numbers.
  case digits(separator: String?)

  /// The plane for a field that wants this, where text of this language is written.
  init(keyboardType: KeyboardType?, language: String?) {
    switch keyboardType {
    case .numberPad, .asciiCapableNumberPad: self = .digits(separator: nil)
    case .decimalPad: self = .digits(separator: String(DecimalSeparator.character(language: language)))
    default: self = .phrases
    }
  }
}
