internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
package import Measurement
internal import SystemKeyboard
internal import TextModel
internal import Timing

/// The benchmark of the time that the host needs for expensive texts and for the largest results of turns.
package struct HostWorkBenchmark: Benchmark {
  package let name = "host-work"
  package let title = "the host's work for costly text, and for results of a turn at their limits"
  package let method = """
    Text: 2 MB of one kind on the system keyboard, with the insertion point in the middle. The figure is the time of \
    the slowest user action: focus, a move of the insertion point, a letter, delete or a selection. Results: a \
    keyboard answers a key press with the largest result of one kind that a turn may have. The figure is the time \
    from the arrival of the result's bytes until the host waits again. If the turn takes too long, the figure \
    includes ending the keyboard.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let goalOfText = Goal.atMost(20e-3)
  private static let goalOfResult = Goal.atMost(50e-3)
  private static let identifier = "org.klava.benchmark.scripted"

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let texts = try Self.texts.map { name, unit in
      let samples = try sample(effort.samples(10, quick: 2)) {
        [try Self.slowest(String(repeating: unit, count: 1_000_000 / unit.utf8.count))]
      }
      return Figure("2 MB of \(name), slowest", samples, .seconds, at: 1, goal: Self.goalOfText)
    }
    let results = try Self.results.map { name, result in
      let samples = try sample(effort.samples(10, quick: 2)) { [try Self.time(of: result)] }
      return Figure(name, samples, .seconds, at: 1, goal: Self.goalOfResult)
    }
    return Outcome(texts + results)
  }

  // MARK: Text

  private static let texts = [
    ("letters", "a"), ("flags", "🇩🇪"), ("families", "👨‍👩‍👧‍👦"), ("joined pictures", "👩\u{200D}"),
    ("combining marks", "\u{301}"),
    ("Hangul Jamo", "ᄀ"), ("prepended signs", "\u{600}"), ("conjuncts", "क\u{94D}"), ("line breaks", "\n"),
  ]

  /// The duration of the slowest user action in seconds. The field's text has `side` on both sides of the insertion
  /// point.
  private static func slowest(_ side: String) throws -> Double {
    let session = KeyboardSession(
      source: ScriptedSource(nil), system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier,
      clock: SystemClock())
    defer { session.end() }
    var slowest = seconds(of: { session.focus(TextField(document: TextDocument(before: side, after: side))) })
    let actions: [() throws -> Void] = [
      { try session.moveInsertionPoint(byCharacters: -1) }, { try session.moveInsertionPoint(byCharacters: 1) },
      { try session.type("x") }, { try session.hardwareKey("Backspace") }, { try session.hardwareKey("ArrowLeft") },
      { try session.hardwareKey("Home") }, { try session.hardwareKey("End") },
      { try session.select(offset: 1, length: 0) }, { try session.type("x") }, { try session.hardwareKey("Delete") },
      { try session.select(offset: 0, length: 1) },
    ]
    for action in actions { slowest = max(slowest, try seconds(of: action)) }
    return slowest
  }

  // MARK: Results

  private static let keys = (0..<999).map { index in
    InputViewTree.Element.key(Key(String(repeating: "я", count: 400), identifier: "key \(index)"))
  }
  private static let bars = (0..<30).map { InputViewTree.Element.suggestions(SuggestionBar("bar \($0)")) }
  private static let go = InputViewTree.Element.key(Key("go"))
  private static let manyKeys = InputViewTree(root: .row(keys + [go]))

  private static let results: [(String, TurnResult)] = [
    ("an input view of 1,000 keys", TurnResult(serial: 0, requests: [.setInputView(manyKeys)])),
    (
      "1,000 changes of suggestions",
      TurnResult(
        serial: 0,
        requests: (0..<1_000).map { .change(.suggestions(identifier: "bar \($0 % 30)", (0..<32).map { "word \($0)" })) }
      )
    ),
    (
      "10,000 timers",
      TurnResult(serial: 0, requests: (0..<10_000).map { .startTimer(identifier: $0, seconds: 1, repeats: true) })
    ),
    (
      "10,000 edits of flags",
      TurnResult(
        serial: 0,
        edits: (0..<10_000).map { $0.isMultiple(of: 2) ? .insertText("🇩🇪") : .adjustTextPositionByCharacters(-1) })
    ),
    ("10,000 deletions in flags", TurnResult(serial: 0, edits: Array(repeating: .deleteBackward, count: 10_000))),
    (
      "10,000 long moves",
      TurnResult(
        serial: 0,
        edits: (0..<10_000).map { .adjustTextPosition(byCharacterOffset: $0.isMultiple(of: 2) ? -200_000 : 200_000) })
    ),
    ("one text of 64 KB of flags", TurnResult(serial: 0, edits: [.insertText(String(repeating: "🇩🇪", count: 8_000))])),
  ]

  /// The seconds that the host needs for a result, including decoding.
  private static func time(of result: TurnResult) throws -> Double {
    let keyboard = ScriptedKeyboard(InputViewTree(root: .column(bars + [go])), RunnerMessage.result(result).frame)
    let session = KeyboardSession(
      source: ScriptedSource((identifier, keyboard)), system: SystemKeyboard(),
      systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
    defer { session.end() }
    session.focus(TextField(document: TextDocument(before: String(repeating: "🇩🇪", count: 125_000))))
    try require(session.keyboard, is: identifier, "the keyboard that is shown")
    let time = try seconds(of: { try session.key("go") })
    guard keyboard.wasPressed else { throw WrongWorkError("the key press did not reach the keyboard") }
    return time
  }

  /// A keyboard in this process that answers each key press with the same encoded result.
  private final class ScriptedKeyboard: Keyboard {
    private let inputView: InputViewTree
    private let frame: [UInt8]
    private(set) var wasPressed = false

    init(_ inputView: InputViewTree, _ frame: [UInt8]) {
      self.inputView = inputView
      self.frame = frame
    }

    func serve(
      _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
    ) throws(KeyboardEndError) -> TurnResult? {
      switch turn.event {
      case .load: return TurnResult(serial: turn.serial, requests: [.setInputView(inputView)])
      case .key:
        wasPressed = true
        do throws(WireError) {
          guard case .result(var result) = try RunnerMessage(frame: frame) else {
            return TurnResult(serial: turn.serial)
          }
          result.serial = turn.serial
          return result
        } catch {
          throw .protocolViolation("\(error)")
        }
      default: return TurnResult(serial: turn.serial)
      }
    }
  }

  /// A source with the system keyboard and, if the benchmark has one, a scripted keyboard.
  private final class ScriptedSource: KeyboardSource {
    private let keyboard: (identifier: String, keyboard: ScriptedKeyboard)?

    init(_ keyboard: (String, ScriptedKeyboard)?) { self.keyboard = keyboard.map { ($0.0, $0.1) } }

    var choicesVersion: Int? { nil }

    func modes() -> [InputMode] {
      (keyboard.map { [InputMode($0.identifier)] } ?? [])
        + [InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)]
    }
    var preparation: (any ProcessPreparation)? { nil }

    func makeKeyboard(
      _ identifier: String, while body: () throws(KeyboardEndError) -> Void
    ) throws(KeyboardEndError) -> any KeyboardProcess {
      try body()
      guard let keyboard else { throw .notStarted("there is no scripted keyboard") }
      return ProcesslessKeyboard(keyboard.keyboard)
    }
    func launchConfiguration(
      for identifier: String, standing: InputModeStanding
    ) throws(KeyboardEndError) -> LaunchConfiguration {
      LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "", principalClass: "")
    }
    func grant(of identifier: String) -> KeyboardGrant { KeyboardGrant() }
    func reply(_ request: HostRequest, of identifier: String) -> HostReply { .refused(.notFound) }
    func endForStorage(of identifier: String) -> KeyboardEndError? { nil }
    func keepEndedFiles(while idle: IdleTime?) {}
    func lexicon() -> [LexiconEntry] { [] }
    func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
    func record(_ message: String, of identifier: String) {}
    func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {}
    func quarantine(_ identifier: String, reason: String) {}
    func audit(_ summary: AuditSummary, of identifier: String) {}
  }
}
