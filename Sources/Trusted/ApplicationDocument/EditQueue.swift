internal import TextModel

/// The turns that the document has not sent completely yet, with the limits of a turn.
///
/// The queue decides when the document may send the next step, and the document decides whether the step must wait at a
/// fence.
struct EditQueue: Sendable {
  /// The remaining limits of the current turn.
  var limits = TurnLimits()
  /// The operations that the application may not have handled yet.
  var window = SendWindow()
  /// Whether the document has dropped edits since the session last got the application's text.
  var hasDroppedEdits = false
  /// Whether the document sends the whole queue without waiting at fences, because the queue is too long or too old.
  private(set) var skipsFences = false
  private var turns: [Turn] = []
  /// Whether the next turn continues with the limits of the current turn.
  private var sharesLimits = false
  /// The time before which the document must not send operations; nil if the document may send operations now.
  private var heldUntil: Duration?
  /// The longest delay in the queue of text that the document sent in the last ``timeBeforeReturn``, and the time at
  /// which the document last sent text.
  private var lastInsertion: (delay: Duration, sentAt: Duration)?

  /// A turn in the queue.
  private struct Turn {
    /// The edits and key presses that the document has not sent yet. The document sends the last step first.
    var steps: [EditStep]
    /// The memory that the turn needs in the queue, roughly.
    let bytes: Int
    /// Whether the whole turn is as short as the turn of an ordinary key, which can also correct a word.
    private let wasShort: Bool
    /// The keyboard of the turn; nil if the keyboard is unknown.
    let keyboard: String?
    /// The time at which the turn came into the queue.
    let queuedAt: Duration
    /// Whether the turn inserts a line break or a tab, which can send or run the text before it.
    let hasReturn: Bool

    init(_ steps: [EditStep], from keyboard: String?, at time: Duration) {
      self.steps = steps.reversed()
      bytes = steps.reduce(bytesOfTurn) { $0 + $1.byteCount }
      wasShort = Self.isShort(steps, presses: 32, bytes: 256)
      self.keyboard = keyboard
      queuedAt = time
      hasReturn = steps.contains(where: \.hasReturn)
    }

    /// The time from which the turn has waited for ``maximumQueueTime``.
    var overdueTime: Duration { queuedAt + maximumQueueTime }
    /// Whether the rest of the turn is mainly text, not key presses.
    var isText: Bool { steps.reduce(0) { $0 + $1.byteCount } >= 8 * steps.count }
    /// Whether the turn is short, or its rest is very short.
    var isShort: Bool { wasShort || Self.isShort(steps, presses: 8, bytes: 32) }

    private static func isShort(_ steps: [EditStep], presses: Int, bytes: Int) -> Bool {
      // Each step counts as at least one press. The sum of `pressCount` could overflow.
      steps.count <= presses && steps.reduce(0) { $0 + min(max($1.pressCount, 1), presses + 1) } <= presses
        && steps.reduce(0) { $0 + $1.byteCount } <= bytes
    }
  }

  /// The limits of one turn. The limits of a turn prevent a keyboard from keeping the host busy. ``maximumQueueTime``
  /// limits the time for which a keyboard can delay later turns.
  struct TurnLimits: Sendable {
    /// The number of key presses that the turn may still send. The first value is enough to move the insertion point
    /// through the longest window. The document drops presses beyond this number, because too many presses would block
    /// the application and the host.
    var presses = 4_000
    /// The number of bytes of text that the host may still compare and change for the turn.
    var work = maximumWork
    /// The number of times that the turn may still wait at a fence. After the last allowed wait, the document sends the
    /// rest of the turn without waiting.
    var fences = 32
    /// The number of times that the turn may still press a key that has no effect in the known text. Such a press can
    /// delete an unreported selection, or move into text that the application did not report.
    var pressesOutsideText = 1
  }

