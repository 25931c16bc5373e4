/// The rectangles of all parts of the screen, for one size of the window.
package struct ScreenPlan: Hashable, Sendable {
  /// The title line, which shows the keyboard's name and the most important function keys.
  package var title: CellRect
  /// The text field, without the line above it.
  package var field: CellRect
  /// The lines for notices, and for the reason why the system keyboard is shown.
  package var status: CellRect
  /// The rectangle of the keyboard.
  package var keyboard: CellRect
  /// The line that explains the keys of the current mode.
  package var mode: CellRect
  /// The open panel, without the line above it; nil if none is open.
  package var panel: CellRect?

  /// The smallest width of a window that shows all parts, in columns.
  package static let leastColumns = 40
  /// The smallest height of a window that shows all parts, in lines.
  package static let leastLines = 12
  /// The smallest width of a window, in columns, in which a panel is beside the field and the keyboard.
  private static let columnsForSidePanel = 110
  /// The maximum number of lines of one row of keys.
  private static let tallestRow = 4

  /// Computes the plan for a window; nil if the window is too small.
  ///
  /// - Parameters:
  ///   - columns: The window's width in columns.
  ///   - lines: The window's height in lines.
  ///   - keyboardLines: The smallest number of lines that shows the whole keyboard; 0 if no keyboard is shown.
  ///   - hasPanel: Whether a panel is open.
  ///   - notices: The number of notices. If no panel is below the field, each notice after the first takes one line
  ///     from the field. The field keeps at least four lines.
  ///   - keyHeight: The user's factor for the height of the keys. A row always has a whole number of lines.
  package init?(
    columns: Int, lines: Int, keyboardLines: Int, hasPanel: Bool, notices: Int = 0, keyHeight: Double = 1
  ) {
    guard columns >= Self.leastColumns, lines >= Self.leastLines else { return nil }
    let statusLines = lines >= 20 ? 2 : 1
    // The title, the line above the field, and the mode line need one line each. The status at the bottom needs
    // `statusLines` lines.
    let room = lines - 3 - statusLines
    let isSide = hasPanel && columns >= Self.columnsForSidePanel
    let panelWidth = isSide ? min(columns / 3, 64) : 0
    let main = columns - panelWidth - (isSide ? 1 : 0)
    let panelBelow = hasPanel && !isSide
    let leastAbove = panelBelow ? 1 + Self.leastPanelLines : Self.leastFieldLines
    guard keyboardLines + leastAbove <= room || keyboardLines == 0 else { return nil }
    var factor = 1
    let share = Int(Double(panelBelow ? room / 3 : room * 2 / 3) * keyHeight)
    let tallestRow = Int((Double(Self.tallestRow) * keyHeight).rounded())
    while factor < tallestRow, keyboardLines * (factor + 1) <= min(share, room - leastAbove) { factor += 1 }
    let keyboardHeight = keyboardLines * factor
    let above = room - keyboardHeight
    title = CellRect(column: 0, line: 0, columns: columns, lines: 1)
    let fieldLines = panelBelow ? max(min(above - 1 - Self.leastPanelLines, 3), 1) : above
    let noticeLines = panelBelow ? 0 : min(max(notices - 1, 0), max(fieldLines - Self.keptFieldLines, 0))
    field = CellRect(column: 0, line: 2, columns: main, lines: fieldLines - noticeLines)
    if panelBelow {
      panel = CellRect(column: 0, line: field.endLine + 1, columns: columns, lines: above - fieldLines - 1)
    } else if isSide {
      panel = CellRect(column: main + 1, line: 2, columns: panelWidth, lines: lines - 3)
    }
    status = CellRect(
      column: 0, line: 2 + above - noticeLines, columns: main, lines: statusLines + noticeLines)
    keyboard = CellRect(column: 0, line: status.endLine, columns: main, lines: keyboardHeight)
    mode = CellRect(column: 0, line: lines - 1, columns: columns, lines: 1)
  }

  /// Returns the smallest size of the window, in columns and lines, that is not smaller than the current size and shows
  /// all parts.
  package static func leastSize(
    columns: Int, lines: Int, keyboardLines: Int, hasPanel: Bool
  ) -> (columns: Int, lines: Int) {
    let columns = max(columns, leastColumns)
    // A keyboard has at most 64 lines. Together with the other parts of the screen, a keyboard of 64 lines fits into a
    // window of 100 lines.
    let tallest = 100
    let enough = (max(lines, leastLines)..<tallest).first {
      ScreenPlan(columns: columns, lines: $0, keyboardLines: keyboardLines, hasPanel: hasPanel) != nil
    }
    return (columns, enough ?? tallest)
  }

  private static let leastFieldLines = 1
  private static let leastPanelLines = 3
  /// The minimum number of the field's lines if there are several notices.
  private static let keptFieldLines = 4
}
