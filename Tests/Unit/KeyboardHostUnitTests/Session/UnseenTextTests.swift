import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel
import Timing

/// Tests of Return after a keyboard has inserted text and has left (Behavior.md#return-and-tab).
@Suite("Return after another keyboard's text")
struct UnseenTextTests {
  private static let keyboards = ["org.example.a", "org.example.b"]

  /// A keyboard whose key `a` inserts nine characters, and whose return key presses Return.
  private static func keyboard(leaving requests: [KeyboardRequest]) -> FakeKeyboard {
    let keys = [Key("a"), Key("return", role: .return), Key("\n", identifier: "line")]
    return FakeKeyboard(InputViewTree(root: .row(keys.map { .key($0) }))) { event, _ in
      guard case .key(let key) = event else { return nil }
      return key.key == "a"
        ? TurnResult(serial: 0, edits: [.insertText("123456789")], requests: requests)
        : TurnResult(serial: 0, edits: [.insertText("\n")])
    }
  }

  @Test(
    "The next keyboard presses Return 250 ms after the insertion, whether the user or the keyboard advances",
    arguments: [1, 2], [false, true])
  func waits(count: Int, isUser: Bool) throws {
    let clock = VirtualClock()
    let system = InputMode(SystemKeyboard.identifier, isSystem: true)
    let modes = Self.keyboards.prefix(count).map { InputMode($0) } + [system]
    let source = FakeKeyboardSource(modes) { _ in Self.keyboard(leaving: isUser ? [] : [.advanceToNextInputMode]) }
    let session = source.makeSession(clock: clock)
    session.focus(TextField(document: TextDocument()))
    session.touched(KeyEvent(key: "a", gesture: .press))
    if isUser { try session.advance() }
    #expect(session.keyboard != Self.keyboards[0])
    for (time, text) in [(0, "123456789"), (249, "123456789"), (250, "123456789\n")] {
      clock.move(to: .milliseconds(time))
      session.touched(KeyEvent(key: "return", gesture: .press))
      #expect(session.field?.document.before == text)
    }
  }

  @Test(
    "The system keyboard presses Return for a keyboard that fails at a press 250 ms after the insertion",
    arguments: [249, 250], ["return", "line"])
  func fails(milliseconds: Int, key: String) {
    let clock = VirtualClock()
    let source = FakeKeyboardSource(Self.keyboards[0], Self.keyboard(leaving: []))
    let session = source.makeSession(clock: clock)
    session.focus(TextField(document: TextDocument()))
    session.touched(KeyEvent(key: "a", gesture: .press))
    source.fakes[0].nextEnd = .hung(after: .seconds(1))
    clock.move(to: .milliseconds(milliseconds))
    session.touched(KeyEvent(key: key, gesture: .press))
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(session.field?.document.before == (milliseconds < 250 ? "123456789" : "123456789\n"))
  }

  @Test("The wait ends when the user touches Return, not when the host handles the touch", arguments: [false, true])
  func counts(isSystem: Bool) throws {
    let clock = VirtualClock()
    let session = FakeKeyboardSource(Self.keyboards[0], Self.keyboard(leaving: [])).makeSession(clock: clock)
    session.focus(TextField(document: TextDocument()))
    session.touched(KeyEvent(key: "a", gesture: .press))
    if isSystem { try session.advance() }
    clock.move(to: .milliseconds(400))
    for (time, text) in [(249, "123456789"), (250, "123456789\n")] {
      session.touched(KeyEvent(key: "return", gesture: .press), at: .milliseconds(time))
      #expect(session.field?.document.before == text)
    }
  }
}
