internal import Glibc
internal import LinuxShims
internal import TextModel

/// The budget of one turn of a keyboard: limits on its edits, inserted bytes, shown characters and host time.
package struct TurnBudget {
  private var edits = 0
  private(set) var insertedBytes = 0
  private var shownCharacters = 0
  private var time: HostTime
  /// The limit of ``insertedBytes``, at most ``TextModel/TurnLimit/insertedBytes``.
  private let mostInsertedBytes: Int

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - limit: The limit of host time.
  ///   - bytes: The number of bytes that the turns after the user's last key press may still insert; nil for no limit.
  package init(time limit: Duration, bytesLeftAfterPress bytes: Int? = nil) {
    time = HostTime(limit)
    mostInsertedBytes = min(bytes ?? .max, TurnLimit.insertedBytes)
  }

  /// Subtracts one edit of a document from the budget.
  ///
  /// - Throws: ``EditError``: the limit that the edit exceeds, or the text that no keyboard may insert.
  mutating func spend(_ edit: Edit, on document: TextDocument) throws(EditError) {
    let bytes = edit.insertedBytes
    let isPlain = edit.isPlain
    // Do not measure a short insertion that replaces no text: reading the processor time would take longer than the
    // insertion.
    let replacesText = !document.near.selected.isEmpty || document.near.marking != nil
    let isCheap = isPlain && !replacesText && Self.shortText.contains(bytes)
    if edits > 0 || !isCheap { time.begin() }
    edits += 1
    insertedBytes += bytes
    guard edits <= TurnLimit.edits else { throw .tooManyEdits }
    guard insertedBytes <= TurnLimit.insertedBytes else { throw .tooMuchText }
    guard insertedBytes <= mostInsertedBytes else { throw .tooMuchTextAfterPress }
    if !isPlain, let fault = document.fault(in: edit) { throw .text(fault) }
    guard !isSpent else { throw .tooMuchWork }
  }

  /// Restores the counts of edits and inserted bytes from an earlier state of the budget, but not the host time.
  mutating func refund(to old: TurnBudget) {
    edits = old.edits
    insertedBytes = old.insertedBytes
  }

  /// Returns a snapshot that the turn may show to the keyboard. The budget limits the number of characters. If no
  /// character is left in the budget, the snapshot has no text.
  mutating func snapshot(of document: inout TextDocument) -> DocumentSnapshot {
    // A snapshot has three parts: the text before the selection, the selection, and the text after the selection. Each
    // part gets a third of the remaining characters.
    let snapshot = document.snapshot(limit: max(0, TurnLimit.shownCharacters - shownCharacters) / 3)
    shownCharacters += snapshot.buffer.shownCharacters
    return snapshot
  }

  /// The sizes of a short text in UTF-8 bytes.
  private static let shortText = 1...16

  /// Begins the work on the turn's result.
  ///
  /// - Parameters:
  ///   - limit: The limit of host time for the result.
  ///   - hasRequests: Whether the result has requests, which can need any amount of time.
  mutating func beginResult(within limit: Duration, hasRequests: Bool) {
    time.restrict(to: limit)
    if hasRequests { time.begin() }
  }

  /// Whether the host time is used up.
  var isSpent: Bool { time.isOver }
}

/// A limit on the processor time that the host's thread spends for a keyboard.
///
/// The limit is in processor time, so that the load of the machine has no effect on it. Reading the processor time
/// needs a system call, so the code reads the clock first. If less time than the limit has passed on the clock, the
/// thread cannot have exceeded the limit.
private struct HostTime {
  private var limit: Duration
  /// The earliest clock time at which the limit can be used up, and the processor time at which it is used up. Both
  /// times are in nanoseconds. Nil before the count starts.
  private var end: (clock: Int64, processor: Int64)?

  init(_ limit: Duration) { self.limit = limit }

  /// Starts to count the time, unless the count has already started.
  mutating func begin() { if end == nil { end = Self.end(after: limit) } }

  /// Lowers the limit. If the count has started, the limit applies to the remaining time.
  mutating func restrict(to most: Duration) {
    limit = min(limit, most)
    guard let end else { return }
    let new = Self.end(after: limit)
    self.end = (min(end.clock, new.clock), min(end.processor, new.processor))
  }

  private static func end(after limit: Duration) -> (clock: Int64, processor: Int64) {
    let limit = limit.wholeNanoseconds
    return (now(CLOCK_MONOTONIC) + limit, now(CLOCK_THREAD_CPUTIME_ID) + limit)
  }

  var isOver: Bool {
    guard let end, Self.now(CLOCK_MONOTONIC) >= end.clock else { return false }
    return Self.now(CLOCK_THREAD_CPUTIME_ID) >= end.processor
  }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  /// The duration in nanoseconds, at most an hour, so that sums do not overflow.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(seconds, -3_600), 3_600) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
