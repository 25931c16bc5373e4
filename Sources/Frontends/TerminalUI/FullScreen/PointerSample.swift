/// A mouse event whose position is a cell of the terminal.
package struct PointerSample: Hashable, Sendable {
  /// The kind of a mouse event.
  package enum Phase: Hashable, Sendable {
    /// The button went down.
    case down
    /// The pointer moved while the button was down.
    case moved
    /// The button went up.
    case up
    /// The mouse wheel scrolls one step toward the end or the start of the content.
    case wheel(toEnd: Bool)
  }

  /// The kind of the event.
  package var phase: Phase
  /// The pointer's position.
  package var position: CellPosition

  /// Creates a mouse event at a position.
  package init(_ phase: Phase, at position: CellPosition) {
    self.phase = phase
    self.position = position
  }
}

/// The part of the screen on which the mouse button went down. The part on which the button went down gets all events
/// until the button goes up.
enum PointerTarget {
  /// The keyboard.
  case keyboard
  /// The field's text. `anchor` is the offset of the character at which the selection begins.
  case text(anchor: Int)
}
