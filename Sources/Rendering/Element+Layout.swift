internal import TextInput

extension Interface.Element {
  /// Its share beside its neighbours, 0 where the tree holds no number that can be one.
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

  /// The length along an axis that does not depend on its neighbours.
  func fixed(_ axis: Axis) -> HalfPoints? {
    let size: FixedSize? =
      switch self {
      case .container(let container): container.size
      case .key(let key): key.size
      case .label(let label): label.size
      case .image(let image): image.size
      case .suggestions(let bar): bar.size
      case .spacer: nil
      }
    return (axis == .horizontal ? size?.width : size?.height).map { HalfPoints(points: $0) }
  }

  /// The part it takes along an axis. A suggestion bar in a column is as high as usual for each unit of its weight, the
  /// gap below it counted.
  func part(_ axis: Axis, _ metrics: LayoutMetrics) -> Division.Part {
    var part = Division.Part(weight: weight, fixed: fixed(axis))
    switch self {
    case .suggestions where axis == .vertical && part.fixed == nil:
      part.fixed = max(HalfPoints(points: metrics.barHeight.points * weight) - metrics.verticalGap, 1)
    case .spacer: part.isSpacer = true
    default: break
    }
    return part
  }

  /// The room that bars take, which the usual height of a keyboard does not have in it.
  func barHeight(_ metrics: LayoutMetrics) -> HalfPoints {
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
  func leastHeight(countingFixed countsFixed: Bool, _ metrics: LayoutMetrics) -> HalfPoints {
    if countsFixed, let fixed = fixed(.vertical) { return fixed }
    // Grids in grids would multiply their rows without end.
    return min(leastHeightOfContent(countingFixed: countsFixed, metrics), HalfPoints(points: 4_096))
  }

  private func leastHeightOfContent(countingFixed countsFixed: Bool, _ metrics: LayoutMetrics) -> HalfPoints {
    switch self {
    case .key, .suggestions: return LayoutMetrics.target
    case .label, .image: return LayoutMetrics.target / 2
    case .spacer: return 0
    case .container(let container):
      // What is in an area that scrolls down may be as high as it likes.
      let countsFixed = countsFixed && container.arrangement != .verticalScroll
      let least = container.children.map { $0.leastHeight(countingFixed: countsFixed, metrics) }
      let highest = least.max() ?? 0
      switch container.arrangement {
      case .row, .horizontalScroll: return highest
      case .grid(let columns): return highest * container.rows(columns: columns)
      // A row, and half of another that tells there is more.
      case .verticalScroll: return min(least.reduce(0, +), highest * 3 / 2)
      case .column:
        let total = least.reduce(0, +)
        let weights = container.children.map { $0.part(.vertical, metrics).fixed == nil ? $0.weight : 0 }
        let wanted = zip(least, weights).reduce(0.0) { result, child in
          child.1 > 0 ? max(result, Double(child.0) / child.1) : result
        }
        // So high that the least weight has enough too, unless that is out of all proportion.
        return Int(max(Double(total), min(wanted * weights.reduce(0, +), Double(2 * total))))
      }
    }
  }
}

extension Container {
  /// How many rows its children make as a grid.
  func rows(columns: Int) -> Int { (children.count + max(columns, 1) - 1) / max(columns, 1) }
}
