package import Diagnostics
internal import InputViewModel
package import KeyboardHost

/// The loop of `klava type`: the user presses keys by their names, line by line, and sees the results.
///
/// The session uses the machine's clock. Timers run while the loop waits for a line.
package final class TypeLoop {
  private let stepRunner: StepRunner
  private let environment: any PlayEnvironment
  private let isRightToLeft: Bool
  private let write: (String) -> Void
  /// The descriptor of the user's input; nil if there is none.
  private let input: Int32?
  /// The keyboard's name and the rows that the loop last showed. After a change, the loop shows the name and all rows
  /// again.
  private var rows: [String] = []
  private var labels: [String] = []
  private var pasteboard: String?

  /// The first line of output.
  package static let greeting = "Write the names of keys, separated by spaces. `:help` lists the commands."

  /// The prompt before each line of input.
  package static let prompt = "> "

  /// Creates a loop. While the loop waits for a line, the session preloads the next keyboards, until `input` is
  /// readable.
  ///
  /// - Parameters:
  ///   - isRightToLeft: Whether the layout runs from right to left in each field.
  ///   - write: Writes a text without adding a line break.
  package init(
    session: KeyboardSession, environment: any PlayEnvironment, isRightToLeft: Bool = false, input: Int32? = nil,
    write: @escaping (String) -> Void
  ) {
    stepRunner = StepRunner(session: session, environment: environment, clock: nil)
    self.environment = environment
    self.isRightToLeft = isRightToLeft
    self.write = write
    self.input = input
  }

  /// Runs until the input ends or the user quits. If no field has the focus, an empty field gets the focus.
  ///
  /// - Parameters:
  ///   - isEnded: Returns whether to leave out the rest of the input.
  ///   - read: Returns the next bytes of the input; nil at the end.
  /// - Throws: The errors of `read`.
  package func run(
    until isEnded: () -> Bool = { false }, reading read: () throws(Diagnostic) -> [UInt8]?
  ) throws(Diagnostic) {
    write("\(Self.greeting)\n")
    if stepRunner.session.field == nil { perform(.focus(FocusedFieldOptions())) } else { show() }
    var lines = ScriptLines()
    var isEnd = false
    while true {
      write(Self.prompt)
      stepRunner.session.prepare(while: input.map { IdleTime(endedBy: [$0]) })
      var next = lines.next(isEnd: isEnd)
      while next == nil, !isEnd {
        if let bytes = try read() { lines.append(bytes) } else { isEnd = true }
        next = lines.next(isEnd: isEnd)
      }
      guard let next, !isEnded() else { return write("\n") }
      guard case .bytes(let bytes) = next else {
        write("\(Diagnostic(.scriptLineTooLong, "").sanitizedLine)\n")
        continue
      }
      let line = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
      do {
        switch try TypeLine(line, keys: keyNames) {
        case .quit: return
        case .help: write(TypeLine.commands + "\n")
        case .keys:
          rows = []
          show()
        case .press(let keys): press(keys)
        case .command(let command): perform(command)
        }
      } catch {
        write("\(error.sanitizedLine)\n")
      }
    }
  }

  /// Performs due work while the loop waits for a line: due timers, and changes of the user's settings.
  ///
  /// The loop shows the results of timers together with the results of the next line, so that no output interrupts the
  /// user's typing. The loop shows failures and changes of the user's settings immediately.
  package func doWhatIsDue() {
    let hasChanged = stepRunner.noticeChanges()
    let isTimerDue = stepRunner.session.timeUntilTimer.map { $0 <= .zero } ?? false
    guard hasChanged || isTimerDue else { return }
    if isTimerDue { stepRunner.session.runDueTimers(unless: input.map { [$0] } ?? []) }
    let diagnostics = diagnostics(in: stepRunner.perform(.nothing))
    if hasChanged || !diagnostics.isEmpty { write("\n\(diagnostics)\(state())\(Self.prompt)") }
  }

  private func press(_ keys: [String]) {
    for (index, key) in keys.enumerated() {
      stepRunner.session.awaitSuggestions()
      let answer = stepRunner.perform(.key(key, .press, count: 1))
      write(diagnostics(in: answer))
      guard !answer.isOK else { continue }
      let rest = keys[(index + 1)...].joined(separator: " ").sanitized(limit: 256)
      if !rest.isEmpty { write("Klava did not press these keys of the line: \(rest)\n") }
      break
    }
    stepRunner.session.awaitSuggestions()
    show()
  }

  private func perform(_ command: PlayCommand) {
    var command = command
    if case .focus(var options) = command {
      options.environment = EnvironmentChange(isRightToLeft: isRightToLeft)
      command = .focus(options)
    }
    write(diagnostics(in: stepRunner.perform(command)))
    stepRunner.session.awaitSuggestions()
    show()
  }

  /// The diagnostics and warnings of an answer as lines. The lines do not contain the state of the session, because the
  /// loop shows the state once after all keys of a line.
  private func diagnostics(in answer: PlayAnswer) -> String {
    var text = ""
    for warning in answer.warnings { text += "! \(warning.sanitized())\n" }
    if let diagnostic = answer.diagnostic {
      // In `klava type`, the step `type` is a command that begins with a colon.
      let remedy = diagnostic.remedy.replacing("`type`", with: "`:type`")
      let adapted = Diagnostic(diagnostic.code, diagnostic.subject, diagnostic.sentence, remedy: remedy)
      text += "\(adapted.sanitizedLine)\n"
    }
    if answer.events.contains(SessionEvent.return.rawValue) { text += "(return)\n" }
    if answer.hasClearedText { text += "Cleared. To restore the text, write :undo.\n" }
    return text
  }

  private var keyNames: Set<String> {
    Set(stepRunner.session.inputView?.keys.flatMap { [$0.identifier, $0.title] } ?? [])
  }

  // MARK: Output

  private func show() { write(state()) }

  /// The document, and the parts of the keyboard that changed since the last call, as lines.
  private func state() -> String {
    var news = ""
    let state = PlayState(of: stepRunner.session)
    let rows = stepRunner.session.keyboard == nil ? [] : stepRunner.session.inputView?.rows ?? []
    let labels = state.labels.filter { !$0.text.isEmpty }.map { "\($0.identifier.sanitized()): \($0.text.sanitized())" }
    let name = state.keyboard.map { environment.name(of: $0).sanitized(limit: 64) } ?? "no keyboard"
    let title =
      state.shownBecause.map { "\(name) (\($0 == .noneEnabled ? "no other keyboard is available" : $0.rawValue))" }
      ?? name
    if [title] + rows != self.rows {
      news += "\n\(title)\n"
      for row in rows where !row.isEmpty { news += "  \(row)\n" }
      if stepRunner.session.addsGlobeKey { news += "  🌐\n" }
      self.rows = [title] + rows
    }
    if labels != self.labels {
      for label in labels { news += "  \(label)\n" }
      self.labels = labels
    }
    if state.pasteboard != pasteboard {
      news += "  pasteboard: \(state.pasteboard?.sanitized() ?? "empty")\n"
      pasteboard = state.pasteboard
    }
    if let document = state.document { news += "  \(PlayTranscript.text(document, isSecure: state.isSecure))\n" }
    return news
  }
}
