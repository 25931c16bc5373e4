package import InputViewModel
internal import TextModel

/// Gestures of the user's fingers or pointer, from a gesture recognizer.
extension KeyboardSession {
  /// Handles a gesture on the shown keyboard. A swipe may start on no key.
  ///
  /// Does nothing if the key no longer exists or is disabled: the keyboard may have changed under the finger, which
  /// is no error.
  package func touched(_ event: KeyEvent) {
    do {
      if let key = event.key {
        guard inputView?.keys.contains(where: { $0.identifier == key }) == true || addsGlobeKey else { return }
        try self.key(key, event.gesture)
      } else if case .swipe(let direction) = event.gesture {
        try swipe(direction)
      }
    } catch {
      // No field, no keyboard or no such key: the gesture has no target.
    }
  }

  /// Moves the insertion point for the user, as on a trackpad. Works with every keyboard.
  ///
  /// The keyboard receives the change as any other change by the user (Behavior.md#document-changes).
  ///
  /// - Parameter offset: The distance in characters; positive moves forward.
  /// - Throws: ``SessionError/noField``.
  package func moveCaret(byCharacters offset: Int) throws(SessionError) {
    guard field != nil else { throw .noField }
    edit(.adjustTextPositionByCharacters(offset))
  }
}
