package import TextInput

extension InterfaceLayout {
  /// The key that an arrow key leads to; nil at the edge.
  ///
  /// Left and right stay in the row: only keys are reached that are beside this one. Up and down lead to the nearest
  /// key of the next row. Directions are those of the screen, mirrored or not. A key that cannot be pressed is passed
  /// over; one that is scrolled out of sight is reached from within the same area, and ``scrollOffsets(showing:)``
  /// shows it.
  package func neighbor(of key: PlacedElement, towards direction: SwipeDirection) -> PlacedElement? {
    let area = key.path.flatMap { path in scrollAreas.last { $0.holds(path) } }
    let origin = key.frame
    var best: (element: PlacedElement, cost: Cost)?
    for element in elements where element.key?.isEnabled == true && element.appearance.opacity >= 0.01 {
      let sharesArea = element.path.flatMap { path in area?.holds(path) } ?? false
      guard let frame = sharesArea && !element.frame.isEmpty ? element.frame : element.visibleFrame,
        let cost = Cost(from: origin, to: frame, direction)
      else { continue }
      if best.map({ cost < $0.cost }) ?? true { best = (element, cost) }
    }
    return best?.element
  }
}

/// How far a key is from another in a direction.
private struct Cost: Comparable {
  /// The gap along the direction and the one across it, the latter counting more.
  let distance: Double
  /// Between the middles across the direction.
  let offset: Double

  /// The cost; nil where it is not reached in this direction.
  init?(from origin: Rect, to target: Rect, _ direction: SwipeDirection) {
    let isHorizontal = direction == .left || direction == .right
    let gap =
      switch direction {
      case .left: origin.x - target.maxX
      case .right: target.x - origin.maxX
      case .up: origin.y - target.maxY
      case .down: target.y - origin.maxY
      }
    guard gap >= 0 else { return nil }
    let across =
      isHorizontal
      ? max(target.y - origin.maxY, origin.y - target.maxY) : max(target.x - origin.maxX, origin.x - target.maxX)
    if isHorizontal, across >= 0 { return nil }
    let aside = max(across, 0)
    distance = gap * gap + 9 * aside * aside
    offset =
      isHorizontal ? abs(target.center.y - origin.center.y) : abs(target.center.x - origin.center.x)
  }

  static func < (one: Cost, two: Cost) -> Bool { (one.distance, one.offset) < (two.distance, two.offset) }
}
