internal import ApplicationDocument
internal import CXkbcommon
internal import Timing
internal import WaylandClient

/// The text transport over `zwp_input_method_v1`, for KWin. KWin starts the input method itself.
///
/// The transport sends text, and keys as symbols, over one connection, so the application gets text and keys in the
/// right order.
final class InputMethodV1: InputMethod {
  private(set) var transport = TextTransport.inputMethodV1

  private let method: WaylandObject
  private let clock: any SessionClock
  /// The last context. KWin creates a context for each activation.
  private var context: WaylandObject?
  /// The context of the field that ``drainEvents()`` returned last, to which the transport sends edits.
  private var target: WaylandObject?
  private var reports = ContextReports()
  /// The pending request to KWin; nil without a pending request. When KWin answers the request, the report is complete.
  private var answer: WaylandObject?
  /// The codes of keys, for applications that get key codes instead of symbols.
  private let keyboard: HardwareKeyboard

  /// The bits of the modifiers. The bits are in the order of `names`, which KWin gets with `modifiers_map`.
  private enum Modifier {
    static let masks = KeyboardMap.Masks(shift: 4, control: 1, alt: 2, logo: 8)
    static let names = "Control\0Mod1\0Shift\0Mod4\0"
  }

  init(_ method: WaylandObject, keyboard: HardwareKeyboard, clock: any SessionClock) {
    self.method = method
    self.keyboard = keyboard
    self.clock = clock
    method.handler = { [unowned self] in handle($0) }
  }

  var focusChanged: () -> Void {
    get { reports.focusChanged }
    set { reports.focusChanged = newValue }
  }
  var awaitsField: Bool { reports.isEntering }
  var deadline: Duration? { reports.deadline }

  func drainEvents() -> [InputMethodEvent] {
    reports.advance(to: clock.now)
    if reports.mustAsk() {
      answer = method.connection.synchronize()
      answer?.handler = { [unowned self] _ in
        answer = nil
        reports.answered()
      }
    }
    if !reports.isEntering {
      target = context
      transport = reports.hasLanguage ? .inputMethodV1ForTextInputV2 : .inputMethodV1
    }
    return reports.drain()
  }

  private func handle(_ event: WaylandEvent) {
    switch event.name {
    case "activate":
      guard let context = event.created(0) else { return }
      self.context = context
      reports.activate()
      context.handler = { [unowned self, unowned context] in
        guard self.context === context, let event = ContextEvent($0) else { return }
        reports.handle(event, at: clock.now)
      }
      context.request("modifiers_map", .array(Array(Modifier.names.utf8)))
    case "deactivate":
      guard let old = event.object(0), old === context else { return }
      context = nil
      reports.deactivate()
    default: break
    }
  }

  func send(_ operations: [Operation]) {
    for operation in operations {
      switch operation {
      case .commit(let commit): send(commit)
      case .key(let key, let count):
        for _ in 0..<count { press(SymbolPress(symbol: key.symbol)) }
      case .press(let key): press(key)
      }
    }
  }

  private func send(_ commit: TextCommit) {
    guard let target else { return }
    if commit.deleteBefore > 0 || commit.deleteAfter > 0 {
      target.request(
        "delete_surrounding_text", .int(-Int32(clamping: commit.deleteBefore)),
        .uint(UInt32(clamping: commit.deleteBefore + commit.deleteAfter)))
    }
    // Qt carries out a deletion only when it gets a text, so always send a text, even an empty text.
    target.request("commit_string", .uint(reports.serial), .string(commit.text ?? ""))
    if let preedit = commit.preedit {
      target.request("preedit_cursor", .int(Int32(clamping: preedit.selection.upperBound)))
      target.request("preedit_string", .uint(reports.serial), .string(preedit.text), .string(preedit.text))
    }
  }

  /// Does nothing: KWin has one input method, which it starts itself.
  func retry() {}

  /// Does nothing: KWin itself answers each report.
  func replyToReport() {}

  private func press(_ press: SymbolPress) {
    guard let target else { return }
    let time = UInt32(truncatingIfNeeded: Int(clock.now / .milliseconds(1)))
    if transport == .inputMethodV1, !Self.hasKey(press) {
      guard let stroke = keyboard.stroke(for: press) else { return }
      if let state = stroke.during { set(state, on: target) }
      for state: UInt32 in [1, 0] {
        target.request("key", .uint(reports.serial), .uint(time), .uint(stroke.code), .uint(state))
      }
      if let state = stroke.after { set(state, on: target) }
      return
    }
    let modifiers = Modifier.masks.modifiers(of: press)
    for state: UInt32 in [1, 0] {
      target.request(
        "keysym", .uint(reports.serial), .uint(time), .uint(press.symbol), .uint(state), .uint(modifiers))
    }
  }

  /// Whether KWin finds the key of a symbol for an application with text-input-v3. For other symbols, and with
  /// modifiers, KWin presses a key that does nothing.
  private static func hasKey(_ press: SymbolPress) -> Bool {
    let known = [
      XKB_KEY_BackSpace, XKB_KEY_Return, XKB_KEY_Left, XKB_KEY_Right, XKB_KEY_Up, XKB_KEY_Down,
    ]
    return !press.hasModifiers && known.contains { UInt32($0) == press.symbol }
  }

  /// Sets the modifiers and the keyboard layout of KWin's keyboard.
  private func set(_ state: HardwareKeyboard.State, on target: WaylandObject) {
    target.request(
      "modifiers", .uint(reports.serial), .uint(state.depressed), 0, .uint(state.locked), .uint(state.group))
  }
}

extension ContextEvent {
  /// Creates an event of the context; nil if Klava does not use it.
  fileprivate init?(_ event: WaylandEvent) {
    switch event.name {
    case "surrounding_text": self = .surroundingText(SurroundingText(event))
    case "content_type": self = .contentType(hint: event.uint(0), purpose: event.uint(1))
    case "preferred_language": self = .preferredLanguage
    case "reset": self = .reset
    case "commit_state": self = .commitState(event.uint(0))
    default: return nil
    }
  }
}

extension SurroundingText {
  /// Creates the text of the event `surrounding_text`, which has the same arguments in `zwp_input_method_v1` and v2.
  init(_ event: WaylandEvent) {
    self.init(bytes: event.bytes(0), cursor: Int(event.uint(1)), anchor: Int(event.uint(2)))
  }
}
