internal import Gestures
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Scripting
internal import TextModel

extension FullScreen {
  /// Draws the current state of the screen.
  package func draw() -> CellGrid {
    var grid = CellGrid(columns: columns, lines: lines)
    updateScan()
    guard let plan else {
      drawTooSmall(in: &grid)
      return grid
    }
    drawTitle(in: &grid, plan)
    drawField(in: &grid, plan)
    drawStatus(in: &grid, plan)
    drawKeyboard(in: &grid, plan)
    drawModeLine(in: &grid, plan)
    if let rect = plan.panel { panel.draw(typingSession, in: rect, of: &grid) }
    menu.draw(typingSession.modes, in: plan, of: &grid)
    return grid
  }

  private func drawTooSmall(in grid: inout CellGrid) {
    let least = ScreenPlan.leastSize(
      columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel.isOpen)
    for (index, line) in ["Enlarge to", "\(least.columns) x \(least.lines).", "Ctrl-C quits."].enumerated() {
      grid.write(line, at: CellPosition(column: 0, line: index))
    }
  }

  // MARK: Above

  private func drawTitle(in grid: inout CellGrid, _ plan: ScreenPlan) {
    let long = "F1 help  F2 keyboards  F10 quit"
    grid.fill(plan.title, style: .reversed)
    let name = typingSession.session.keyboard.map { typingSession.name(of: $0) } ?? "no keyboard"
    let language = typingSession.session.primaryLanguage.map { " (\($0))" } ?? ""
    let end = grid.write("Klava: \(name)\(language)", at: CellPosition(column: 0, line: 0), style: .reversed)
    let help = columns - long.count > end ? long : "F1 help"
    let start = columns - help.count
    if start > end { grid.write(help, at: CellPosition(column: start, line: 0), style: .reversed) }
  }

  private func rule(_ title: String, _ rect: CellRect, in grid: inout CellGrid) {
    let position = CellPosition(column: rect.column, line: rect.line - 1)
    grid.write(String(repeating: "-", count: rect.columns), at: position, style: .dim)
    grid.write(" \(title) ", at: CellPosition(column: rect.column + 2, line: position.line), width: rect.columns - 4)
  }

  func fieldText(in plan: ScreenPlan) -> FieldText? {
    typingSession.session.field.map { field in
      FieldText(
        field.document, isSecure: field.traits.isSecureTextEntry, width: plan.field.columns, lines: plan.field.lines)
    }
  }

  private func drawField(in grid: inout CellGrid, _ plan: ScreenPlan) {
    rule(fieldTitle, plan.field, in: &grid)
    guard let text = fieldText(in: plan) else { return }
    let first = text.firstLine(showing: plan.field.lines)
    for (line, glyphs) in text.lines[first...].prefix(plan.field.lines).enumerated() {
      var column = plan.field.column
      for glyph in glyphs {
        var style = CellStyle.plain
        style.isReversed = glyph.isSelected
        style.isUnderlined = glyph.isMarked
        style.isDim = glyph.piece.isEscape
        grid.put(glyph.piece, at: CellPosition(column: column, line: plan.field.line + line), style: style)
        column += glyph.piece.width
      }
    }
    let insertionPoint = CellPosition(
      column: plan.field.column + text.insertionPoint.column, line: plan.field.line + text.insertionPoint.line - first)
    if plan.field.contains(insertionPoint) { grid.cursor = insertionPoint }
  }

  private var fieldTitle: String {
    guard let field = typingSession.session.field else { return "Text" }
    var words: [String] = []
    if field.traits.isSecureTextEntry { words.append("secure") }
    if field.traits.keyboardType != .default { words.append(String(describing: field.traits.keyboardType)) }
    if field.traits.returnKeyType != .default { words.append(String(describing: field.traits.returnKeyType)) }
    if !field.isMultiline { words.append("one line") }
    return words.isEmpty ? "Text" : "Text (\(words.joined(separator: ", ")))"
  }

