package import Bundles
package import KeyboardHost
internal import TextInput

/// `klava type`: a person presses keys by writing their names, line by line, and sees what comes of it.
///
/// The session's clock is the machine's; timers that ran out meanwhile run when a line comes.
package final class TypeLoop {
  private let stage: Stage
  private let environment: any PlayEnvironment
  private let write: (String) -> Void
  /// Where the person writes; nil where that is no descriptor.
  private let input: Int32?
  /// The keyboard and planes that were shown last; keys are shown again when they are others.
  private var rows: [String] = []
  private var labels: [String] = []
  private var pasteboard: String?

  /// What a person reads first.
  package static let greeting = "Write the names of keys, with spaces between them. :help lists what else there is."

  /// What stands before each line that the person writes.
  package static let prompt = "> "

  /// A loop that writes text with its line breaks, and makes the next keyboards ready until `input` is readable.
  package init(
    session: KeyboardSession, environment: any PlayEnvironment, input: Int32? = nil, write: @escaping (String) -> Void
  ) {
    stage = Stage(session: session, environment: environment, clock: nil)
    self.environment = environment
    self.write = write
    self.input = input
  }

  /// Types until the bytes that `read` brings end, or the person quits; an empty field gets the focus if none has it.
  ///
  /// Throws only what `read` throws.
  package func run(reading read: () throws(Problem) -> [UInt8]?) throws(Problem) {
    write("\(Self.greeting)\n")
    if stage.session.field == nil { perform(.focus(FocusedFieldOptions())) } else { show() }
    var lines = ScriptLines()
    var isEnd = false
    while true {
      write(Self.prompt)
      stage.session.prepare(while: input.map { IdleTime(endedBy: [$0]) })
      var next = lines.next(isEnd: isEnd)
      while next == nil, !isEnd {
        if let bytes = try read() { lines.append(bytes) } else { isEnd = true }
        next = lines.next(isEnd: isEnd)
      }
      guard let next else { return write("\n") }
      guard case .bytes(let bytes) = next else {
        write("\(Problem(.scriptLineTooLong, "").line)\n")
        continue
      }
      let line = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
      stage.session.runDueTimers()
      report(stage.perform(.nothing))
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
        write("\(error.line.harmless(limit: 1_024))\n")
      }
    }
  }

  /// Lets what another process changed of the person's choices take effect at once, also while a line is awaited, and shows
  /// what came of it.
  package func noticeChanges() {
    guard stage.noticeChanges() else { return }
    write("\n")
    perform(.nothing)
    write(Self.prompt)
  }

  private func press(_ keys: [String]) {
    for key in keys {
      let answer = stage.perform(.key(key, .press, count: 1))
      report(answer)
      guard answer.isOK else { break }
    }
    show()
  }

  private func perform(_ command: PlayCommand) {
    report(stage.perform(command))
    show()
  }

  /// What went wrong or is worth knowing; the state is shown once for all keys of a line.
  private func report(_ answer: PlayAnswer) {
    for warning in answer.warnings { write("! \(warning.harmless())\n") }
    if let error = answer.error { write("\(error.harmless(limit: 1_024))\n") }
    if answer.events.contains(SessionEvent.return.rawValue) { write("(return)\n") }
  }

  private var keyNames: Set<String> {
    Set(stage.session.interface?.keys.flatMap { [$0.identifier, $0.title] } ?? [])
  }

  // MARK: Showing

  private func show() {
    let state = PlayState(of: stage.session)
    let rows = stage.session.keyboard == nil ? [] : stage.session.interface?.rows ?? []
    let labels = state.labels.filter { !$0.text.isEmpty }.map { "\($0.identifier.harmless()): \($0.text.harmless())" }
    let name = state.keyboard.map { environment.name(of: $0).harmless(limit: 64) } ?? "no keyboard"
    let title = state.shownBecause.map { "\(name) (\($0.rawValue))" } ?? name
    if [title] + rows != self.rows {
      write("\n\(title)\n")
      for row in rows where !row.isEmpty { write("  \(row)\n") }
      if stage.session.addsGlobeKey { write("  🌐\n") }
      self.rows = [title] + rows
    }
    if labels != self.labels {
      for label in labels { write("  \(label)\n") }
      self.labels = labels
    }
    if state.pasteboard != pasteboard {
      write("  pasteboard: \(state.pasteboard?.harmless() ?? "empty")\n")
      pasteboard = state.pasteboard
    }
    if let document = state.document {
      write("  \(PlayTranscript.text(document, isSecure: state.isSecure))\n")
    }
  }
}
