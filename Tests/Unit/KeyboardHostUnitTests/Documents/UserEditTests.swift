import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

/// Tests of the user's own edits, by hardware keyboard or by dragging (Behavior.md#marked-text,
/// Behavior.md#document-changes).
///
/// The host makes the user's edit at the visible insertion point, even if the keyboard also edits the text when the
/// host reports a change.
@Suite struct UserEditTests {
  @Test(
    "The host unmarks text, makes the user's edit, and reports both to the keyboard in one change",
    arguments: [
      ("x", ["amx!", "mb"]), ("Backspace", ["a!", "mb"]), ("Delete", ["am!", "b"]), ("ArrowLeft", ["a!", "mmb"]),
      ("ArrowRight", ["amm!", "b"]), ("Home", ["!", "ammb"]), ("Return", ["am\n!", "mb"]),
    ])
  func singleChange(key: String, text: [String]) throws {
    // A keyboard that marks text, and that inserts text whenever the host reports a change.
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("mark"))]))) { event, _ in
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
    let changes = keyboard.turns.compactMap {
      if case .documentChanged(let change, let cause) = $0.event { (change, cause) } else { nil }
    }
    #expect(changes.count == 1)
    let (change, cause) = try #require(changes.first)
    #expect(cause == .user && change.endedMarking)
    let moves = ["ArrowLeft", "ArrowRight", "Home"].contains(key)
    #expect(change.changedText == !moves && change.changedSelection == moves)
    session.end()
  }
}
