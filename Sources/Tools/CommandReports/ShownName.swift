internal import Diagnostics
internal import KeyboardStore

extension RegisteredKeyboard {
  /// The keyboard's name and identifier, for use in a sentence.
  package var shownName: String {
    let suffix = " (\(identifier))"
    // If two keyboards have the same name, each display name already ends with the identifier, so do not add the
    // identifier twice.
    let name = displayName.hasSuffix(suffix) ? String(displayName.dropLast(suffix.count)) : displayName
    return name.sanitized(limit: 64) + suffix.sanitized(limit: 163)
  }
}
