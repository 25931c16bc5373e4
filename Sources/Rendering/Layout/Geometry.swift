/// A place in the keyboard, in points from its top left corner.
package struct Point: Hashable, Sendable {
  /// Points from the left edge.
  package var x: Double
  /// Points from the top edge.
  package var y: Double

  /// A point at these distances from the left and top edges.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
package struct Size: Hashable, Sendable {
  /// Points from left to right.
  package var width: Double
  /// Points from top to bottom.
  package var height: Double

  /// A size of this width and height.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in the keyboard, in points from its top left corner.
package struct Rect: Hashable, Sendable {
  /// Points from the keyboard's left edge to the rectangle's.
  package var x: Double
  /// Points from the keyboard's top edge to the rectangle's.
  package var y: Double
  /// Points from left to right; never negative in a layout.
  package var width: Double
  /// Points from top to bottom; never negative in a layout.
  package var height: Double

  /// A rectangle with this top left corner and size.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  package var maxX: Double { x + width }
  /// The bottom edge.
  package var maxY: Double { y + height }
  /// The middle.
  package var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  /// Whether it covers nothing.
  package var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether the point is in it; the right and bottom edges are not.
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Whether all of another rectangle is in it.
  package func contains(_ other: Rect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }

  /// The rectangle without this much at each side; it never gets smaller than nothing.
  package func inset(x horizontal: Double, y vertical: Double) -> Rect {
    let horizontal = min(horizontal, width / 2)
    let vertical = min(vertical, height / 2)
    return Rect(x: x + horizontal, y: y + vertical, width: width - 2 * horizontal, height: height - 2 * vertical)
  }

  /// The square of the distance from a point to the nearest one of the rectangle.
  func squaredDistance(to point: Point) -> Double {
    let horizontal = max(x - point.x, point.x - maxX, 0)
    let vertical = max(y - point.y, point.y - maxY, 0)
    return horizontal * horizontal + vertical * vertical
  }

  /// What both cover; nil where that is nothing.
  package func intersection(_ other: Rect) -> Rect? {
    let both = overlap(other)
    return both.isEmpty ? nil : both
  }

  /// What both cover; a rectangle without a size inside this one where that is nothing.
  func overlap(_ other: Rect) -> Rect {
    let left = min(max(x, other.x), maxX)
    let top = min(max(y, other.y), maxY)
    return Rect(
      x: left, y: top, width: max(min(maxX, other.maxX) - left, 0), height: max(min(maxY, other.maxY) - top, 0))
  }
}
