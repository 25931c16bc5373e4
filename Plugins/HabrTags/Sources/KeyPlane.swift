import KlavaKit

/// The plane (set of keys) that the keyboard shows in a field. If the planes of two successive fields are equal, the
/// keyboard keeps its input view.
struct KeyPlane: Hashable {
  /// The keys with which the user types text.
  enum Content: Hashable {
    /// Keys that insert tags.
    case tags
    /// Digits, and a decimal separator if the field accepts decimal numbers.
    case digits(separator: String?)
  }

  var content: Content
  /// Whether the plane has a globe key (Behavior.md#needs-input-mode-switch-key).
  var hasNextKeyboardKey: Bool
  /// Whether the screen is in landscape and the keyboard has little height.
  var isLow: Bool

  /// The requested height in points. If the value is nil, the host uses its default height, which suits four rows of
  /// keys. The tags need five rows.
  var height: Double? { isLow || content != .tags ? nil : 250 }

  /// Creates the plane for a field of this type in a document of this language.
  init(keyboardType: KeyboardType?, language: String?, needsInputModeSwitchKey: Bool, isLow: Bool = false) {
    switch keyboardType {
    case .numberPad, .asciiCapableNumberPad: content = .digits(separator: nil)
    case .decimalPad: content = .digits(separator: String(DecimalSeparator.character(language: language)))
    default: content = .tags
    }
    hasNextKeyboardKey = needsInputModeSwitchKey
    self.isLow = isLow
  }
}
