/// The factors by which an input view's fixed lengths and spacings are multiplied (Behavior.md#fixed-sizes).
struct FixedScale {
  var horizontal: Double
  var vertical: Double

  subscript(axis: Axis) -> Double { axis == .horizontal ? horizontal : vertical }
}

/// For each axis, the largest factor at which all fixed lengths of an input view fit into their stacks; 1 if they fit
/// unchanged.
struct FixedFit {
  private var horizontal = 1.0
  private var vertical = 1.0
  /// The largest factor at which each key that has a fixed width and height fits into the space that the stack gives
  /// it.
  private var keys = 1.0
  private var hasSizedKeys = false

  /// The smallest factor that one stack can impose on the whole input view. If a stack needs a smaller factor, the
  /// layout scales down only the lengths in that stack.
  private static let least = 0.25

  /// Adds the factor that a stack needs along an axis.
  mutating func add(_ factor: Double, _ axis: Axis) {
    guard factor >= Self.least else { return }
    switch axis {
    case .horizontal: horizontal = min(horizontal, factor)
    case .vertical: vertical = min(vertical, factor)
    }
  }

  /// Adds the factor that a key with a fixed width and height needs.
  ///
  /// - Parameters:
  ///   - length: The fixed length of the key across its stack.
  ///   - place: The length of the space for the key, across its stack.
  mutating func add(key length: FixedPoint, in place: FixedPoint) {
    hasSizedKeys = true
    let factor = Double(max(place, 1)) / Double(max(length, 1))
    if factor >= Self.least { keys = min(keys, factor) }
  }

  /// Whether all fixed lengths fit unchanged.
  var isWhole: Bool { min(horizontal, vertical, keys) == 1 }

  /// The given scale, multiplied by the factors at which the fixed lengths fit. If a key has a fixed width and height,
  /// the factors of both axes are the same, so that the key keeps its proportions.
  func applied(to scale: FixedScale) -> FixedScale {
    let common = min(horizontal, vertical, keys)
    return FixedScale(
      horizontal: scale.horizontal * (hasSizedKeys ? common : horizontal),
      vertical: scale.vertical * (hasSizedKeys ? common : vertical))
  }
}
