import FakeKeyboards
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import TestSupport
import Testing
import TextModel
import Timing

@Suite("The work of a keyboard's main queue and main run loop runs during turns")
struct MainQueueTests {
  private static var libraries: [(identifier: String, path: String)] {
    [("org.example.queue", Repository.product("libHonestMainQueue.so"))]
  }

  @Test(
    "Work that the keyboard puts into the main queue during a key press runs in the same turn",
    arguments: ["async", "operation", "perform"])
  func sameTurn(key: String) throws {
    let harness = SessionHarness(libraries: Self.libraries)
    harness.focus("")
    try harness.session.key(key)
    #expect(harness.text == [key, ""])
    #expect(harness.session.drainReport().failures.isEmpty)
  }

  @Test("If work in the main queue marks a canvas for display, KlavaKit draws the canvas in the same turn")
  func drawsCanvas() throws {
    let harness = SessionHarness(libraries: Self.libraries)
    harness.focus("")
    #expect(harness.session.inputView?.canvases.map(\.drawing.commands.isEmpty) == [true])
    try harness.session.key("canvas")
    #expect(harness.session.inputView?.canvases.map(\.drawing.commands.isEmpty) == [false])
  }

  @Test(
    "While time passes in a script, delayed work and work from other threads gets turns",
    arguments: [
      ("chain", "chain"), ("after", "after"), ("thread", "thread"), ("task", "task"), ("actor", "actor"),
      ("timer", "timer"), ("repeats", "123"), ("selector", "selector"), ("own", "own edit"),
    ])
  func laterTurn(key: String, text: String) throws {
    let harness = SessionHarness(libraries: Self.libraries)
    harness.focus("")
    try harness.session.key(key)
    harness.clock.wait(.seconds(2), in: harness.session)
    #expect(harness.text == [text, ""])
    #expect(harness.session.drainReport().failures.isEmpty)
  }

  @Test("If a keyboard may not type in a turn, work that it then puts into the main queue runs in a later turn")
  func appearing() {
    let harness = SessionHarness(libraries: Self.libraries)
    harness.focus("appear:")
    harness.clock.wait(.milliseconds(10), in: harness.session)
    #expect(harness.text == ["appear:async perform", ""])
    #expect(harness.source.lines.contains("loaded"))
  }

  @Test("With a real clock, the descriptor for requested turns wakes the host", arguments: ["thread", "after"])
  func wakes(key: String) throws {
    let source = LibrarySource(Self.libraries)
    let session = KeyboardSession(
      source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
    session.focus(TextField(document: TextDocument()))
    try session.key(key)
    let end = ContinuousClock.now + .seconds(60)
    while session.field?.document.before.isEmpty == true, .now < end {
      let idle = IdleTime(
        endedBy: [session.turnRequestDescriptor].compactMap(\.self),
        within: min(session.timeUntilTimer ?? .seconds(60), end - .now))
      _ = idle.waitUntilOver()
      session.runDueTimers()
    }
    #expect(session.field?.document.before == key)
    session.end()
  }

  @Test("A keyboard whose main queue is always full gets few turns, and the user can still type")
  func forever() throws {
    let source = LibrarySource(Self.libraries)
    let session = KeyboardSession(
      source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
    var turns = 0
    session.watchTurns = { if $0.event == .timer { turns += 1 } }
    session.focus(TextField(document: TextDocument()))
    try session.key("forever")
    let begin = ContinuousClock.now
    while ContinuousClock.now < begin + .milliseconds(200) { session.runDueTimers() }
    let took = ContinuousClock.now - begin
    #expect(turns > 1)
    #expect(turns <= Int(took / .milliseconds(5)) + 1)
    try session.key("async")
    #expect(session.keyboard == "org.example.queue")
    session.end()
  }

  @Test("After a wake without a request, and after a slow turn, the host ignores turn requests for some time")
  func rests() throws {
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("a"))]))) { event, _ in
      guard case .timer = event else { return nil }
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
      return nil
    }
    keyboard.turnRequestDescriptor = STDIN_FILENO
    let session = FakeKeyboardSource("requester", keyboard).makeSession(clock: SystemClock())
    session.focus(TextField(document: TextDocument()))
    #expect(session.nextTimer == nil)
    #expect(session.turnRequestDescriptor == STDIN_FILENO)

    let start = SystemClock().now
    keyboard.turnRequest = .pending
    #expect(try #require(session.nextTimer) <= start)
    keyboard.turnRequest = .falseAlarm
    #expect(session.nextTimer != nil)
    #expect(session.turnRequestDescriptor == nil)

    keyboard.turnRequest = .pending
    let end = ContinuousClock.now + .seconds(60)
    while !keyboard.turns.contains(where: { $0.event.kind == .timer }), ContinuousClock.now < end {
      session.runDueTimers()
    }
    #expect(try #require(session.timeUntilTimer) > .milliseconds(5))
    #expect(session.turnRequestDescriptor == nil)
    session.end()
  }
}
