import TextModel
import HostTestSupport
import KeyboardHost
import SystemKeyboard
import Testing
import InputViewModel
import KeyboardProtocol

/// What the person edits with a hardware keyboard or by dragging the insertion point is done where they see it, whatever the
/// keyboard answers to being told (Behavior.md#marked-text, Behavior.md#document-changes).
@Suite struct PersonsEditTests {
  @Test(
    "Marked text becomes plain and the edit is made, and the keyboard is told of both at once",
    arguments: [
      ("x", ["amx!", "mb"]), ("Backspace", ["a!", "mb"]), ("Delete", ["am!", "b"]), ("ArrowLeft", ["a!", "mmb"]),
      ("ArrowRight", ["amm!", "b"]), ("Home", ["!", "ammb"]), ("Return", ["am\n!", "mb"]),
    ])
  func isMadeAtOnce(key: String, text: [String]) throws {
    // It marks text, and inserts text whenever it receives a change.
    let keyboard = FakeKeyboard(Interface(root: .row([.key(Key("mark"))]))) { event, _ in
      switch event {
      case .key: TurnResult(serial: 0, edits: [.setMarkedText("mm", selectedRange: 1..<1)])
      case .documentChanged: TurnResult(serial: 0, edits: [.insertText("!")])
      default: nil
      }
    }
    let session = FakeKeyboardSource("interrupter", keyboard).makeSession()
    session.focus(TextField(document: TextDocument(before: "a", after: "b")))
    try session.key("mark")
    try session.hardwareKey(key)
    #expect([session.field?.document.before, session.field?.document.after] == text)
    let changes = keyboard.turns.compactMap { if case .documentChanged(let change) = $0.event { change } else { nil } }
    #expect(changes.count == 1)
    let change = try #require(changes.first)
    #expect(change.cause == .person && change.endedMarking)
    let moves = ["ArrowLeft", "ArrowRight", "Home"].contains(key)
    #expect(change.changedText == !moves && change.changedSelection == moves)
    session.end()
  }
}
