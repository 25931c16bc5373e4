internal import ApplicationDocument
internal import CXkbcommon
internal import Timing
internal import WaylandClient

/// The text transport over `zwp_input_method_v2`, and a virtual keyboard for key presses. For example, sway, phosh and
/// niri offer the protocols for input methods and for virtual keyboards.
final class InputMethodV2: InputMethod {
  let transport = TextTransport.inputMethodV2
  /// Always false: the activation and the properties of the field come in one batch that ends with `done`.
  let awaitsField = false
  var deadline: Duration? { answerTime }

  private var method: WaylandObject
  private let manager: WaylandObject
  private let seat: WaylandObject
  private let keyboard: VirtualKeyboard
  private let clock: any SessionClock
  /// The number of `done` events. Each commit must contain the number of `done` events.
  private var serial: UInt32 = 0
  private var pending = ReportedField()
  private var isActive = false
  private var wasActivated = false
  /// The preedit that the application shows now. Each commit must repeat the shown preedit.
  private var preedit: Preedit?
  /// The time at which to answer the application's last report; nil if the report is already answered.
  private var answerTime: Duration?
  /// The times of the latest answers since the last edit, at most ``maximumImmediateAnswers`` times.
  private var answerTimes: [Duration] = []
  private var collector = ReportCollector(dropsRepeats: false)
  var focusChanged: () -> Void {
    get { collector.focusChanged }
    set { collector.focusChanged = newValue }
  }

  /// The maximum number of answers in ``answerPeriod`` after an edit. The maximum limits the rate of answers to an
  /// application that reports again after each answer. Chromium needs two answers after an edit.
  private static let maximumImmediateAnswers = 4
  private static let answerPeriod = Duration.milliseconds(200)

  /// Becomes the input method of a seat. If another input method has the seat, the first event is `unavailable`.
  init(_ manager: WaylandObject, seat: WaylandObject, keyboard: VirtualKeyboard, clock: any SessionClock) {
    self.keyboard = keyboard
    self.clock = clock
    self.manager = manager
    self.seat = seat
    method = manager.create("get_input_method", .object(seat))
    method.handler = { [unowned self] in handle($0) }
  }

  func retry() {
    method = manager.create("get_input_method", .object(seat))
    method.handler = { [unowned self] in handle($0) }
    serial = 0
    (isActive, wasActivated, answerTime) = (false, false, nil)
  }

  func drainEvents() -> [InputMethodEvent] { collector.drain() }

  private func handle(_ event: WaylandEvent) {
    switch event.name {
    case "activate":
      pending = ReportedField()
      (isActive, wasActivated) = (true, true)
      preedit = nil
    case "deactivate": isActive = false
    case "surrounding_text":
      pending.surrounding = SurroundingText(event)
    case "content_type": (pending.hint, pending.purpose) = (event.uint(0), event.uint(1))
    case "done":
      serial &+= 1
      collector.record(isActive ? pending : nil, isActivation: wasActivated)
      // Drop the text of the field that lost the focus, because it can be a password.
      if !isActive { pending = ReportedField() }
      wasActivated = false
      let earliest = answerTimes.count < Self.maximumImmediateAnswers ? .zero : answerTimes[0] + Self.answerPeriod
      answerTime = isActive ? max(clock.now, earliest) : nil
    case "unavailable": collector.recordUnavailable()
    default: break
    }
  }

  func send(_ operations: [Operation]) {
    for operation in operations {
      switch operation {
      case .commit(let commit):
        answerTimes = []
        send(commit)
      case .key(let key, let count): keyboard.press(SymbolPress(symbol: key.symbol), times: count)
      case .press(let press): keyboard.press(press)
      }
    }
  }

  private func send(_ commit: TextCommit) {
    if commit.deleteBefore > 0 || commit.deleteAfter > 0 {
      method.request(
        "delete_surrounding_text", .uint(UInt32(clamping: commit.deleteBefore)),
        .uint(UInt32(clamping: commit.deleteAfter)))
    }
    if let text = commit.text { method.request("commit_string", .string(text)) }
    if let preedit = commit.preedit {
      method.request(
        "set_preedit_string", .string(preedit.text), .int(Int32(clamping: preedit.selection.lowerBound)),
        .int(Int32(clamping: preedit.selection.upperBound)))
    }
    method.request("commit", .uint(serial))
    (preedit, answerTime) = (commit.preedit, nil)
  }

  func replyToReport() {
    guard let answerTime, answerTime <= clock.now else { return }
    answerTimes = answerTimes.suffix(Self.maximumImmediateAnswers - 1) + [clock.now]
    send(TextCommit(preedit: preedit))
  }
}

extension EditingKey {
  /// The symbol of the key, as libxkbcommon numbers it.
  var symbol: UInt32 {
    switch self {
    case .backspace: UInt32(XKB_KEY_BackSpace)
    case .left: UInt32(XKB_KEY_Left)
    case .right: UInt32(XKB_KEY_Right)
    case .return: UInt32(XKB_KEY_Return)
    case .tab: UInt32(XKB_KEY_Tab)
    }
  }
}
