package import KeyboardHost

/// The part of a field's text around the insertion point, in lines of a given width, with selection and marked text.
package struct FieldText: Hashable, Sendable {
  /// A piece of a character, with the character's state and offset.
  package struct Glyph: Hashable, Sendable {
    /// The piece to show on the terminal.
    package var piece: DisplayText.Piece
    /// Whether the character is selected.
    package var isSelected: Bool
    /// Whether the character is marked text.
    package var isMarked: Bool
    /// The character's offset from the start of the selection, in characters; negative for a character before the
    /// selection.
    package var offset: Int
  }

  /// The glyphs of each line, without line breaks.
  package private(set) var lines: [[Glyph]] = [[]]
  /// The offset of the first character of each line.
  package private(set) var starts: [Int]
  /// The position of the selection's start: the line, and the column in cells.
  package private(set) var insertionPoint: CellPosition
  /// The line in which the selection ends.
  package private(set) var lastLine = 0

  /// The maximum number of characters that the layout reads on each side of the selection, for each cell of the view.
  private static let charactersPerCell = 2

  /// Lays out the text of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isSecure: Whether each character is shown as a dot.
  ///   - width: The width of a line in cells.
  ///   - lines: The number of visible lines.
  package init(_ document: TextDocument, isSecure: Bool, width: Int, lines: Int) {
    let limit = max(width * lines * Self.charactersPerCell, 1)
    let wholeBefore = document.before
    let before = wholeBefore.suffix(limit)
    let selected = document.selected.prefix(limit)
    let after = document.after.prefix(limit)
    let marked = document.markedRange
    starts = [-before.count]
    insertionPoint = CellPosition(column: 0, line: 0)
    // The range of the marked text counts UTF-16 code units of the whole document.
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
    // An insertion point after the last cell of a line is shown before the first cell of the next line.
    if column >= width { newLine(0) }
    insertionPoint = CellPosition(column: column, line: self.lines.count - 1)
    for character in selected { add(character, isSelected: true) }
    lastLine = self.lines.count - 1
    for character in after { add(character, isSelected: false) }
  }

  /// The first line to show so that the insertion point is visible. The parameter `count` is the number of lines that
  /// the view shows.
  package func firstLine(showing count: Int) -> Int {
    guard lines.count > count else { return 0 }
    // As in most editors, the line of the insertion point stays at the bottom while the user types at the end of the
    // text.
    let wanted = insertionPoint.line - count + 1
    return min(max(wanted, 0), lines.count - count)
  }

  /// The offset from the start of the selection to the character at a position, in characters.
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
