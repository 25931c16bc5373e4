internal import FakeKeyboards
internal import Glibc
internal import HostFiles
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import RandomValues
internal import SystemKeyboard
internal import SystemSupport
internal import TestSupport
internal import TextModel
internal import Timing

/// One random script: a session, its keyboards, and the model of the document.
final class FaultScript {
  let seed: UInt64
  var random: SeededGenerator
  var texts: SeededGenerator
  let source: FaultSource
  let clock = VirtualClock()
  let session: KeyboardSession
  /// The document of the model; nil while no field has the focus.
  var model: NaiveDocument?
  /// Whether the user dismissed the keyboard from the field.
  var isDismissed = false
  /// The error of the last key press; nil if the shown keyboard handled the press.
  var unserved: SessionError?
  private(set) var summary = FaultSummary()
  /// The last steps, for the report of a violation.
  private var log: [String] = []
  private var threads: [WorkThread] = []

  init(seed: UInt64, harness: FaultHarness) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    texts = SeededGenerator(seed: seed &* 31)
    var names = SeededGenerator(seed: seed &* 7919)
    source = FaultSource(harness) { HostileName.random(&names) }
    session = KeyboardSession(
      source: source, system: Self.plainSystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: clock)
  }

  /// A system keyboard that types exactly the character of each key, because the model makes no automatic changes of
  /// the text.
  static func plainSystemKeyboard() -> SystemKeyboard {
    let keyboard = SystemKeyboard()
    keyboard.preferences = .none
    return keyboard
  }

  /// The processes of all keyboards that were started.
  var runners: [pid_t] { source.runners }

  /// Ends the session and all processes that it started.
  func end() {
    joinThreads()
    Watchdog.watch("the end of script \(seed)")
    session.end()
    Watchdog.rest()
    source.beginStep()
  }

  /// Plays steps until the number of faults is reached, but at most 400 steps. Without faults, plays 60 steps.
  func play(faults: Int) throws {
    while summary.steps < 400, faults == 0 ? summary.steps < 60 : summary.injected < faults {
      try performStep(mayFail: faults > 0)
    }
  }

  // MARK: One step

  private func performStep(mayFail: Bool) throws {
    summary.steps += 1
    source.beginStep()
    source.boundary = random.one(of: [.field, .application, .application, .session])
    refreshKeyboards()
    let step = nextStep(mayFail: mayFail)
    if mayFail, random.integer(below: 2) == 0 { inject(into: step) }
    let start = ContinuousClock.now
    // Check that the step returns after any fault, because the user continues to type.
    Watchdog.watch("script \(seed), step \(summary.steps), \(step)\n\(log.suffix(14).joined(separator: "\n"))")
    defer { Watchdog.rest() }
    let outcomes = try perform(step)
    summary.longest = max(summary.longest, ContinuousClock.now - start)
    joinThreads()
    try judge(step, outcomes)
    forgetPassedFaults()
  }

  /// Advances the time and ends all quarantines, so that there are keyboards for the next faults to hit.
  private func refreshKeyboards() {
    if random.integer(below: 3) > 0 { clock.move(to: clock.now + .seconds(61)) }
    if random.integer(below: 3) == 0 { source.retryAll() }
  }

  private func judge(_ step: Step, _ outcomes: Outcomes) throws {
    record(step)
    let touched = source.touched
    let ends = touched.flatMap(\.ends)
    for end in ends { summary.ends[Self.name(end), default: 0] += 1 }
    var isFaulty = source.hasFailedStart || touched.contains { $0.isHit || $0.saysAnything }
    if !isFaulty, ends.contains(where: { Self.name($0) == "hung" }), !step.hangs {
      summary.unforcedHangs += 1
      isFaulty = true
    }
    let liars = touched.filter(\.saysAnything)
    let said = liars.isEmpty ? nil : liars.flatMap(\.edits)
    try compare(step, outcomes, isFaulty: isFaulty, said: said)
    try checkRules(step)
    _ = session.drainReport()
  }

  private func compare(_ step: Step, _ outcomes: Outcomes, isFaulty: Bool, said: [[Edit]]?) throws {
    guard let document = session.field?.document else {
      guard model == nil else { throw violation("the field is gone") }
      return
    }
    let allowed = outcomes.allowed(isFaulty: isFaulty, said: said)
    let now = NaiveDocument(
      before: document.before, selected: document.selected, after: document.after, rules: document.rules)
    guard allowed.contains(where: { $0.isSame(as: now) }) || isFaulty && outcomes.isPartlyCleared(now) else {
      throw violation(
        "the document is \(now.shown), expected \(allowed.prefix(4).map(\.shown).joined(separator: " or "))")
    }
    model = now.marking(document.markedRange)
  }

  /// Checks the rules that hold after every step.
  private func checkRules(_ step: Step) throws {
    guard let field = session.field else { return }
    let isBarred = Self.isBarred(field)
    // A hostile process or an altered message may request that the host dismiss the keyboard.
    if session.keyboard == nil, source.touched.contains(where: \.saysAnything) { isDismissed = true }
    if !isDismissed, session.keyboard == nil { throw violation("the field has the focus, but no keyboard is shown") }
    if isBarred, let keyboard = session.keyboard, keyboard != SystemKeyboard.identifier {
      throw violation("\(keyboard) has a protected field")
    }
    guard isBarred, passing.isEmpty else { return }
    for process in source.processes.compactMap(\.processIdentifier) { try waitUntilStopped(process) }
  }

  private func waitUntilStopped(_ process: pid_t) throws {
    // Only the innermost process runs the keyboard. The outer processes wait for it, and the host does not stop them.
    guard let keyboard = ProcessTree.family(of: process).last else { return }
    // The kernel stops a process only when it next schedules the process, so wait for the stop.
    var state: Character?
    let hasStopped = waitUntil(within: .seconds(5)) {
      state = ProcessStatus(keyboard).state
      return state.map { "TZX".contains($0) } ?? true
    }
    guard hasStopped else { throw violation("process \(keyboard) runs on (\(state ?? "?"))") }
  }

  private static func isBarred(_ field: TextField) -> Bool { field.reasonAgainstThirdParties != nil }

  // MARK: Faults

  private func inject(into step: Step) {
    let fault = Fault.random(&random)
    // Do not inject a pause, because its end continues the process. In a protected field, the process must remain
    // stopped.
    if fault == .pause, step.changesRules || session.field.map(Self.isBarred) == true { return }
    let processes = source.processes
    let shown = processes.first { $0.identifier == session.keyboard }
    let any = processes.isEmpty ? nil : random.one(of: processes)
    let keyboard = random.integer(below: 5) > 0 ? shown ?? any : any
    var injection = Injection(
      fault: fault, process: keyboard?.processIdentifier, hitsInnermost: random.boolean(),
      delay: delay(), seed: random.next(), link: keyboard?.link)
    if step.starts || keyboard == nil {
      // The process is still starting, so the test does not know its identifier or its link yet.
      guard fault.signal != nil else { return }
      injection.process = nil
      source.startFault = injection
      return log.append("  \(fault.rawValue) at the next start, after \(injection.delay) µs")
    }
    if fault.passes, let keyboard, !keyboard.isHit { passing.append(keyboard) }
    keyboard?.isHit = true
    if fault.changesWords { keyboard?.saysAnything = true }
    summary.faults[fault.rawValue, default: 0] += 1
    log.append("  \(fault.rawValue) for \(injection.process ?? 0), after \(injection.delay) µs")
    if injection.delay == 0 {
      injection.strike()
    } else {
      threads.append(
        WorkThread { [injection] in
          usleep(injection.delay)
          injection.strike()
        })
    }
  }

  /// A random delay in microseconds: zero in one of four cases, otherwise about a power of two up to 2048.
  private func delay() -> UInt32 {
    guard random.integer(below: 4) > 0 else { return 0 }
    return UInt32(1 << random.integer(below: 12)) + UInt32(random.integer(below: 64))
  }

  /// The keyboards with a fault whose effect ends with the current step.
  var passing: [WatchedKeyboard] = []

  private func joinThreads() {
    for thread in threads { thread.join() }
    threads = []
    for fault in source.joinStartFaults() { summary.faults["\(fault.rawValue) at start", default: 0] += 1 }
  }

  /// Clears the marks of the faults that no longer have an effect.
  func forgetPassedFaults() {
    for keyboard in passing { keyboard.isHit = false }
    passing = []
  }

  // MARK: Log

  private func record(_ step: Step) {
    log.append(
      "\(summary.steps). \(step) -> \(session.keyboard ?? "no keyboard"), \(session.shownBecause.map(\.rawValue) ?? "")"
    )
    for failure in session.drainReport().failures { log.append("    \(failure.identifier): \(failure.kind)") }
    if log.count > 40 { log.removeFirst(log.count - 40) }
  }

  /// A violation with the steps that led to it.
  func violation(_ what: String) -> Violation {
    Violation(description: "step \(summary.steps): \(what)\n    " + log.suffix(14).joined(separator: "\n    "))
  }

  private static func name(_ end: KeyboardEndError) -> String {
    switch end {
    case .crashed: "crashed"
    case .killed: "killed"
    case .hung, .heldUp, .loadedTooLate: "hung"
    case .exceeded: "exceeded"
    case .forbidden: "forbidden"
    case .refused: "refused"
    case .protocolViolation: "protocolViolation"
    case .notStarted, .withoutMainThread: "not started"
    case .unconfined: "unconfined"
    }
  }

  /// Counts a fault that a keyboard causes in its own process.
  func countOwnFault(_ name: String) { summary.faults[name, default: 0] += 1 }
}

