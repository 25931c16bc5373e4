// Layout counts in half points, as whole numbers: a screen of two pixels a point shows every edge sharp, nothing is
// ever NaN, and no machine rounds otherwise than another.

/// A length or place in half points.
typealias FixedPoint = Int

extension FixedPoint {
  /// The most that any number of points from outside counts for.
  private static let mostPoints = 8_192.0

  /// The nearest number of half points; anything that is no positive number is 0.
  init(points: Double) { self = Int((Self.bounded(points) * 2).rounded()) }

  /// The number of half points that has room in so many points.
  init(withinPoints points: Double) { self = Int((Self.bounded(points) * 2).rounded(.down)) }

  /// The number of half points that has room for so many points.
  init(coveringPoints points: Double) { self = Int((Self.bounded(points) * 2).rounded(.up)) }

  /// The nearest number of half points up to a limit that may be beyond what counts elsewhere.
  init(points: Double, atMost limit: FixedPoint) {
    self = points > 0 ? Int((Swift.min(points, limit.points) * 2).rounded()) : 0
  }

  /// The same length in points.
  var points: Double { Double(self) / 2 }

  private static func bounded(_ points: Double) -> Double { points > 0 ? Swift.min(points, mostPoints) : 0 }
}

/// A stretch along one axis.
struct AxisRange: Hashable {
  /// Where it begins.
  var start: FixedPoint
  /// How long it is; never negative.
  var length: FixedPoint

  /// Where it ends.
  var end: FixedPoint { start + length }

  /// The span without this much at each end; it never gets shorter than nothing.
  func inset(_ amount: FixedPoint) -> AxisRange {
    let amount = min(amount, length / 2)
    return AxisRange(start: start + amount, length: length - 2 * amount)
  }

  /// A span of this length in the middle; the whole one where there is not so much room.
  func centered(_ wanted: FixedPoint?) -> AxisRange {
    guard let wanted, wanted < length else { return self }
    return AxisRange(start: start + (length - wanted) / 2, length: wanted)
  }

  /// Where this span is in the mirror image of another.
  func mirrored(in whole: AxisRange) -> AxisRange { AxisRange(start: whole.start + whole.end - end, length: length) }
}

/// A direction in which things stand beside each other.
enum Axis {
  /// Side by side.
  case horizontal
  /// One below the other.
  case vertical

  /// The other direction.
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// A rectangle in half points.
struct Box: Hashable {
  /// From left to right.
  var horizontal: AxisRange
  /// From top to bottom.
  var vertical: AxisRange

  /// The box with this span along an axis, and the other one across it.
  init(_ along: AxisRange, _ axis: Axis, across: AxisRange) {
    horizontal = axis == .horizontal ? along : across
    vertical = axis == .horizontal ? across : along
  }

  /// The box of these spans.
  init(horizontal: AxisRange, vertical: AxisRange) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The span along an axis.
  subscript(axis: Axis) -> AxisRange { axis == .horizontal ? horizontal : vertical }

  /// The box for an element with a width or height of its own, in the middle of this one.
  ///
  /// One that has both and does not fit keeps its proportions: a round key stays round.
  func holding(width: FixedPoint?, height: FixedPoint?) -> Box {
    var (width, height) = (width, height)
    if let fullWidth = width, let fullHeight = height, fullWidth > 0, fullHeight > 0 {
      // Lengths are at most 16,384 half points, so the products are exact.
      width = min(fullWidth, fullWidth * vertical.length / fullHeight)
      height = min(fullHeight, fullHeight * horizontal.length / fullWidth)
    }
    return Box(horizontal: horizontal.centered(width), vertical: vertical.centered(height))
  }

  /// The box in points.
  var rect: Rect {
    Rect(
      x: horizontal.start.points, y: vertical.start.points, width: horizontal.length.points,
      height: vertical.length.points)
  }
}
