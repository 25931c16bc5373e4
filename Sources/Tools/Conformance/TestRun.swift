internal import Bundles
internal import Diagnostics
internal import KeyboardHost
internal import Scripting
internal import SystemKeyboard
internal import TextInput

/// One keyboard in one session, in its production runner, with everything noted that it does.
///
/// What is done to it are lines of a script, played as `klava play` plays them: so every trial can be repeated there.
package final class TestRun {
  /// What was done so far, as lines of a script: what is unusual about the host comes first.
  var script: [String] { record.script }
  /// How many lines of the script were there before anything was done.
  private let stepsBefore: Int
  /// What the keyboard did so far.
  let record = TestRunRecord()
  /// The keyboard's identifier.
  let identifier: String
  private let session: KeyboardSession
  private let source: TestRunSource
  private let player: Player
  private let laboratory: TestEnvironment
  private let environment: TestRunEnvironment
  /// The answer to the last step.
  private(set) var answer: PlayAnswer?

  init(_ bundle: KeyboardBundle, in laboratory: TestEnvironment, _ conditions: Conditions) {
    identifier = bundle.manifest.identifier
    self.laboratory = laboratory
    record.script = conditions.lines(for: identifier)
    stepsBefore = record.script.count
    let clock = VirtualClock()
    source = TestRunSource(bundle, laboratory: laboratory, conditions: conditions, record: record)
    session = KeyboardSession(
      source: source, system: SystemKeyboard(language: laboratory.languages.first ?? "en-US"),
      systemIdentifier: SystemKeyboard.identifier, clock: clock)
    environment = TestRunEnvironment(bundle, source)
    player = Player(session: session, clock: clock, environment: environment)
  }

  /// Does a step; throws where the keyboard ended.
  func perform(_ step: Step) throws(Interruption) { try perform(line: step.line) }

  /// Does what a line of a script says; throws where the keyboard ended.
  func perform(line: String) throws(Interruption) {
    record.script.append(line)
    laboratory.note(line)
    answer = player.play(line: Array(line.utf8))
    if record.end == nil, let problem = answer?.problem, problem.code == .keyboardBrokeProtocol {
      // Some lies are found by the session, not by who reads the link.
      record.end = RecordedEnd(
        end: .protocolViolation(problem.sentence), during: record.turns.last?.event.kind, calls: [])
    }
    try throwEnd(at: line)
    if case .layerMissing? = answer?.problem?.code { throw .fault("\(answer?.problem?.sentence ?? "")") }
  }

  private func throwEnd(at step: String) throws(Interruption) {
    guard let end = record.end else {
      if answer?.state.shownBecause == .crashed, record.turns.isEmpty {
        throw .fault(answer?.problem?.description ?? "the host could not start the keyboard")
      }
      return
    }
    switch end.end {
    case .notStarted(let reason), .unconfined(_, let reason): throw .fault(reason)
    default: throw .ended(TestRunEnd(recorded: end, step: step, script: repeatable, lastWords: lastWords))
    }
  }

  /// What it printed at the last step: the line that says what was fatal, else the last one.
  private var lastWords: String? {
    let lines = record.lines(at: script.count)
    return lines.last { $0.contains("Fatal error") } ?? lines.last
  }

  /// The script as others play it, for whom it is not the only keyboard: in its first field it is picked.
  private var repeatable: [String] {
    let pick = Step.pick(identifier).line
    guard !script.contains(pick), let first = script.firstIndex(where: { $0.hasPrefix(#"{"focus""#) }) else {
      return script
    }
    return script[...first] + [pick] + script[(first + 1)...]
  }

  /// Gives a field the focus, and the field to the keyboard.
  func focus(_ field: FieldDescription = FieldDescription()) throws(Interruption) {
    try perform(.focus(field))
    // Said once in any case, so that the script shows this keyboard whichever the person has.
    if !isShown || script.count == stepsBefore + 1 { try perform(.pick(identifier)) }
  }

  /// Shows the keyboard if another one is shown or none.
  func show() throws(Interruption) {
    if !isShown { try perform(.pick(identifier)) }
  }

  /// Presses a key, by its identifier.
  func press(_ key: String) throws(Interruption) { try perform(.press(key)) }

  /// Ends the keyboard as a session ends it.
  func end() throws(Interruption) {
    laboratory.note("destroy")
    session.end()
    if record.end?.during != .destroy { return try throwEnd(at: "the session's end") }
    try throwEnd(at: "destroy")
  }

  /// Ends the keyboard without giving it any more time.
  func abandon() {
    for keyboard in record.keyboards { keyboard.kill() }
  }

  /// What the keyboard shows; nil where it is not shown, or shows nothing.
  var interface: Interface? { isShown ? session.interface : nil }

  /// Whether the keyboard has the field.
  var isShown: Bool { session.keyboard == identifier }

  /// Why it has not, where another one was chosen.
  var shownBecause: ShownBecause? { session.shownBecause }

  /// The keys that can be pressed.
  var keys: [Key] { interface?.keys.filter(\.isEnabled) ?? [] }

  /// Whether the host adds a globe key because there is none.
  var addsGlobeKey: Bool { session.addsGlobeKey }

  /// The document of the field that has the focus.
  var document: PlayState.Document? { answer?.state.document }

  /// All of the document's text.
  var text: String {
    guard let document else { return "" }
    return document.before + document.selected + document.after
  }

  /// The process that the host started for the keyboard.
  var processIdentifier: Int32? { record.keyboards.last?.processIdentifier }
}

/// What a trial's script needs besides the keyboard: there is only one, and nothing else can be changed.
private final class TestRunEnvironment: PlayEnvironment {
  private let bundle: KeyboardBundle
  private let source: TestRunSource

  init(_ bundle: KeyboardBundle, _ source: TestRunSource) {
    self.bundle = bundle
    self.source = source
  }

  func resolve(_ part: String) throws(Diagnostic) -> String { bundle.manifest.identifier }

  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    settings[key] = value
    return settings
  }

  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {}
  func takeProblems() -> [Diagnostic] { source.takeProblems() }
}
