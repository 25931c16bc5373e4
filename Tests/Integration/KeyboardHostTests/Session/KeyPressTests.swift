import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import Testing
import TextModel
import Timing

@Suite("Gestures during which the keyboard's process ends (Behavior.md#key-presses)")
struct KeyPressTests {
  /// A key of the keyboard, a gesture on this key, and two expected texts. `afterFailure` is the text if the keyboard
  /// fails in the turn. `afterKill` is the text if another program kills the keyboard's process during the turn.
  struct Row: CustomTestStringConvertible {
    var key: Key
    var gesture = KeyEvent.Gesture.press
    var afterFailure: String
    var afterKill: String
    var testDescription: String { "\(gesture) of \(key.identifier)" }
  }

  static let rows = [
    Row(key: Key("q"), afterFailure: "tq", afterKill: "t(q)"),
    Row(key: Key("Q"), afterFailure: "tQ", afterKill: "t(Q)"),
    Row(key: Key("%"), afterFailure: "t%", afterKill: "t(%)"),
    Row(key: Key("gap", role: .space), afterFailure: "t ", afterKill: "t(gap)"),
    Row(key: Key("enter", role: .return), afterFailure: "t\n", afterKill: "t(enter)"),
    // The system keyboard has no key for the character "꧁", and no key for several characters.
    Row(key: Key("꧁"), afterFailure: "t", afterKill: "t(꧁)"),
    Row(key: Key("sch"), afterFailure: "t", afterKill: "t(sch)"),
    Row(key: Key("⌫", role: .delete), afterFailure: "t", afterKill: "t(⌫)"),
    Row(key: Key("go", role: .action), afterFailure: "t", afterKill: "t(go)"),
    Row(key: Key("w"), gesture: .longPress, afterFailure: "t", afterKill: "t(w)"),
    Row(key: Key("w"), gesture: .repeat, afterFailure: "t", afterKill: "t(w)"),
    Row(key: Key("w"), gesture: .alternative(0), afterFailure: "t", afterKill: "t(w)"),
    Row(key: Key("w"), gesture: .swipe(.left), afterFailure: "t", afterKill: "t(w)"),
  ]

  /// Makes a gesture, in whose first turn the keyboard's process ends. Returns the text, and the keyboard that is shown
  /// afterwards.
  private func text(after row: Row, ending end: KeyboardEndError) throws -> (text: String, keyboard: String?) {
    let keys = [row.key, Key("t")].map { InputViewTree.Element.key($0) }
    var hasEnded = false
    let source = FakeKeyboardSource(
      [InputMode("org.test.one"), InputMode(SystemKeyboard.identifier, isSystem: true)], retention: .application
    ) { _ in
      FakeKeyboard(InputViewTree(root: .row(keys))) { event, _ throws(KeyboardEndError) in
        guard case .key(let event) = event, let key = event.key else { return nil }
        if key != "t", !hasEnded {
          hasEnded = true
          throw end
        }
        var result = TurnResult(serial: 0)
        result.edits = [.insertText(key == "t" ? "t" : "(\(key))")]
        return result
      }
    }
    let session = source.makeSession(clock: VirtualClock())
    session.focus(TextField(document: TextDocument()))
    try session.key("t")
    try session.key(row.key.identifier, row.gesture)
    return (session.field?.document.before ?? "", session.keyboard)
  }

  @Test(
    "If a keyboard fails during a press, the system keyboard gets the press; other gestures are lost",
    arguments: rows)
  func offers(_ row: Row) throws {
    let outcome = try text(after: row, ending: .crashed("signal 11"))
    #expect(outcome.text == row.afterFailure)
    #expect(outcome.keyboard == SystemKeyboard.identifier)
  }

  @Test(
    "If the first of several gestures replaces the keyboard, keys of the new keyboard do not get the other gestures",
    arguments: [
      (first: "crash", key: Key("w"), text: "w"), (first: "crash", key: Key("return", role: .action), text: ""),
      (first: "advance", key: Key("w"), text: ""), (first: "stay", key: Key("w"), text: "(one w)"),
    ])
  func staysOnItsKeyboard(first: String, key: Key, text: String) throws {
    let names = ["one", "two"]
    let source = FakeKeyboardSource(
      names.map { InputMode($0) } + [InputMode(SystemKeyboard.identifier, isSystem: true)], retention: .application
    ) { name in
      FakeKeyboard(InputViewTree(root: .row([Key(first), key].map { .key($0) }))) { event, _ throws(KeyboardEndError) in
        guard case .key(let event) = event, let pressed = event.key else { return nil }
        if pressed == "crash" { throw .crashed("signal 11") }
        var result = TurnResult(serial: 0)
        if pressed == "advance" { result.requests = [.advanceToNextInputMode] }
        if pressed == key.identifier { result.edits = [.insertText("(\(name) \(pressed))")] }
        return result
      }
    }
    let session = source.makeSession(clock: VirtualClock())
    session.focus(TextField(document: TextDocument()))
    let seen = session.shownKeyboard
    let view = try #require(session.inputView)
    for name in [first, key.identifier] {
      let position = try #require(view.index(of: name))
      session.touched(
        KeyEvent(key: name, at: .init(index: position, generation: view.generation), gesture: .press), on: seen)
    }
    #expect(session.field?.document.before == text)
    #expect(session.keyboard == ["crash": SystemKeyboard.identifier, "advance": "two", "stay": "one"][first])
  }

  @Test("If another program killed the process, a fresh process gets the gesture", arguments: rows)
  func repeats(_ row: Row) throws {
    let outcome = try text(after: row, ending: .killed)
    #expect(outcome.text == row.afterKill)
    #expect(outcome.keyboard == "org.test.one")
  }
}
