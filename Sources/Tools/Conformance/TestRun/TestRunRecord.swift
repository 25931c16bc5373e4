internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore

/// The unexpected end of a keyboard's process.
struct RecordedEnd: Sendable {
  let end: KeyboardEndError
  /// The kind of the turn during which the process ended; nil if no turn was running.
  let during: TurnEvent.Kind?
  /// The last calls between host and keyboard, the oldest first.
  let calls: [KeyboardJournal.Call]
}

/// The record of a keyboard in one test run.
final class TestRunRecord {
  var turns: [RecordedTurn] = []
  /// How the keyboard's process ended; nil if the process did not end before the end of the test run.
  var end: RecordedEnd?
  var script: [Step] = []
  /// The lines that the keyboard printed and logged, in order. The record keeps at most 10,000 lines.
  private(set) var lines: [String] = []
  /// For each line in `lines`, the number of steps at the time when the keyboard wrote the line.
  private(set) var stepsOfLines: [Int] = []
  /// The number of lines and bytes that the keyboard printed and logged.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// The system calls of the keyboard that the sandbox refused.
  private(set) var refused = AuditSummary()
  /// The first refusal of each kind of system call.
  private(set) var firstRefusals: [FirstRefusal] = []

  /// The first refusal of a kind of system call.
  struct FirstRefusal {
    /// The refused call, with the number of refusals.
    let call: AuditSummary.RefusedCall
    /// The kind of the turn in which the sandbox refused the call; nil if no turn was running.
    let during: TurnEvent.Kind?
    let script: [Step]
  }
  /// The keyboard's instances, one for each process.
  var keyboards: [WatchedKeyboard] = []

  func add(_ line: String) {
    lineCount += 1
    byteCount += line.utf8.count
    guard lines.count < 10_000, line.utf8.count < 65_536 else { return }
    lines.append(line)
    stepsOfLines.append(script.count)
  }

  func add(refused calls: [AuditSummary.RefusedCall], during kind: TurnEvent.Kind?) {
    for call in calls {
      if !firstRefusals.contains(where: { $0.call.name == call.name && $0.call.path == call.path }) {
        firstRefusals.append(FirstRefusal(call: call, during: kind, script: script))
      }
      refused.add(call)
    }
  }

  /// The lines that the keyboard printed and logged in a step. `step` is the number of this step in the script,
  /// starting with 1.
  func lines(at step: Int) -> [String] { zip(lines, stepsOfLines).filter { $0.1 == step }.map(\.0) }

  /// Records that the keyboard printed more text than the host keeps.
  func addFlood() {
    lineCount += 1_000
    byteCount += 1 << 20
  }

  /// The turns for key events.
  var keyTurns: [RecordedTurn] { turns.filter { $0.event.kind == .key } }
}
