/// A position on the keyboard, in points from the keyboard's top left corner.
package struct Point: Hashable, Sendable {
  /// The distance from the keyboard's left edge, in points.
  package var x: Double
  /// The distance from the keyboard's top edge, in points.
  package var y: Double

  /// Creates a point.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
package struct Size: Hashable, Sendable {
  /// The width in points.
  package var width: Double
  /// The height in points.
  package var height: Double

  /// Creates a size.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in the keyboard, in points from the keyboard's top left corner.
package struct Rect: Hashable, Sendable {
  /// Points from the keyboard's left edge to the rectangle's left edge.
  package var x: Double
  /// Points from the keyboard's top edge to the rectangle's top edge.
  package var y: Double
  /// The width in points; never negative in a layout.
  package var width: Double
  /// The height in points; never negative in a layout.
  package var height: Double

  /// Creates a rectangle from its top left corner and its size.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The horizontal position of the right edge.
  package var maxX: Double { x + width }
  /// The vertical position of the bottom edge.
  package var maxY: Double { y + height }
  /// The center of the rectangle.
  package var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  /// Whether the rectangle is empty.
  package var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether the rectangle contains a point. The right edge and the bottom edge do not belong to the rectangle.
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Whether the rectangle contains another rectangle.
  package func contains(_ other: Rect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }

  /// The rectangle, reduced at each side by an amount. The width and the height of the result are not negative.
  package func inset(x horizontal: Double, y vertical: Double) -> Rect {
    let horizontal = min(horizontal, width / 2)
    let vertical = min(vertical, height / 2)
    return Rect(x: x + horizontal, y: y + vertical, width: width - 2 * horizontal, height: height - 2 * vertical)
  }

  /// The square of the distance from a point to the rectangle.
  func squaredDistance(to point: Point) -> Double {
    let horizontal = point.x < x ? x - point.x : point.x > maxX ? point.x - maxX : 0
    let vertical = point.y < y ? y - point.y : point.y > maxY ? point.y - maxY : 0
    return horizontal * horizontal + vertical * vertical
  }

  /// The intersection of two rectangles; nil if it is empty.
  package func intersection(_ other: Rect) -> Rect? {
    let both = overlap(other)
    return both.isEmpty ? nil : both
  }

  /// The intersection of two rectangles; an empty rectangle inside this rectangle if they do not intersect.
  func overlap(_ other: Rect) -> Rect {
    let left = min(max(x, other.x), maxX)
    let top = min(max(y, other.y), maxY)
    return Rect(
      x: left, y: top, width: max(min(maxX, other.maxX) - left, 0), height: max(min(maxY, other.maxY) - top, 0))
  }
}
