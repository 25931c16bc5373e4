internal import InputViewModel

extension InputViewLayout {
  /// The cells of the pop-up of a held key, one for each alternative, all inside the keyboard.
  ///
  /// The cells must be inside the keyboard, because a keyboard cannot draw above its top edge. The cells are above the
  /// key if they fit there, otherwise beside the key, otherwise below the key. If they fit in none of these places, the
  /// pop-up covers the key. The first alternative is nearest to the key. The other alternatives follow toward the side
  /// with more space.
  package func alternatives(of key: PlacedElement) -> [Rect] {
    guard let alternatives = key.key?.alternatives, !alternatives.isEmpty, !touchArea.isEmpty else { return [] }
    let anchor = touchArea.overlap(key.visibleFrame ?? key.frame)
    // All cells are about as wide as the key, or wider if an alternative is a word. The renderer fits the text of an
    // alternative into its cell.
    let characters = alternatives.reduce(1) { max($0, $1.prefix(12).count) }
    let wanted = Size(
      width: min(max(min(anchor.width, 64), 36, Double(characters) * 10 + 16), touchArea.width),
      height: min(max(anchor.height, 36), 48))
    let popUp = PopUp(count: alternatives.count, cell: wanted, anchor: anchor, area: touchArea)
    return popUp.above() ?? popUp.beside() ?? popUp.below() ?? popUp.covering()
  }
}

/// The possible positions of a pop-up.
private struct PopUp {
  let count: Int
  let cell: Size
  let anchor: Rect
  let area: Rect

  /// Whether the pop-up extends to the right, because the right side has more space.
  private var growsRight: Bool { anchor.center.x <= area.center.x }

  func above() -> [Rect]? {
    guard let grid = grid(width: area.width, height: anchor.y - area.y) else { return nil }
    return cells(grid, x: aligned(grid), y: anchor.y - grid.height, growsRight: growsRight, growsDown: false)
  }

  func below() -> [Rect]? {
    guard let grid = grid(width: area.width, height: area.maxY - anchor.maxY) else { return nil }
    return cells(grid, x: aligned(grid), y: anchor.maxY, growsRight: growsRight, growsDown: true)
  }

  func beside() -> [Rect]? {
    let width = growsRight ? area.maxX - anchor.maxX : anchor.x - area.x
    guard let grid = grid(width: width, height: area.height) else { return nil }
    let middle = anchor.y + (anchor.height - cell.height) / 2
    let y = min(max(middle, area.y), area.maxY - grid.height)
    let x = growsRight ? anchor.maxX : anchor.x - grid.width
    return cells(grid, x: x, y: y, growsRight: growsRight, growsDown: true)
  }

  /// The cells above the key, moved down over the key until they fit. If all lines of cells together are higher than
  /// the area, this method reduces the height of the cells.
  func covering() -> [Rect] {
    let most = max(Int(area.width / cell.width), 1)
    let lines = (count + most - 1) / most
    let columns = (count + lines - 1) / lines
    let height = min(cell.height, (area.height * 2 / Double(lines)).rounded(.down) / 2)
    let grid = Grid(columns: columns, lines: lines, cell: Size(width: cell.width, height: height))
    let y = min(max(anchor.y - grid.height, area.y), area.maxY - grid.height)
    return cells(grid, x: aligned(grid), y: y, growsRight: growsRight, growsDown: false)
  }

  private struct Grid {
    let columns: Int
    let lines: Int
    let cell: Size

    var width: Double { Double(columns) * cell.width }
    var height: Double { Double(lines) * cell.height }
  }

  /// The grid with the fewest lines that fits; nil if no grid fits. The lines of the grid have nearly equal numbers of
  /// cells.
  private func grid(width: Double, height: Double) -> Grid? {
    guard width >= cell.width, height >= cell.height else { return nil }
    let most = Int(width / cell.width)
    let lines = (count + most - 1) / most
    guard Double(lines) * cell.height <= height else { return nil }
    return Grid(columns: (count + lines - 1) / lines, lines: lines, cell: cell)
  }

  /// The left edge of the grid. The first cell is over the key, unless the grid must move so that all cells are inside
  /// the area.
  private func aligned(_ grid: Grid) -> Double {
    let middle = (anchor.x * 2 + anchor.width - grid.cell.width).rounded() / 2
    let first = growsRight ? middle : middle + grid.cell.width - grid.width
    return min(max(first, area.x), area.maxX - grid.width)
  }

  private func cells(_ grid: Grid, x: Double, y: Double, growsRight: Bool, growsDown: Bool) -> [Rect] {
    (0..<count).map { index in
      let (line, column) = index.quotientAndRemainder(dividingBy: grid.columns)
      let fromLeft = growsRight ? column : grid.columns - 1 - column
      let fromTop = growsDown ? line : grid.lines - 1 - line
      return Rect(
        x: x + Double(fromLeft) * grid.cell.width, y: y + Double(fromTop) * grid.cell.height,
        width: grid.cell.width, height: grid.cell.height)
    }
  }
}
