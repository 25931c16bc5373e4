internal import InputViewModel
internal import KeyboardProtocol

/// A turn of a keyboard, from the plan to its end.
///
/// The type is a class, so that the steps of a session pass the turn on without a copy.
final class PlannedTurn {
  let instance: SessionState.Instance
  let event: TurnEvent
  /// The key that the user pressed; nil if the event is not a key press.
  let pressed: PressedKey?
  /// The turn as the keyboard gets it, complete when the turn begins.
  @exclusivity(unchecked) var turn: Turn
  /// The number of Unicode scalars of the document in ``turn``.
  var sentCharacters = 0
  /// The edits that the keyboard reported, and the limits of the turn; nil before the turn begins.
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
