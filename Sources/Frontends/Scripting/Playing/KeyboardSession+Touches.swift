package import Gestures
package import KeyboardHost

extension KeyboardSession {
  /// Performs the actions that a touch recognizer reported together, on the keyboard that is shown now. If an action ends
  /// or replaces the keyboard, the next keyboard's keys get none of the other gestures (``touched(_:on:)``).
  package func perform(_ actions: [TouchAction]) {
    let seen = shownKeyboard
    for action in actions {
      switch action {
      case .key(let event): touched(event, on: seen)
      case .moveInsertionPoint(let count):
        // The call cannot fail: without a field there would be no keyboard, and so no touch.
        do { try moveInsertionPoint(byCharacters: count) } catch { continue }
      }
    }
  }
}
