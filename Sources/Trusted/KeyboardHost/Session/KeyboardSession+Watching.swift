package import TextInput

/// A turn that a keyboard was given, as somebody who watches sees it.
package struct ServedTurn: Hashable, Sendable {
  /// Whose turn it was.
  package var identifier: String
  /// What happened.
  package var event: TurnEvent.Kind
  /// How long the keyboard and the way to it took.
  package var duration: Duration
  /// Whether it answered.
  package var isAnswered: Bool
}

extension KeyboardSession {
  /// The modes that the person may pick for the field that has the focus, in their order; none without one
  /// (Behavior.md#input-mode-list).
  package var availableModes: [String] {
    field.map { rules.available(in: $0) } ?? []
  }

  /// What the keyboard shown may read of the field's text; nil where it may read nothing.
  package var visibleDocument: DocumentSnapshot? {
    guard keyboard != nil, var document = field?.document else { return nil }
    return document.snapshot()
  }

  /// Tells whoever watches of a turn that began at `start`; nil if nobody does.
  func tellWatcher(
    _ event: TurnEvent, _ life: KeyboardInstance, since start: ContinuousClock.Instant?, _ isAnswered: Bool
  ) {
    guard let start, let watchTurns else { return }
    watchTurns(
      ServedTurn(
        identifier: life.identifier, event: event.kind, duration: ContinuousClock.now - start, isAnswered: isAnswered))
  }
}
