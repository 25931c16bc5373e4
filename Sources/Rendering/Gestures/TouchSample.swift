package import Layout

/// One input event of a finger or a mouse.
package struct TouchSample: Hashable, Sendable {
  /// The phase of a touch.
  package enum Phase: String, CaseIterable, Sendable {
    /// The finger touched the screen, or the button went down.
    case down
    /// The finger moved.
    case move
    /// The finger lifted, or the button went up.
    case up
    /// The touch was canceled, for example because the window lost the pointer. A canceled touch presses no key.
    case cancelled
  }

  /// The number of the touch, constant from down to up.
  package var touch: Int
  /// The phase of the touch.
  package var phase: Phase
  /// The position, in points from the keyboard's top left corner.
  package var point: Point
  /// The time, on the same clock as in ``TouchRecognizer/advance(to:)``.
  package var time: Duration

  /// Creates an input event of a touch.
  package init(touch: Int, phase: Phase, point: Point, time: Duration) {
    self.touch = touch
    self.phase = phase
    self.point = point
    self.time = time
  }
}
