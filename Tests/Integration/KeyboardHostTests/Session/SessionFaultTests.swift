import FakeKeyboards
import Foundation
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import TestSupport
import Testing
import TextModel
import Timing

/// Tests of faults of a keyboard: the user loses no text (Behavior.md#failures).
@Suite struct SessionFaultTests {
  @Test("A keyboard in its own process can type")
  func types() throws {
    let harness = try SessionHarness()
    harness.focus("a", "b")
    try harness.session.key("ok")
    #expect(harness.text == ["aok", "b"])
    #expect(harness.session.keyboard == "org.example.faulty")
    let runner = try #require(harness.source.runners.first?.processIdentifier)
    #expect(runner != getpid())
    harness.session.end()
    #expect(kill(runner, 0) == -1)
  }

  @Test(
    "After a crash or a hang, no text is lost, and the system keyboard immediately gets the field",
    arguments: [
      ("crash", ShownBecause.crashed), ("exit", .crashed), ("violate", .crashed), ("hang", .hung),
    ])
  func takesOver(key: String, reason: ShownBecause) throws {
    let harness = try SessionHarness()
    if reason == .hung { harness.source.deadlines = .brief }
    harness.focus("до ", "после")
    try harness.session.key("ok")
    try harness.session.key(key)
    #expect(harness.text == ["до ok", "после"])
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.session.shownBecause == reason)
    try harness.session.type("x")
    #expect(harness.text == ["до okx", "после"])
    // In the next field, the host shows the keyboard again, in a fresh process.
    harness.focus()
    #expect(harness.session.keyboard == "org.example.faulty")
    #expect(harness.session.shownBecause == nil)
    try harness.session.key("ok")
    #expect(harness.text == ["ok", ""])
    harness.session.end()
  }

  @Test("If a keyboard crashes during a key press, the system keyboard types the character if it can")
  func offersTheKeyPress() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    try harness.session.key("q")
    #expect(harness.text == ["aq", ""])
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test(
    "If a keyboard crashes during a touch, the system keyboard types the character unless the keyboard has typed",
    arguments: [
      (crashing: 1, typing: 0, "q"), (crashing: 2, typing: 0, "q"), (crashing: 3, typing: 0, "q"),
      (crashing: 3, typing: 1, "typed"), (crashing: 3, typing: 2, "typed"), (crashing: 0, typing: 3, "typed"),
      (crashing: 0, typing: 0, ""),
    ])
  func offersTheTouchedKey(crashing: Int, typing: Int, text: String) throws {
    var count = 0
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("q", receivesTouches: true))]))) {
      event, _ throws(KeyboardEndError) in
      guard case .key = event else { return nil }
      count += 1
      if count == crashing { throw .crashed("it exited") }
      return count == typing ? TurnResult(serial: 0, edits: [.insertText("typed")]) : nil
    }
    let session = FakeKeyboardSource("toucher", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    for phase in [KeyTouch.Phase.began, .moved, .ended] where session.keyboard == "toucher" {
      let touch = KeyTouch(finger: 1, phase: phase, x: 5, y: 5, timestamp: 0)
      try session.key("q", .touches(KeyTouches([touch], width: 90, height: 50)))
    }
    #expect(session.field?.document.before == text)
    session.end()
  }

  @Test(
    "If a keyboard crashes in a timer's turn, the system keyboard types the key that a finger still holds",
    arguments: [
      ([.began], "q"), ([.began, .moved], "q"), ([.began, .ended], ""), ([.began, .cancelled], ""), ([], ""),
    ] as [([KeyTouch.Phase], String)])
  func offersTheHeldKey(phases: [KeyTouch.Phase], text: String) throws {
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("q", receivesTouches: true))]))) {
      event, _ throws(KeyboardEndError) in
      if case .timer = event { throw .crashed("it exited") }
      guard case .appear = event else { return nil }
      return TurnResult(serial: 0, requests: [.startTimer(identifier: 1, seconds: 0.5, repeats: false)])
    }
    let clock = VirtualClock()
    let session = FakeKeyboardSource("toucher", keyboard).makeSession(clock: clock)
    session.focus(TextField(document: TextDocument()))
    for phase in phases {
      let touch = KeyTouch(finger: 1, phase: phase, x: 5, y: 5, timestamp: 0)
      try session.key("q", .touches(KeyTouches([touch], width: 90, height: 50)))
    }
    clock.wait(.seconds(1), in: session)
    #expect(session.shownBecause == .crashed)
    #expect(session.field?.document.before == text)
    session.end()
  }

  @Test("If a keyboard leaves a key press unhandled, the host performs the key's role")
  func usesTheRole() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    try harness.session.key("z")
    #expect(harness.text == ["az", ""])
    harness.session.end()
  }

  @Test(
    "The host replaces a process that was killed between key presses, and no key press is lost",
    arguments: [true, false])
  func survivesKill(hasEnded: Bool) throws {
    let harness = try SessionHarness()
    harness.focus()
    for count in 1...3 {
      try harness.session.key("ok")
      let runner = try #require(harness.source.runners.last)
      kill(try #require(runner.processIdentifier), SIGKILL)
      if hasEnded { #expect(waitUntil { runner.hasEnded }) }
      #expect(harness.text == [String(repeating: "ok", count: count), ""])
    }
    try harness.session.key("ok")
    #expect(harness.text == ["okokokok", ""])
    #expect(harness.session.keyboard == "org.example.faulty")
    harness.session.end()
  }

  @Test("The host restarts a keyboard at most three times in a minute")
  func restartLimit() throws {
    let harness = try SessionHarness()
    for count in 1...5 {
      harness.focus()
      #expect((harness.session.keyboard == "org.example.faulty") == (count <= 4))
      if count <= 4 { try harness.session.key("crash") }
      #expect(harness.session.shownBecause == .crashed)
    }
    harness.clock.wait(.seconds(61), in: harness.session)
    harness.focus()
    #expect(harness.session.keyboard == "org.example.faulty")
    harness.session.end()
  }

  @Test(
    "After a change of access, the number of allowed restarts says nothing about earlier processes", arguments: 0...3)
  func restartsAfterChangeOfAccess(earlierFailures: Int) throws {
    let harness = try SessionHarness()
    for _ in 0..<earlierFailures {
      harness.focus()
      try harness.session.key("crash")
    }
    harness.session.accessChanged(of: "org.example.faulty")
    for count in 1...5 {
      harness.focus()
      #expect((harness.session.keyboard == "org.example.faulty") == (count <= 4))
      if count <= 4 { try harness.session.key("crash") }
    }
    harness.session.end()
  }

  @Test(
    "The host undoes a turn that fails or exceeds a limit, and the keyboard continues",
    arguments: ["flood", "bytes", "long", "error", "requests"])
  func undoes(key: String) throws {
    let harness = try SessionHarness()
    harness.focus("a", "b")
    try harness.session.key(key)
    #expect(harness.text == ["a", "b"])
    #expect(harness.session.drainReport().failures.count == 1)
    try harness.session.key("ok")
    #expect(harness.text == ["aok", "b"])
    harness.session.end()
  }

  @Test(
    "An invalid call returns its documented error and has no effect",
    arguments: [
      ("utf8", "-8-2"), ("thread", "-3"), ("stale", "1"), ("records", "-9-10099" + "0-11-2"), ("deep", "-2"),
    ])
  func returnsErrors(key: String, inserted: String) throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key(key)
    #expect(harness.text == [inserted, ""])
    harness.session.end()
  }

  @Test("The host refuses an edit that a keyboard makes after its disappearance")
  func refusesLateEdits() throws {
    let harness = try SessionHarness()
    harness.focus()
    harness.focus("next")
    #expect(harness.text == ["next", ""])
    try harness.session.key("stale")
    #expect(harness.text == ["next-3", ""])
    harness.session.end()
  }

  @Test("A process has only its own descriptors and a clean environment")
  func isClean() throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key("descriptors")
    // The descriptors are standard input, output and error, random bytes, the event descriptor of the link, and the
    // library. The descriptor of the library remains open, because the filter allows mapping code only from this
    // descriptor.
    #expect(harness.text == ["012345", ""])
    harness.focus()
    try harness.session.key("environ")
    let zone = TimeZone.current.identifier
    #expect(harness.text == ["TZ=\(zone);LANG=C.UTF-8;SWIFT_BACKTRACE=enable=no;MALLOC_ARENA_MAX=1;", ""])
    harness.session.end()
  }

  @Test("A large output does not slow a keyboard down, and the log contains the output")
  func capturesOutput() throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key("print")
    #expect(harness.text == ["printed", ""])
    #expect(harness.source.lines.first == "a line of output, 0, that the host reads later")
    harness.session.end()
  }

  @Test(
    "The host quarantines a keyboard that does not load, and records the reason",
    arguments: [
      (FaultyKeyboard.LoadFault.failsInCreate, "create has its reasons"), (.failsInLoad, "load has its reasons"),
      (.hasNoSymbol, "klv_keyboard"), (.isOfAnotherMajorVersion, "version 9"),
    ])
  func quarantines(fault: FaultyKeyboard.LoadFault, reason: String) throws {
    let harness = try SessionHarness(fault)
    harness.focus("a")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.session.shownBecause == .quarantined)
    #expect(harness.source.quarantined["org.example.faulty"]?.contains(reason) == true)
    #expect(harness.text == ["a", ""])
    harness.session.end()
  }

  @Test(
    "If a keyboard crashes or hangs during its load event, the system keyboard gets the field",
    arguments: [
      (FaultyKeyboard.LoadFault.crashesInLoad, ShownBecause.crashed), (.crashesInConstructor, .crashed),
      (.hangsInLoad, .hung),
    ])
  func survivesLoading(fault: FaultyKeyboard.LoadFault, reason: ShownBecause) throws {
    let harness = try SessionHarness(fault)
    if reason == .hung { harness.source.deadlines = .briefStart }
    harness.focus("a")
    #expect(harness.session.shownBecause == reason)
    #expect(harness.source.quarantined["org.example.faulty"] != nil)
    try harness.session.type("b")
    #expect(harness.text == ["ab", ""])
    harness.session.end()
  }

  @Test(
    "The host restarts a keyboard that is killed while it loads, and quarantines it after a second kill",
    arguments: [1, 2], [true, false])
  func survivesKillWhileLoading(kills: Int, ofTheWhole: Bool) throws {
    let harness = try SessionHarness(.asksInLoad)
    var left = kills
    harness.source.answers = { [source = harness.source] _, _ in
      guard left > 0, let process = source.runners.last?.processIdentifier else { return .refused(.notFound) }
      left -= 1
      // Kill the whole process group, or only the keyboard's own process. After a kill of only the outermost process,
      // the keyboard's process would end a moment later.
      kill(ofTheWhole ? -process : ConfinementTests.innermost(of: process), SIGKILL)
      return .refused(.notFound)
    }
    harness.focus("a")
    #expect(harness.source.runners.count == 2)
    #expect(harness.source.quarantined.isEmpty == (kills == 1))
    #expect(harness.session.keyboard == (kills == 1 ? "org.example.faulty" : SystemKeyboard.identifier))
    let failures = harness.session.drainReport().failures.map(\.kind)
    #expect(failures == (kills == 1 ? [.foundEnded(.killed)] : [.foundEnded(.killed), .ended(.killed)]))
    try harness.session.type("q")
    #expect(harness.text == ["aq", ""])
    harness.session.end()
  }

  @Test("The host does not quarantine a keyboard that loaded successfully between two kills")
  func forgetsKillsWhileLoading() throws {
    let harness = try SessionHarness(.asksInLoad)
    var isDoomed = true
    harness.source.answers = { [source = harness.source] _, _ in
      if isDoomed, let process = source.runners.last?.processIdentifier { kill(-process, SIGKILL) }
      isDoomed = false
      return .refused(.notFound)
    }
    for application in ["one", "two"] {
      isDoomed = true
      harness.focus("a") { $0.application = application }
      #expect(harness.session.keyboard == "org.example.faulty")
      try harness.session.key("ok")
      #expect(harness.text == ["aok", ""])
    }
    #expect(harness.source.quarantined.isEmpty)
    harness.session.end()
  }

  @Test("A keyboard continues to work after it inserts a very long run of combining marks")
  func servesEndlessCharacters() throws {
    let harness = try SessionHarness()
    harness.focus("a" + String(repeating: "\u{301}", count: 2_200_000))
    try harness.session.key("ok")
    #expect(harness.session.keyboard == "org.example.faulty")
    let hasTyped = harness.text[0].hasSuffix("ok")
    #expect(hasTyped)
    harness.session.end()
  }

  @Test("The host refuses all calls that a keyboard makes in `create`")
  func refusesCallsInCreate() throws {
    let harness = try SessionHarness(.callsTheHostInCreate)
    harness.focus()
    #expect(harness.session.keyboard == "org.example.faulty")
    harness.session.end()
  }

  @Test("While a secure field has the focus, the host stops the keyboard, and resumes it afterwards")
  func isStopped() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    let runner = try #require(harness.source.runners.first?.processIdentifier)
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    #expect(harness.session.shownBecause == .secureTextEntry)
    RunnerGroup(identifier: runner).waitUntilStopped()
    harness.focus("b")
    try harness.session.key("ok")
    #expect(harness.text == ["bok", ""])
    #expect(harness.source.runners.count == 1)
    harness.session.end()
  }

  @Test(
    "The host ends a process at the end of its retention: field, application or session",
    arguments: [
      (Retention.field, [2, 3]), (.application, [1, 2]), (.session, [1, 1]),
    ])
  func remembers(boundary: Retention, processes: [Int]) throws {
    let harness = try SessionHarness()
    harness.source.boundary = boundary
    harness.focus { $0.application = "chat" }
    harness.focus { $0.application = "chat" }
    #expect(harness.source.runners.count == processes[0])
    harness.focus { $0.application = "mail" }
    #expect(harness.source.runners.count == processes[1])
    harness.session.end()
  }

  @Test("In one turn, a keyboard can delete a text that is much longer than its context window")
  func deletesBeyondTheWindow() throws {
    let harness = try SessionHarness()
    harness.focus(String(repeating: "👨‍👩‍👧‍👦a", count: 2_500))
    try harness.session.key("delete")
    #expect(harness.text == ["", ""])
    harness.session.end()
  }
}
