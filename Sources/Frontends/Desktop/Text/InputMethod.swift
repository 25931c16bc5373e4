internal import ApplicationDocument

/// The application's report about the field that has the focus.
struct ReportedField: Equatable {
  /// The text around the selection; nil if the application never reported text.
  var surrounding: SurroundingText?
  /// The content hint, numbered as in the protocol of the input method.
  var hint: UInt32 = 0
  /// The content purpose, numbered as in the protocol of the input method.
  var purpose: UInt32 = 0
  /// Whether the hint and the purpose are known: the compositor has sent them, or the field has none. While the hint
  /// and the purpose are unknown, the field may be secure.
  var isKnown = true
  /// Whether the application has turned the preedit into text, or removed it, since the last report.
  var isReset = false
  /// Whether the field must count as another field, even if its report equals the report of the previous field.
  var isAnother = false
}

/// A change that the compositor reported to an input method.
enum InputMethodEvent {
  /// A field got the focus.
  case activated(ReportedField)
  /// In one batch of events, one field lost the focus and one field got the focus. The field that gets the focus can be
  /// the field that lost it.
  case reactivated(ReportedField)
  /// The focused field reported a new state.
  case changed(ReportedField)
  /// The field lost the focus. Discard all unsent edits.
  case deactivated
  /// Another input method has the seat.
  case unavailable
}

/// A text transport: sends operations to the application, and receives the application's reports.
protocol InputMethod: AnyObject {
  /// Called when an event says that a field gets or loses the focus, before ``drainEvents()`` returns the change.
  var focusChanged: () -> Void { get set }
  /// The kind of transport to the field that ``drainEvents()`` returned last. The operations for an edit depend on the
  /// kind of transport.
  var transport: TextTransport { get }
  /// Whether a field has got the focus, but ``drainEvents()`` has not yet returned this change. While the value is
  /// true, touches must wait: the shown keyboard belongs to the previous field, and no field gets operations.
  var awaitsField: Bool { get }
  /// The time of the next call of ``drainEvents()`` and ``replyToReport()``; nil if nothing is pending.
  var deadline: Duration? { get }
  /// Returns the changes since the last call, in order. Call this method after each dispatch of the connection.
  func drainEvents() -> [InputMethodEvent]
  /// Sends operations to the application, in order.
  func send(_ operations: [Operation])
  /// Answers the application's last report if the answer is due and no operation has answered the report. Some
  /// applications send no further report until they get an answer.
  func replyToReport()
  /// Asks for the seat again after ``InputMethodEvent/unavailable``.
  func retry()
}

/// Collects the reports of batches of events, and returns each change once. Within one batch, a field may lose the
/// focus and get the focus again.
struct ReportCollector {
  /// Called with each change of the focus.
  var focusChanged: () -> Void = {}
  private var events: [InputMethodEvent] = []
  private var isActive = false
  /// Whether to drop a state that equals the state before it in the same batch. KWin reports each state twice. With
  /// other compositors, equal reports answer different operations.
  private let dropsRepeats: Bool

  init(dropsRepeats: Bool) { self.dropsRepeats = dropsRepeats }

  /// Records the state of the field after a batch.
  ///
  /// - Parameters:
  ///   - field: The state; nil if no field has the focus.
  ///   - isActivation: Whether a field got the focus in the batch.
  mutating func record(_ field: ReportedField?, isActivation: Bool) {
    if (field != nil) != isActive || isActivation { focusChanged() }
    if let field {
      if dropsRepeats, !isActivation, case .changed(field)? = events.last { return }
      events.append(!isActive ? .activated(field) : isActivation ? .reactivated(field) : .changed(field))
    } else if isActive {
      events.append(.deactivated)
    }
    isActive = field != nil
  }

  /// Records that another input method has the seat.
  mutating func recordUnavailable() {
    record(nil, isActivation: false)
    events.append(.unavailable)
  }

  /// Returns the events and removes them.
  mutating func drain() -> [InputMethodEvent] {
    defer { events = [] }
    return events
  }
}
