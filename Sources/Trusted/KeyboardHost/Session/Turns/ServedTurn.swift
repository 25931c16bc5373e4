package import KeyboardProtocol

/// A turn that a keyboard answered or failed to answer, for ``KeyboardSession/watchTurns``.
package struct ServedTurn: Hashable, Sendable {
  /// The identifier of the keyboard.
  package var identifier: String
  /// The kind of the turn's event.
  package var event: TurnEvent.Kind
  /// The duration of the turn, including the transport to the keyboard and back.
  package var duration: Duration
  /// Whether the keyboard returned a result.
  package var isAnswered: Bool
}
