package import TextInput

/// What a person does with fingers or a pointer, as a recognizer of gestures makes it out.
extension KeyboardSession {
  /// A finger did something to the keyboard shown; a swipe may have begun on no key.
  ///
  /// Nothing happens where what it touched is gone, cannot be pressed any more, or never was: the keyboard may have changed
  /// under the finger, and that is nobody's mistake.
  package func touched(_ event: KeyEvent) {
    do {
      if let key = event.key {
        guard interface?.keys.contains(where: { $0.identifier == key }) == true || addsGlobeKey else { return }
        try self.key(key, event.gesture)
      } else if case .swipe(let direction) = event.gesture {
        try swipe(direction)
      }
    } catch {
      // No field, no keyboard, no such key: the finger is on nothing any more.
    }
  }

  /// The person drags the insertion point by so many characters, positive forward, as on a trackpad. Works with every
  /// keyboard, which is told of it as of any other change that the person makes (Behavior.md#document-changes).
  package func moveCaret(byCharacters offset: Int) throws(SessionError) {
    guard field != nil else { throw .noField }
    edit(.adjustTextPositionByCharacters(offset))
  }
}
