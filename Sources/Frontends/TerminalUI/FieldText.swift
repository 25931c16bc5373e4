package import KeyboardHost

/// A field's text in lines of a given width, with its caret, selection and marked text: the part around the caret.
package struct FieldText: Hashable, Sendable {
  /// A character, or the escape of one, where it stands.
  package struct Glyph: Hashable, Sendable {
    /// What is shown.
    package var piece: DisplayText.Piece
    /// Whether it is selected.
    package var isSelected: Bool
    /// Whether it is marked.
    package var isMarked: Bool
    /// Which character it is, counted from the start of the selection; negative before it.
    package var offset: Int
  }

  /// The lines; a line break is no glyph.
  package private(set) var lines: [[Glyph]] = [[]]
  /// The offset of the character at which each line starts.
  package private(set) var starts: [Int]
  /// Where the selection starts: its line, and its column in cells.
  package private(set) var caret: CellPosition
  /// The line in which the selection ends.
  package private(set) var lastLine = 0

  /// Characters that are looked at on each side of the selection, for each cell that there is to fill.
  private static let charactersPerCell = 2

  /// The text of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isSecure: Whether each character is shown as a dot.
  ///   - width: Cells of a line.
  ///   - lines: Lines that can be seen.
  package init(_ document: TextDocument, isSecure: Bool, width: Int, lines: Int) {
    let limit = max(width * lines * Self.charactersPerCell, 1)
    let wholeBefore = document.before
    let before = wholeBefore.suffix(limit)
    let selected = document.selected.prefix(limit)
    let after = document.after.prefix(limit)
    let marked = document.markedRange
    starts = [-before.count]
    caret = CellPosition(column: 0, line: 0)
    // Where the marked text is, is told in UTF-16 units of the whole document.
    var unit = marked == nil ? 0 : wholeBefore.utf16.count - before.utf16.count
    var offset = -before.count
    var column = 0
    func add(_ character: Character, isSelected: Bool) {
      let isMarked = marked?.contains(unit) == true
      if marked != nil { unit += character.utf16.count }
      defer { offset += 1 }
      if character.isNewline {
        newLine(offset + 1)
        return
      }
      let pieces: [DisplayText.Piece] =
        if isSecure {
          [DisplayText.Piece(text: "•", width: 1, isEscape: false)]
        } else if character == "\t" {
          Array(repeating: DisplayText.Piece(text: " ", width: 1, isEscape: false), count: 4)
        } else {
          DisplayText.pieces(of: character)
        }
      for piece in pieces {
        if column + piece.width > width { newLine(offset) }
        self.lines[self.lines.count - 1].append(
          Glyph(piece: piece, isSelected: isSelected, isMarked: isMarked, offset: offset))
        column += piece.width
      }
    }
    func newLine(_ start: Int) {
      self.lines.append([])
      starts.append(start)
      column = 0
    }
    for character in before { add(character, isSelected: false) }
    // A caret behind the last cell of a line stands before the first of the next.
    if column >= width { newLine(0) }
    caret = CellPosition(column: column, line: self.lines.count - 1)
    for character in selected { add(character, isSelected: true) }
    lastLine = self.lines.count - 1
    for character in after { add(character, isSelected: false) }
  }

  /// The first line to show so that the caret is seen, of so many that can be.
  package func firstLine(showing count: Int) -> Int {
    guard lines.count > count else { return 0 }
    // As in every editor: the caret's line stays low while one types at the end.
    let wanted = caret.line - count + 1
    return min(max(wanted, 0), lines.count - count)
  }

  /// The character that a place in the text belongs to, counted from the start of the selection.
  package func offset(at position: CellPosition) -> Int {
    guard let line = lines.indices.last.map({ min(max(position.line, 0), $0) }) else { return 0 }
    var column = 0
    for glyph in lines[line] {
      column += glyph.piece.width
      if position.column < column { return glyph.offset }
    }
    return lines[line].last.map { $0.offset + 1 } ?? starts[line]
  }
}
