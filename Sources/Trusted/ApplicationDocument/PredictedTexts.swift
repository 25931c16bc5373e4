internal import TextModel

/// The text that the application has confirmed, and the predicted texts that it has not reported yet.
///
/// This type compares each report with the predictions, and decides how long the document waits for reports. The
/// methods that return a text return the text that the field has according to the application, if this text differs
/// from the predictions.
struct PredictedTexts: Sendable {
  /// The last texts that the application confirmed, followed by the predicted texts that the application has not
  /// reported yet. The array is empty if the application does not report its text.
  private var expected: [Expectation] = []
  /// The index in ``expected`` of the last text that the application confirmed.
  private var reached = 0
  /// The marked texts that the application has shown since the last insertion of plain text, the oldest first. An empty
  /// text stands for a removal of the marked text.
  private var shownMarks: [String] = []
  /// The text of the last report, if this report does not show the effect of an unconfirmed operation. The document
  /// accepts this text as the application's text if no other report follows before ``quietAt``.
  private(set) var unmatched: FieldText?
  /// The last text that the application reported before operations whose effects it has not reported in time.
  ///
  /// These operations are ``Expectation/isUnreported``. The text is nil after another report or operation.
  private var unchangedReport: FieldText?
  /// Whether a key press whose effect the document cannot predict has had no report since the last matching report. In
  /// this case, a report that seems to be old can be right.
  private var isDoubtful = false
  /// Whether the document must send an empty commit, because after a commit that replaces text the application has
  /// reported only the old text. Firefox answers the empty commit with the new text. Without this report, Firefox would
  /// delete the wrong text with the next commit that deletes text.
  var requestsReport = false
  /// In a field without text, the number of operations for which the application has sent no report yet.
  private var unanswered = 0
  /// The time after which the document no longer waits for reports about earlier operations.
  private var quietAt = Duration.zero
  /// The time by which an ``isAnswering`` application should have reported the effects of all operations.
  private var answerBy = Duration.zero
  /// Whether the application has reported the effect of the previous operation. A late report of the effect counts too.
  /// If the application has reported the effect, the document waits longer at a fence, because another report is
  /// likely.
  private(set) var isAnswering: Bool
  /// Whether an ``isAnswering`` application has not reported the effect of an operation in time, and has not reported
  /// this effect later. Some fields reject text without a report.
  private var mayReject = false
  /// Whether the document has accepted an unexpected text after operations, so that the predictions for the next
  /// operations can be wrong too.
  private var isSurprised = false
  /// The last predicted texts that the application did not report in time, at most ``maximumOverdue`` texts.
  private var overdue: [FieldText] = []
  /// Whether the application has ever reported a new text while an operation was unconfirmed. From such an application,
  /// a missing report means that an operation had no effect.
  private var isEchoing = false

  /// A text that the application has reported, or will report according to the document's prediction.
  private struct Expectation {
    var text: FieldText
    /// The key press whose predicted effect is this text; nil for a commit. The actual effect can differ: for example,
    /// Return can send a form, and Tab can leave the field.
    var press: EditStep.Press?
    /// Whether this text is the effect of a commit that deletes text, or that ends or removes marked text.
    var isReplacement = false
    /// Whether every application that reports texts will report this text.
    var isCertain: Bool { press?.isCertain ?? true }
    var isByKey: Bool { press != nil }
    /// Whether applications often do not report this text. GTK reports the effect of Return and Tab only with the next
    /// change by the input method. After a commit that replaces text, Firefox often reports only the old text.
    var isUnreported: Bool { isReplacement || press == .return || press == .tab }
    var isPredicted: Bool { press?.isPredicted ?? true }
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
  /// The same time for an application that may have rejected the operation.
  ///
  /// The application ``mayReject`` operations, has repeated a report since the operation, or has sent an unexpected
  /// report before the operation.
  private static let patienceForRejection = Duration.milliseconds(500)
  private static let maximumExpected = 256
  private static let maximumOverdue = 8
  private static let maximumShownMarks = 8
  /// The number of scalars of the last text that ``shorten()`` keeps on each side of the insertion point.
  private static let keptScalars = 8_192

