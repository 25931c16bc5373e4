package import KeyboardProtocol
package import TextModel

/// A turn that a keyboard served, for an observer of the session.
package struct ServedTurn: Hashable, Sendable {
  /// The identifier of the keyboard.
  package var identifier: String
  /// The kind of the turn's event.
  package var event: TurnEvent.Kind
  /// The duration of the turn, with the transport to the keyboard and back.
  package var duration: Duration
  /// Whether the keyboard answered.
  package var isAnswered: Bool
}

extension KeyboardSession {
  /// The modes that the user may choose for the field, in the user's order; empty without a field
  /// (Behavior.md#input-mode-list).
  package var availableModes: [String] {
    field.map { rules.available(in: $0) } ?? []
  }

  /// The text that the shown keyboard may read; nil if no keyboard is shown.
  package var visibleDocument: DocumentSnapshot? {
    guard keyboard != nil, var document = field?.document else { return nil }
    return document.snapshot()
  }

  /// Reports a turn to the observer. Does nothing without an observer or a start time.
  func notifyWatcher(
    _ event: TurnEvent, _ instance: KeyboardInstance, since start: ContinuousClock.Instant?, _ isAnswered: Bool
  ) {
    guard let start, let watchTurns else { return }
    watchTurns(
      ServedTurn(
        identifier: instance.identifier, event: event.kind, duration: ContinuousClock.now - start,
        isAnswered: isAnswered))
  }
}
