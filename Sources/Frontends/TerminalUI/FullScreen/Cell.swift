package import Layout

/// The appearance of a cell. A terminal without colors ignores the colors and shows the other attributes.
package struct CellStyle: Hashable, Sendable {
  /// The text color; nil for the terminal's default.
  package var foreground: RGBA?
  /// The background color; nil for the terminal's default.
  package var background: RGBA?
  /// Whether the text is bold.
  package var isBold = false
  /// Whether the text is dim. Explanations and decoration are dim.
  package var isDim = false
  /// Whether the text is underlined.
  package var isUnderlined = false
  /// Whether foreground and background are exchanged. A terminal without colors also shows exchanged colors.
  package var isReversed = false

  /// The terminal's default style.
  package static let plain = CellStyle()
  /// The style of a heading.
  package static let bold = CellStyle(isBold: true)
  /// The style of an explanation.
  package static let dim = CellStyle(isDim: true)
  /// The style of a chosen entry.
  package static let reversed = CellStyle(isReversed: true)

  /// Creates a style. Attributes that the caller omits have the terminal's default.
  package init(
    foreground: RGBA? = nil, background: RGBA? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }
}

/// One cell of the terminal.
package struct Cell: Hashable, Sendable {
  /// The text in the cell; empty in the second cell of a wide character.
  package var text = " "
  /// The cell's appearance.
  package var style = CellStyle.plain
}

/// A cell's position, counted from the terminal's top left corner.
package struct CellPosition: Hashable, Sendable {
  /// The column, counted from the left; 0 is the first.
  package var column: Int
  /// The line, counted from the top; 0 is the first.
  package var line: Int

  /// Creates a position from a column and a line.
  package init(column: Int, line: Int) {
    self.column = column
    self.line = line
  }
}

/// A rectangle of cells.
package struct CellRect: Hashable, Sendable {
  /// The first column of the rectangle.
  package var column: Int
  /// The first line of the rectangle.
  package var line: Int
  /// The width of the rectangle in columns.
  package var columns: Int
  /// The height of the rectangle in lines.
  package var lines: Int

  /// Creates a rectangle from its first cell and its size.
  package init(column: Int, line: Int, columns: Int, lines: Int) {
    self.column = column
    self.line = line
    self.columns = columns
    self.lines = lines
  }

  /// The column after the last column.
  package var endColumn: Int { column + columns }
  /// The line after the last line.
  package var endLine: Int { line + lines }

  /// Whether the rectangle contains a position.
  package func contains(_ position: CellPosition) -> Bool {
    position.column >= column && position.column < endColumn && position.line >= line && position.line < endLine
  }

  /// The rectangle moved by a number of columns and lines.
  package func moved(columns: Int, lines: Int) -> CellRect {
    CellRect(column: column + columns, line: line + lines, columns: self.columns, lines: self.lines)
  }
}
