internal import KeyboardHost
internal import Layout

/// The list of input modes, which covers other parts of the screen.
struct ModeMenu {
  /// The index of the selected entry; nil while the list is closed.
  private var index: Int?

  /// Whether the list is open.
  var isOpen: Bool { index != nil }

  /// Opens the list, and selects the shown mode.
  mutating func open(_ modes: [TypingSession.Mode]) { index = modes.firstIndex(where: \.isShown) ?? 0 }

  mutating func close() { index = nil }

  /// Handles a keystroke while the list is open.
  ///
  /// - Returns: The mode that the user chose; nil if the user chose none.
  mutating func handle(_ keystroke: Keystroke, _ modes: [TypingSession.Mode]) -> TypingSession.Mode? {
    guard let index, !modes.isEmpty else {
      close()
      return nil
    }
    switch keystroke {
    case .arrow(.up, _), .arrow(.left, _): self.index = (index + modes.count - 1) % modes.count
    case .arrow(.down, _), .arrow(.right, _): self.index = (index + 1) % modes.count
    case .return, .character(" "): return choose(index, of: modes)
    case .character(let character):
      if let digit = character.wholeNumberValue, digit > 0 { return choose(digit - 1, of: modes) }
    default: close()
    }
    return nil
  }

  /// Handles a press of the mouse button while the list is open.
  ///
  /// - Returns: The mode that the user chose; nil if the position is outside the list.
  mutating func press(
    _ position: CellPosition, _ modes: [TypingSession.Mode], in plan: ScreenPlan
  ) -> TypingSession.Mode? {
    defer { close() }
    guard let rect = rect(of: modes, in: plan), rect.contains(position) else { return nil }
    return choose(position.line - rect.line + first(in: rect), of: modes)
  }

  private mutating func choose(_ index: Int, of modes: [TypingSession.Mode]) -> TypingSession.Mode? {
    close()
    return modes.indices.contains(index) ? modes[index] : nil
  }

  /// The lines of the list, without its heading; nil while the list is closed.
  private func rect(of modes: [TypingSession.Mode], in plan: ScreenPlan) -> CellRect? {
    guard isOpen else { return nil }
    let (columns, lines) = (plan.mode.columns, plan.mode.endLine)
    let width = min(max(modes.map { DisplayText.width(of: $0.name) }.max() ?? 0, 20) + 8, columns)
    let count = min(modes.count, lines - 4)
    let lowest = max(lines - 2 - count, 3)
    return CellRect(
      column: (columns - width) / 2, line: min(max(plan.keyboard.line - 1, 3), lowest), columns: width, lines: count)
  }

  /// The index of the first mode that the list shows. The list scrolls so that the selected mode is visible.
  private func first(in rect: CellRect) -> Int { max((index ?? 0) - rect.lines + 1, 0) }

  /// Draws the list if it is open.
  func draw(_ modes: [TypingSession.Mode], in plan: ScreenPlan, of grid: inout CellGrid) {
    guard let rect = rect(of: modes, in: plan), let index else { return }
    let heading = CellRect(column: rect.column, line: rect.line - 1, columns: rect.columns, lines: 1)
    grid.fill(heading, style: .reversed)
    let first = min(first(in: rect), modes.count)
    let shown = modes[first...].prefix(rect.lines)
    grid.write(
      shown.count < modes.count ? " \(first + 1) to \(shown.endIndex) of \(modes.count)" : " Keyboards",
      at: CellPosition(column: heading.column, line: heading.line), width: heading.columns,
      style: CellStyle(isBold: true, isReversed: true))
    for (number, mode) in zip(shown.indices, shown) {
      let style: CellStyle = number == index ? CellStyle(isBold: true, isUnderlined: true, isReversed: true) : .plain
      let line = CellRect(column: rect.column, line: rect.line + number - first, columns: rect.columns, lines: 1)
      grid.fill(line, style: style)
      grid.write(
        "\(number == index ? ">" : " ")\(mode.isShown ? "*" : " ")\(number + 1)  \(mode.name)",
        at: CellPosition(column: line.column, line: line.line), width: line.columns, style: style)
    }
  }
}
