package import InputViewModel
internal import KeyboardProtocol
internal import TextModel

extension KeyboardSession {
  /// Handles a gesture on a key of the shown keyboard.
  ///
  /// - Parameters:
  ///   - name: The identifier or title of the key.
  ///   - gesture: The gesture.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noKey` or `keyDisabled`.
  package func key(_ name: String, _ gesture: KeyEvent.Gesture = .press) throws(SessionError) {
    defer { pressBegin = nil }
    let seen = shownInstance
    let pressed = seen?.inputView?.key(name)
    let instance = try readyKeyboard()
    if let pressed, instance !== seen {
      // The keyboard with the pressed key had ended, and another keyboard replaced it. A key with the same name there
      // may mean something else, so the host types only the character (Behavior.md#restarts).
      if gesture == .press { offerToSystemKeyboard(pressed) }
      return
    }
    let own = instance.inputView?.key(name)
    // The host's globe key owns the name, so that no keyboard can catch the press that leads away from it.
    if addsGlobeKey, name == "globe" || own == nil && name == "🌐" {
      if gesture == .press { try advance() } else { report.events.append(.handleInputModeList) }
      return
    }
    guard let key = own else {
      throw .noKey(name, shown: instance.identifier, keys: instance.inputView?.keyNames ?? [])
    }
    guard key.isEnabled else { throw .keyDisabled(name) }
    if instance.identifier == systemIdentifier, let inputView = instance.inputView {
      playSound(of: key, gesture, on: inputView)
    }
    let result = serve(.key(KeyEvent(key: key.identifier, gesture: gesture)), to: instance)
    guard gesture == .press else { return }
    if result == nil, instance.keyboard == nil { offerToSystemKeyboard(key) }
    if key.role == .nextKeyboard, instance === shownInstance, result?.requests.contains(.advanceToNextInputMode) != true
    {
      // The user always has a way to the next keyboard, whatever the keyboard does with its globe key
      // (Behavior.md#next-keyboard-key).
      goToNextInputMode()
    }
  }

  /// Handles a swipe over the keyboard, from a key or from no key.
  ///
  /// - Throws: ``SessionError``, as ``key(_:_:)``.
  package func swipe(_ direction: SwipeDirection, on name: String? = nil) throws(SessionError) {
    if let name { return try key(name, .swipe(direction)) }
    defer { pressBegin = nil }
    let instance = try readyKeyboard()
    serve(.key(KeyEvent(key: nil, gesture: .swipe(direction))), to: instance)
  }

  /// Types a character with the shown keyboard. On the system keyboard this also presses shift and plane keys.
  ///
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noCharacter` or `keyDisabled`.
  package func type(_ character: Character) throws(SessionError) {
    defer { pressBegin = nil }
    let instance = try readyKeyboard()
    guard instance.identifier == systemIdentifier else {
      let title = Self.title(of: character, in: instance.inputView)
      guard let title else { throw .noCharacter(character, shown: instance.identifier) }
      return try key(title)
    }
    guard let path = system.path(to: character) else { throw .noCharacter(character, shown: systemIdentifier) }
    for name in path { try key(name) }
  }

  /// Offers a key press that a keyboard could not serve to the system keyboard (Behavior.md#failures).
  private func offerToSystemKeyboard(_ key: Key) {
    let typed =
      switch key.role {
      case .character: key.title
      case .space: " "
      case .return: "\n"
      default: ""
      }
    guard typed.count == 1, let character = typed.first, keyboard == systemIdentifier,
      let path = system.path(to: character), let instance = shownInstance
    else { return }
    for name in path { serve(.key(KeyEvent(key: name, gesture: .press)), to: instance) }
  }

  /// Returns the shown keyboard with a running process and the current document.
  ///
  /// - Throws: ``SessionError``: `noField` or `noKeyboard`.
  private func readyKeyboard() throws(SessionError) -> KeyboardInstance {
    guard field != nil else { throw .noField }
    guard let instance = shownInstance else { throw .noKeyboard }
    pressBegin = pressBegin ?? .now
    if instance.keyboard?.hasEnded == true {
      // The process ended between turns. The host shows the keyboard again, so that the key press is not lost.
      forgetShown()
      showWhoMay()
      guard let shown = shownInstance else { throw .noKeyboard }
      return shown
    }
    if let known = instance.knownRevision, let now = field?.document.revision, known < now,
      instance.lastOwnRevision != now
    {
      notify(DocumentDifference(changedText: true), .user)
    }
    return shownInstance ?? instance
  }

  private static func title(of character: Character, in inputView: InputViewTree?) -> String? {
    switch character {
    case " ": inputView?.keys.first { $0.role == .space }?.identifier ?? inputView?.key(" ")?.identifier
    case "\n": inputView?.keys.first { $0.role == .return }?.identifier
    default: inputView?.key(String(character))?.identifier
    }
  }
}
