/// The content of the terminal's screen. The views draw into a grid, and `Terminal` sends the grid to the screen.
package struct CellGrid: Hashable, Sendable {
  /// The width of the grid in columns.
  package let columns: Int
  /// The height of the grid in lines.
  package let lines: Int
  /// The lines from the top, each with its cells from the left.
  package private(set) var rows: [[Cell]]
  /// The position of the terminal's cursor; nil to hide the cursor.
  package var cursor: CellPosition?

  /// Creates an empty grid.
  package init(columns: Int, lines: Int) {
    self.columns = max(columns, 0)
    self.lines = max(lines, 0)
    rows = Array(repeating: Array(repeating: Cell(), count: self.columns), count: self.lines)
  }

  /// The rectangle of the whole grid.
  package var bounds: CellRect { CellRect(column: 0, line: 0, columns: columns, lines: lines) }

  /// Writes a text and clips it at `width` cells and at the end of the line.
  ///
  /// - Returns: The column after the text.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at position: CellPosition, width: Int = .max, style: CellStyle = .plain
  ) -> Int {
    let room = min(width, columns - position.column)
    guard room > 0 else { return position.column }
    var column = position.column
    for piece in DisplayText.clippedPieces(of: text, to: room) {
      put(piece, at: CellPosition(column: column, line: position.line), style: style)
      column += piece.width
    }
    return column
  }

  /// Writes one piece. Does nothing if the piece does not fit into the line.
  package mutating func put(_ piece: DisplayText.Piece, at position: CellPosition, style: CellStyle) {
    let end = position.column + piece.width
    guard rows.indices.contains(position.line), position.column >= 0, end <= columns else { return }
    makeWhole(position.column, position.line)
    makeWhole(end, position.line)
    rows[position.line][position.column] = Cell(text: piece.text, style: style)
    for column in position.column + 1..<max(end, position.column + 1) {
      rows[position.line][column] = Cell(text: "", style: style)
    }
  }

  /// Fills a rectangle with blanks of a style.
  package mutating func fill(_ rect: CellRect, style: CellStyle) {
    let first = min(max(rect.column, 0), columns)
    let end = min(max(rect.endColumn, first), columns)
    let blank = Cell(style: style)
    for line in max(rect.line, 0)..<max(min(rect.endLine, lines), max(rect.line, 0)) {
      makeWhole(first, line)
      makeWhole(end, line)
      for column in first..<end { rows[line][column] = blank }
    }
  }

  /// Replaces a wide character by blanks if the character crosses the left edge of a column. A terminal cannot show
  /// half a character.
  private mutating func makeWhole(_ column: Int, _ line: Int) {
    guard column < columns, rows[line][column].text.isEmpty else { return }
    var start = column
    while start > 0, rows[line][start].text.isEmpty { start -= 1 }
    rows[line][start].text = " "
    var end = start + 1
    while end < columns, rows[line][end].text.isEmpty {
      rows[line][end].text = " "
      end += 1
    }
  }

  /// The text of the grid, with a line break after each line of cells and without blanks at the ends of lines.
  package var text: String {
    rows.map { row in
      let line = row.map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
