internal import ApplicationDocument

/// Assembles complete reports from the events that KWin sends through `zwp_input_method_v1` and its context.
///
/// KWin sends the same events for several reasons. This type infers the reason for an event from the other events
/// before and after it:
/// - After `activate`, KWin reports a field immediately. For an application with text-input-v2, such as a Qt
///   application, KWin can first report the previously focused field, perhaps in another window. After the
///   application's answer, KWin reports the right field with another `commit_state`.
/// - KWin can say only after `activate` which window is active now. So the first report after `activate` is complete
///   only when KWin has answered a request.
/// - KWin sends `preferred_language` only for text-input-v1 and v2. The next `commit_state` says that a field got the
///   focus. If the newly focused field is in the same window as the previous field, KWin sends no `activate`.
/// - If an application with text-input-v2 changes its text by itself, no `commit_state` follows. The text and the
///   content type can come in two batches. If the first batch contains a password, Klava must not treat the password as
///   text of the previous field. To find the end of the second batch, Klava sends KWin a request after the events. The
///   report is complete when KWin answers the request.
/// - After KWin has restarted the input method, KWin sends only `activate`.
/// - For an application with text-input-v1, KWin sends `surrounding_text` only before `preferred_language`. The text in
///   this event is the last text that the application reported, and can be the password of the previous field. So this
///   type drops the text until KWin sends a `surrounding_text` without a `preferred_language` after it, as KWin does
///   for text-input-v2. The content type that KWin sends between `preferred_language` and `commit_state` can also
///   belong to another field.
struct ContextReports {
  /// Called as soon as an event says that a field gets or loses the focus.
  var focusChanged: () -> Void = {}
  /// The serial of the last `commit_state`. Each request must contain the serial.
  private(set) var serial: UInt32 = 0
  /// Whether a field has got the focus, but ``drain()`` has not yet returned a report of this field.
  private(set) var isEntering = false
  /// The time of the next call of ``advance(to:)``; nil if nothing is pending.
  private(set) var deadline: Duration?
  /// Whether the application uses text-input-v1 or v2, so that KWin reports a preferred language.
  private(set) var hasLanguage = false

  private var pending = ReportedField()
  private var collector = ReportCollector(dropsRepeats: true)
  private var isActive = false
  /// Whether ``pending`` has changes that ``collector`` does not have.
  private var hasNews = false
  /// Whether `preferred_language` came after the last `commit_state`.
  private var isEntry = false
  /// Whether KWin has sent a text that the application reported after `activate`. Before this event, the text in
  /// ``pending`` can belong to another field if the application uses text-input-v1.
  private var hasReportedText = false
  /// Whether the last event was `surrounding_text`.
  private var wasText = false
  /// The content type that the application has reported after `activate`; nil if there is none.
  private var reportedType: ContentType?
  /// The content type that an application with text-input-v1 reported last. If the next field has the same content
  /// type, KWin does not send it again.
  private var oldType: ContentType?
  /// The number of `commit_state` events since the activation.
  private var commits = 0
  /// The number of KWin's answers since `activate`. The first can be the answer to a request before `activate`.
  private var answers = 0
  /// Whether KWin has not yet answered a request, and whether events came after this request.
  private var (isAsked, hasLaterNews) = (false, false)

  /// Whether a field has lost the focus before its report was complete, since the last recorded report.
  private var hasPassedField = false

  private typealias ContentType = (hint: UInt32, purpose: UInt32)

  /// The purpose `password` of `zwp_input_method_v1`.
  private static let password: UInt32 = 8

  /// The maximum time to wait for the application's report after a field got the focus.
  private static let patience = Duration.milliseconds(250)

  private static let maximumAnswers = 4

  /// Handles KWin's event `activate`.
  mutating func activate() {
    focusChanged()
    pending = ReportedField(isKnown: false)
    (isActive, isEntering, hasNews, hasLaterNews) = (true, true, true, true)
    (isEntry, hasLanguage, commits, answers, deadline) = (false, false, 0, 0, nil)
    (hasReportedText, wasText, reportedType) = (false, false, nil)
  }