  /// Creates the predictions for a field that just got the focus.
  ///
  /// - Parameters:
  ///   - text: The text that the application reported; nil if the application reports no text.
  ///   - isAnswering: The value of ``isAnswering`` for the previous field.
  init(_ text: FieldText?, isAnswering: Bool) {
    if let text { expected = [Expectation(text: text)] }
    self.isAnswering = isAnswering
  }

  /// Whether the application reports its text.
  var isKnown: Bool { !expected.isEmpty }
  /// The text after all operations; nil if the application reports no text.
  var last: FieldText? { expected.last?.text }
  /// Whether the application has confirmed the last text.
  var isConfirmed: Bool { !isInFlight && unmatched == nil }
  /// Whether an application that reports the effects of operations has not reported the effect of the last operation in
  /// time.
  var mayHaveRejected: Bool { mayReject && !isAnswering }
  /// Whether the document awaits a report about an operation.
  var awaitsReports: Bool { isInFlight || unanswered > 0 }
  /// Whether the document has predicted the effects of all unconfirmed operations.
  var predictsEffects: Bool { unconfirmed.allSatisfy(\.isPredicted) }

  private var isInFlight: Bool { reached < expected.count - 1 }
  /// The predicted texts that the application has not reported yet.
  private var unconfirmed: ArraySlice<Expectation> { expected.dropFirst(reached + 1) }

  /// The time at which the caller must call ``endWait(at:)``; nil if the document awaits no report.
  ///
  /// - Parameter isSending: Whether the document has more operations to send.
  func deadline(isSending: Bool) -> Duration? {
    !isConfirmed || isSending && unanswered > 0 ? quietAt : nil
  }

  // MARK: Operations

  /// Adds the predicted effects of an operation. The call has no effect if the application reports no text.
  ///
  /// - Parameters:
  ///   - texts: The texts that the application can report, in order.
  ///   - press: The key press; nil for a commit.
  ///   - isReplacement: Whether the operation is a commit that deletes text, or that ends or removes marked text.
  ///   - time: The current time.
  mutating func expect(
    _ texts: [FieldText], by press: EditStep.Press? = nil, isReplacement: Bool = false, at time: Duration
  ) {
    guard isKnown else { return }
    if !isInFlight && time >= quietAt { forgetHistory() }
    let wasInFlight = isInFlight
    if press != .return && press != .tab { unchangedReport = nil }
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
    let patienceForAnswer =
      mayReject || isReplacement || isSurprised ? Self.patienceForRejection : Self.patienceForAnswer
    let patience = isCertain && isVisible ? patienceForAnswer : Self.patience
    // A new operation must not shorten the wait for earlier operations.
    answerBy = wasInFlight ? max(answerBy, time + patience) : time + patience
    quietAt = isAnswering ? answerBy : time + Self.patience
  }

  /// In a field without text, expects a report from the application for each of `count` operations.
  mutating func expectAnswers(_ count: Int, at time: Duration) {
    unanswered += count
    quietAt = time + Self.patience
  }

  /// Records the marked text that the application shows.
  ///
  /// - Parameter marked: The marked text; an empty text after a removal of the marked text, nil after an insertion of
  ///   plain text.
  mutating func recordMark(_ marked: String?) {
    shownMarks = marked.map { (shownMarks + [$0]).suffix(Self.maximumShownMarks) } ?? []
  }

  /// Shortens the last text, and returns it. If the application sends no reports, this text grows with each edit.
  mutating func shorten() -> FieldText? {
    guard var text = last else { return nil }
    text.before = String(text.before.unicodeScalars.suffix(Self.keptScalars))
    text.after = String(text.after.unicodeScalars.prefix(Self.keptScalars))
    expected[expected.count - 1].text = text
    return text
  }

