// All lengths of a layout are integers that count half points. With half points, edges are sharp on screens with two
// pixels per point, no length is NaN, and all machines round in the same way.

/// A length or position in half points.
typealias FixedPoint = Int

extension FixedPoint {
  /// The maximum length in points that a keyboard or a frontend can set.
  private static let maximumPoints = 8_192.0

  /// Rounds points to half points; 0 if the number is not positive.
  init(points: Double) { self = Int((Self.bounded(points) * 2).rounded()) }

  /// Rounds points down to half points.
  init(withinPoints points: Double) { self = Int((Self.bounded(points) * 2).rounded(.down)) }

  /// Rounds points up to half points.
  init(coveringPoints points: Double) { self = Int((Self.bounded(points) * 2).rounded(.up)) }

  /// Rounds points to half points. The result is at most `limit`, which may be greater than `maximumPoints`.
  init(points: Double, atMost limit: FixedPoint) {
    self = points > 0 ? Int((Swift.min(points, limit.points) * 2).rounded()) : 0
  }

  /// The length in points.
  var points: Double { Double(self) / 2 }

  private static func bounded(_ points: Double) -> Double { points > 0 ? Swift.min(points, maximumPoints) : 0 }
}

/// A range along one axis.
struct AxisRange: Hashable {
  var start: FixedPoint
  /// The length, which is never negative.
  var length: FixedPoint

  var end: FixedPoint { start + length }

  /// The range, shortened at each end by an amount. The new length does not become negative.
  func inset(_ amount: FixedPoint) -> AxisRange {
    let amount = min(amount, length / 2)
    return AxisRange(start: start + amount, length: length - 2 * amount)
  }

  /// A range of the given length in the center of this range; this whole range if the given length is greater.
  func centered(_ wanted: FixedPoint?) -> AxisRange {
    guard let wanted, wanted < length else { return self }
    return AxisRange(start: start + (length - wanted) / 2, length: wanted)
  }

  /// The range that results from mirroring this range about the center of another range.
  func mirrored(in whole: AxisRange) -> AxisRange { AxisRange(start: whole.start + whole.end - end, length: length) }
}

/// An axis along which elements are arranged.
enum Axis {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// A rectangle in half points.
struct Box: Hashable {
  var horizontal: AxisRange
  var vertical: AxisRange

  /// Creates a box from a range along an axis and a range across the axis.
  init(_ along: AxisRange, _ axis: Axis, across: AxisRange) {
    horizontal = axis == .horizontal ? along : across
    vertical = axis == .horizontal ? across : along
  }

  /// Creates a box from a horizontal and a vertical range.
  init(horizontal: AxisRange, vertical: AxisRange) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  subscript(axis: Axis) -> AxisRange { axis == .horizontal ? horizontal : vertical }

  /// The box for an element with a fixed width or height, in the center of this box.
  ///
  /// If both lengths are fixed and do not fit, the result keeps their ratio, so that a round key stays round.
  func holding(width: FixedPoint?, height: FixedPoint?) -> Box {
    var (width, height) = (width, height)
    if let fullWidth = width, let fullHeight = height, fullWidth > 0, fullHeight > 0 {
      // The products are exact, because lengths are at most 16,384 half points.
      width = min(fullWidth, fullWidth * vertical.length / fullHeight)
      height = min(fullHeight, fullHeight * horizontal.length / fullWidth)
    }
    return Box(horizontal: horizontal.centered(width), vertical: vertical.centered(height))
  }

  var rect: Rect {
    Rect(
      x: horizontal.start.points, y: vertical.start.points, width: horizontal.length.points,
      height: vertical.length.points)
  }
}
