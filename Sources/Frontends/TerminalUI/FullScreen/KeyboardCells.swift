package import Layout

/// A keyboard's layout mapped from points to columns and lines of the terminal.
///
/// The cells of two neighboring elements end in the middle of the gap between the elements. So the cells of two
/// elements do not overlap, and rounding leaves no empty cell between the elements. The type also maps a position of
/// the pointer to a point of the layout.
package struct KeyboardCells: Hashable, Sendable {
  /// An element and its cells, counted from the keyboard's top left corner.
  package struct VisibleElement: Hashable, Sendable {
    /// The index of the element in the layout.
    package var index: Int
    /// The visible cells of the element.
    package var cells: CellRect
    /// The visible part of the element's frame, in points.
    package var frame: Rect
  }

  /// The layout of the keyboard.
  package let layout: InputViewLayout
  /// The width of the keyboard in columns.
  package let columns: Int
  /// The height of the keyboard in lines.
  package let lines: Int
  /// The visible elements, in drawing order.
  package let places: [VisibleElement]

  /// The maximum width, in points, of the part of a gap that an element's cells cover. The rest of a wider gap stays
  /// empty.
  private static let widestGap = 24.0
  /// The smallest number of columns in which a part of a key's title is visible.
  private static let leastColumns = 2

  /// Maps a layout to a number of columns and lines.
  package init(_ layout: InputViewLayout, columns: Int, lines: Int) {
    self.layout = layout
    self.columns = columns
    self.lines = lines
    let frames = layout.elements.map(\.visibleFrame)
    let solid = layout.elements.indices.filter { frames[$0] != nil && layout.elements[$0].isSolid }
    let horizontal = Scale(points: layout.size.width, cells: columns)
    let vertical = Scale(points: layout.size.height, cells: lines)
    places = layout.elements.indices.compactMap { index in
      guard var frame = frames[index] else { return nil }
      let visible = frame
      if layout.elements[index].isSolid {
        frame = Self.widened(frame, among: solid.lazy.filter { $0 != index }.compactMap { frames[$0] }, layout.size)
        if let clip = layout.elements[index].clip { frame = frame.intersection(clip) ?? frame }
      }
      let column = horizontal.cell(frame.x)
      let line = vertical.cell(frame.y)
      return VisibleElement(
        index: index,
        cells: CellRect(
          column: column, line: line, columns: horizontal.cell(frame.maxX) - column,
          lines: vertical.cell(frame.maxY) - line),
        frame: visible)
    }
  }

  /// Whether every key has enough cells to show part of its title.
  package var isReadable: Bool {
    places.allSatisfy { place in
      layout.elements[place.index].key == nil || place.cells.lines >= 1 && place.cells.columns >= Self.leastColumns
    }
  }

  /// The smallest number of lines in which each row of the keyboard has a line. The returned number of lines is at most
  /// 64.
  package static func leastLines(of layout: InputViewLayout) -> Int {
    let frames = layout.elements.compactMap { $0.isSolid ? $0.visibleFrame : nil }
      .sorted { $0.center.y < $1.center.y }
    var rows = 0
    var bottom = -Double.infinity
    for frame in frames where frame.center.y >= bottom {
      rows += 1
      bottom = frame.maxY
    }
    return min(max(rows, 1), 64)
  }

  /// The key at a position.
  package func key(at position: CellPosition) -> PlacedElement? {
    place(at: position).flatMap { layout.elements[$0.index].key == nil ? nil : layout.elements[$0.index] }
  }

  /// The point of the layout that a press on a cell touches. For a cell of a key, the point lies inside the key's
  /// frame.
  package func point(at position: CellPosition) -> Point {
    guard let place = place(at: position), layout.elements[place.index].key != nil else {
      return plainPoint(at: position)
    }
    let across = (Double(position.column - place.cells.column) + 0.5) / Double(place.cells.columns)
    let down = (Double(position.line - place.cells.line) + 0.5) / Double(place.cells.lines)
    return Point(x: place.frame.x + across * place.frame.width, y: place.frame.y + down * place.frame.height)
  }

  /// The point in the middle of a cell, regardless of the elements there.
  package func plainPoint(at position: CellPosition) -> Point {
    Point(
      x: (Double(position.column) + 0.5) * layout.size.width / Double(max(columns, 1)),
      y: (Double(position.line) + 0.5) * layout.size.height / Double(max(lines, 1)))
  }

  /// The cells that a rectangle of the layout covers. The result has at least one cell. The rectangle of the layout is
  /// in points.
  package func cells(of rect: Rect) -> CellRect {
    let horizontal = Scale(points: layout.size.width, cells: columns)
    let vertical = Scale(points: layout.size.height, cells: lines)
    let column = min(horizontal.cell(rect.x), columns - 1)
    let line = min(vertical.cell(rect.y), lines - 1)
    return CellRect(
      column: column, line: line, columns: max(horizontal.cell(rect.maxX) - column, 1),
      lines: max(vertical.cell(rect.maxY) - line, 1))
  }

  private func place(at position: CellPosition) -> VisibleElement? {
    places.last { place in
      let element = layout.elements[place.index]
      return (element.isSolid || element.key != nil) && place.cells.contains(position)
    }
  }

  private struct Scale {
    let points: Double
    let cells: Int

    func cell(_ point: Double) -> Int {
      guard points > 0 else { return 0 }
      return min(max(Int((point / points * Double(cells)).rounded()), 0), cells)
    }
  }

  /// The frame, extended on each side to the middle of the gap or to the keyboard's edge.
  ///
  /// Above and below the frame, the gap is the distance to the next row, so all keys of a row get the same lines.
  private static func widened(_ frame: Rect, among others: some Sequence<Rect>, _ size: Size) -> Rect {
    var left = min(frame.x, widestGap)
    var right = min(size.width - frame.maxX, widestGap)
    var above = min(frame.y, widestGap)
    var below = min(size.height - frame.maxY, widestGap)
    for other in others {
      if other.y < frame.maxY, other.maxY > frame.y {
        if other.maxX <= frame.x { left = min(left, (frame.x - other.maxX) / 2) }
        if other.x >= frame.maxX { right = min(right, (other.x - frame.maxX) / 2) }
      }
      if other.maxY <= frame.y { above = min(above, (frame.y - other.maxY) / 2) }
      if other.y >= frame.maxY { below = min(below, (other.y - frame.maxY) / 2) }
    }
    return Rect(
      x: frame.x - max(left, 0), y: frame.y - max(above, 0), width: frame.width + max(left, 0) + max(right, 0),
      height: frame.height + max(above, 0) + max(below, 0))
  }
}

extension PlacedElement {
  /// Whether the element overlaps no other element. Backgrounds and canvases may be behind or over other elements.
  fileprivate var isSolid: Bool {
    switch content {
    case .key, .label, .image: true
    case .canvas, .background: false
    }
  }
}
