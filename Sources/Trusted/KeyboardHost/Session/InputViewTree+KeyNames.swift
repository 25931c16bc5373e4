package import InputViewModel

extension InputViewTree {
  /// The names of the keys in messages: their titles, or the identifiers of keys without a title.
  package var keyNames: [String] { keys.map { $0.title.isEmpty ? $0.identifier : $0.title } }

  /// Returns the gesture that types a character: a press of its key, or the choice of an alternative of a held key. Nil
  /// if no key types the character.
  func gesture(typing character: Character) -> KeyEvent? {
    let text = String(character)
    let pressed =
      switch character {
      case " ": keys.first { $0.role == .space } ?? key(text)
      case "\n": keys.first { $0.role == .return }
      default: key(text)
      }
    if let pressed { return KeyEvent(key: pressed.identifier, gesture: .press) }
    for key in keys where key.isEnabled {
      if let index = key.alternatives.firstIndex(of: text) {
        return KeyEvent(key: key.identifier, gesture: .alternative(index))
      }
    }
    return nil
  }
}