  /// The maximum number of bytes of text that the host compares and changes for one turn. The limit is enough for 800
  /// edits in a window of 4,000 bytes. If a turn exceeds this limit, the document drops the rest of the turn.
  static let maximumWork = 8_000_000
  /// The work that the host counts for each step, in addition to the bytes of the text.
  private static let workOfStep = 100
  /// The maximum number of turns in the queue. If the queue exceeds this number, the document sends the whole queue
  /// without waiting.
  private static let maximumWaitingTurns = 100
  /// The maximum time for which turns may stay in the queue. When a turn has waited for this time, the document sends
  /// the whole queue without further waiting.
  private static let maximumQueueTime = Duration.seconds(5)
  /// The number of bytes of inserted text in the queue above which the document drops further turns.
  private static let maximumQueuedBytes = 4_194_304
  /// The memory that the document counts for a turn in the queue, in addition to the bytes of the text.
  private static let bytesOfTurn = 4_096
  /// The time for which the user can see the text before Return, if the edits came into the queue at different times.
  private static let timeBeforeReturn = Duration.milliseconds(250)

  /// Creates an empty queue.
  ///
  /// - Parameter time: The time before which the document must not send operations; nil if the document may send
  ///   operations immediately.
  init(heldUntil time: Duration? = nil) { heldUntil = time }

  var isEmpty: Bool { turns.isEmpty }

  /// The time at which the document could send the next step, or the application has handled the earlier operations.
  /// The time is nil if the document can send now.
  var deadline: Duration? {
    let overdue = window.opening.flatMap { _ in overdueTime }.map { max($0, heldUntil ?? $0) }
    return [isEmpty ? nil : heldUntil, window.opening, overdue].compactMap(\.self).min()
  }

  /// The time from which a turn does not wait for the application any more; nil without such a turn.
  ///
  /// This turn is the first turn, or the turn for which the document drops the rest of the first turn.
  private var overdueTime: Duration? {
    (turns.first.map(mayOverfill) == true ? turns.first : turnWithoutWait)?.overdueTime
  }

  /// Whether the document may send a turn although the window is full, after the turn has waited for
  /// ``maximumQueueTime``.
  private func mayOverfill(_ turn: Turn) -> Bool { turn.isShort && window.hasReserve }

  /// The turn that need not wait for the whole first turn. If the first turn is short or text, the next turns of its
  /// keyboard wait for the whole turn.
  private var turnWithoutWait: Turn? {
    guard let first = turns.first else { return nil }
    return first.isShort || first.isText
      ? turns.first { $0.keyboard != first.keyboard } : turns.dropFirst().first
  }

  /// Whether a turn has been in the queue for ``maximumQueueTime``.
  private func hasWaited(_ turn: Turn?, at time: Duration) -> Bool {
    turn.map { time >= $0.overdueTime } == true
  }

  /// The time before which the document must not send a turn with Return; nil if the document may send the turn now.
  ///
  /// The user must see the text before the Return. The session limits how soon after an insertion a keyboard presses
  /// Return. If the insertion waited in the queue, the document keeps this time between them, up to
  /// ``timeBeforeReturn``.
  private func earliestTime(for turn: Turn) -> Duration? {
    guard turn.hasReturn, let last = lastInsertion else { return nil }
    return min(turn.queuedAt + last.delay, last.sentAt + Self.timeBeforeReturn)
  }

  // MARK: Turns

  /// Adds a turn. If the queue is too long, drops the waiting turns of other keyboards, or otherwise the new turn. In
  /// that case, the session gets the application's text after the application has reported all effects.
  mutating func append(_ steps: [EditStep], from keyboard: String? = nil, at time: Duration) {
    let turn = Turn(steps, from: keyboard, at: time)
    if keyboard != nil, !hasSpace(for: turn) {
      if turns[0].keyboard != nil, turns[0].keyboard != keyboard { limits = TurnLimits() }
      turns.removeAll { $0.keyboard != nil && $0.keyboard != keyboard }
      hasDroppedEdits = true
    }
    if hasSpace(for: turn) { turns.append(turn) } else { hasDroppedEdits = true }
  }

  /// Whether a turn fits into the queue. An empty queue has space for every turn.
  private func hasSpace(for turn: Turn) -> Bool {
    turns.isEmpty || turns.reduce(turn.bytes) { $0 + $1.bytes } <= Self.maximumQueuedBytes
  }

  /// Removes all turns.
  mutating func removeAll() { (turns, limits, heldUntil) = ([], TurnLimits(), nil) }