  /// Handles `deactivate` of the last context.
  mutating func deactivate() {
    focusChanged()
    if isEntering { hasPassedField = true }
    // Drop the text of the field that lost the focus, because it can be a password.
    pending = ReportedField(isKnown: false)
    (isActive, isEntering, hasNews, deadline) = (false, false, false, nil)
  }

  /// Handles an event of the last context.
  mutating func handle(_ event: ContextEvent, at time: Duration) {
    guard isActive else { return }
    if case .preferredLanguage = event {} else if wasText { hasReportedText = true }
    wasText = false
    switch event {
    case .surroundingText(let text): (pending.surrounding, wasText) = (text, true)
    case .contentType(let hint, let purpose):
      (pending.hint, pending.purpose, pending.isKnown) = (hint, purpose, true)
      if !isEntry { reportedType = (hint, purpose) }
    case .preferredLanguage: (hasLanguage, isEntry) = (true, true)
    // With text-input-v3, ignore a reset: the next commit shows the preedit again.
    case .reset: if hasLanguage { pending.isReset = true }
    case .commitState(let number):
      serial = number
      return commit(at: time)
    }
    (hasNews, hasLaterNews) = (true, true)
  }

  private mutating func commit(at time: Duration) {
    defer { isEntry = false }
    guard isEntering else {
      if isEntry { focusChanged() }
      return record(isActivation: isEntry)
    }
    (hasNews, hasLaterNews) = (true, true)
    commits += 1
    guard hasLanguage else { return }
    deadline = commits > 1 ? nil : time + Self.patience
  }

  /// Whether the caller must send KWin a request now. The caller sends the request, and calls ``answered()`` when KWin
  /// answers the request.
  mutating func mustAsk() -> Bool {
    guard isActive, hasNews, !isAsked, deadline == nil else { return false }
    (isAsked, hasLaterNews) = (true, false)
    return true
  }

  /// Handles KWin's answer. If events came after the request, their report can be incomplete, so ``mustAsk()`` is true
  /// again. After ``maximumAnswers`` answers, a field that got the focus waits no longer, because an application can
  /// change its text all the time.
  mutating func answered() {
    isAsked = false
    answers += 1
    let mustWait = hasLaterNews && !(isEntering && answers >= Self.maximumAnswers)
    guard isActive, hasNews, !mustWait, deadline == nil else { return }
    if wasText { hasReportedText = true }
    record(isActivation: isEntering)
  }

  /// Ends the wait for the application's report if ``deadline`` has passed.
  mutating func advance(to time: Duration) {
    if let deadline, deadline <= time { self.deadline = nil }
  }

  private mutating func record(isActivation: Bool) {
    var field = pending
    if hasLanguage, !hasReportedText {
      field.surrounding = nil
      oldType = reportedType ?? oldType
      // A content type of another activation must not remove the protection of a password field.
      if let oldType, oldType.hint == field.hint, reportedType != nil || field.purpose != Self.password {
        field.purpose = oldType.purpose
      }
      // If the application reports no text, the reports of the previous field and of this field can be equal.
      if isActivation {
        collector.record(nil, isActivation: false)
        field.isAnother = true
      }
    }
    recordPassedField()
    collector.record(field, isActivation: isActivation)
    pending.isReset = false
    (isEntering, hasNews, deadline) = (false, false, nil)
  }

  /// Records a field that lost the focus before its report was complete. The field counts as unknown, so it may have
  /// been secure.
  private mutating func recordPassedField() {
    guard hasPassedField else { return }
    hasPassedField = false
    collector.record(ReportedField(isKnown: false), isActivation: true)
  }

  /// Returns the complete reports since the last call. Call this method at the end of a batch of events. Within one
  /// batch, KWin can take the focus from a field and give it back to the same field.
  mutating func drain() -> [InputMethodEvent] {
    if !isActive {
      recordPassedField()
      collector.record(nil, isActivation: false)
    }
    return collector.drain()
  }
}

/// An event of `zwp_input_method_context_v1`.
enum ContextEvent {
  case surroundingText(SurroundingText)
  case contentType(hint: UInt32, purpose: UInt32)
  case preferredLanguage
  /// The application has turned the preedit into text, or removed it.
  case reset
  case commitState(UInt32)
}
