internal import TextInput

extension Interface.Element {
  /// Its share beside its neighbors, 0 where the tree holds no number that can be one.
  var weight: Double {
    let weight =
      switch self {
      case .container(let container): container.weight
      case .key(let key): key.weight
      case .label(let label): label.weight
      case .image(let image): image.weight
      case .suggestions(let bar): bar.weight
      case .spacer(let weight): weight
      }
    return weight > 0 ? min(weight, 100) : 0
  }

  /// The length along an axis that does not depend on its neighbors.
  func fixed(_ axis: Axis) -> FixedPoint? {
    let size: FixedSize? =
      switch self {
      case .container(let container): container.size
      case .key(let key): key.size
      case .label(let label): label.size
      case .image(let image): image.size
      case .suggestions(let bar): bar.size
      case .spacer: nil
      }
    return (axis == .horizontal ? size?.width : size?.height).map { FixedPoint(points: $0) }
  }

  /// The part it takes along an axis. A suggestion bar in a column is as high as usual for each unit of its weight, the
  /// gap below it counted.
  func part(_ axis: Axis, _ metrics: LayoutMetrics) -> FlexLayout.Part {
    var part = FlexLayout.Part(weight: weight, fixed: fixed(axis))
    switch self {
    case .suggestions where axis == .vertical && part.fixed == nil:
      part.fixed = max(FixedPoint(points: metrics.barHeight.points * weight) - metrics.verticalGap, 1)
    case .spacer: part.isSpacer = true
    default: break
    }
    return part
  }

  /// The room that bars take, which the usual height of a keyboard does not have in it.
  func barHeight(_ metrics: LayoutMetrics) -> FixedPoint {
    guard case .container(let container) = self, container.arrangement == .column else { return 0 }
    return container.children.reduce(0) { total, child in
      if case .suggestions = child {
        total + (child.part(.vertical, metrics).fixed ?? 0) + metrics.verticalGap
      } else {
        total
      }
    }
  }

  /// The height below which its keys would be too low for a finger; with its fixed heights, or as if it had none.
  func leastHeight(countingFixed countsFixed: Bool, _ metrics: LayoutMetrics) -> FixedPoint {
    leastHeights(countingFixed: countsFixed, metrics).whole
  }

  /// The height of all of it below which its keys would be too low, and that of its highest line of keys.
  private func leastHeights(
    countingFixed countsFixed: Bool, _ metrics: LayoutMetrics
  ) -> (whole: FixedPoint, line: FixedPoint) {
    if countsFixed, let fixed = fixed(.vertical) { return (fixed, fixed) }
    let least = leastHeightsOfContent(countingFixed: countsFixed, metrics)
    // Columns in columns would double their height without end.
    return (min(least.whole, FixedPoint(points: 4_096)), min(least.line, FixedPoint(points: 4_096)))
  }

  private func leastHeightsOfContent(
    countingFixed countsFixed: Bool, _ metrics: LayoutMetrics
  ) -> (whole: FixedPoint, line: FixedPoint) {
    switch self {
    case .key, .suggestions: return (LayoutMetrics.target, LayoutMetrics.target)
    case .label, .image: return (LayoutMetrics.target / 2, LayoutMetrics.target / 2)
    case .spacer: return (0, 0)
    case .container(let container):
      // What is in an area that scrolls down may be as high as it likes.
      let countsFixed = countsFixed && container.arrangement != .verticalScroll
      let parts = container.children.map { $0.leastHeights(countingFixed: countsFixed, metrics) }
      let least = parts.map(\.whole)
      let highest = least.max() ?? 0
      let line = parts.map(\.line).max() ?? 0
      switch container.arrangement {
      case .row, .horizontalScroll: return (highest, highest)
      case .grid(let columns): return (container.rows(of: least, columns: columns).reduce(0, +), line)
      // A row, and half of another that tells there is more.
      case .verticalScroll:
        let window = min(least.reduce(0, +), line * 3 / 2)
        return (window, window)
      case .column:
        let weights = container.children.map { $0.part(.vertical, metrics).fixed == nil ? $0.weight : 0 }
        return (Self.shared(least, weights), line)
      }
    }
  }

  /// The height of a column that gives each of its children, by weight, what it needs: so high that the least weight has
  /// enough too, unless that is out of all proportion.
  private static func shared(_ needed: [FixedPoint], _ weights: [Double]) -> FixedPoint {
    let total = needed.reduce(0, +)
    let wanted = zip(needed, weights).reduce(0.0) { result, child in
      child.1 > 0 ? max(result, Double(child.0) / child.1) : result
    }
    return Int(max(Double(total), min(wanted * weights.reduce(0, +), Double(2 * total))))
  }

  /// The height that its content has where nothing presses it: ordinary rows, the fixed heights, and the gaps.
  func naturalHeight(_ metrics: LayoutMetrics) -> FixedPoint {
    if let fixed = part(.vertical, metrics).fixed { return fixed }
    // Columns in columns would double their height without end; so many points are more than 4,096 rows of keys.
    return min(naturalHeightOfContent(metrics), 1 << 20)
  }

  private func naturalHeightOfContent(_ metrics: LayoutMetrics) -> FixedPoint {
    let line = metrics.pitch(.vertical) - metrics.verticalGap
    guard case .container(let container) = self, !container.children.isEmpty else {
      if case .spacer = self { return 0 }
      return line
    }
    let gap = container.spacing.map { FixedPoint(points: $0) } ?? metrics.verticalGap
    let padding = container.style.background == nil ? 0 : gap
    let heights = container.children.map { $0.naturalHeight(metrics) }
    switch container.arrangement {
    case .row, .horizontalScroll: return (heights.max() ?? 0) + padding
    // A window is as high as it is wherever it stands; what is behind it does not count.
    case .verticalScroll: return line
    case .grid(let columns):
      let rows = container.rows(of: heights, columns: columns)
      return rows.reduce(0, +) + gap * (rows.count - 1) + padding
    case .column:
      let weights = container.children.map { $0.part(.vertical, metrics).fixed == nil ? $0.weight : 0 }
      return Self.shared(heights.map { $0 + gap }, weights) - gap + padding
    }
  }
}

extension Container {
  /// The greatest of the values in each row of a grid, one value for each child.
  func rows(of values: [FixedPoint], columns: Int) -> [FixedPoint] {
    let columns = max(columns, 1)
    return stride(from: 0, to: values.count, by: columns).map { start in
      values[start..<min(start + columns, values.count)].max() ?? 0
    }
  }
}
