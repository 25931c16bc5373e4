internal import ApplicationDocument

/// What an application reports about the field that has the focus.
struct ReportedField {
  /// The text around the selection; nil if the application never reported text.
  var surrounding: SurroundingText?
  /// The content hint and purpose, numbered as in the protocol of the input method.
  var hint: UInt32 = 0
  /// The content purpose.
  var purpose: UInt32 = 0
  /// Whether the compositor has sent the hint and the purpose, or there are none. Otherwise the field can be a secret.
  var isKnown = true
  /// Whether the application has turned the preedit into text, or removed it, since the last report.
  var isReset = false
}

/// A change that the compositor reported to an input method.
enum InputMethodEvent {
  /// A field got the focus.
  case activated(ReportedField)
  /// A field lost the focus and a field got it, in one batch. It can be the same field.
  case reactivated(ReportedField)
  /// The field that has the focus changed.
  case changed(ReportedField)
  /// The field lost the focus. All unsent edits are void.
  case deactivated
  /// Another input method has the seat.
  case unavailable
}

/// A text transport: carries edits to the application, and the application's reports back.
protocol InputMethod: AnyObject {
  /// Called when an event says that a field gets or loses the focus, before ``drainEvents()`` returns the change.
  var focusChanged: () -> Void { get set }
  /// What the transport can do.
  var transport: TextTransport { get }
  /// Whether a field got the focus that ``drainEvents()`` has not returned yet. Until then, touches must wait: the shown
  /// keyboard belongs to the field before, and what is sent goes nowhere.
  var awaitsField: Bool { get }
  /// The time of the next call of ``drainEvents()`` and ``answerReport()``; nil if nothing is pending.
  var deadline: Duration? { get }
  /// Returns the changes since the last call, in order. Call it after each dispatch of the connection.
  func drainEvents() -> [InputMethodEvent]
  /// Sends operations to the application, in order.
  func send(_ operations: [Operation])
  /// Answers the application's last report, if no operation has answered it and it is time. Some applications report
  /// nothing more before an answer.
  func answerReport()
  /// Sends a key press to the application.
  func press(_ press: SymbolPress)
  /// Asks for the seat again after ``InputMethodEvent/unavailable``.
  func retry()
}

/// Collects the reports of one batch of events. A batch may report a state twice, or take the focus and return it.
struct ReportCollector {
  /// Called with each change of the focus.
  var focusChanged: () -> Void = {}
  private var events: [InputMethodEvent] = []
  private var isActive = false

  /// Records the state of the field after a batch.
  ///
  /// - Parameters:
  ///   - field: The state; nil if no field has the focus.
  ///   - isActivation: Whether a field got the focus in the batch.
  mutating func record(_ field: ReportedField?, isActivation: Bool) {
    if (field != nil) != isActive || isActivation { focusChanged() }
    if let field {
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
