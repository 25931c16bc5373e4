package import TextInput

extension KeyboardSession {
  /// The person does something to a key of the keyboard shown, named by its identifier or title.
  package func key(_ name: String, _ gesture: KeyEvent.Gesture = .press) throws(SessionError) {
    defer { pressBegin = nil }
    let seen = shownLife
    let pressed = seen?.interface?.key(name)
    let life = try readyKeyboard()
    if let pressed, life !== seen {
      // The keyboard whose key the person pressed had ended, and another has its place: a key of the same name there may
      // mean something else, so only the character counts (Behavior.md#restarts).
      if gesture == .press { offerToSystemKeyboard(pressed) }
      return
    }
    let own = life.interface?.key(name)
    // The name is the host's then, so that no keyboard can catch what is meant for the key that leads away from it.
    if addsGlobeKey, name == "globe" || own == nil && name == "🌐" {
      if gesture == .press { try advance() } else { report.events.append(.handleInputModeList) }
      return
    }
    guard let key = own else {
      throw .noKey(name, shown: life.identifier, keys: life.interface?.keys.map(\.identifier) ?? [])
    }
    guard key.isEnabled else { throw .keyDisabled(name) }
    if life.identifier == systemIdentifier, let interface = life.interface {
      playSound(of: key, gesture, on: interface)
    }
    let result = serve(.key(KeyEvent(key: key.identifier, gesture: gesture)), to: life)
    guard gesture == .press else { return }
    if result == nil, life.keyboard == nil { offerToSystemKeyboard(key) }
    if key.role == .nextKeyboard, life === shownLife, result?.requests.contains(.advanceToNextInputMode) != true {
      // The person always has a way to the next keyboard, whatever this one makes of its globe key
      // (Behavior.md#next-keyboard-key).
      goToNextInputMode()
    }
  }

  /// The person swipes over the keyboard, from a key or from none.
  package func swipe(_ direction: SwipeDirection, on name: String? = nil) throws(SessionError) {
    if let name { return try key(name, .swipe(direction)) }
    defer { pressBegin = nil }
    let life = try readyKeyboard()
    serve(.key(KeyEvent(key: nil, gesture: .swipe(direction))), to: life)
  }

  /// The person types a character with the keyboard shown; on the system keyboard shift and planes are changed for it.
  package func type(_ character: Character) throws(SessionError) {
    defer { pressBegin = nil }
    let life = try readyKeyboard()
    guard life.identifier == systemIdentifier else {
      let title = Self.title(of: character, in: life.interface)
      guard let title else { throw .noCharacter(character, shown: life.identifier) }
      return try key(title)
    }
    guard let path = system.path(to: character) else { throw .noCharacter(character, shown: systemIdentifier) }
    for name in path { try key(name) }
  }

  /// Behavior.md#failures: the key press that a keyboard ended on is offered to the system keyboard.
  private func offerToSystemKeyboard(_ key: Key) {
    let typed =
      switch key.role {
      case .character: key.title
      case .space: " "
      case .return: "\n"
      default: ""
      }
    guard typed.count == 1, let character = typed.first, keyboard == systemIdentifier,
      let path = system.path(to: character), let life = shownLife
    else { return }
    for name in path { serve(.key(KeyEvent(key: name, gesture: .press)), to: life) }
  }

  /// The keyboard shown, alive and aware of the document as it is.
  private func readyKeyboard() throws(SessionError) -> KeyboardInstance {
    guard field != nil else { throw .noField }
    guard let life = shownLife else { throw .noKeyboard }
    pressBegin = pressBegin ?? .now
    if life.keyboard?.hasEnded == true {
      // Its process ended while nobody used it: show it anew, and let nobody lose a key press.
      forgetShown()
      showWhoMay()
      guard let shown = shownLife else { throw .noKeyboard }
      return shown
    }
    if let known = life.knownRevision, let now = field?.document.revision, known < now, life.lastOwnRevision != now {
      tell(DocumentDifference(changedText: true), .person)
    }
    return shownLife ?? life
  }

  private static func title(of character: Character, in interface: Interface?) -> String? {
    switch character {
    case " ": interface?.keys.first { $0.role == .space }?.identifier ?? interface?.key(" ")?.identifier
    case "\n": interface?.keys.first { $0.role == .return }?.identifier
    default: interface?.key(String(character))?.identifier
    }
  }
}
