// ApplicationDocument: the text of an application's field, as far as an input method can know it.
//
// For:    a desktop frontend. The module turns the edits of a session into operations of a text transport, and predicts
//         the effect of each operation. The module compares each prediction with the text that the application reports.
//         The module also finds the traits of a field, and whether the field is secure.
// Never:  does I/O, reads a clock (the caller passes the time), or computes the effect of an edit itself (`TextBuffer`
//         does). Never imports Foundation. Never keeps text of a secure field.
// Start:  `ApplicationDocument` for the events, `EditStep.swift` for the operation of each edit, `FieldContent.swift`
//         and `SecureRule.swift` for the properties of a field.
//
// An input method sends operations to an application on two channels: text and keys. Toolkits read the channels from
// different queues, so an operation on one channel can overtake an earlier operation on the other channel. To prevent
// this, the document waits at a *fence* before it changes the channel, until the application reports the predicted
// text. The document waits at most two seconds if the application reported the effect of the previous operation, and at
// most 50 ms otherwise. In a field without text, the document waits until it has received as many reports as it has sent
// operations, but at most 50 ms.

package import TextModel

/// The text of one field, and the edits whose effects the application has not reported yet.
///
/// Call ``apply(_:with:at:)`` for each turn of the session, ``report(_:isReset:at:)`` for each text that the
/// application reports, and ``advance(to:)`` at ``deadline``. Before you pass a report, pass all edits that the session
/// has made. Without these edits, a ``DocumentUpdate/change`` could undo one of the edits. No method traps, whatever
/// the application or the keyboard sends.
package struct ApplicationDocument: Sendable {
  /// The connection to the application.
  package let transport: TextTransport
  /// The rules for edits, which must equal the rules of the session's document.
  package var rules: EditingRules

  /// The session's document; nil if the host does not know the application's text.
  private var session: TextBuffer?
  /// The text that the field will have after all sent operations, with the preedit as marked text. If the application
  /// does not report its text, the buffer contains only the marked text.
  private var field: TextBuffer
  /// The turns that the document has not sent completely yet.
  private var turns: [Turn] = []
  /// Whether the document sends the whole queue without waiting at fences, because the queue is too long or too old.
  private var skipsFences = false
  /// Whether the next turn continues with the limits of the current turn.
  private var sharesLimits = false
  /// The remaining limits of the current turn.
  private var limits = TurnLimits()
  /// The last texts that the application confirmed, followed by the predicted texts that the application has not
  /// reported yet. The array is empty if the application does not report its text.
  private var expected: [Expectation] = []
  /// The index in ``expected`` of the last text that the application confirmed.
  private var reached = 0
  /// The marked texts that the application has shown since the field last had no marked text, the oldest first.
  private var shownMarks: [String] = []
  /// The text of the last report, if this report does not show the effect of an unconfirmed operation. The document
  /// accepts this text as the application's text if no other report follows before ``quietAt``.
  private var unmatched: FieldText?
  /// The last text that the application reported before operations that ``Expectation/isUnreported``, if the application
  /// has not reported their effects in time; nil after another report or operation.
  private var unchangedReport: FieldText?
  /// Whether the document must send an empty commit, because after a commit that replaces text the application has
  /// reported only the old text. Firefox answers the empty commit with the new text. Without this report, Firefox would
  /// delete the wrong text with the next commit that deletes text.
  private var requestsReport = false
  /// In a field without text, the number of operations for which the application has sent no report yet.
  private var unanswered = 0
  /// The time after which the document no longer waits for reports about earlier operations.
  private var quietAt = Duration.zero
  /// The time by which an ``isAnswering`` application should have reported the effects of all operations.
  private var answerBy = Duration.zero
  /// The time before which the document must not send operations; nil if the document may send operations now.
  private var heldUntil: Duration?
  /// The longest time for which text that the document sent in the last ``timeBeforeReturn`` had waited in the queue,
  /// and the time at which the document last sent text.
  private var lastInsertion: (delay: Duration, sentAt: Duration)?
  /// Whether the document has dropped edits since the last ``DocumentUpdate/change``.
  private var hasDroppedEdits = false
  private var lastChannel = Channel.text
  /// The operations that the application may not have handled yet.
  private var window = SendWindow()
  /// Whether the application has reported the effect of the previous operation. A late report of the effect counts too.
  /// If the application has reported the effect, the document waits longer at a fence, because another report is
  /// likely.
  package private(set) var isAnswering: Bool
  /// Whether an ``isAnswering`` application has not reported the effect of an operation in time, and has not reported
  /// this effect later. Some fields reject text without a report.
  private var mayReject = false
  /// The last predicted texts that the application did not report in time, at most ``maximumOverdue`` texts.
  private var overdue: [FieldText] = []
  /// Whether the application has ever reported a new text while an operation was unconfirmed. From such an application,
  /// a missing report means that an operation had no effect.
  private var isEchoing = false
  private var isActive = true

  private enum Channel { case text, keys }

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

  /// A text that the application has reported, or will report according to the document's prediction.
  private struct Expectation {
    var text: FieldText
    /// The key press whose predicted effect is this text; nil for a commit. The actual effect can differ: for example,
    /// Return can send a form, and Tab can leave the field.
    var press: EditStep.Press?
    /// Whether this text is the effect of a commit that deletes text, or that makes marked text plain text.
    var isReplacement = false
    /// Whether every application that reports texts will report this text.
    var isCertain: Bool { press?.isCertain ?? true }
    var isByKey: Bool { press != nil }
    /// Whether applications often do not report this text. GTK reports the effect of Return and Tab only with the next
    /// change by the input method. After a commit that replaces text, Firefox often reports only the old text.
    var isUnreported: Bool { isReplacement || press == .return || press == .tab }
    var isPredicted: Bool { press?.isPredicted ?? true }
  }

  /// The limits of one turn. The limits of a turn prevent a keyboard from keeping the host busy. ``maximumQueueTime``
  /// limits the time for which a keyboard can delay later turns.
  private struct TurnLimits {
    /// The number of key presses that the turn may still send.
    var presses = maximumPresses
    /// The number of bytes of text that the host may still compare and change for the turn.
    var work = maximumWork
    /// The number of times that the turn may still wait at a fence.
    var fences = maximumFences
    /// The number of times that the turn may still press a key that has no effect in the known text.
    var pressesOutsideText = maximumPressesOutsideText
  }

  /// The time for which the document waits for a report if the application is not ``isAnswering``.
  ///
  /// After an unexpected report, the document waits for the same time, because another report may follow. In 90
  /// measurements, the longest time until a report was 5.2 ms.
  private static let patience = Duration.milliseconds(50)
  /// The maximum wait for another report after the application has reported an old text while operations are
  /// unconfirmed.
  private static let patienceAfterOldReport = Duration.milliseconds(200)
  /// The time for which the document waits until an ``isAnswering`` application reports the effect of an operation. An
  /// application that saves a file, or a browser on a busy machine, can take longer than a second. If the document sent
  /// further operations earlier, the application could perform them in another order.
  private static let patienceForAnswer = Duration.seconds(2)
  /// The same time if the application ``mayReject`` operations, or has repeated a report since the operation.
  private static let patienceForRejection = Duration.milliseconds(500)
  /// The maximum number of key presses in one turn: enough to move the insertion point through the longest window. The
  /// document drops presses beyond this number, because too many presses would block the application and the host.
  package static let maximumPresses = 4_000
  /// The maximum number of presses in one turn that have no effect in the known text. Such a press can delete an
  /// unreported selection, or move into text that the application did not report.
  package static let maximumPressesOutsideText = 1
  /// The maximum number of bytes of text that the host compares and changes for one turn. The limit is enough for 800
  /// edits in a window of 4,000 bytes. If a turn exceeds this limit, the document drops the rest of the turn.
  private static let maximumWork = 8_000_000
  /// The work that the host counts for each step, in addition to the bytes of the text.
  private static let workOfStep = 100
  /// The maximum number of waits at a fence in one turn. After the last allowed wait, the document sends the rest of
  /// the turn without waiting.
  private static let maximumFences = 32
  /// The maximum number of turns in the queue. If the queue exceeds this number, the document sends the whole queue
  /// without waiting.
  private static let maximumWaitingTurns = 100
  /// The maximum time for which turns may stay in the queue. When a turn has waited for this time, the document sends
  /// the whole queue without further waiting.
  private static let maximumQueueTime = Duration.seconds(5)
  private static let maximumExpected = 256
  private static let maximumOverdue = 8
  private static let maximumShownMarks = 8
  /// The number of bytes of inserted text in the queue above which the document drops further turns.
  private static let maximumQueuedBytes = 4_194_304
  /// The memory that the document counts for a turn in the queue, in addition to the bytes of the text.
  private static let bytesOfTurn = 4_096
  /// The maximum size in bytes of an application's report about an operation.
  private static let maximumReport = 4_000
  /// The time for which the user can see the text before Return, if the edits came into the queue at different times.
  private static let timeBeforeReturn = Duration.milliseconds(250)
  /// The size in bytes above which the document shortens its text to ``keptScalars`` on each side of the insertion
  /// point. By comparison, applications report a window of about 4,000 bytes.
  private static let maximumBytes = 65_536
  /// The number of scalars that the document keeps on each side of the insertion point if a text exceeds
  /// ``maximumBytes``.
  private static let keptScalars = 8_192

  /// Creates the document of a field that just got the focus.
  ///
  /// - Parameters:
  ///   - transport: The connection to the application.
  ///   - surrounding: The text that the application sent when it activated the field, already filtered by
  ///     ``SecureRule``. The text is nil if the field is secure, or if the application, such as a terminal, sent no
  ///     text.
  ///   - rules: The rules for edits.
  ///   - time: The time before which the document must not send operations; nil if the document may send operations
  ///     immediately.
  ///   - isAnswering: The value of ``isAnswering`` of the document of the previous field.
  package init(
    _ transport: TextTransport, surrounding: SurroundingText?, rules: EditingRules = EditingRules(),
    heldUntil time: Duration? = nil, isAnswering: Bool = false
  ) {
    self.transport = transport
    self.rules = rules
    self.isAnswering = isAnswering
    heldUntil = time
    field = TextBuffer()
    guard transport != .keysOnly, let text = surrounding.flatMap(FieldText.init) else { return }
    expected = [Expectation(text: text)]
    field = TextBuffer(text)
    session = field
  }

  /// The text of the field for a new session; nil if the host does not know the application's text.
  package var text: FieldText? { expected.last?.text }
  /// The marked text; nil without marked text.
  package var markedText: String? { field.markedText }

  private var isKnown: Bool { !expected.isEmpty }
  private var isInFlight: Bool { reached < expected.count - 1 }
  /// The predicted texts that the application has not reported yet.
  private var unconfirmed: ArraySlice<Expectation> { expected.dropFirst(reached + 1) }

  /// Whether the document has sent all edits, and the application has reported their effects. When the value is true,
  /// the session's document equals the application's text.
  package var isAtRest: Bool { turns.isEmpty && !isInFlight && unmatched == nil }

  /// The time at which the caller must call ``advance(to:)``; nil if the document is not waiting.
  package var deadline: Duration? {
    guard isActive else { return nil }
    let awaitsReport = isInFlight || unmatched != nil || (unanswered > 0 && !turns.isEmpty)
    let wait = [awaitsReport ? quietAt : nil, turns.isEmpty ? nil : heldUntil].compactMap(\.self).min()
    let overdue = nextSending.flatMap { _ in overdueTime }.map { max($0, heldUntil ?? $0) }
    return [wait, nextSending, overdue].compactMap(\.self).min()
  }

  /// The time from which the first turn, or the turn for which the document drops the rest of the first turn, does not
  /// wait for the application any more; nil without such a turn.
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

  /// The time before which the document sends nothing, because the application may not have handled the earlier
  /// operations yet; nil if the application has handled enough of them.
  ///
  /// Until this time, let no keyboard begin a turn without the user. At this time, call ``advance(to:)``.
  package var nextSending: Duration? { window.opening }

  // MARK: Events

  /// Queues one turn, and returns the operations to send now.
  ///
  /// - Parameters:
  ///   - edits: The edits of the turn, in order.
  ///   - presses: The presses of keys of the additional row, in order. Each press states the number of edits before the
  ///     press.
  ///   - keyboard: The identifier of the keyboard. A turn does not wait for long texts of another keyboard.
  ///   - time: The current time.
  package mutating func apply(
    _ edits: [Edit], with presses: [(editsBefore: Int, key: SymbolPress)] = [], from keyboard: String? = nil,
    at time: Duration
  ) -> DocumentUpdate {
    guard isActive, !edits.isEmpty || !presses.isEmpty else { return DocumentUpdate() }
    predictSession(edits)
    endWait(at: time)
    var steps: [EditStep] = []
    var sent = 0
    for press in presses {
      let edits = edits[min(sent, edits.count)..<min(max(press.editsBefore, sent), edits.count)]
      steps += edits.map { .edit($0) } + [.press(.symbol(press.key), count: 1)]
      sent += edits.count
    }
    steps += edits[sent...].map { .edit($0) }
    queue(steps, from: keyboard, at: time)
    return proceed(at: time)
  }

  /// Adds a turn to the queue. If the queue is too long, the document drops the waiting turns of other keyboards, or
  /// otherwise the new turn. In that case, the session gets the application's text after the application has reported
  /// all effects.
  private mutating func queue(_ steps: [EditStep], from keyboard: String? = nil, at time: Duration) {
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

  /// Applies the edits to the copy of the session's document. If the edits exceed the limit of work, the document drops
  /// this copy. In that case, the session gets the application's text after the application has reported all effects.
  private mutating func predictSession(_ edits: [Edit]) {
    var work = Self.maximumWork
    for edit in edits {
      guard work > 0, let size = session?.byteCount else {
        session = nil
        return
      }
      work -= size / 4
      _ = session?.apply(edit, rules: rules)
    }
  }

  /// Ends all waits whose deadline has passed.
  package mutating func advance(to time: Duration) -> DocumentUpdate {
    guard isActive else { return DocumentUpdate() }
    endWait(at: time)
    return proceed(at: time)
  }

  /// Compares a report from the application with the predictions.
  ///
  /// - Parameters:
  ///   - surrounding: The reported text, already filtered by ``SecureRule``; nil if the application no longer reports
  ///     its text or the field has become secure. If `surrounding` is nil, the document forgets the text that it knows.
  ///   - isReset: Whether the application has turned the preedit into text, or removed the preedit.
  ///   - becomesSecure: Whether the field has become secure with this report. If `becomesSecure` is true, the marked
  ///     text becomes plain text.
  ///   - time: The current time.
  package mutating func report(
    _ surrounding: SurroundingText?, isReset: Bool = false, becomesSecure: Bool = false, at time: Duration
  ) -> DocumentUpdate {
    guard isActive, transport != .keysOnly else { return DocumentUpdate() }
    endWait(at: time)
    window.report(at: time)
    unanswered = max(unanswered - 1, 0)
    let dropsMark = isReset && field.markedText != nil
    if dropsMark {
      field = isKnown ? TextBuffer(FieldText(field)) : TextBuffer()
      recordMark()
    }
    guard let surrounding else {
      return forgetText(dropsMark: dropsMark, becomesSecure: becomesSecure, at: time)
    }
    // Ignore a report whose offsets or text are invalid.
    if let text = FieldText(surrounding) { compare(text, at: time) }
    return proceed(at: time)
  }

  /// Deletes the queued edits.
  package mutating func dropQueue() { (turns, limits, heldUntil) = ([], TurnLimits(), nil) }

  /// Deletes the queued edits and all text. Call this method when the field loses the focus. After a call of this
  /// method, the other methods have no effect.
  ///
  /// The operations of a Wayland protocol do not name a field, so a late operation would change the next field. Create
  /// a new document when the next field gets the focus.
  package mutating func deactivate() {
    self = ApplicationDocument(transport, surrounding: nil, rules: rules, isAnswering: isAnswering)
    isActive = false
  }

  /// Continues to use the document after one batch of events has deactivated a field and activated the same field
  /// again.
  ///
  /// Call this method instead of ``deactivate()`` if the content type of the field has not changed. The update shows
  /// the preedit again, because the deactivation removed it.
  ///
  /// - Returns: The update; nil, without a change of the document, if the activated field is another field.
  package mutating func resume(with surrounding: SurroundingText?, at time: Duration) -> DocumentUpdate? {
    let text = surrounding.flatMap(FieldText.init)
    // A report after ``quietAt`` cannot be a late report, so an earlier text shows that the field is another field.
    let known = time < quietAt ? expected[...] : expected.dropFirst(reached)
    let isSame = known.contains { text?.isSamePlace(as: $0.text) == true } || text.map { $0 == unmatched } == true
    guard isActive, isSame || (text == nil && !isKnown) else { return nil }
    var update = text == nil ? DocumentUpdate() : report(surrounding, at: time)
    if let preedit, !update.operations.contains(where: { if case .commit = $0 { true } else { false } }) {
      update.operations.insert(.commit(TextCommit(preedit: preedit)), at: 0)
    }
    return update
  }

  private var preedit: Preedit? { transport == .keysOnly ? nil : Preedit(field, for: transport) }

  // MARK: Reports

  /// Whether the document expects a reported text. The document also expects a report that contains only the line with
  /// the insertion point.
  func predicts(_ surrounding: SurroundingText) -> Bool {
    guard let text = FieldText(surrounding) else { return false }
    return expected[reached...].contains { text.isSamePlace(as: $0.text) || $0.text.isInLine(text) }
  }

  /// Whether a reported text is the effect of an operation that the application did not report in time.
  package func isLateEffect(_ surrounding: SurroundingText?) -> Bool {
    surrounding.flatMap(FieldText.init).map(isLateEffect) == true
  }

  private func isLateEffect(_ text: FieldText) -> Bool { overdue.contains { text.isSamePlace(as: $0) } }

  private mutating func compare(_ text: FieldText, at time: Duration) {
    guard isKnown else { return become(text) }
    if isLateEffect(text) {
      // The application reports the effects of operations, but late. Wait longer for the unconfirmed operations too.
      (isAnswering, mayReject, overdue) = (true, false, [])
      if isInFlight { quietAt = answerBy }
    }
    if isInFlight && text != expected[reached].text { isEchoing = true }
    if !isInFlight && unmatched == nil && time >= quietAt { forgetHistory() }
    if let index = expected.indices.first(where: { $0 > reached && isEffect(text, of: $0) })
      ?? (expected[reached].text.isSamePlace(as: text) && !isInFlight ? reached : nil)
    {
      if index != reached { isAnswering = true }
      (reached, unmatched, unchangedReport) = (index, nil, nil)
      if !isInFlight { quietAt = min(quietAt, time + Self.patience) }
      // For a long text, the application reports only a window, which moves with the insertion point. The document
      // stores the new window.
      if !isInFlight, expected[index].text != text { show(text) }
    } else if isDisplaced(text, at: time) {
      // Ignore a report with an older marked text, because it contains no new information.
    } else if isUnchanged(text) {
      // Ignore a report that only repeats an earlier report, because the application often does not report the effect of
      // the last operations. After a commit that replaces text, Firefox reports the new text soon after the old text, or
      // never.
      if isInFlight, unconfirmed.last?.isReplacement == true {
        unchangedReport = text
        quietAt = min(quietAt, time + Self.patience)
      }
    } else if expected[...reached].contains(where: { $0.text == text }) {
      // A report with an already confirmed text can be late, or can repeat an earlier report. Accept its text only if
      // no other report follows.
      unmatched = text
      // Compositors and toolkits repeat the last report. While operations are in flight, a repeated report says nothing
      // about their effects, so do not change the wait.
      if !isInFlight {
        quietAt = max(quietAt, time + Self.patience)
      } else if text != expected[reached].text {
        quietAt = min(answerBy, time + Self.patienceAfterOldReport)
      } else {
        quietAt = min(quietAt, time + Self.patienceForRejection)
      }
    } else if isInFlight, unconfirmed.allSatisfy({ !$0.isPredicted }) {
      // The report shows the effect of the first unconfirmed key press. The later key presses can have any effect.
      let rest = expected[(reached + 2)...].map { Expectation(text: text, press: $0.press) }
      become(text)
      expected += rest
    } else if isInFlight, !(expected.count == reached + 2 && expected[reached + 1].isByKey) {
      unmatched = text
      quietAt = min(quietAt, time + Self.patience)
    } else {
      // The application changed its text, or the only unconfirmed key had an effect that differs from the prediction.
      become(text)
    }
  }

  /// Whether a report with this text proves that the operation at an index of ``expected`` has taken effect.
  ///
  /// A report that equals an earlier expected text proves nothing: the application may have repeated an earlier report.
  /// After a key that leaves the text unchanged, no report is a proof, because applications rarely report after such a
  /// key. A change of the preedit also leaves the text unchanged. However, every report after a change of the preedit
  /// counts as a proof, because the user rarely presses a key at this moment.
  ///
  /// The text views of GTK and Qt report only the line with the insertion point. So a report of this line counts too.
  /// For such a report, only the texts since the last confirmed text count as earlier texts. Each new line is as empty
  /// as the field was at first.
  private func isEffect(_ text: FieldText, of index: Int) -> Bool {
    let isLine = expected[index].text.isInLine(text)
    guard isLine || text.isSamePlace(as: expected[index].text) else { return false }
    if expected[index].text == expected[index - 1].text { return !expected[index].isByKey }
    return !expected[(isLine ? reached : 0)..<index].contains { $0.text == text }
  }

  /// Whether a report contains an older marked text after the insertion point. Until ``quietAt``, a report with only
  /// the end of an older marked text counts too. To get this end, the method skips as many UTF-16 code units of the
  /// older marked text as the newest marked text has.
  ///
  /// Firefox sends reports with an older marked text after it has received a new marked text, and often sends no
  /// correct report afterwards. On a busy machine, a report with the whole older marked text can arrive 0.2 s after the
  /// new marked text.
  private func isDisplaced(_ text: FieldText, at time: Duration) -> Bool {
    guard let count = shownMarks.last?.utf16.count, let shown = expected.last?.text, shown.selected.isEmpty,
      text.selected.isEmpty, text.before == shown.before, text.after != shown.after
    else { return false }
    return shownMarks.dropLast().contains { mark in
      let old = (mark + shown.after).utf16
      return old.elementsEqual(text.after.utf16)
        || time < quietAt && old.dropFirst(count).elementsEqual(text.after.utf16)
    }
  }

  /// Whether a report only shows the text before operations that ``Expectation/isUnreported``.
  ///
  /// After Return and Tab, sway repeats the last report of a GTK application whenever the application reports the
  /// position of its insertion point. After a commit that ends marked text, the old text of Firefox can contain a part
  /// of the marked text after the insertion point.
  private func isUnchanged(_ text: FieldText) -> Bool {
    if text == unchangedReport { return true }
    let old = expected[reached].text
    guard isInFlight, unmatched == nil else { return false }
    if unconfirmed.last?.isReplacement == true { return text.before == old.before && text.after.hasSuffix(old.after) }
    return text == old && unconfirmed.allSatisfy(\.isUnreported)
  }

  /// Accepts a text as the application's text, even if the text differs from the predictions.
  private mutating func become(_ text: FieldText) {
    expected = [Expectation(text: text)]
    (reached, unmatched, unchangedReport) = (0, nil, nil)
    show(text)
  }

  /// Sets the text of the field around its marked text.
  private mutating func show(_ text: FieldText) {
    expected[reached].text = text
    if let marked = MarkedParts(field) {
      field = marked.buffer(before: text.before, after: text.after)
    } else {
      field = TextBuffer(text)
    }
  }

  private mutating func forgetHistory() {
    expected.removeFirst(expected.count - 1)
    reached = 0
  }

  private mutating func forgetText(dropsMark: Bool, becomesSecure: Bool, at time: Duration) -> DocumentUpdate {
    let wasKnown = isKnown
    if isInFlight {
      // The report without text is the report about one of the unconfirmed operations, so expect one report fewer.
      unanswered = expected.count - 2 - reached
      quietAt = min(quietAt, time + Self.patience)
    }
    (expected, reached, unmatched, session, overdue) = ([], 0, nil, nil, [])
    unchangedReport = nil
    keepOnlyMarkedText()
    if wasKnown || becomesSecure {
      // The session will make its marked text plain text, so make the application do the same.
      queue([.edit(.unmarkText)], at: time)
    }
    var update = proceed(at: time)
    hasDroppedEdits = false
    if wasKnown || dropsMark { update.change = FieldText() }
    return update
  }

  private mutating func keepOnlyMarkedText() {
    field = MarkedParts(field)?.buffer() ?? TextBuffer()
  }

  private mutating func endWait(at time: Duration) {
    window.advance(to: time)
    guard time >= quietAt else { return }
    unanswered = 0
    guard isInFlight || unmatched != nil else { return }
    let shown = expected[reached].text
    overdue = unconfirmed.map(\.text).filter { !$0.isSamePlace(as: shown) }.suffix(Self.maximumOverdue)
    if unmatched == nil,
      unconfirmed.contains(where: { $0.isCertain && !$0.isUnreported && !$0.text.isSamePlace(as: shown) })
    {
      if isAnswering { mayReject = true }
      isAnswering = false
    }
    if let unmatched {
      become(unmatched)
    } else if isEchoing, unconfirmed.allSatisfy({ $0.isByKey && !$0.isUnreported }) {
      // The application reports the effects of operations, but has reported no effect of the unconfirmed key presses.
      // So these key presses had no effect.
      become(expected[reached].text)
    } else {
      if unconfirmed.last?.isReplacement == true { requestsReport = unchangedReport != nil }
      if unconfirmed.allSatisfy(\.isUnreported) { unchangedReport = unchangedReport ?? shown }
      forgetHistory()
    }
  }

  // MARK: Sending

  private mutating func proceed(at time: Duration) -> DocumentUpdate {
    var update = DocumentUpdate()
    send(&update, at: time)
    guard isAtRest, let shown = expected.last?.text else { return update }
    guard !isShownBySession(shown) else {
      hasDroppedEdits = false
      return update
    }
    if let marked = field.markedText {
      // The session will make its marked text plain text, so make the application do the same.
      queue(EditStep.text(.insertText(marked)).parts(for: transport), at: time)
      send(&update, at: time)
    } else {
      field = TextBuffer(shown)
      session = field
      (update.change, update.followsDroppedEdits) = (shown, hasDroppedEdits)
      hasDroppedEdits = false
    }
    return update
  }

  /// Whether the session's document contains the whole reported text of the application, and has the same marked text
  /// as the field.
  ///
  /// If there is marked text, this method compares only the line with the insertion point. A replacement of the
  /// session's document would end the marked text.
  private func isShownBySession(_ shown: FieldText) -> Bool {
    guard let session, session.markedText == field.markedText else { return false }
    let text = FieldText(session)
    return text.contains(shown) || session.markedText != nil && text.isInLine(shown)
  }

  private mutating func send(_ update: inout DocumentUpdate, at time: Duration) {
    if let heldUntil, time < heldUntil { return }
    heldUntil = nil
    skipsFences = turns.count > Self.maximumWaitingTurns || hasWaited(turns.first, at: time)
    if skipsFences, let unmatched { become(unmatched) }
    sharesLimits = false
    if requestsReport {
      requestsReport = false
      append(.commit(TextCommit(text: "", preedit: preedit)), to: &update, at: time)
      expect([FieldText(field)], at: time)
    }
    while !turns.isEmpty, unmatched == nil {
      guard window.opening == nil || mayOverfill(turns[0]) && hasWaited(turns[0], at: time) else {
        guard hasWaited(turnWithoutWait, at: time) else { return }
        // Another turn has waited too long for the rest of the first turn. So drop the rest.
        if !turns[0].steps.isEmpty { hasDroppedEdits = true }
        beginNextTurn()
        continue
      }
      if let due = earliestTime(for: turns[0]), time < due {
        heldUntil = due
        return
      }
      guard let step = turns[0].steps.popLast() else {
        beginNextTurn()
        continue
      }
      // Call `canSend` before `spend`, so that a step that must wait uses up no limits.
      guard canSend(step) else { return turns[0].steps.append(step) }
      switch step {
      case .edit(let edit):
        guard spend(field.byteCount) else { continue }
        if isOutsideText(edit) {
          guard limits.pressesOutsideText > 0 else { continue }
          limits.pressesOutsideText -= 1
        }
        if deletesOnly(edit) {
          turns[0].steps.append(.press(.backspace, count: 1))
          continue
        }
        turns[0].steps += edit.steps(
          on: field, since: field, transport: transport, isKnown: isKnown, rules: rules
        ).reversed()
      case .press(let key, let count):
        guard spend(field.byteCount) else { continue }
        if let marked = field.markedText {
          // A key press would remove the preedit. So insert the marked text as plain text before the key press.
          turns[0].steps += [step] + EditStep.text(.insertText(marked)).parts(for: transport).reversed()
        } else {
          let rest = press(key, count: count, &update, at: time)
          if rest > 0 { turns[0].steps.append(.press(key, count: rest)) }
        }
      case .text, .deleteSpaceAfter:
        turns[0].steps.append(step)
        guard commit(&update, at: time) else { return }
      }
    }
  }

  /// The time before which the document must not send a turn with Return, so that the user sees the text before it; nil
  /// if the document may send the turn now.
  ///
  /// The session limits how soon after an insertion a keyboard presses Return. If the insertion waited in the queue, the
  /// document keeps this time between them, up to ``timeBeforeReturn``.
  private func earliestTime(for turn: Turn) -> Duration? {
    guard turn.hasReturn, let last = lastInsertion else { return nil }
    return min(turn.queuedAt + last.delay, last.sentAt + Self.timeBeforeReturn)
  }

  /// Whether a turn has been in the queue for ``maximumQueueTime``.
  private func hasWaited(_ turn: Turn?, at time: Duration) -> Bool {
    turn.map { time >= $0.overdueTime } == true
  }

  /// Adds an operation to an update.
  private mutating func append(_ operation: Operation, to update: inout DocumentUpdate, at time: Duration) {
    let size = operation.size(for: transport) + (update.operations.isEmpty ? SendWindow.sendSize : 0)
    window.add(size + reportSize, at: time)
    update.append(operation)
  }

  /// The number of bytes that the window counts for the report about one operation: half of its size.
  ///
  /// The compositor ends the connection of Klava too if too many reports wait for Klava.
  private var reportSize: Int { isKnown ? min(field.byteCount, Self.maximumReport) / 2 : 0 }

  /// Whether an edit and the rest of the current turn only delete text, as the delete key does.
  ///
  /// In this case, the document presses BackSpace, which also deletes a selection that the application did not report
  /// (Desktop.md#no-selection). If the turn also inserts text, one commit makes the whole change.
  private func deletesOnly(_ edit: Edit) -> Bool {
    edit == .deleteBackward && isKnown && !transport.deletesAnyCharacter && field.marking == nil
      && field.selected.isEmpty
      && turns[0].steps.allSatisfy { if case .edit(.deleteBackward) = $0 { true } else { false } }
  }

  /// Whether an edit deletes, or moves the insertion point, where the known text ends.
  private func isOutsideText(_ edit: Edit) -> Bool {
    guard isKnown, field.selected.isEmpty, field.marking == nil else { return false }
    switch edit {
    case .deleteBackward: return field.before.isEmpty
    case .adjustTextPosition(let offset), .adjustTextPositionByCharacters(let offset):
      return offset < 0 ? field.before.isEmpty : offset > 0 && field.after.isEmpty
    default: return false
    }
  }

  /// Begins the next turn of the queue. If the document sends the whole queue without waiting, all later turns of the
  /// same keyboard in the queue share the limits of one turn. If each turn had its own limits, a queue of long turns would
  /// block the host.
  private mutating func beginNextTurn() {
    let keyboard = turns.removeFirst().keyboard
    if !sharesLimits || turns.first?.keyboard != keyboard { limits = TurnLimits() }
    sharesLimits = skipsFences
  }

  /// Whether the document may send a step now, because the step cannot overtake an earlier operation or because a limit
  /// forbids further waiting.
  private func canSend(_ step: EditStep) -> Bool {
    if isPastFence { return true }
    return switch step {
    // The steps of an edit depend on the text, so wait for the effect of each earlier key press whose effect the
    // document cannot predict.
    case .edit: unconfirmed.allSatisfy(\.isPredicted)
    // A press needs no wait if the field has marked text, because the document first commits the marked text on the
    // text channel.
    case .press: field.markedText != nil || lastChannel == .keys
    case .text, .deleteSpaceAfter: lastChannel == .text
    }
  }

  /// Whether the application has reported the effects of all operations, or a limit forbids the document to wait
  /// longer.
  private var isPastFence: Bool { !awaitsReports || limits.fences == 0 || skipsFences }

  private var awaitsReports: Bool { isInFlight || unanswered > 0 }

  /// Subtracts the work of a step from the limit of the current turn. If the turn exceeds the limit, this method drops
  /// the rest of the turn and returns false.
  private mutating func spend(_ work: Int) -> Bool {
    limits.work -= work + Self.workOfStep
    if limits.work < 0 {
      turns[0].steps = []
      hasDroppedEdits = true
    }
    return limits.work >= 0
  }

  /// Presses a key as often as the limits allow.
  ///
  /// - Returns: The number of presses that the document must send after the application has handled the earlier presses.
  ///   The document drops all other presses that exceed a limit.
  private mutating func press(
    _ press: EditStep.Press, count wanted: Int, _ update: inout DocumentUpdate, at time: Duration
  ) -> Int {
    // The host needs less time to predict a press than to compare the texts before and after an edit. So the work of a
    // press is half of the bytes of the text.
    let work = field.byteCount / 2 + 1
    let possible = min(wanted, limits.presses, limits.work / work)
    let count = min(possible, window.presses(reporting: reportSize))
    guard count > 0 else { return 0 }
    limits.presses -= count
    limits.work -= count * work
    guard isKnown else {
      // The application reports no text, so the writing direction of each line is unknown. So use the same arrow key
      // for all presses.
      append(press.operation(in: field, count: count), to: &update, at: time)
      expectAnswers(count, on: .keys, at: time)
      return possible - count
    }
    var texts: [FieldText] = []
    for _ in 0..<count {
      // Determine the key separately for each press, because each line has its own writing direction.
      append(press.operation(in: field, count: 1), to: &update, at: time)
      field.apply(press, rules: rules)
      texts.append(FieldText(field))
    }
    expect(texts, by: press, at: time)
    return possible - count
  }

  /// Sends as many of the next steps as possible in one commit.
  ///
  /// The commit can contain the steps of the current turn. If the document awaits no reports, the commit can contain
  /// the steps of later turns too. The document adds no further step after the text has grown by
  /// ``TextTransport/maximumGrowth``, and no further turn after ``maximumWork`` of work.
  ///
  /// - Returns: Whether the turn can continue. The value is false if the commit deletes text and must wait at a fence.
  private mutating func commit(_ update: inout DocumentUpdate, at time: Duration) -> Bool {
    let waiting = isPastFence ? nil : (turn: turns[0].steps, limits: limits)
    let queuedAt = turns[0].queuedAt
    let start = field
    var target = start
    var change: TextChange?
    var work = 0
    while target.byteCount < start.byteCount + transport.maximumGrowth,
      let step = turns[0].steps.popLast() ?? (work < Self.maximumWork ? firstStepOfNextTurn() : nil)
    {
      work += target.byteCount
      guard spend(target.byteCount) else { break }
      if case .edit(let edit) = step {
        turns[0].steps += edit.steps(
          on: target, since: start, transport: transport, isKnown: isKnown, rules: rules
        ).reversed()
        continue
      }
      var next = target
      guard next.apply(step, rules: rules), let longer = TextChange(from: start, to: next, transport) else {
        turns[0].steps.append(step)
        break
      }
      (target, change) = (next, longer)
    }
    guard let change else {
      replaceImpossibleStep()
      return true
    }
    // A browser deletes the requested number of bytes from the text that it last reported. So wait until the browser
    // has reported the current text.
    if change.deletes, let waiting {
      (turns[0].steps, limits) = waiting
      return false
    }
    field = target
    if change.inserts {
      let old = lastInsertion.flatMap { time < $0.sentAt + Self.timeBeforeReturn ? $0.delay : nil } ?? .zero
      lastInsertion = (max(old, time - queuedAt), time)
    }
    guard !change.isEmpty || MarkedParts(start) != MarkedParts(target) else { return true }
    if change.deletes { limits.fences = max(limits.fences - 1, 0) }
    recordMark()
    let operations = change.operations(for: transport, preedit: preedit)
    for operation in operations { append(operation, to: &update, at: time) }
    if isKnown {
      expect(change.texts, isReplacement: change.deletes || !change.isEmpty && start.marking != nil, at: time)
    } else {
      expectAnswers(operations.count, on: .text, at: time)
      keepOnlyMarkedText()
    }
    return true
  }

  /// If the document awaits no reports, begins the next turn that has steps, and removes and returns the first step.
  private mutating func firstStepOfNextTurn() -> EditStep? {
    while turns.count > 1, !awaitsReports, window.opening == nil || mayOverfill(turns[1]),
      !turns[1].hasReturn || turns[1].queuedAt == turns[0].queuedAt
    {
      beginNextTurn()
      if let step = turns[0].steps.popLast() { return step }
    }
    return nil
  }

  private mutating func recordMark() {
    guard let marked = field.markedText else {
      shownMarks = []
      return
    }
    shownMarks = (shownMarks + [marked]).suffix(Self.maximumShownMarks)
  }

  /// Replaces the next step with steps for another channel. The text channel can no longer perform the step, because
  /// the text changed after the document created the step.
  private mutating func replaceImpossibleStep() {
    guard let step = turns[0].steps.popLast() else { return }
    switch step {
    case _ where limits.presses == 0: break
    case .text(.deleteBackward): turns[0].steps.append(.press(.backspace, count: 1))
    case .text where !field.selected.isEmpty && field.marking == nil:
      turns[0].steps += [step, .press(.backspace, count: 1)]
    default: break
    }
  }

  /// Adds the predicted effects of an operation.
  ///
  /// - Parameters:
  ///   - press: The key press; nil for a commit.
  ///   - isReplacement: Whether the operation is a commit that deletes text or ends marked text.
  private mutating func expect(
    _ texts: [FieldText], by press: EditStep.Press? = nil, isReplacement: Bool = false, at time: Duration
  ) {
    if !isInFlight && time >= quietAt { forgetHistory() }
    let wasInFlight = isInFlight
    if press != .return && press != .tab { unchangedReport = nil }
    select(press == nil ? .text : .keys)
    expected += texts.map { Expectation(text: $0, press: press, isReplacement: isReplacement) }
    // First drop the confirmed texts before the last confirmed text, then the oldest texts that the application has not
    // reported yet.
    let surplus = max(expected.count - Self.maximumExpected, 0)
    let replaced = min(surplus, reached)
    expected.removeFirst(replaced)
    reached -= replaced
    expected.removeSubrange(reached + 1..<reached + 1 + surplus - replaced)
    // Applications rarely report after an operation that leaves the text unchanged.
    let isVisible = expected.last?.text.isSamePlace(as: expected[reached].text) == false
    let isCertain = expected.last?.isCertain ?? true
    // Firefox often sends no report after a commit that replaces text.
    let patienceForAnswer = mayReject || isReplacement ? Self.patienceForRejection : Self.patienceForAnswer
    let patience = isCertain && isVisible ? patienceForAnswer : Self.patience
    // A new operation must not shorten the wait for earlier operations.
    answerBy = wasInFlight ? max(answerBy, time + patience) : time + patience
    quietAt = isAnswering ? answerBy : time + Self.patience
    forgetDistantText()
  }

  /// In a field without text, expects a report from the application for each operation.
  private mutating func expectAnswers(_ count: Int, on channel: Channel, at time: Duration) {
    // With ``TextTransport/keysOnly``, all operations use the same channel, so no operation overtakes another.
    guard transport != .keysOnly else { return }
    select(channel)
    unanswered += count
    quietAt = time + Self.patience
  }

  private mutating func select(_ channel: Channel) {
    if channel != lastChannel { limits.fences = max(limits.fences - 1, 0) }
    lastChannel = channel
  }

  /// Limits the size of the predicted text. If the application sends no reports, this text grows with each edit.
  private mutating func forgetDistantText() {
    guard field.byteCount > Self.maximumBytes, var text = expected.last?.text else { return }
    text.before = String(text.before.unicodeScalars.suffix(Self.keptScalars))
    text.after = String(text.after.unicodeScalars.prefix(Self.keptScalars))
    expected[expected.count - 1].text = text
    field = MarkedParts(field)?.buffer(before: text.before, after: text.after) ?? TextBuffer(text)
  }
}
