internal import Diagnostics
internal import KeyboardHost
internal import Layout
internal import Scripting
internal import TextModel

/// The panel beside or below the field.
struct PanelView {
  /// The content of a panel. The raw value is the number of its function key.
  enum Panel: Int {
    case help = 1
    case traits = 3
    case sees = 4
    case log = 5
    case turns = 6
    case messages = 7
  }

  /// The open panel; nil while none is open.
  private(set) var open: Panel?
  /// The number of lines by which the panel is scrolled away from its initial position.
  private var offset = 0
  /// The index of the chosen line in the traits panel.
  private var traitIndex = 0

  /// Whether a panel is open.
  var isOpen: Bool { open != nil }

  mutating func close() {
    open = nil
    offset = 0
  }

  /// Opens a panel, or closes it if it is open.
  mutating func toggle(_ panel: Panel) {
    open = open == panel ? nil : panel
    offset = 0
  }

  /// Draws the open panel into its part of the screen.
  func draw(_ typingSession: TypingSession, in rect: CellRect, of grid: inout CellGrid) {
    guard let panel = open else { return }
    let heading = CellPosition(column: rect.column, line: rect.line - 1)
    grid.write(String(repeating: "-", count: rect.columns), at: heading, style: .dim)
    let all = panel == .traits ? [] : lines(of: panel, typingSession, width: rect.columns)
    let rest = max(all.count - rect.lines, 0)
    let offset = min(offset, rest)
    let first = panel.beginsAtEnd ? rest - offset : offset
    // The names of the keys that scroll the panel from its current position.
    let more = [first > 0 ? "PgUp" : nil, first < rest ? "PgDn" : nil].compactMap(\.self).joined(separator: " ")
    let keys = more.isEmpty ? "" : " \(more) "
    grid.write(
      " \(DisplayText.clipped(title(of: panel, typingSession), to: rect.columns - 6 - keys.count)) ",
      at: CellPosition(column: heading.column + 2, line: heading.line), style: .bold)
    grid.write(keys, at: CellPosition(column: heading.column + rect.columns - 1 - keys.count, line: heading.line))
    if rect.column > 0 {
      for line in rect.line - 1..<rect.endLine {
        grid.write("|", at: CellPosition(column: rect.column - 1, line: line), style: .dim)
      }
    }
    if panel == .traits { return drawTraits(typingSession, in: rect, of: &grid) }
    for (index, line) in all[first...].prefix(rect.lines).enumerated() {
      grid.write(line, at: CellPosition(column: rect.column, line: rect.line + index), width: rect.columns)
    }
  }

  private func lines(of panel: Panel, _ typingSession: TypingSession, width: Int) -> [String] {
    switch panel {
    case .help: Self.help.flatMap { $0.isEmpty ? [""] : DisplayText.lines(of: $0, width: width) }
    case .traits: []
    case .sees: seen(typingSession).flatMap { DisplayText.lines(of: $0, width: width) }
    case .log:
      typingSession.logLines.isEmpty
        ? ["The log is empty."]
        : typingSession.logLines.suffix(Self.logLinesShown).flatMap { DisplayText.lines(of: $0, width: width) }
    case .turns: turnLines(typingSession, width: width)
    case .messages: messages(typingSession).flatMap { DisplayText.lines(of: $0, width: width) }
    }
  }

  /// The reason why the system keyboard is shown, and the notices of the session, the newest first.
  private func messages(_ typingSession: TypingSession) -> [String] {
    let why = typingSession.session.shownBecause.map { [$0.sentence(in: typingSession.session.field)] } ?? []
    let all = why + typingSession.messages.reversed()
    return all.isEmpty ? ["There are no messages."] : all
  }

