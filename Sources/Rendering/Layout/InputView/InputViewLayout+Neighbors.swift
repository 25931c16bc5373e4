internal import InputViewModel

/// An arrow key of a hardware keyboard.
package enum ArrowKey: CaseIterable, Hashable, Sendable {
  case left, right, up, down
}

extension InputViewLayout {
  /// The key to which an arrow key moves the focus; nil if there is none in that direction.
  ///
  /// The left and right arrow keys move the focus only within the row. The up and down arrow keys move the focus to the
  /// nearest key of the next row. Directions refer to the screen, even in a mirrored layout. The focus skips disabled
  /// keys. Within a scroll area, an arrow key can move the focus to a key that is scrolled out of view.
  /// ``scrollOffsets(showing:)`` returns the scroll offsets that make a key visible.
  package func neighbor(of key: PlacedElement, towards direction: ArrowKey) -> PlacedElement? {
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

/// The cost of moving the focus from one key to another in a direction.
private struct Cost: Comparable {
  /// The square of the gap along the direction, plus nine times the square of the gap across the direction.
  let distance: Double
  /// The distance between the centers across the direction.
  let offset: Double

  /// Creates the cost; nil if `target` does not lie in the direction.
  init?(from origin: Rect, to target: Rect, _ direction: ArrowKey) {
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
