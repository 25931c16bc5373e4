package import Layout

/// How the terminal shows a cell. Colors are wishes: a terminal that has none shows the rest.
package struct CellStyle: Hashable, Sendable {
  /// The color of what is written; nil for the terminal's own.
  package var foreground: RGBA?
  /// The color behind it; nil for the terminal's own.
  package var background: RGBA?
  /// Heavier strokes.
  package var isBold = false
  /// Weaker, for what is not text itself.
  package var isDim = false
  /// A line below.
  package var isUnderlined = false
  /// Both colors exchanged; seen without any color too.
  package var isReversed = false

  /// The terminal's own.
  package static let plain = CellStyle()
  /// A heading.
  package static let bold = CellStyle(isBold: true)
  /// An explanation.
  package static let dim = CellStyle(isDim: true)
  /// What is chosen.
  package static let reversed = CellStyle(isReversed: true)

  /// A style; what is left out is the terminal's own.
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

/// One place of the terminal.
package struct Cell: Hashable, Sendable {
  /// What stands there; empty for the second cell of a wide character.
  package var text = " "
  /// How it looks.
  package var style = CellStyle.plain
}

/// A place on the terminal, counted from its top left corner.
package struct CellPosition: Hashable, Sendable {
  /// From the left.
  package var column: Int
  /// From the top.
  package var line: Int

  /// This place.
  package init(column: Int, line: Int) {
    self.column = column
    self.line = line
  }
}

/// A part of the terminal.
package struct CellRect: Hashable, Sendable {
  /// The first column.
  package var column: Int
  /// The first line.
  package var line: Int
  /// How many columns.
  package var columns: Int
  /// How many lines.
  package var lines: Int

  /// The part that begins here and is so large.
  package init(column: Int, line: Int, columns: Int, lines: Int) {
    self.column = column
    self.line = line
    self.columns = columns
    self.lines = lines
  }

  /// The column after the last.
  package var endColumn: Int { column + columns }
  /// The line after the last.
  package var endLine: Int { line + lines }

  /// Whether a place is in it.
  package func contains(_ position: CellPosition) -> Bool {
    position.column >= column && position.column < endColumn && position.line >= line && position.line < endLine
  }

  /// The rectangle moved by so much.
  package func moved(columns: Int, lines: Int) -> CellRect {
    CellRect(column: column + columns, line: line + lines, columns: self.columns, lines: self.lines)
  }
}