  private func title(of panel: Panel, _ typingSession: TypingSession) -> String {
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
  mutating func scroll(towardEnd: Bool, of rect: CellRect, _ typingSession: TypingSession) {
    guard let open, open != .traits else { return }
    let rest = max(lines(of: open, typingSession, width: rect.columns).count - rect.lines, 0)
    let step = max(rect.lines - 1, 1) * (towardEnd == open.beginsAtEnd ? -1 : 1)
    offset = min(max(min(offset, rest) + step, 0), rest)
  }

  // MARK: Traits

  /// The index of the first visible trait if the panel shows `lines` lines.
  private func firstTrait(shownIn lines: Int) -> Int {
    min(max(traitIndex - lines + 1, 0), max(TraitRow.all.count - lines, 0))
  }

  /// Handles a keystroke in the traits panel.
  mutating func handleInTraits(_ keystroke: Keystroke, _ typingSession: TypingSession) {
    let rows = TraitRow.all
    switch keystroke {
    case .arrow(.up, _): traitIndex = (traitIndex + rows.count - 1) % rows.count
    case .arrow(.down, _): traitIndex = (traitIndex + 1) % rows.count
    case .arrow(.right, _), .return, .character(" "): typingSession.step(rows[traitIndex], isForward: true)
    case .arrow(.left, _): typingSession.step(rows[traitIndex], isForward: false)
    default: typingSession.notify("Up/down: select a trait. Left/right: change it. Esc: close the panel.")
    }
  }

  /// Handles a press of the mouse button on a line of the panel. Line 0 is the panel's first line.
  mutating func press(line: Int, of rect: CellRect, _ typingSession: TypingSession) {
    let index = firstTrait(shownIn: rect.lines) + line
    guard open == .traits, TraitRow.all.indices.contains(index) else { return }
    traitIndex = index
    typingSession.step(TraitRow.all[index], isForward: true)
  }

  private func drawTraits(_ typingSession: TypingSession, in rect: CellRect, of grid: inout CellGrid) {
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

  private func seen(_ typingSession: TypingSession) -> [String] {
    guard let keyboard = typingSession.session.keyboard, let document = typingSession.session.visibleDocument else {
      return ["The keyboard is hidden and sees no text."]
    }
    var lines: [String] = []
    if let reason = typingSession.session.shownBecause {
      let sentence = reason.sentence(in: typingSession.session.field)
      lines.append("\(sentence) Only the system keyboard sees this text:")
    }
    let buffer = document.buffer
    let isSecret = typingSession.session.field?.traits.isSecureTextEntry == true
    lines.append("\(typingSession.name(of: keyboard)) sees \(document.policy.words):")
    lines.append("before\(buffer.isCutBefore ? " (cut)" : ""): \(shown(buffer.before, fromEnd: true, isSecret))")
    lines.append("selected\(buffer.isSelectionCut ? " (cut)" : ""): \(shown(buffer.selected, isSecret))")
    lines.append("after\(buffer.isCutAfter ? " (cut)" : ""): \(shown(buffer.after, isSecret))")
    if let marked = buffer.markedText { lines.append("marked: \(shown(marked, isSecret))") }
    lines.append("hasText: \(buffer.hasText ? "yes" : "no"), document \(document.identifier)")
    return lines
  }

  private func shown(_ text: String, fromEnd: Bool = false, _ isSecret: Bool) -> String {
    guard !text.isEmpty else { return "nil" }
    let part = fromEnd ? text.suffix(Self.seenCharacters) : text.prefix(Self.seenCharacters)
    if isSecret { return String(repeating: "•", count: part.count) }
    let cut = part.utf8.count < text.utf8.count ? "…" : ""
    return "\"\(fromEnd ? cut : "")\(String(part).sanitized(limit: 2 * Self.seenCharacters))\(fromEnd ? "" : cut)\""
  }

  // MARK: Turns

  private func turnLines(_ typingSession: TypingSession, width: Int) -> [String] {
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

extension PanelView.Panel {
  /// Whether the panel opens at its last lines, which are its newest entries.
  fileprivate var beginsAtEnd: Bool { self == .log || self == .turns }

  /// The heading of the panel.
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
  /// The context policy in words for the user.
  fileprivate var words: String {
    switch self {
    case .window(let characters): "\(characters) characters on each side"
    case .paragraph: "the paragraph"
    case .ios16: "the rest of the paragraph, and \(Self.defaultWindow) characters before the selection"
    }
  }
}
