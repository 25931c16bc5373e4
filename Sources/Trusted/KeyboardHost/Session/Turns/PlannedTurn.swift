internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// A turn of a keyboard, from the time when the session plans it until its end.
///
/// The type is a class, so that the session can pass a turn from step to step without a copy. With a value type, a key
/// press takes 5 % more instructions.
final class PlannedTurn {
  let event: TurnEvent
  let instance: SessionState.Instance
  /// The key that the user pressed, or the key that the user holds during a timer's event; nil if there is no such key.
  let pressed: PressedKey?
  /// Whether the event is a gesture on a globe key of a third-party keyboard.
  let isOnGlobeKey: Bool
  /// Whether the host sends the turn and does other work before it waits for the result.
  let isSentAhead: Bool
  /// The message for the keyboard. The session completes this message when the turn begins.
  @exclusivity(unchecked) var message: Turn
  /// The edits that the keyboard has reported, and the budget of the turn; nil before the turn begins.
  @exclusivity(unchecked) var transaction: TurnTransaction?

  init(
    _ event: TurnEvent, to instance: SessionState.Instance, pressing pressed: PressedKey?, isOnGlobeKey: Bool = false,
    isSentAhead: Bool = false
  ) {
    self.event = event
    self.instance = instance
    self.pressed = pressed
    self.isOnGlobeKey = isOnGlobeKey
    self.isSentAhead = isSentAhead
    message = Turn(serial: 0, event: event)
  }

  /// Whether the host shows the list of input modes after the turn, whatever the keyboard does. The value is true if
  /// the user holds the keyboard's globe key or swipes up from it.
  var mustShowInputModeList: Bool {
    guard isOnGlobeKey, case .key(let event) = event else { return false }
    return event.gesture == .longPress || event.gesture == .swipe(.up)
  }

  /// The number of Unicode scalars of the document that the host has sent to the keyboard in this turn.
  var shownCharacters: Int { (message.document?.buffer.shownCharacters ?? 0) + (transaction?.shownCharacters ?? 0) }
}