  private func drawStatus(in grid: inout CellGrid, _ plan: ScreenPlan) {
    let why = typingSession.session.shownBecause.map { $0.sentence(in: typingSession.session.field) }
    let notices = typingSession.notices
    let said = notices.joined(separator: " | ")
    let start = CellPosition(column: plan.status.column, line: plan.status.line)
    guard plan.status.lines > 1 else {
      return write(said.isEmpty ? why ?? "" : said, at: start, width: plan.status.columns, .bold, in: &grid)
    }
    write(why ?? "", at: start, width: plan.status.columns, .plain, in: &grid)
    // If the screen has enough lines, each notice begins a new line.
    for (line, notice) in (plan.status.lines > notices.count ? notices : [said]).enumerated() {
      let start = CellPosition(column: start.column, line: start.line + 1 + line)
      write(notice, at: start, width: plan.status.columns, .bold, in: &grid)
    }
  }

  /// Writes a message into one line. If the message does not fit, the line names the key that shows the whole message.
  private func write(
    _ message: String, at start: CellPosition, width: Int, _ style: CellStyle, in grid: inout CellGrid
  ) {
    let hint = " (F7)"
    guard DisplayText.width(of: message) > width else {
      grid.write(message, at: start, width: width, style: style)
      return
    }
    let end = grid.write(message, at: start, width: width - hint.count, style: style)
    grid.write(hint, at: CellPosition(column: end, line: start.line), style: style)
  }

  // MARK: Below

  private func drawKeyboard(in grid: inout CellGrid, _ plan: ScreenPlan) {
    guard let keyboard = keyboard(in: plan) else {
      let message = typingSession.session.keyboard.map { "No input view. If the host refused it: klava log \($0)" }
      grid.write(
        message ?? "The keyboard is hidden. Return shows it.",
        at: CellPosition(column: plan.keyboard.column, line: max(plan.mode.line - 1, 0)), width: plan.status.columns)
      return
    }
    let corner = CellPosition(column: plan.keyboard.column, line: plan.keyboard.line)
    guard keyboard.isReadable else {
      let size = readableSize()
      let message =
        size.map { "Enlarge the window to \($0.columns) x \($0.lines)." }
        ?? "Too wide for a terminal. F2: other keyboards"
      grid.write(message, at: corner, width: plan.keyboard.columns)
      return
    }
    grid.draw(keyboard, at: corner, highlights: highlights)
  }

  private var highlights: KeyboardHighlights {
    let feedback = recognizer.feedback
    var highlights = KeyboardHighlights()
    highlights.pressed = Set(feedback.pressedKeys)
    if let flash { highlights.pressed.insert(flash.key) }
    if let popUp = feedback.popUps.last {
      highlights.alternatives = KeyboardHighlights.Alternatives(key: popUp.key, chosen: popUp.choice)
    } else {
      highlights.alternatives = alternatives
    }
    if let scan {
      let identifiers = scan.identifiers
      if identifiers.count == 1 { highlights.focused = identifiers[0] } else { highlights.group = Set(identifiers) }
    } else if mode == .moving {
      highlights.focused = focusedElement?.key?.identifier
    }
    return highlights
  }

  private func drawModeLine(in grid: inout CellGrid, _ plan: ScreenPlan) {
    grid.fill(plan.mode, style: .reversed)
    grid.write(
      modeLine, at: CellPosition(column: 0, line: plan.mode.line), width: plan.mode.columns - 1, style: .reversed)
  }

  private var modeLine: String {
    if menu.isOpen { return "Keyboards: up/down select, Return chooses, Esc closes." }
    if alternatives != nil { return "Alternatives: left/right select, Return types, Esc closes." }
    if panel.open == .traits { return "Traits: up/down select, left/right change, Esc closes." }
    switch mode {
    case .typing: return "TYPE  Tab: switch to MOVE  Your keyboard types into the field."
    case .moving:
      if scan != nil { return "SCAN  Space or Return: switch  Tab: TYPE" }
      let key = focusedElement?.key.map { DisplayText.clipped($0.spoken, to: 16) } ?? "none"
      // Put the key's name first, because a narrow screen clips the line, and no other line names the focused key.
      return "MOVE  Key: \(key)  Tab: TYPE  Arrows move, Return presses, h holds, <>^v swipe"
    }
  }
}