extension NaiveDocument {
  /// Whether text and selection are equal, scalar by scalar.
  func isSame(as other: NaiveDocument) -> Bool { text == other.text && selection == other.selection }

  /// The document with this range of UTF-16 code units as marked text.
  func marking(_ range: Range<Int>?) -> NaiveDocument {
    guard let range else { return self }
    var document = self
    var units = 0
    var offsets: [Int: Int] = [0: 0]
    for (index, scalar) in text.enumerated() {
      units += UTF16.width(scalar)
      offsets[units] = index + 1
    }
    if let start = offsets[range.lowerBound], let end = offsets[range.upperBound] { document.marked = start..<end }
    return document
  }

  /// The text around the selection, for a message.
  var shown: String {
    let (before, after) = (self.before, self.after)
    return "\"…\(before.suffix(24).debugDescription)[\(selected.prefix(24))]\(after.prefix(24).debugDescription)…\" "
      + "(\(before.unicodeScalars.count), \(selected.unicodeScalars.count), \(after.unicodeScalars.count))"
  }
}

/// The name of a hostile process, which selects its behavior.
enum HostileName {
  /// A random name. Most names select random behavior with a seed; the other names select one protocol violation.
  static func random(_ random: inout SeededGenerator) -> String {
    guard random.integer(below: 3) == 0 else { return "anything-\(random.next() % 10_000)" }
    return random.one(of: names)
  }

  private static let names = [
    "greetsTwice", "greetsWithOtherVersion", "greetsWithGarbage", "endsBeforeGreeting", "answersTwice",
    "answersOtherTurn", "answersOldTurn", "answersUnasked", "answersBeforehand", "answersWithGarbage",
    "answersWithHello", "answersWithFailure", "editsInEveryTurn", "asksForever", "asksForDocumentsForever",
    "asksTooMuch", "asksAndNeverListens", "neverAnswers", "stopsItself", "killsItself", "exits", "exitsWithChild",
    "leavesItsGroup", "closesEverything", "diesBeforeWriting", "diesBeforeBytes", "diesAfterBytes",
    "diesBeforeCounting", "diesAfterAnswering", "deniesItsLastTurn", "wakesForever", "printsForever",
    "printsAndAnswers", "answersAtFullLength", "changesManyElements", "callsBackManyTimes", "startsManyTimers",
    "flipsWhileItSpeaks", "writesAllOver", "writesToItself", "shrinksTheLink", "makesTheEventBlocking",
    "showsTooManyKeys", "showsNaN", "showsDeepRows", "showsBadLanguage",
  ]
}
