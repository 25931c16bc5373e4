internal import Bundles
internal import KeyboardHost
internal import TextInput

/// How a keyboard ended before its time.
struct RecordedEnd: Sendable {
  /// How.
  let end: KeyboardEnd
  /// In which turn; nil where nobody used it.
  let during: TurnEvent.Kind?
  /// Its last calls across the ABI, oldest first.
  let calls: [String]
}

/// Everything that a keyboard did in one trial.
final class TestRunRecord {
  /// The turns that it served.
  var turns: [RecordedTurn] = []
  /// How it ended before its time; nil where it did not.
  var end: RecordedEnd?
  /// What was done so far, as lines of a script.
  var script: [String] = []
  /// What it printed and logged, in order; only so many lines are kept.
  private(set) var lines: [String] = []
  /// How much of the script was done when each of these lines came.
  private(set) var stepsOfLines: [Int] = []
  /// How many lines and bytes it printed and logged.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// The system calls that it was refused.
  private(set) var refused = AuditTally()
  /// When each kind of these was first refused.
  private(set) var firstRefusals: [FirstRefusal] = []

  /// When a kind of system call was first refused.
  struct FirstRefusal {
    /// The call, and how often it was refused then.
    let call: AuditTally.RefusedCall
    /// In which turn; nil where it was noted between two.
    let during: TurnEvent.Kind?
    /// What had been done.
    let script: [String]
  }
  /// The processes that were made of it.
  var keyboards: [WatchedKeyboard] = []

  func add(_ line: String) {
    lineCount += 1
    byteCount += line.utf8.count
    guard lines.count < 10_000, line.utf8.count < 65_536 else { return }
    lines.append(line)
    stepsOfLines.append(script.count)
  }

  /// System calls were refused.
  func add(refused calls: [AuditTally.RefusedCall], during kind: TurnEvent.Kind?) {
    for call in calls {
      if !firstRefusals.contains(where: { $0.call.name == call.name && $0.call.path == call.path }) {
        firstRefusals.append(FirstRefusal(call: call, during: kind, script: script))
      }
      refused.add(call)
    }
  }

  /// What it printed and logged at a step, which is the number of lines of the script with it.
  func lines(at step: Int) -> [String] { zip(lines, stepsOfLines).filter { $0.1 == step }.map(\.0) }

  /// More was printed than is kept.
  func addFlood() {
    lineCount += 1_000
    byteCount += 1 << 20
  }

  /// The turns of key events.
  var keyTurns: [RecordedTurn] { turns.filter { $0.event.kind == .key } }
}
