package import Gestures
package import KeyboardHost

extension KeyboardSession {
  /// Performs the actions that a touch recognizer reported together, on the shown keyboard. If an action ends or
  /// replaces the shown keyboard, no key of another keyboard gets the remaining gestures (``touched(_:on:at:)``).
  package func perform(_ actions: [TouchAction]) {
    let seen = shownKeyboard
    for action in actions {
      switch action {
      case .key(let event): touched(event, on: seen)
      case .moveInsertionPoint(let count):
        // The call cannot fail, because the user can touch a keyboard only while a field has the focus.
        do { try moveInsertionPoint(byCharacters: count) } catch { continue }
      }
    }
  }
}