  // MARK: Reports

  /// Counts a report of the application.
  mutating func countReport() { unanswered = max(unanswered - 1, 0) }

  /// Whether a reported text is the confirmed text or one of the predicted texts. The document also expects a report
  /// that contains only the line with the insertion point.
  func predicts(_ text: FieldText) -> Bool {
    expected[reached...].contains { text.isSamePlace(as: $0.text) || $0.text.isInLine(text) }
  }

  /// Whether a text can belong to this field, if the application activates a field again. The text is nil if the
  /// activated field has no text.
  func belongsToField(_ text: FieldText?, at time: Duration) -> Bool {
    guard let text else { return !isKnown }
    // A report after ``quietAt`` cannot be a late report, so an earlier text shows that the field is another field.
    let known = time < quietAt ? expected[...] : expected.dropFirst(reached)
    return known.contains { text.isSamePlace(as: $0.text) } || text == unmatched
  }

  /// Whether a reported text is the effect of an operation that the application did not report in time.
  func isLateEffect(_ text: FieldText) -> Bool { overdue.contains { text.isSamePlace(as: $0) } }

  /// Compares a reported text with the predictions.
  ///
  /// - Returns: The text of the field if the report changes it; nil otherwise.
  mutating func report(_ text: FieldText, at time: Duration) -> FieldText? {
    guard isKnown else { return accept(text) }
    if isLateEffect(text) {
      // The application reports the effects of operations, but late. Wait longer for the unconfirmed operations too.
      (isAnswering, mayReject, overdue) = (true, false, [])
      if isInFlight { quietAt = answerBy }
    }
    if isInFlight && text != expected[reached].text { isEchoing = true }
    if isConfirmed && time >= quietAt { forgetHistory() }
    if let index = expected.indices.first(where: { $0 > reached && isEffect(text, of: $0) })
      ?? (expected[reached].text.isSamePlace(as: text) && !isInFlight ? reached : nil)
    {
      if index != reached { (isAnswering, isDoubtful, isSurprised) = (true, false, false) }
      (reached, unmatched, unchangedReport) = (index, nil, nil)
      guard !isInFlight else { return nil }
      quietAt = min(quietAt, time + Self.patience)
      guard expected[index].text != text else { return nil }
      // For a long text, the application reports only a window, which moves with the insertion point. The document
      // stores the new window.
      expected[index].text = text
      return text
    } else if isDisplaced(text, at: time) {
      // Ignore a report with an older marked text, because it contains no new information.
      return nil
    } else if isUnchanged(text) {
      // Ignore a report that only repeats an earlier report, because the application often does not report the effect of
      // the last operations. After a commit that replaces text, Firefox reports the new text soon after the old text, or
      // never.
      if isInFlight, unconfirmed.last?.isReplacement == true {
        unchangedReport = text
        quietAt = min(quietAt, time + Self.patience)
      }
      return nil
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
      return nil
    } else if isInFlight, unconfirmed.allSatisfy({ !$0.isPredicted }) {
      // The report shows the effect of the first unconfirmed key press. The later key presses can have any effect.
      let rest = expected[(reached + 2)...].map { Expectation(text: text, press: $0.press) }
      _ = accept(text)
      expected += rest
      return text
    } else if isInFlight, !(expected.count == reached + 2 && expected[reached + 1].isByKey) {
      unmatched = text
      quietAt = min(quietAt, time + Self.patience)
      return nil
    } else {
      // The application changed its text, or the only unconfirmed key had an effect that differs from the prediction.
      return accept(text)
    }
  }

