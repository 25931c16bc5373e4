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
final class TrialRecord {
  /// The turns that it served.
  var turns: [RecordedTurn] = []
  /// How it ended before its time; nil where it did not.
  var end: RecordedEnd?
  /// What it printed and logged, in order; only so many lines are kept.
  private(set) var lines: [String] = []
  /// How many lines and bytes it printed and logged.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// The system calls that it was refused.
  var refused = AuditTally()
  /// The processes that were made of it.
  var keyboards: [WatchedKeyboard] = []

  func add(_ line: String) {
    lineCount += 1
    byteCount += line.utf8.count
    if lines.count < 10_000, line.utf8.count < 65_536 { lines.append(line) }
  }

  /// More was printed than is kept.
  func addFlood() {
    lineCount += 1_000
    byteCount += 1 << 20
  }

  /// The turns of key events.
  var keyTurns: [RecordedTurn] { turns.filter { $0.event.kind == .key } }
}
