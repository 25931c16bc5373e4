internal import Diagnostics
internal import KeyboardHost
internal import Layout
internal import Scripting
internal import TextModel

extension FullScreen {
  /// Draws a panel into its part of the screen.
  func draw(_ panel: Panel, in rect: CellRect, of grid: inout CellGrid) {
    let heading = CellPosition(column: rect.column, line: rect.line - 1)
    grid.write(String(repeating: "-", count: rect.columns), at: heading, style: .dim)
    let all = panel == .traits ? [] : lines(of: panel, width: rect.columns)
    let rest = max(all.count - rect.lines, 0)
    panelOffset = min(panelOffset, rest)
    let first = panel.beginsAtEnd ? rest - panelOffset : panelOffset
    // The keys with which the user can scroll the panel.
    let more = [first > 0 ? "PgUp" : nil, first < rest ? "PgDn" : nil].compactMap(\.self).joined(separator: " ")
    let keys = more.isEmpty ? "" : " \(more) "
    grid.write(
      " \(DisplayText.clipped(title(of: panel), to: rect.columns - 6 - keys.count)) ",
      at: CellPosition(column: heading.column + 2, line: heading.line), style: .bold)
    grid.write(keys, at: CellPosition(column: heading.column + rect.columns - 1 - keys.count, line: heading.line))
    if rect.column > 0 {
      for line in rect.line - 1..<rect.endLine {
        grid.write("|", at: CellPosition(column: rect.column - 1, line: line), style: .dim)
      }
    }
    if panel == .traits { return drawTraits(in: rect, of: &grid) }
    for (index, line) in all[first...].prefix(rect.lines).enumerated() {
      grid.write(line, at: CellPosition(column: rect.column, line: rect.line + index), width: rect.columns)
    }
  }

  private func lines(of panel: Panel, width: Int) -> [String] {
    switch panel {
    case .help: Self.help.flatMap { $0.isEmpty ? [""] : DisplayText.lines(of: $0, width: width) }
    case .traits: []
    case .sees: seen.flatMap { DisplayText.lines(of: $0, width: width) }
    case .log:
      typingSession.logLines.isEmpty
        ? ["The log is empty."]
        : typingSession.logLines.suffix(Self.logLinesShown).flatMap { DisplayText.lines(of: $0, width: width) }
    case .turns: turnLines(width: width)
    case .messages: messages.flatMap { DisplayText.lines(of: $0, width: width) }
    }
  }

  /// The reason why the system keyboard is shown, and the notices of the session, the newest first.
  private var messages: [String] {
    let why = typingSession.session.shownBecause.map { [$0.sentence(in: typingSession.session.field)] } ?? []
    let all = why + typingSession.messages.reversed()
    return all.isEmpty ? ["There are no messages."] : all
  }

  private func title(of panel: Panel) -> String {
    switch panel {
    case .log: "Log of \(typingSession.loggedKeyboard.map { typingSession.name(of: $0) } ?? "the keyboard")"
    default: panel.title
    }
  }

  /// The lines of the help panel, the most useful first.
  private static let help = [
    "Tab: switch between MOVE (move over the keys) and TYPE (use your keyboard).",
    "MOVE: arrows move, Return or space presses, h holds, Shift+arrow or < > ^ v swipes.",
    "Mouse: click presses, hold and slide chooses, drag swipes, drag on space moves the insertion point, wheel scrolls.",
    "Ctrl-Z undoes your last step. Ctrl-L redraws.",
    "F1 help, F2 keyboards, F3 traits, F4 visible text, F5 log, F6 turns, F7 messages, F9 suspends, F10 or Ctrl-C quits.",
    "Esc, then a digit: the F key with this number. Esc closes a panel. Page Up and Page Down scroll it.",
  ]

  /// The maximum number of log lines in the panel.
  private static let logLinesShown = 500

  /// Scrolls the open panel by one line less than its height, toward the end or the start of its content.
  func scrollPanel(towardEnd: Bool) {
    guard let panel, let lines = plan?.panel?.lines else { return }
    panelOffset += max(lines - 1, 1) * (towardEnd == panel.beginsAtEnd ? -1 : 1)
    panelOffset = max(panelOffset, 0)
  }

  // MARK: Traits

