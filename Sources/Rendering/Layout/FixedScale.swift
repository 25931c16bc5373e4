/// The factors by which an input view's fixed lengths and spacings are multiplied (Behavior.md#fixed-sizes).
struct FixedScale {
  /// The factor along the horizontal axis.
  var horizontal: Double
  /// The factor along the vertical axis.
  var vertical: Double

  /// The factor along an axis.
  subscript(axis: Axis) -> Double { axis == .horizontal ? horizontal : vertical }
}

/// How much the fixed lengths of an input view exceed their stacks: for each axis, the least factor with which all fit.
struct FixedFit {
  private var horizontal = 1.0
  private var vertical = 1.0
  /// The least factor with which every key with a fixed width and height fits its place.
  private var keys = 1.0
  private var hasSizedKeys = false

  /// The least factor that a stack can cause. The lengths of a stack that needs a smaller factor are scaled down in that
  /// stack only.
  private static let least = 0.25

  /// Notes the factor of a stack along an axis.
  mutating func add(_ factor: Double, _ axis: Axis) {
    guard factor >= Self.least else { return }
    switch axis {
    case .horizontal: horizontal = min(horizontal, factor)
    case .vertical: vertical = min(vertical, factor)
    }
  }

  /// Notes a key with a fixed width and height, and the length of its place across the stack.
  mutating func add(key length: FixedPoint, in place: FixedPoint) {
    hasSizedKeys = true
    let factor = Double(max(place, 1)) / Double(max(length, 1))
    if factor >= Self.least { keys = min(keys, factor) }
  }

  /// Whether all fixed lengths fit.
  var isWhole: Bool { min(horizontal, vertical, keys) == 1 }

  /// The scale with which the fixed lengths fit. Keys with a fixed width and height keep their proportions, so the
  /// factors of both axes are then the same.
  func applied(to scale: FixedScale) -> FixedScale {
    let common = min(horizontal, vertical, keys)
    return FixedScale(
      horizontal: scale.horizontal * (hasSizedKeys ? common : horizontal),
      vertical: scale.vertical * (hasSizedKeys ? common : vertical))
  }
}
