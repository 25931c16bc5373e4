package import InputViewModel
internal import Layout

extension InputViewTree {
  /// The names of the keys in messages: their titles, or the identifiers of keys without a title.
  package var keyNames: [String] { keys.map { $0.title.isEmpty ? $0.identifier : $0.title } }

  /// Returns the name of the key that types a character; nil if no key types it.
  func name(of character: Character) -> String? {
    switch character {
    case " ": keys.first { $0.role == .space }?.identifier ?? key(" ")?.identifier
    case "\n": keys.first { $0.role == .return }?.identifier
    default: key(String(character))?.identifier
    }
  }

  /// Returns the position of an event's key; nil if there is no such key. If the event has no position, or if the
  /// keyboard has replaced its input view since the event, the identifier names the key
  /// (Behavior.md#replaced-input-views).
  func position(of event: KeyEvent) -> KeyEvent.Position? {
    if let position = event.position, position.generation == generation { return position }
    return event.key.flatMap { position(ofSplitKey: $0) }
  }

  /// Returns the index of an event's key, as ``position(of:)``, but the name of the key can also be its title. On the
  /// system keyboard, a capital and a small letter name the same key, because the keyboard turns shift on and off
  /// automatically.
  @inline(__always)
  func index(of event: KeyEvent, isSystem: Bool) -> Int? {
    if let position = event.position, position.generation == generation { return position.index }
    guard let name = event.key else { return nil }
    if let index = index(ofName: name) ?? position(ofSplitKey: name)?.index { return index }
    guard isSystem, name.utf8.count <= 4, name.count == 1 else { return nil }
    return index(ofName: name.uppercased()) ?? index(ofName: name.lowercased())
  }
}
