import FakeKeyboards
import InputViewModel
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@testable import KeyboardHost

@Suite("All turns for one key press share the deadline of one turn")
struct KeyPressTimeTests {
  /// The fake processes of a keyboard, in the order in which they started.
  private final class Processes {
    private(set) var all: [FakeKeyboard] = []
    /// The kind of event that the next process does not finish in time; nil if it finishes all events.
    var slowEvent: TurnEvent.Kind?

    func next() -> FakeKeyboard {
      let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("a"))]))) { event, _ in
        guard case .key = event else { return nil }
        return TurnResult(serial: 0, edits: [.insertText("own")])
      }
      keyboard.slowEvent = slowEvent
      all.append(keyboard)
      return keyboard
    }
  }

  private let processes = Processes()
  private let source: FakeKeyboardSource
  private let session: KeyboardSession

  init() {
    let processes = processes
    source = FakeKeyboardSource("timed", processes.next())
    session = source.makeSession()
    session.focus(TextField(document: TextDocument()))
  }

  @Test("A document change and its key press share one deadline; other turns have their own deadlines")
  func share() throws {
    let keyboard = try #require(processes.all.first)
    #expect(keyboard.deadlines == [nil, nil])
    try session.key("a")
    session.edit(.insertText("b"))
    try session.hardwareKey("x")
    try session.key("a")
    let ends = keyboard.deadlines.dropFirst(2).compactMap(\.self)
    #expect(Set(ends).count == 2)
    #expect(session.keyboard == "timed")
    session.end()
  }

  @Test("A fresh process loads, appears and serves the key press within one deadline")
  func restart() throws {
    let first = try #require(processes.all.first)
    first.hasEnded = true
    try session.key("a")
    #expect(processes.all.count == 2)
    let ends = try #require(processes.all.last).deadlines
    #expect(ends.count == 3)
    #expect(Set(ends).count == 1)
    #expect(ends.allSatisfy { $0 != nil })
    #expect(session.field?.document.before == "own")
    session.end()
  }

  @Test(
    "If a fresh process is too slow, the system keyboard gets the key press, and the host quarantines no keyboard",
    arguments: [TurnEvent.Kind.load, .appear, .key])
  func overdue(event: TurnEvent.Kind) throws {
    let first = try #require(processes.all.first)
    first.hasEnded = true
    processes.slowEvent = event
    try session.key("a")
    #expect(processes.all.count == 2)
    #expect(processes.all.last?.hasEnded == true)
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(session.field?.document.before == "a")
    #expect(source.quarantined.isEmpty)
    // The host shows the keyboard again in the next field.
    processes.slowEvent = nil
    session.focus(TextField(document: TextDocument()))
    #expect(session.keyboard == "timed")
    try session.key("a")
    #expect(session.field?.document.before == "own")
    session.end()
  }

  @Test("After a killed process ends, the host removes it while the user is idle, or at the end of the session")
  func lateEnd() throws {
    for endsFirst in [true, false] {
      session.focus(TextField(document: TextDocument()))
      let keyboard = try #require(processes.all.last)
      (keyboard.slowEvent, keyboard.endsLate) = (.key, true)
      try session.key("a")
      #expect(session.keyboard == SystemKeyboard.identifier)
      session.prepare()
      #expect(!keyboard.isRemoved)
      if endsFirst {
        keyboard.hasEnded = true
        session.prepare()
      } else {
        session.end()
      }
      #expect(keyboard.isRemoved)
    }
  }

  @Test(
    "The deadline of a disappear event counts from sending the event, even if the host then does other work",
    arguments: [(waits: 0, until: 250), (30, 250), (240, 250), (245, 255), (400, 410)])
  func sentTurnsHaveOneDeadline(waits: Int, until: Int) {
    let sent = ContinuousClock.now
    let now = sent + .milliseconds(waits)
    let ends: [(TurnEvent, ContinuousClock.Instant)] = [
      (.disappear, sent + .milliseconds(until)), (.memoryWarning, now + .milliseconds(250)),
    ]
    for (event, end) in ends {
      var turn = RunnerKeyboard.TurnUnderway(
        serial: 1, event: event, patience: .milliseconds(250), left: .milliseconds(250))
      turn.didSend(at: sent)
      #expect(turn.deadline(from: now, grace: .milliseconds(10)) == end)
    }
  }
}
