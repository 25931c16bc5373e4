internal import Diagnostics
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore

/// The reason why a check ended early.
package enum CheckError: Error {
  /// The keyboard ended early.
  case ended(TestRunEnd)
  /// The check has nothing to check in this keyboard, for the given reason.
  case skipped(String)
  /// Klava or the machine failed.
  case fault(String)
}

/// The unexpected end of a keyboard's process in a test run, with the steps before the end.
package struct TestRunEnd: Sendable {
  let recorded: RecordedEnd
  let step: String
  /// The script of all steps of the test run.
  let script: [Step]
  /// The last line that the keyboard printed or logged in the last step. The line can explain the end, because a Swift
  /// program prints where and why it crashed.
  let lastWords: String?

  /// A text for a finding that says how the keyboard's process ended. The text states the time limits of a user's
  /// session, which are shorter than the limits in test runs.
  private var words: String {
    guard case .hung(let time) = recorded.end else { return "\(recorded.end)" }
    let deadlines = RunnerKeyboard.Deadlines()
    let deadline =
      switch recorded.during {
      case .load: deadlines.start
      case .destroy: deadlines.end
      default: deadlines.turn
      }
    return "the keyboard did not answer in \(time.words) (the limit is \(deadline.words)), and the host ended it"
  }

  /// The finding that reports the unexpected end of the keyboard's process.
  ///
  /// - Parameters:
  ///   - special: The code to use if the process ended by itself.
  ///   - offender: The part of the keyboard that the finding names; by default the turn.
  func finding(_ special: DiagnosticCode? = nil, about offender: String? = nil) -> CheckDiagnostic {
    let code = DiagnosticCode(of: recorded, special: special)
    let calls = AuditSummary.CrashReport(time: 0, reason: "", calls: recorded.calls.map(\.description)).callsInWords
    let place = recorded.during.map { "in the turn \"\($0.name)\"" } ?? "while it was idle"
    var seen = "\(words) \(place), at \(step.prefix(200))"
    if let lastWords { seen += "; the keyboard printed “\(lastWords.prefix(300))”" }
    if !calls.isEmpty { seen += "; its last calls: \(calls)" }
    return CheckDiagnostic(
      code, offender ?? place,
      expected: code == .hangs ? "an answer within the time limit" : "the keyboard keeps running",
      seen: seen
    ).shown(by: script)
  }
}

extension Duration {
  /// The duration in seconds or milliseconds.
  var words: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}

extension DiagnosticCode {
  /// The code for the end of a keyboard's process, by the kind of the end and the turn.
  init(of recorded: RecordedEnd, special: DiagnosticCode?) {
    self =
      switch recorded.end {
      case .hung, .heldUp, .loadedTooLate:
        recorded.during == .load ? .hangsWhileLoaded : recorded.during == .destroy ? .hangsInDestroy : .hangs
      case .exceeded, .forbidden, .protocolViolation: recorded.end.code
      case .refused, .withoutMainThread: special ?? recorded.end.code
      case .crashed, .killed, .notStarted, .unconfined: special ?? Self.end(during: recorded)
      }
  }

  private static func end(during recorded: RecordedEnd) -> DiagnosticCode {
    switch recorded.during {
    case .load: loadingStep(recorded.calls)
    case .appear: .endsWhenShown
    case .disappear: .endsWhenHidden
    case .key: .endsOnKey
    case .timer: .endsOnTimer
    case .documentChanged, .traitsChanged: .endsOnChange
    case .environmentChanged: .endsOnEnvironment
    case .settingsChanged, .standingChanged, .memoryWarning: .endsOnNotice
    case .destroy: .endsInDestroy
    case nil: .endsUnasked
    }
  }

  /// The code for a keyboard whose process ended in the load turn. The last calls in the journal show in which step of
  /// loading the process ended.
  private static func loadingStep(_ calls: [KeyboardJournal.Call]) -> DiagnosticCode {
    guard let start = calls.lastIndex(of: .turn(.load)) else { return .endsWhileLoaded }
    let steps = calls[start...]
    if steps.contains(.load) { return .endsWhileLoaded }
    return steps.contains(.libraryOpened) ? .endsWhileCreated : .endsWhileOpened
  }
}
