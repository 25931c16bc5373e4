internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import Scripting
internal import SystemKeyboard
internal import Timing

/// A test run: one keyboard in one session, in the same runner as in a user's session, with a complete record.
///
/// All steps are lines of a script that the player of `klava play` performs, so a user can repeat the test run.
package final class TestRun {
  /// The script so far. The script starts with the conditions of the test run.
  var script: [Step] { record.script }
  /// The number of steps at the start of the script that set the conditions.
  private let stepsBefore: Int
  /// The record of everything that the keyboard does.
  let record = TestRunRecord()
  let identifier: String
  private let session: KeyboardSession
  private let source: TestRunSource
  private let player: Player
  private let testEnvironment: TestEnvironment
  private let environment: TestRunEnvironment
  /// The answer of the script player to the last step.
  private(set) var answer: PlayAnswer?

  init(_ bundle: KeyboardBundle, in testEnvironment: TestEnvironment, _ conditions: Conditions) {
    identifier = bundle.manifest.identifier
    self.testEnvironment = testEnvironment
    record.script = conditions.steps(for: identifier)
    stepsBefore = record.script.count
    let clock = VirtualClock()
    source = TestRunSource(bundle, testEnvironment: testEnvironment, conditions: conditions, record: record)
    session = KeyboardSession(
      source: source, system: SystemKeyboard(language: testEnvironment.languages.first ?? "en-US"),
      systemIdentifier: SystemKeyboard.identifier, clock: clock)
    environment = TestRunEnvironment(bundle, source)
    player = Player(session: session, clock: clock, environment: environment)
  }

  /// Performs a step.
  ///
  /// - Throws: `CheckError.ended` if the keyboard's process ended.
  func perform(_ step: Step) throws(CheckError) {
    let line = step.line
    record.script.append(step)
    testEnvironment.record(line)
    answer = player.play(line: Array(line.utf8))
    if record.end == nil, let diagnostic = answer?.diagnostic, diagnostic.code == .keyboardBrokeProtocol {
      // Record the protocol violations that only the session detects, and not the code of the link.
      record.end = RecordedEnd(
        end: .protocolViolation(diagnostic.sentence), during: record.turns.last?.event.kind, calls: [])
    }
    try throwEnd(at: line)
    if case .layerMissing? = answer?.diagnostic?.code { throw .fault("\(answer?.diagnostic?.sentence ?? "")") }
  }

  private func throwEnd(at step: String) throws(CheckError) {
    guard let end = record.end else {
      if answer?.state.shownBecause == .crashed, record.turns.isEmpty {
        throw .fault(answer?.diagnostic?.description ?? "the host could not start the keyboard")
      }
      return
    }
    switch end.end {
    case .withoutMainThread: throw .fault("\(end.end)")
    case .notStarted(let reason), .unconfined(_, let reason): throw .fault(reason)
    default: throw .ended(TestRunEnd(recorded: end, step: step, script: repeatable, lastWords: lastWords))
    }
  }

  /// The keyboard's output in the last step: the line with the fatal error, or the last line if no line has a fatal
  /// error.
  private var lastWords: String? {
    let lines = record.lines(at: script.count)
    return lines.last { $0.contains("Fatal error") } ?? lines.last
  }

  /// The script with a step that chooses the keyboard in the first field, so that users with several keyboards can play
  /// the script.
  private var repeatable: [Step] {
    let pick = Step.pick(identifier)
    guard !script.contains(pick), let first = script.firstIndex(where: \.isFocus) else { return script }
    return script[...first] + [pick] + script[(first + 1)...]
  }

  /// Gives a field the focus and chooses the keyboard.
  func focus(_ field: FieldDescription = FieldDescription()) throws(CheckError) {
    try perform(.focus(field))
    // The steps for the first field always choose the keyboard, so that the script works with any list of keyboards.
    if !isShown || script.count == stepsBefore + 1 { try perform(.pick(identifier)) }
  }

  /// Chooses the keyboard if the host does not show it.
  func show() throws(CheckError) {
    if !isShown { try perform(.pick(identifier)) }
  }

  /// Presses a key, by its identifier.
  func press(_ key: String) throws(CheckError) {
    try perform(inputView?.key(key).map(Step.press) ?? .press(key))
  }

  /// Ends the session, which also ends the keyboard.
  func end() throws(CheckError) {
    testEnvironment.record("destroy")
    session.end()
    if record.end?.during != .destroy { return try throwEnd(at: "the session's end") }
    try throwEnd(at: "destroy")
  }

  /// The path of a file that the keyboard stored and that contains a text; nil if there is none.
  ///
  /// First saves the files of a data container in memory, as the host does while the user is idle.
  func file(containing text: String) -> String? {
    for keyboard in record.keyboards {
      // If the files exceed a limit of data containers, the host saves no file, so there is nothing to find.
      try? keyboard.finishTurns(while: nil)
    }
    source.keepEndedFiles(while: nil)
    return source.file(containing: text)
  }

  /// Kills the keyboard's processes.
  func abandon() {
    for keyboard in record.keyboards { keyboard.kill() }
  }

  /// The keyboard's input view; nil if the host does not show the keyboard, or if the keyboard has no input view.
  var inputView: InputViewTree? { isShown ? session.inputView : nil }

  /// Whether the session shows this keyboard.
  var isShown: Bool { session.keyboard == identifier }

  /// The reason why the session shows the system keyboard instead of this keyboard.
  var shownBecause: ShownBecause? { session.shownBecause }

  /// The enabled keys of the keyboard.
  var keys: [Key] { inputView?.keys.filter(\.isEnabled) ?? [] }

  var addsGlobeKey: Bool { session.addsGlobeKey }

  var document: PlayState.Document? { answer?.state.document }

  var text: String {
    guard let document else { return "" }
    return document.before + document.selected + document.after
  }

  var processIdentifier: Int32? { record.keyboards.last?.processIdentifier }
}

/// The environment of a test run's session: one keyboard, and no stored settings.
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
  func setFaultInjection(_ faultInjection: FaultInjection) -> [String] { [] }
  func noticeChanges() -> Bool { false }
  func noticeSettings() -> Bool { false }
  func name(of identifier: String) -> String { identifier }
  func diagnostic(of identifier: String) -> Diagnostic? { nil }
  func drainDiagnostics() -> [Diagnostic] { source.drainDiagnostics() }
}
