internal import ApplicationDocument
internal import CXkbcommon
internal import Timing
internal import WaylandClient

/// The text transport over `zwp_input_method_v2`, and a virtual keyboard for key presses. For example, sway, phosh and
/// niri offer both protocols.
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
  /// The number of `done` events. Each commit must contain this number.
  private var serial: UInt32 = 0
  private var pending = ReportedField()
  private var isActive = false
  private var wasActivated = false
  /// The preedit that the application shows now. Each commit must repeat the preedit.
  private var preedit: Preedit?
  /// The time at which to answer the application's last report; nil if the report is already answered.
  private var answerTime: Duration?
  /// The number of answers since the last edit or the last change of the reported text.
  private var repeatedAnswers = 0
  private var collector = ReportCollector(dropsRepeats: false)
  var focusChanged: () -> Void {
    get { collector.focusChanged }
    set { collector.focusChanged = newValue }
  }

  /// The maximum number of reports of the same text that the transport answers without delay. Chromium needs two
  /// answers after an edit.
  private static let mostImmediateAnswers = 4
  /// The delay of each further answer. It limits the rate of answers to an application that reports again after each
  /// answer.
  private static let repeatedAnswerDelay = Duration.milliseconds(50)

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
      (preedit, repeatedAnswers) = (nil, 0)
    case "deactivate": isActive = false
    case "surrounding_text":
      let surrounding = SurroundingText(event)
      if surrounding != pending.surrounding { repeatedAnswers = 0 }
      pending.surrounding = surrounding
    case "content_type": (pending.hint, pending.purpose) = (event.uint(0), event.uint(1))
    case "done":
      serial &+= 1
      collector.record(isActive ? pending : nil, isActivation: wasActivated)
      // The text can be a password.
      if !isActive { pending = ReportedField() }
      wasActivated = false
      let isRepeated = repeatedAnswers >= Self.mostImmediateAnswers
      answerTime = isActive ? clock.now + (isRepeated ? Self.repeatedAnswerDelay : .zero) : nil
    case "unavailable": collector.recordUnavailable()
    default: break
    }
  }

  func send(_ operations: [Operation]) {
    for operation in operations {
      switch operation {
      case .commit(let commit):
        repeatedAnswers = 0
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
    repeatedAnswers += 1
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
