/// The movement of a finger that touches an element. Corresponds to `UIPanGestureRecognizer`.
public struct PanGesture: Hashable, Sendable {
  /// The state of the gesture. Corresponds to `UIGestureRecognizer.State`.
  public enum State: Hashable, Sendable {
    /// The finger has moved far enough to begin the pan.
    case began
    /// The finger moved.
    case changed
    /// The finger left the screen.
    case ended
    /// The host canceled the touch, or the element left the input view.
    case cancelled
  }

  /// The state of the gesture.
  public internal(set) var state: State
  /// The number of the finger, as in ``KeyTouch/finger``.
  public internal(set) var finger: Int
  /// The distance in points from the position where the finger touched the element.
  public internal(set) var translation: InputViewPoint
  /// The velocity of the finger in points per second.
  public internal(set) var velocity: InputViewPoint
  /// The position of the finger in points, relative to the top left corner of the element.
  public internal(set) var location: InputViewPoint
}

/// The direction of a circle.
public enum CircleDirection: Hashable, Sendable {
  /// The direction in which the hands of a clock move.
  case clockwise
  /// The direction opposite to ``clockwise``.
  case counterclockwise
}
