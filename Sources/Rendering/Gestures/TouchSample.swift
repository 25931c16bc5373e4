package import Layout

/// One thing that a finger, or the pointer of a mouse, did.
package struct TouchSample: Hashable, Sendable {
  /// What it did.
  package enum Phase: String, CaseIterable, Sendable {
    /// It touched the screen, or the button went down.
    case down
    /// It moved.
    case move
    /// It let go.
    case up
    /// It is gone, and nothing that it did so far counts: the window lost the pointer, a palm was recognized.
    case cancelled
  }

  /// Which finger: the same number from its down to its up.
  package var touch: Int
  /// What it did.
  package var phase: Phase
  /// Where, in points from the keyboard's top left corner.
  package var point: Point
  /// When, on the clock by which ``TouchRecognizer/advance(to:)`` is called.
  package var time: Duration

  /// A sample of these parts.
  package init(touch: Int, phase: Phase, point: Point, time: Duration) {
    self.touch = touch
    self.phase = phase
    self.point = point
    self.time = time
  }
}
