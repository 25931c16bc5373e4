internal import Gestures
internal import Layout

/// The touch on the handle of a keyboard that is not docked. A tap hides the keyboard, and a drag moves it.
///
/// The keyboard moves only when the finger lifts. If the keyboard's surface moved during the touch, compositors would
/// differ in the positions that they report.
struct HandleTouch {
  /// The result of an event of a touch, which the owner must act on.
  enum Outcome: Equatable {
    /// The touch is not on the handle.
    case elsewhere
    /// The touch belongs to the handle. The touch has not ended, or it was canceled, so the owner does nothing.
    case held
    /// Hide the keyboard.
    case tapped
    /// Move the keyboard by a distance in points of the screen.
    case dragged(right: Double, down: Double)
  }

  /// The finger, and the point where the touch began; nil without a touch on the handle.
  private var touch: (number: Int, place: Point)?

  /// The shortest drag, in points, that moves the keyboard.
  private static let shortestDrag = 8.0

  /// Handles an event of any touch.
  ///
  /// - Parameters:
  ///   - number: The number of the finger.
  ///   - phase: The phase of the touch.
  ///   - point: The place of the touch on the current layout.
  ///   - handleHeight: The height of the handle; 0 if there is none.
  ///   - height: The height of the keyboard with its handle.
  mutating func process(
    _ number: Int, _ phase: TouchSample.Phase, _ point: Point, handleHeight: Double, height: Double
  ) -> Outcome {
    // Use the distance from the lower edge: it stays the same if the keyboard changes its height during the touch.
    let place = Point(x: point.x, y: point.y - height)
    if phase == .down {
      // If the same finger goes down twice, the event for the end of its first touch was lost.
      if touch?.number == number { touch = nil }
      guard touch == nil, point.y < handleHeight, point.y >= 0 else { return .elsewhere }
      touch = (number, place)
      return .held
    }
    guard let start = touch, start.number == number else { return .elsewhere }
    if phase != .move { touch = nil }
    guard phase == .up else { return .held }
    let (right, down) = (place.x - start.place.x, place.y - start.place.y)
    return abs(right) < Self.shortestDrag && abs(down) < Self.shortestDrag
      ? .tapped : .dragged(right: right, down: down)
  }

  /// Forgets the current touch. Call this method if the event for the end of the touch can get lost.
  mutating func cancel() { touch = nil }
}
