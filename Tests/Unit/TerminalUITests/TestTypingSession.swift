import Diagnostics
import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Scripting
import SystemKeyboard
import TerminalUI
import TextModel
import Timing

/// A typing session with two keyboards in the test's process, `one` and `two`, and the system keyboard.
///
/// A key types its title. `list` and `away` send requests to the host, `crash` ends the keyboard, and `tick` starts a
/// timer that types `t`. A swipe types `(left)`, a long press types `(a held)`, and an alternative types its text.
final class TestTypingSession {
  let clock = VirtualClock()
  let session: KeyboardSession
  let typingSession: TypingSession
  static let one = "org.test.one"
  static let two = "org.test.two"

  init(
    _ inputView: InputViewTree? = TestTypingSession.inputView, options: SimulatorOptions = SimulatorOptions(),
    system: SystemKeyboard = SystemKeyboard(), modes: [String] = [TestTypingSession.one, TestTypingSession.two]
  ) {
    DisplayText.prepare()
    let modes = modes.map { InputMode($0) } + [InputMode(SystemKeyboard.identifier, isSystem: true)]
    let source = FakeKeyboardSource(modes, retention: .application) { _ in Self.keyboard(inputView) }
    session = source.makeSession(clock: clock, system: system)
    typingSession = TypingSession(session: session, environment: UnchangeableEnvironment(), options: options) {
      identifier in
      ["\(identifier) said hello"]
    }
  }

  static let inputView = InputViewTree(
    root: .column([
      .row([
        .label(Label("display", text: "0")),
        .key(Key("⌫", role: .delete, accessibilityLabel: "delete", swipes: KeySwipes())),
      ]),
      .row([.key(Key("a", alternatives: ["á", "à"])), .key(Key("b")), .key(Key("漢", accessibilityHint: "Types Han."))]),
      .row([.key(Key("list")), .key(Key("away")), .key(Key("crash")), .key(Key("tick"))]),
      .row([.key(Key("🌐", identifier: "globe", role: .nextKeyboard)), .key(Key("space", role: .space, weight: 3))]),
    ]))

  private static func keyboard(_ inputView: InputViewTree?) -> FakeKeyboard {
    FakeKeyboard(inputView) { event, _ throws(KeyboardEndError) in
      var result = TurnResult(serial: 0)
      switch event {
      case .timer: result.edits = [.insertText("t")]
      case .key(let event): if let inputView { try apply(event, of: inputView, &result) }
      default: break
      }
      return result
    }
  }

  private static func apply(
    _ event: KeyEvent, of inputView: InputViewTree, _ result: inout TurnResult
  ) throws(KeyboardEndError) {
    switch (event.key, event.gesture) {
    case ("list", .press): result.requests = [.showInputModeList]
    case ("away", .press): result.requests = [.dismissKeyboard]
    case ("crash", .press): throw .crashed("signal 11")
    case ("globe", .press): result.requests = [.advanceToNextInputMode]
    case ("tick", .press): result.requests = [.startTimer(identifier: 1, seconds: 0.5, repeats: false)]
    case ("⌫", .press), ("⌫", .repeat): result.edits = [.deleteBackward]
    case ("space", .press): result.edits = [.insertText(" ")]
    case (let key?, .press): result.edits = [.insertText(key)]
    case (let key?, .longPress): result.edits = [.insertText("(\(key) held)")]
    case (let key?, .alternative(let index)):
      result.edits = [.insertText(inputView.key(key)?.alternatives[index] ?? "?")]
    case (_, .swipe(let direction)): result.edits = [.insertText("(\(direction))")]
    default: break
    }
  }

  /// The field's text, with `|` at the insertion point or brackets around the selection.
  var text: String {
    guard let document = session.field?.document else { return "" }
    return document.selected.isEmpty
      ? "\(document.before)|\(document.after)" : "\(document.before)[\(document.selected)]\(document.after)"
  }
}

/// An environment that ignores the changes that a script makes.
private final class UnchangeableEnvironment: PlayEnvironment {
  func resolve(_ part: String) throws(Diagnostic) -> String { part }
  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] { [:] }
  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {}
  func noticeChanges() -> Bool { false }
  func name(of identifier: String) -> String { identifier.split(separator: ".").last.map(String.init) ?? "" }
  func setFaultInjection(_ faultInjection: FaultInjection) -> [String] { [] }
  func noticeSettings() -> Bool { false }
  func diagnostic(of identifier: String) -> Diagnostic? { nil }
  func drainDiagnostics() -> [Diagnostic] { [] }
}