  /// Whether a report with this text proves that the operation at an index of ``expected`` has taken effect.
  ///
  /// A report that equals an earlier expected text proves nothing: the application may have repeated an earlier report.
  /// After a key that leaves the text unchanged, no report is a proof, because applications rarely report after such a
  /// key. A change of the preedit also leaves the text unchanged. However, every report after a change of the preedit
  /// counts as a proof, because the user rarely presses a key at this moment.
  ///
  /// The text views of GTK and Qt report only the line with the insertion point. So a report of this line counts too,
  /// unless it equals the whole text after an unconfirmed operation.
  /// For such a report, only the texts since the last confirmed text count as earlier texts. Each new line is as empty
  /// as the field was at first.
  private func isEffect(_ text: FieldText, of index: Int) -> Bool {
    let isLine =
      expected[index].text.isInLine(text) && !unconfirmed.contains { text.isSamePlace(as: $0.text) }
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
    guard let count = shownMarks.last?.utf16.count, count > 0, let shown = last, shown.selected.isEmpty,
      text.selected.isEmpty,
      text.before == shown.before, text.after != shown.after
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
  /// of the marked text after the insertion point. After the removal of marked text, the old text of Firefox can contain
  /// the marked text, also before the insertion point.
  private func isUnchanged(_ text: FieldText) -> Bool {
    if text == unchangedReport { return true }
    let old = expected[reached].text
    guard isInFlight, unmatched == nil else { return false }
    if unconfirmed.last?.isReplacement == true {
      if text.before == old.before { return text.after.hasSuffix(old.after) }
      return shownMarks.last == "" && text.after == old.after && shownMarks.contains { old.before + $0 == text.before }
    }
    return text == old && unconfirmed.allSatisfy(\.isUnreported)
  }

  /// Accepts a text as the application's text, even if the text differs from the predictions, and returns it.
  private mutating func accept(_ text: FieldText) -> FieldText {
    expected = [Expectation(text: text)]
    (reached, unmatched, unchangedReport, isDoubtful) = (0, nil, nil, false)
    return text
  }

  /// Accepts the ``unmatched`` text as the application's text, and returns it.
  mutating func acceptUnmatched() -> FieldText? {
    guard let unmatched else { return nil }
    isSurprised = true
    return accept(unmatched)
  }

  private mutating func forgetHistory() {
    expected.removeFirst(expected.count - 1)
    reached = 0
  }

  /// Forgets all texts, because the application no longer reports its text.
  mutating func forgetTexts(at time: Duration) {
    if isInFlight {
      // The report without text is the report about one of the unconfirmed operations, so expect one report fewer.
      unanswered = expected.count - 2 - reached
      quietAt = min(quietAt, time + Self.patience)
    }
    (expected, reached, unmatched, unchangedReport, overdue) = ([], 0, nil, nil, [])
    (requestsReport, isDoubtful, isSurprised) = (false, false, false)
  }

  /// Ends the wait for reports if the deadline has passed.
  ///
  /// - Returns: The text of the field if it changes; nil otherwise.
  mutating func endWait(at time: Duration) -> FieldText? {
    guard time >= quietAt else { return nil }
    unanswered = 0
    guard !isConfirmed else { return nil }
    let shown = expected[reached].text
    overdue = unconfirmed.map(\.text).filter { !$0.isSamePlace(as: shown) }.suffix(Self.maximumOverdue)
    if unmatched == nil,
      unconfirmed.contains(where: { $0.isCertain && !$0.isUnreported && !$0.text.isSamePlace(as: shown) })
    {
      if isAnswering { mayReject = true }
      isAnswering = false
    }
    if let text = acceptUnmatched() { return text }
    // The application reports the effects of operations, but has reported no effect of the unconfirmed key presses. So
    // these key presses had no effect.
    if isEchoing, unconfirmed.allSatisfy({ $0.isByKey && !$0.isUnreported }) { return accept(shown) }
    if unconfirmed.last?.isReplacement == true { requestsReport = unchangedReport != nil }
    if !predictsEffects { isDoubtful = true }
    let mayBeTrue = isDoubtful && unconfirmed.last?.isReplacement == true
    if unconfirmed.allSatisfy(\.isUnreported), !mayBeTrue { unchangedReport = unchangedReport ?? shown }
    forgetHistory()
    return nil
  }
}