  /// The index of the first visible trait if the panel shows `lines` lines.
  func firstTrait(shownIn lines: Int) -> Int {
    min(max(traitIndex - lines + 1, 0), max(TraitRow.all.count - lines, 0))
  }

  private func drawTraits(in rect: CellRect, of grid: inout CellGrid) {
    guard let field = typingSession.session.field else { return }
    let first = firstTrait(shownIn: rect.lines)
    for (place, row) in TraitRow.all[first...].prefix(rect.lines).enumerated() {
      let isChosen = first + place == traitIndex
      let line = CellRect(column: rect.column, line: rect.line + place, columns: rect.columns, lines: 1)
      let style: CellStyle = isChosen ? .reversed : .plain
      grid.fill(line, style: style)
      grid.write(
        "\(isChosen ? ">" : " ")\(row.name): \(row.value(field))",
        at: CellPosition(column: line.column, line: line.line), width: line.columns, style: style)
    }
  }

  // MARK: Visible text

  /// The maximum number of characters that the panel shows of each part of the text: before, inside and after the
  /// selection.
  private static let seenCharacters = 400

  private var seen: [String] {
    guard let keyboard = typingSession.session.keyboard, let document = typingSession.session.visibleDocument else {
      return ["The keyboard is hidden and sees no text."]
    }
    var lines: [String] = []
    if let reason = typingSession.session.shownBecause {
      let sentence = reason.sentence(in: typingSession.session.field)
      lines.append("\(sentence) Only the system keyboard sees this text:")
    }
    let buffer = document.buffer
    lines.append("\(typingSession.name(of: keyboard)) sees \(document.policy.words):")
    lines.append("before\(buffer.isCutBefore ? " (cut)" : ""): \(shown(buffer.before, fromEnd: true))")
    lines.append("selected\(buffer.isSelectionCut ? " (cut)" : ""): \(shown(buffer.selected))")
    lines.append("after\(buffer.isCutAfter ? " (cut)" : ""): \(shown(buffer.after))")
    if let marked = buffer.markedText { lines.append("marked: \(shown(marked))") }
    lines.append("hasText: \(buffer.hasText ? "yes" : "no"), document \(document.identifier)")
    return lines
  }

  private func shown(_ text: String, fromEnd: Bool = false) -> String {
    guard !text.isEmpty else { return "nil" }
    let isSecret = typingSession.session.field?.traits.isSecureTextEntry == true
    let part = fromEnd ? text.suffix(Self.seenCharacters) : text.prefix(Self.seenCharacters)
    if isSecret { return String(repeating: "•", count: part.count) }
    let cut = part.utf8.count < text.utf8.count ? "…" : ""
    return "\"\(fromEnd ? cut : "")\(String(part).sanitized(limit: 2 * Self.seenCharacters))\(fromEnd ? "" : cut)\""
  }

  // MARK: Turns

  private func turnLines(width: Int) -> [String] {
    let turns = typingSession.turns
    guard !turns.isEmpty else { return ["The keyboard has had no turn yet."] }
    return turns.map { turn in
      let time = turn.duration.milliseconds
      let room = max(width - 12, 0)
      let name = DisplayText.clipped(
        "\(turn.event.words)\(turn.isAnswered ? "" : " (no answer)"), \(typingSession.name(of: turn.identifier))",
        to: room)
      return name + String(repeating: " ", count: max(room - DisplayText.width(of: name), 0))
        + String(repeating: " ", count: max(12 - time.count, 0)) + time
    }
  }
}

extension FullScreen.Panel {
  /// Whether the panel begins at its last lines, because its newest entries are the most important.
  fileprivate var beginsAtEnd: Bool { self == .log || self == .turns }

  /// The panel's heading.
  fileprivate var title: String {
    switch self {
    case .help: "Help"
    case .traits: "Traits"
    case .sees: "Text that the keyboard sees"
    case .log: "Log of the keyboard"
    case .turns: "Turns of the keyboard"
    case .messages: "Messages"
    }
  }
}

extension ContextPolicy {
  /// The policy as text for the user.
  fileprivate var words: String {
    switch self {
    case .window(let characters): "\(characters) characters on each side"
    case .paragraph: "the paragraph"
    case .ios16: "the rest of the paragraph, and \(Self.defaultWindow) characters before the selection"
    }
  }
}