  /// Begins the next turn of the queue. If the document sends the whole queue without waiting, all later turns of the
  /// same keyboard in the queue share the limits of one turn. If each turn had its own limits, a queue of long turns
  /// would block the host.
  private mutating func beginNextTurn() {
    let keyboard = turns.removeFirst().keyboard
    if !sharesLimits || turns.first?.keyboard != keyboard { limits = TurnLimits() }
    sharesLimits = skipsFences
  }

  // MARK: Steps

  /// Begins to send steps, before the first call of ``nextStep(at:)``.
  ///
  /// - Returns: Whether the document may send operations at this time.
  mutating func begin(at time: Duration) -> Bool {
    if let heldUntil, time < heldUntil { return false }
    heldUntil = nil
    skipsFences = turns.count > Self.maximumWaitingTurns || hasWaited(turns.first, at: time)
    sharesLimits = false
    return true
  }

  /// Removes and returns the next step; nil if the queue is empty, or if the step must wait until ``deadline``.
  mutating func nextStep(at time: Duration) -> EditStep? {
    while !turns.isEmpty {
      if window.opening == nil || mayOverfill(turns[0]) && hasWaited(turns[0], at: time) {
        if let due = earliestTime(for: turns[0]), time < due {
          heldUntil = due
          return nil
        }
        if let step = popStep() { return step }
      } else {
        guard hasWaited(turnWithoutWait, at: time) else { return nil }
        // Another turn has waited too long for the rest of the first turn. So drop the rest.
        if !turns[0].steps.isEmpty { hasDroppedEdits = true }
      }
      beginNextTurn()
    }
    return nil
  }

  /// Removes and returns the next step of the current turn; nil at the end of the turn.
  mutating func popStep() -> EditStep? { turns[0].steps.popLast() }

  /// Begins the next turn that has steps and may be a part of the same commit, and removes and returns its first step.
  mutating func firstStepOfNextTurn() -> EditStep? {
    while turns.count > 1, window.opening == nil || mayOverfill(turns[1]),
      !turns[1].hasReturn || turns[1].queuedAt == turns[0].queuedAt
    {
      beginNextTurn()
      if let step = popStep() { return step }
    }
    return nil
  }

  /// Drops the rest of the current turn, and the waiting turns of the same keyboard that delete text. The insertion point
  /// is not where the keyboard expected it.
  mutating func dropMisplacedTurns() {
    for index in turns.indices where turns[index].keyboard == turns[0].keyboard {
      if index == 0 || turns[index].steps.contains(.edit(.deleteBackward)) { turns[index].steps = [] }
    }
  }

  /// Forgets the texts of the field. The queue then inserts no text again (``EditStep/restore(_:)``), and drops the rest
  /// of a turn that waits for a text (``EditStep/check(_:)``).
  mutating func forgetText() {
    for index in turns.indices {
      turns[index].steps.removeAll { if case .restore = $0 { true } else { false } }
      let check = turns[index].steps.lastIndex { if case .check = $0 { true } else { false } }
      if let check { turns[index].steps.removeSubrange(...check) }
    }
  }

  /// Puts steps before the other steps of the current turn.
  mutating func insert(_ steps: [EditStep]) { turns[0].steps += steps.reversed() }

  /// The time at which the current turn came into the queue.
  var queuedAt: Duration { turns[0].queuedAt }

  /// Whether the rest of the current turn only deletes text backward.
  var onlyDeletes: Bool {
    turns[0].steps.allSatisfy { if case .edit(.deleteBackward) = $0 { true } else { false } }
  }

  /// Subtracts the work of a step from the limit of the current turn. If the turn exceeds the limit, this method drops
  /// the rest of the turn and returns false.
  mutating func spend(_ work: Int) -> Bool {
    limits.work -= work + Self.workOfStep
    if limits.work < 0 {
      turns[0].steps = []
      hasDroppedEdits = true
    }
    return limits.work >= 0
  }

  /// Subtracts a possible wait at a fence from the limit of the current turn.
  mutating func spendFence() { limits.fences = max(limits.fences - 1, 0) }

  /// Records that the document sends text of a turn that came into the queue at `queuedAt`.
  mutating func recordInsertion(queuedAt: Duration, at time: Duration) {
    let old = lastInsertion.flatMap { time < $0.sentAt + Self.timeBeforeReturn ? $0.delay : nil } ?? .zero
    lastInsertion = (max(old, time - queuedAt), time)
  }
}
