internal import Glibc
internal import LinuxShims
internal import TextInput

/// What the host does for one turn of a keyboard, at most: edits, inserted bytes, characters shown, and the host's time for
/// all of it.
struct TurnBudget {
  private var edits = 0
  private var insertedBytes = 0
  private var shownCharacters = 0
  private var time: HostTime

  /// A budget of so much of the host's time.
  init(time limit: Duration) { time = HostTime(limit) }

  /// Takes one edit on a document out of the budget; throws which limit it exceeds, or what in its text may not be inserted.
  mutating func spend(_ edit: Edit, on document: TextDocument) throws(EditRefusal) {
    edits += 1
    insertedBytes += edit.insertedText?.utf8.count ?? 0
    guard edits <= TurnLimit.edits else { throw .tooManyEdits }
    guard insertedBytes <= TurnLimit.insertedBytes else { throw .tooMuchText }
    if let fault = document.fault(in: edit) { throw .text(fault) }
    guard !isSpent else { throw .tooMuchWork }
  }

  /// The text that may still be shown during the turn: none if the keyboard has read as much as one turn may.
  mutating func snapshot(of document: inout TextDocument) -> DocumentSnapshot {
    // A snapshot has three parts: the text on both sides, and the selection.
    let snapshot = document.snapshot(limit: max(0, TurnLimit.shownCharacters - shownCharacters) / 3)
    shownCharacters += snapshot.buffer.shownCharacters
    return snapshot
  }

  /// The turn's result has come. It brings all edits of the turn, so they are counted anew.
  mutating func beginResult(within limit: Duration) {
    edits = 0
    insertedBytes = 0
    time.shorten(to: limit)
  }

  /// Whether the host's time is used up.
  var isSpent: Bool { mutating get { time.isOver } }
}

/// Time in which the host's thread works for a keyboard.
///
/// A thread that the kernel does not run does no work, so a busy machine must not cost a keyboard anything. But asking for
/// processor time is a system call. So the first half is measured by the clock, and only after that the processor time.
private struct HostTime {
  private var limit: Duration
  private var clockEnd: ContinuousClock.Instant
  private var processorEnd: Duration?

  init(_ limit: Duration) {
    self.limit = limit
    clockEnd = .now + limit / 2
  }

  /// What is left is at most this.
  mutating func shorten(to limit: Duration) {
    guard limit < self.limit else { return }
    self.limit = limit
    clockEnd = min(clockEnd, .now + limit / 2)
    processorEnd = processorEnd.map { min($0, Self.processorTime + limit / 2) }
  }

  var isOver: Bool {
    mutating get {
      guard ContinuousClock.now >= clockEnd else { return false }
      let now = Self.processorTime
      guard let end = processorEnd else {
        processorEnd = now + limit / 2
        return false
      }
      return now >= end
    }
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
