internal import InputViewModel
internal import KeyboardProtocol

/// A turn of a keyboard, from the time when the session plans it until its end.
///
/// The type is a class, so that the session can pass a turn from step to step without a copy.
final class PlannedTurn {
  let instance: SessionState.Instance
  let event: TurnEvent
  /// The key that the user pressed; nil if the event is not a key press.
  let pressed: PressedKey?
  /// The message for the keyboard. The session completes this message when the turn begins.
  @exclusivity(unchecked) var turn: Turn
  /// The number of Unicode scalars of the document that ``turn`` contains.
  var sentCharacters = 0
  /// The edits that the keyboard has reported, and the budget of the turn; nil before the turn begins.
  @exclusivity(unchecked) var transaction: TurnTransaction?
  /// Whether the host sends the turn and does other work before it waits for the result.
  var isSentAhead = false
  /// Whether the keyboard requested the next input mode; nil if the turn failed.
  var hasAdvanced: Bool?

  init(_ event: TurnEvent, to instance: SessionState.Instance, pressing pressed: PressedKey?) {
    self.event = event
    self.instance = instance
    self.pressed = pressed
    turn = Turn(serial: 0, event: event)
  }
}
