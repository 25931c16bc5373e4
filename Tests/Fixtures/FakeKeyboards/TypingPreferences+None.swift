package import KeyboardHost

extension TypingPreferences {
  /// No automatic changes of typed text, so that each key of the system keyboard types exactly its character.
  package static var none: TypingPreferences {
    var preferences = TypingPreferences()
    preferences.capitals = false
    preferences.periods = false
    preferences.punctuation = false
    preferences.suggestions = false
    preferences.corrections = false
    return preferences
  }
}
