/// A position, a distance or a velocity, in points or in the coordinates of a canvas. Corresponds to `CGPoint`.
public struct InputViewPoint: Hashable, Sendable {
  /// For a position, the distance from the left edge. For a distance or a velocity, the component to the right.
  public var x: Double
  /// For a position, the distance from the top edge. For a distance or a velocity, the downward component.
  public var y: Double

  /// Creates a position, a distance or a velocity.
  ///
  /// - Parameters:
  ///   - x: For a position, the distance from the left edge. For a distance or a velocity, the component to the right.
  ///   - y: For a position, the distance from the top edge. For a distance or a velocity, the downward component.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// For a position, the distance from the origin. For a distance or a velocity, the length of the vector.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// The point whose coordinates are 0: the origin, or no movement.
  public static let zero = InputViewPoint(x: 0, y: 0)

  static func - (left: InputViewPoint, right: InputViewPoint) -> InputViewPoint {
    InputViewPoint(x: left.x - right.x, y: left.y - right.y)
  }

  /// The direction of a swipe along this vector. With diagonals, each of the eight directions covers 45 degrees.
  func direction(diagonals: Bool) -> SwipeDirection {
    // The tangent of 22.5 degrees.
    let slope = 0.414_213_562_373_095_05
    if diagonals, min(abs(x), abs(y)) > max(abs(x), abs(y)) * slope {
      return y < 0 ? (x < 0 ? .upLeft : .upRight) : (x < 0 ? .downLeft : .downRight)
    }
    return abs(x) > abs(y) ? (x < 0 ? .left : .right) : (y < 0 ? .up : .down)
  }
}

extension KeyTouch {
  /// The position of the touch, in points for a key or an area, and in the canvas's coordinates for a canvas.
  /// Corresponds to `UITouch.location(in:)`.
  ///
  /// - Parameter view: Ignored. The position is always relative to the top left corner of the element or canvas.
  public func location(in view: Any? = nil) -> InputViewPoint { InputViewPoint(x: x, y: y) }
}

extension KeyTouches {
  /// All touches of one finger since the previous event, in order. Corresponds to `UIEvent.coalescedTouches(for:)`.
  ///
  /// - Parameter touch: A touch of the finger.
  public func coalescedTouches(for touch: KeyTouch) -> [KeyTouch] { touches.filter { $0.finger == touch.finger } }
}
