import KlavaKit

/// What the keyboard shows in the field at hand; two equal planes need no new interface.
struct KeyPlane: Hashable {
  /// The keys that type.
  enum Content: Hashable {
    /// The tags.
    case tags
    /// Digits, and the separator of a decimal field.
    case digits(separator: String?)
  }

  /// The keys that type.
  var content: Content
  /// Whether there is a key to the next keyboard (Behavior.md#needs-input-mode-switch-key).
  var hasNextKeyboardKey: Bool
  /// Whether it is shown where there is little height.
  var isLow: Bool

  /// The height asked for, in points; nil for the host's usual one. Five rows want a little more than its four.
  var height: Double? { isLow || content != .tags ? nil : 250 }

  /// The plane for a field of this type, in a document of this language.
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
