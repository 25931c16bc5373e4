internal import Layout

/// The choice that a finger makes while it holds a key with alternatives. At first, the finger chooses the key itself.
struct AlternativeChoice: Hashable {
  /// The frames of the alternatives.
  private(set) var cells: [Rect]
  /// The index of the chosen alternative; nil for the key itself.
  private(set) var choice: Int?
  /// The finger's position when the alternatives appeared; nil after the finger moved far enough to choose.
  private var opened: Point?

  /// Creates a value that chooses the key itself; `opened` is the finger's position when the alternatives appear.
  init(cells: [Rect], opened: Point) {
    self.cells = cells
    self.opened = opened
  }

  mutating func lay(_ cells: [Rect]) {
    self.cells = cells
    if let choice, !cells.indices.contains(choice) { self.choice = nil }
  }

  /// The choice after the finger moved. The finger chooses the cell or the key at its position. If neither is at this
  /// position, the finger chooses the nearest cell within ``GestureMeasure/choiceDistance``. If no cell is within this
  /// distance, the finger chooses the key.
  func moved(to point: Point, beside key: Rect) -> AlternativeChoice {
    if let opened, !Drag(from: opened, to: point).isLonger(than: GestureMeasure.choiceStart) { return self }
    var moved = self
    moved.opened = nil
    if let under = cells.firstIndex(where: { $0.contains(point) }) {
      moved.choice = under
    } else if key.contains(point) {
      moved.choice = nil
    } else {
      let nearest = cells.indices.min { cells[$0].distance(to: point) < cells[$1].distance(to: point) }
      moved.choice = nearest.flatMap { cells[$0].distance(to: point) <= GestureMeasure.choiceDistance ? $0 : nil }
    }
    return moved
  }
}
