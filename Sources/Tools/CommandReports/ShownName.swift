internal import Diagnostics
internal import KeyboardStore

extension RegisteredKeyboard {
  /// The keyboard's name with its identifier, for a sentence.
  package var shownName: String { "\(displayName.sanitized(limit: 64)) (\(identifier.sanitized(limit: 160)))" }
}
