/// Where each part of the screen stands, for one size of the window.
package struct ScreenPlan: Hashable, Sendable {
  /// What is shown, and how to get help.
  package var title: CellRect
  /// The text field, without the line above it.
  package var field: CellRect
  /// Why the system keyboard is shown, and what the keyboard asked for.
  package var status: CellRect
  /// The keyboard.
  package var keyboard: CellRect
  /// What the person's own keys do now.
  package var mode: CellRect
  /// The open panel, without the line above it; nil where none is open.
  package var panel: CellRect?

  /// The smallest window that shows all parts.
  package static let leastColumns = 40
  /// The smallest window that shows all parts.
  package static let leastLines = 12
  /// A window so wide has room for a panel at its side.
  private static let columnsForSidePanel = 110
  /// The most lines that a row of keys gets.
  private static let tallestRow = 4

  /// The plan for a window; nil for one that is too small.
  ///
  /// - Parameters:
  ///   - columns: The window's columns.
  ///   - lines: The window's lines.
  ///   - keyboardLines: The fewest lines that show the whole keyboard; 0 where none is shown.
  ///   - hasPanel: Whether a panel is open.
  package init?(columns: Int, lines: Int, keyboardLines: Int, hasPanel: Bool) {
    guard columns >= Self.leastColumns, lines >= Self.leastLines else { return nil }
    let statusLines = lines >= 20 ? 2 : 1
    // Title, the line above the field, status and mode.
    let room = lines - 3 - statusLines
    let isSide = hasPanel && columns >= Self.columnsForSidePanel
    let panelWidth = isSide ? min(columns / 3, 64) : 0
    let main = columns - panelWidth - (isSide ? 1 : 0)
    let panelBelow = hasPanel && !isSide
    let leastAbove = panelBelow ? 1 + Self.leastPanelLines : Self.leastFieldLines
    guard keyboardLines + leastAbove <= room || keyboardLines == 0 else { return nil }
    var factor = 1
    let share = panelBelow ? room / 3 : room * 2 / 3
    while factor < Self.tallestRow, keyboardLines * (factor + 1) <= min(share, room - leastAbove) { factor += 1 }
    let keyboardHeight = keyboardLines * factor
    let above = room - keyboardHeight
    title = CellRect(column: 0, line: 0, columns: columns, lines: 1)
    let fieldLines = panelBelow ? max(min(above - 1 - Self.leastPanelLines, 3), 1) : above
    field = CellRect(column: 0, line: 2, columns: main, lines: fieldLines)
    if panelBelow {
      panel = CellRect(column: 0, line: field.endLine + 1, columns: columns, lines: above - fieldLines - 1)
    } else if isSide {
      panel = CellRect(column: main + 1, line: 2, columns: panelWidth, lines: lines - 3)
    }
    status = CellRect(column: 0, line: 2 + above, columns: main, lines: statusLines)
    keyboard = CellRect(column: 0, line: status.endLine, columns: main, lines: keyboardHeight)
    mode = CellRect(column: 0, line: lines - 1, columns: columns, lines: 1)
  }

  private static let leastFieldLines = 1
  private static let leastPanelLines = 3
}
