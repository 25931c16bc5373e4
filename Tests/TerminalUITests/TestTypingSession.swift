import TextModel
import KeyboardStore
import Diagnostics
import KeyboardHost
import Timing
import Scripting
import TerminalUI
import SystemKeyboard
import InputViewModel
import KeyboardProtocol

/// A seat over a keyboard in the test's own process, `two` beside it, and the system's.
///
/// The keyboard types what is on its keys. `list` and `away` ask the host; `crash` ends it; `tick` asks for a timer that
/// types `t`; a swipe is written as `(left)`, holding as `(a held)`, and an alternative as what stands on it.
final class TestTypingSession {
  let clock = VirtualClock()
  let session: KeyboardSession
  let seat: TypingSession
  let source: TestSource

  init(_ interface: Interface = TestTypingSession.interface, options: SimulatorOptions = SimulatorOptions()) {
    DisplayText.prepare()
    source = TestSource(interface)
    let system = SystemKeyboard()
    session = KeyboardSession(
      source: source, system: system, systemIdentifier: SystemKeyboard.identifier, clock: clock)
    seat = TypingSession(session: session, environment: source, options: options) { identifier in
      ["\(identifier) said hello"]
    }
  }

  static let interface = Interface(
    root: .column([
      .row([.label(Label("display", text: "0")), .key(Key("⌫", role: .delete, accessibilityLabel: "delete"))]),
      .row([.key(Key("a", alternatives: ["á", "à"])), .key(Key("b")), .key(Key("漢", accessibilityHint: "Types Han."))]),
      .row([.key(Key("list")), .key(Key("away")), .key(Key("crash")), .key(Key("tick"))]),
      .row([.key(Key("🌐", identifier: "globe", role: .nextKeyboard)), .key(Key("space", role: .space, weight: 3))]),
    ]))

  /// The field's text, with its insertion point as `|` and its selection in brackets.
  var text: String {
    guard let document = session.field?.document else { return "" }
    return document.selected.isEmpty
      ? "\(document.before)|\(document.after)" : "\(document.before)[\(document.selected)]\(document.after)"
  }
}

/// The person's list and files.
final class TestSource: KeyboardSource, PlayEnvironment {
  static let one = "org.test.one"
  static let two = "org.test.two"
  let interface: Interface
  var hasChanged = false

  init(_ interface: Interface) { self.interface = interface }

  func modes() -> [InputMode] {
    [InputMode(Self.one), InputMode(Self.two), InputMode(SystemKeyboard.identifier, isSystem: true)]
  }
  func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard { TestKeyboard(interface) }
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEnd) -> LaunchConfiguration {
    LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "/lib.so", principalClass: "")
  }
  func hasFullAccess(_ identifier: String) -> Bool { false }
  func memoryBoundary(of identifier: String) -> Retention { .application }
  func answer(_ request: HostRequest, of identifier: String) -> HostReply { .refused(.notNow) }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
  func note(_ message: String, of identifier: String) {}
  func quarantine(_ identifier: String, because reason: String) {}

  func resolve(_ part: String) throws(Diagnostic) -> String { part }
  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] { [:] }
  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {}
  func noticeChanges() -> Bool { hasChanged }
  func name(of identifier: String) -> String { identifier.split(separator: ".").last.map(String.init) ?? "" }
}

/// A keyboard in the test's own process.
final class TestKeyboard: Keyboard {
  let interface: Interface
  private(set) var hasEnded = false

  init(_ interface: Interface) { self.interface = interface }

  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
    var result = TurnResult(serial: turn.serial)
    switch turn.event {
    case .load: result.requests = [.setInterface(interface)]
    case .timer: result.edits = [.insertText("t")]
    case .key(let event): try use(event, &result)
    default: break
    }
    return result
  }

  private func use(_ event: KeyEvent, _ result: inout TurnResult) throws(KeyboardEnd) {
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
      result.edits = [.insertText(interface.key(key)?.alternatives[index] ?? "?")]
    case (_, .swipe(let direction)): result.edits = [.insertText("(\(direction))")]
    default: break
    }
  }

  func end() { hasEnded = true }
}
