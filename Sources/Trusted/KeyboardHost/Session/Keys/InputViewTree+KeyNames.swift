package import InputViewModel
internal import Layout
internal import TextModel

extension InputViewTree {
  /// The names that messages use for the keys: the identifiers, which do not depend on the user's language.
  package var keyNames: [String] { keys.map(\.identifier) }

  /// Returns the gesture that types a character: a press of its key, or the choice of an alternative of a held key. Nil
  /// if no key types the character.
  func gesture(typing character: Character) -> KeyEvent? {
    // The time to compare two characters grows with the square of the number of their combining marks, so limit the
    // number of marks.
    guard let text = BoundedText(String(character))?.string else { return nil }
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

  /// Returns the position of an event's key; nil if there is no such key. If the event has no position, or if the
  /// keyboard has replaced its input view since the event, the identifier names the key
  /// (Behavior.md#replaced-input-views).
  func position(of event: KeyEvent) -> KeyEvent.Position? {
    if let position = event.position, position.generation == generation { return position }
    return event.key.flatMap { position(ofSplitKey: $0) }
  }

  /// Returns the index of an event's key. Unlike in ``position(of:)``, an event without a position can also name the
  /// key by its title. On the system keyboard, a capital and a small letter name the same key, because the keyboard
  /// turns shift on and off automatically.
  @inline(__always)
  func index(of event: KeyEvent, isSystem: Bool) -> Int? {
    if let position = event.position {
      return position.generation == generation ? position.index : self.position(of: event)?.index
    }
    guard let name = event.key else { return nil }
    if let index = index(ofName: name) ?? position(ofSplitKey: name)?.index { return index }
    guard isSystem, name.utf8.count <= 4, name.count == 1 else { return nil }
    return index(ofName: name.uppercased()) ?? index(ofName: name.lowercased())
  }
}
