/// A touch of one finger at one moment, on a key or canvas that gets touches. Corresponds to `UITouch`.
public struct KeyTouch: Hashable, Sendable {
  /// The phase of the touch. Corresponds to `UITouch.Phase`.
  public enum Phase: Int, CaseIterable, Sendable {
    /// The finger touched the key.
    case began = 0
    /// The finger moved.
    case moved = 1
    /// The finger left the screen.
    case ended = 2
    /// The host canceled the touch, for example because another window covers the keyboard.
    case cancelled = 3
  }

  /// The number of the finger. No two fingers on the screen have the same number.
  public var finger: Int
  /// The phase of the touch.
  public var phase: Phase
  /// The distance from the left edge of the key in points. The finger can be outside of the key.
  public var x: Double
  /// The distance from the top edge of the key in points.
  public var y: Double
  /// The time of the touch, in seconds since an arbitrary moment.
  public var timestamp: Double

  /// Creates a touch.
  ///
  /// - Parameters:
  ///   - finger: The number of the finger. No two fingers on the screen have the same number.
  ///   - phase: The phase of the touch.
  ///   - x: The distance from the left edge of the key, in points.
  ///   - y: The distance from the top edge of the key, in points.
  ///   - timestamp: The time of the touch, in seconds since an arbitrary moment.
  public init(finger: Int, phase: Phase, x: Double, y: Double, timestamp: Double) {
    self.finger = finger
    self.phase = phase
    self.x = x
    self.y = y
    self.timestamp = timestamp
  }
}

/// The touches of fingers on one key since the previous event, in order. Corresponds to `UIEvent`.
public struct KeyTouches: Hashable, Sendable {
  /// The maximum number of touches in one turn.
  package static let maximumCount = 64

  /// The touches, at least one.
  public var touches: [KeyTouch]
  /// The width of the key in points.
  public var width: Double
  /// The height of the key in points.
  public var height: Double

  /// Creates a group of touches.
  ///
  /// - Parameters:
  ///   - touches: The touches, at least one.
  ///   - width: The width of the key, in points.
  ///   - height: The height of the key, in points.
  public init(_ touches: [KeyTouch], width: Double, height: Double) {
    self.touches = touches
    self.width = width
    self.height = height
  }

  /// Whether the position of a touch is on the key.
  ///
  /// - Parameter touch: The touch.
  public func contains(_ touch: KeyTouch) -> Bool {
    (0..<width).contains(touch.x) && (0..<height).contains(touch.y)
  }
}
