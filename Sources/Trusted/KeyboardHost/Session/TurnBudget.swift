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
    time.begin()
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
  ///
  /// - Parameter limit: The host's time for the result.
  mutating func beginResult(within limit: Duration) {
    edits = 0
    insertedBytes = 0
    time.begin(limit)
  }

  /// Whether the host's time is used up.
  var isSpent: Bool { time.isOver }
}

/// Time in which the host's thread works for a keyboard.
///
/// A thread that the kernel does not run does no work, so a busy machine must not cost a keyboard anything: what counts is the
/// thread's processor time. Asking for that is a system call, so the clock is asked first: while less than the limit has
/// passed, no more was worked.
private struct HostTime {
  private let limit: Duration
  /// When it is over at the earliest, and at which processor time; nil while nothing was done.
  private var end: (clock: ContinuousClock.Instant, processor: Duration)?

  init(_ limit: Duration) { self.limit = limit }

  /// Work begins, unless it has begun before; from now on it may take at most this, or what is left where that is less.
  mutating func begin(_ limit: Duration? = nil) {
    guard limit != nil || end == nil else { return }
    let limit = min(limit ?? self.limit, self.limit)
    let processor = Self.processorTime + limit
    let clock = ContinuousClock.now + limit
    end = (min(end?.clock ?? clock, clock), min(end?.processor ?? processor, processor))
  }

  var isOver: Bool {
    guard let end, ContinuousClock.now >= end.clock else { return false }
    return Self.processorTime >= end.processor
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
