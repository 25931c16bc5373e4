package import InputViewModel

extension InputViewTree.Element {
  /// The element's weight, from 0 to 100; 0 if the number in the tree is invalid.
  package var weight: Double {
    let weight =
      switch self {
      case .stack(let stack): stack.weight
      case .key(let key): key.weight
      case .label(let label): label.weight
      case .image(let image): image.weight
      case .suggestions(let bar): bar.weight
      case .canvas(let canvas): canvas.weight
      case .spacer(let weight): weight
      }
    return weight > 0 ? min(weight, 100) : 0
  }

  /// The element's fixed length along an axis; nil if it has none.
  func fixed(_ axis: Axis) -> FixedPoint? {
    let size: FixedSize? =
      switch self {
      case .stack(let stack): stack.size
      case .key(let key): key.size
      case .label(let label): label.size
      case .image(let image): image.size
      case .suggestions(let bar): bar.size
      case .canvas(let canvas): canvas.size
      case .spacer: nil
      }
    return (axis == .horizontal ? size?.width : size?.height).map { FixedPoint(points: $0) }
  }

  /// The element as a part of the flex layout of its row or column.
  ///
  /// In a column, a suggestion bar without a fixed height gets the usual bar height times its weight, minus the gap
  /// below the bar.
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

  /// The height of the suggestion bars in a column, which a keyboard gets in addition to its usual height.
  func barHeight(_ metrics: LayoutMetrics) -> FixedPoint {
    guard case .stack(let stack) = self, stack.arrangement == .column else { return 0 }
    return stack.children.reduce(0) { total, child in
      if case .suggestions = child {
        total + (child.part(.vertical, metrics).fixed ?? 0) + metrics.verticalGap
      } else {
        total
      }
    }
  }

  /// The smallest height at which all keys of the element are tall enough for a finger.
  func leastHeight(countingFixed countsFixed: Bool, _ metrics: LayoutMetrics) -> FixedPoint {
    leastHeights(countingFixed: countsFixed, metrics).whole
  }

  /// The smallest height of the whole element, and of its tallest row of keys.
  private func leastHeights(
    countingFixed countsFixed: Bool, _ metrics: LayoutMetrics
  ) -> (whole: FixedPoint, line: FixedPoint) {
    if countsFixed, let fixed = fixed(.vertical) { return (fixed, fixed) }
    let least = leastHeightsOfContent(countingFixed: countsFixed, metrics)
    // Limit the heights, because they could grow exponentially in nested columns.
    return (min(least.whole, FixedPoint(points: 4_096)), min(least.line, FixedPoint(points: 4_096)))
  }

  private func leastHeightsOfContent(
    countingFixed countsFixed: Bool, _ metrics: LayoutMetrics
  ) -> (whole: FixedPoint, line: FixedPoint) {
    switch self {
    case .key, .suggestions, .canvas: return (LayoutMetrics.target, LayoutMetrics.target)
    case .label, .image: return (LayoutMetrics.target / 2, LayoutMetrics.target / 2)
    case .spacer: return (0, 0)
    case .stack(let stack):
      // Fixed heights do not count in content that scrolls vertically, because this content can be taller than the
      // scroll area.
      let countsFixed = countsFixed && stack.arrangement != .verticalScroll
      let parts = stack.children.map { $0.leastHeights(countingFixed: countsFixed, metrics) }
      let least = parts.map(\.whole)
      let highest = least.max() ?? 0
      let line = parts.map(\.line).max() ?? 0
      switch stack.arrangement {
      case .row, .horizontalScroll: return (highest, highest)
      case .layers: return (highest, line)
      case .grid(let columns): return (stack.rows(of: least, columns: columns).reduce(0, +), line)
      // Show one and a half rows. The half row tells the user that there is more content.
      case .verticalScroll:
        let window = min(least.reduce(0, +), line * 3 / 2)
        return (window, window)
      case .column:
        let weights = stack.children.map { $0.part(.vertical, metrics).fixed == nil ? $0.weight : 0 }
        return (Self.shared(least, weights), line)
      }
    }
  }

  /// The height of a column at which the division by weights gives each child the height that the child needs.
  ///
  /// The result is at most twice the sum of the needed heights.
  private static func shared(_ needed: [FixedPoint], _ weights: [Double]) -> FixedPoint {
    let total = needed.reduce(0, +)
    let wanted = zip(needed, weights).reduce(0.0) { result, child in
      child.1 > 0 ? max(result, Double(child.0) / child.1) : result
    }
    return Int(max(Double(total), min(wanted * weights.reduce(0, +), Double(2 * total))))
  }

  /// The element's height without compression: ordinary rows, fixed heights, and gaps.
  func naturalHeight(_ metrics: LayoutMetrics) -> FixedPoint {
    if let fixed = part(.vertical, metrics).fixed { return fixed }
    // Limit the height, because it could grow exponentially in nested columns. The limit exceeds the height of 4,096
    // rows of keys.
    return min(naturalHeightOfContent(metrics), 1 << 20)
  }

  private func naturalHeightOfContent(_ metrics: LayoutMetrics) -> FixedPoint {
    let line = metrics.pitch(.vertical) - metrics.verticalGap
    guard case .stack(let stack) = self, !stack.children.isEmpty else {
      if case .spacer = self { return 0 }
      return line
    }
    let gap = stack.spacing.map { FixedPoint(points: $0) } ?? metrics.verticalGap
    let padding = stack.style.background == nil ? 0 : gap
    let heights = stack.children.map { $0.naturalHeight(metrics) }
    switch stack.arrangement {
    case .row, .horizontalScroll, .layers: return (heights.max() ?? 0) + padding
    // A vertical scroll area gets the height of one row, regardless of its content.
    case .verticalScroll: return line
    case .grid(let columns):
      let rows = stack.rows(of: heights, columns: columns)
      return rows.reduce(0, +) + gap * (rows.count - 1) + padding
    case .column:
      let weights = stack.children.map { $0.part(.vertical, metrics).fixed == nil ? $0.weight : 0 }
      return Self.shared(heights.map { $0 + gap }, weights) - gap + padding
    }
  }
}

extension ElementStack {
  /// For each row of a grid, the greatest value among the row's children.
  func rows(of values: [FixedPoint], columns: Int) -> [FixedPoint] {
    let columns = max(columns, 1)
    return stride(from: 0, to: values.count, by: columns).map { start in
      values[start..<min(start + columns, values.count)].max() ?? 0
    }
  }
}
