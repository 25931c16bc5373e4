import TextModel
import KeyboardStore
import KeyboardHost
import Timing
import SystemKeyboard
import Testing
import InputViewModel
import KeyboardProtocol

/// What the person edits with a hardware keyboard or by dragging the insertion point is done where they see it, whatever the
/// keyboard answers to being told (Behavior.md#marked-text, Behavior.md#document-changes).
@Suite struct PersonsEditTests {
  /// A keyboard that marks text, and types wherever it is told of a change.
  private final class Interrupter: Keyboard, KeyboardSource {
    private(set) var changes: [DocumentChange] = []

    func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
      switch turn.event {
      case .load:
        return TurnResult(serial: turn.serial, requests: [.setInterface(Interface(root: .row([.key(Key("mark"))])))])
      case .key: return TurnResult(serial: turn.serial, edits: [.setMarkedText("mm", selectedRange: 1..<1)])
      case .documentChanged(let change):
        changes.append(change)
        return TurnResult(serial: turn.serial, edits: [.insertText("!")])
      default: return TurnResult(serial: turn.serial)
      }
    }

    func end() {}

    func modes() -> [InputMode] { [InputMode("interrupter"), InputMode(SystemKeyboard.identifier, isSystem: true)] }
    func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard { self }
    func launchConfiguration(
      for identifier: String, standing: InputModeStanding
    ) throws(KeyboardEnd) -> LaunchConfiguration {
      LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "", principalClass: "")
    }
    func hasFullAccess(_ identifier: String) -> Bool { false }
    func memoryBoundary(of identifier: String) -> Retention { .session }
    func answer(_ request: HostRequest, of identifier: String) -> HostReply { .refused(.notFound) }
    func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
    func note(_ message: String, of identifier: String) {}
    func quarantine(_ identifier: String, because reason: String) {}
  }

  @Test(
    "Marked text becomes plain and the edit is made, and the keyboard is told of both at once",
    arguments: [
      ("x", ["amx!", "mb"]), ("Backspace", ["a!", "mb"]), ("Delete", ["am!", "b"]), ("ArrowLeft", ["a!", "mmb"]),
      ("ArrowRight", ["amm!", "b"]), ("Home", ["!", "ammb"]), ("Return", ["am\n!", "mb"]),
    ])
  func isMadeAtOnce(key: String, text: [String]) throws {
    let keyboard = Interrupter()
    let session = KeyboardSession(
      source: keyboard, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: VirtualClock())
    session.focus(TextField(document: TextDocument(before: "a", after: "b")))
    try session.key("mark")
    try session.hardwareKey(key)
    #expect([session.field?.document.before, session.field?.document.after] == text)
    #expect(keyboard.changes.count == 1)
    let change = try #require(keyboard.changes.first)
    #expect(change.cause == .person && change.endedMarking)
    let moves = ["ArrowLeft", "ArrowRight", "Home"].contains(key)
    #expect(change.changedText == !moves && change.changedSelection == moves)
    session.end()
  }
}
