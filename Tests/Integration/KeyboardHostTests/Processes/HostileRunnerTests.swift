import Foundation
import Glibc
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import TestSupport
import Testing

/// Tests of processes that violate the protocol: no character that the user types is lost (Sandbox.md#protocol-cases).
@Suite struct HostileRunnerTests {
  @Test(
    "The host ends a process that violates the protocol during a key press, and the system keyboard types the key",
    arguments: [
      "answersOtherTurn", "answersWithGarbage", "answersWithHello", "asksForever", "asksForDocumentsForever",
      "asksTooMuch", "asksAndNeverListens", "neverAnswers", "stopsItself", "killsItself", "exits", "exitsWithChild",
      "leavesItsGroup", "closesEverything", "diesBeforeWriting", "diesBeforeBytes", "diesAfterBytes",
      "diesBeforeCounting", "deniesItsLastTurn", "wakesForever", "printsForever", "writesAllOver", "showsTooManyKeys",
      "showsNaN", "showsInfinity", "showsNegativeWeight", "showsNoHeight", "showsEmptyIdentifier",
      "showsEqualIdentifiers", "showsLongTitle", "showsDeepRows", "showsBadLanguage",
    ])
  func takesOver(behavior: String) throws {
    let harness = try SessionHarness(hostile: behavior, deadlines: .brief)
    harness.focus("a", "b")
    #expect(harness.session.keyboard == "org.example.hostile")
    try harness.session.key("h")
    #expect(harness.text == ["ah", "b"])
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect([.crashed, .hung].contains(harness.session.shownBecause))
    try harness.session.type("x")
    #expect(harness.text == ["ahx", "b"])
    harness.session.end()
    for runner in harness.source.runners { #expect(runner.processIdentifier == nil) }
  }

  @Test(
    "The host keeps a keyboard that does not violate the protocol",
    arguments: [
      ("printsAndAnswers", "h"), ("makesTheEventBlocking", "h"), ("shrinksTheLink", "h"), ("writesToItself", "h"),
      // The host applies no edits of a turn that failed or exceeded a limit.
      ("answersWithFailure", ""), ("answersAtFullLength", ""), ("callsBackManyTimes", ""), ("startsManyTimers", ""),
      ("changesManyElements", ""),
    ])
  func continues(behavior: String, typed: String) throws {
    let harness = try SessionHarness(hostile: behavior)
    harness.focus("a", "b")
    try harness.session.key(behavior == "changesManyElements" ? "0" : "h")
    #expect(harness.text == ["a" + typed, "b"])
    #expect(harness.session.keyboard == "org.example.hostile")
    harness.session.end()
  }

  @Test("The host ignores a second result for a key press, and ends the process (Sandbox.md#second-answer)")
  func answersTwice() throws {
    let harness = try SessionHarness(hostile: "answersTwice")
    harness.focus("a")
    try harness.session.key("h")
    #expect(harness.text == ["aonce", ""])
    try harness.session.key("h")
    #expect(harness.text == ["aonceh", ""])
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test("The host applies no edit of a message that it did not request (Sandbox.md#unsolicited-edits)")
  func answersUnasked() throws {
    let harness = try SessionHarness(hostile: "answersUnasked")
    harness.focus("a")
    for typed in ["ah", "ahh", "ahhh"] {
      try harness.session.key("h")
      // The hostile process sends its message at an unknown time. The host does not read the message yet, so the test
      // cannot wait for a condition.
      usleep(5_000)
      #expect(harness.text == [typed, ""])
    }
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test("The host ignores the result of an old turn when the keyboard disappears (Sandbox.md#late-replies)")
  func answersOldTurn() throws {
    let harness = try SessionHarness(hostile: "answersOldTurn")
    harness.focus("a")
    try harness.session.key("h")
    try harness.session.pick(SystemKeyboard.identifier)
    #expect(harness.text == ["ah", ""])
    #expect(harness.source.runners.first?.processIdentifier == nil)
    harness.session.end()
  }

  // Sandbox.md#death-while-answering
  @Test("The host applies a complete result even if the process ended directly afterwards")
  func diesAfterAnswering() throws {
    let harness = try SessionHarness(hostile: "diesAfterAnswering")
    harness.focus("a")
    try harness.session.key("h")
    #expect(harness.text == ["alost", ""])
    harness.session.end()
  }

  @Test("The host ends a keyboard that edits in a turn that allows no edits")
  func editsInEveryTurn() throws {
    let harness = try SessionHarness(hostile: "editsInEveryTurn")
    harness.focus("a")
    #expect(harness.text == ["a", ""])
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test(
    "The host rejects a process with a missing or wrong greeting",
    arguments: [
      "greetsNever", "greetsTwice", "greetsWithOtherVersion", "greetsWithGarbage", "greetsForAnother",
      "endsBeforeGreeting", "leavesBeforeGreeting",
    ])
  func greets(behavior: String) throws {
    let harness = try SessionHarness(hostile: behavior)
    // Some of these processes send no greeting, so use a short deadline.
    harness.source.deadlines.start = .seconds(1)
    harness.focus("a")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    try harness.session.type("x")
    #expect(harness.text == ["ax", ""])
    harness.session.end()
  }

  /// The reaction of the host to a message.
  enum Verdict {
    /// The message is valid in this state, and the process continues.
    case served
    /// The message is valid in this state, but the process does not respond afterwards. The host ends the process in
    /// its next turn.
    case servedThenSilent
    /// The host ends the process.
    case ends
    /// The session sends the destroy event at its end. The host ends the process after any message, and reports no
    /// failure.
    case endsSilently
  }

  static func verdict(on message: HostileMessage) -> Verdict {
    switch (message.state, message.kind) {
    case (.beforeGreeting, .hello): .servedThenSilent
    case (.beforeGreeting, _): .ends
    case (.destroy, _): .endsSilently
    case (_, .documentRequest), (_, .containerRequest): .served
    case (_, .resultOfTheTurn): .servedThenSilent
    case (_, .hello), (_, .resultOfTheNextTurn), (_, .emptyFrame), (_, .hostMessage), (_, .unknownTag): .ends
    }
  }

  @Test(
    "The host ignores a message in the wrong state and ends the sender's process (Sandbox.md#wrong-state)",
    arguments: HostileMessage.State.allCases, HostileMessage.Kind.allCases)
  func wrongState(state: HostileMessage.State, kind: HostileMessage.Kind) throws {
    let message = HostileMessage(kind, in: state)
    let harness = try SessionHarness(hostile: "saysInState-\(message)")
    // Some of these processes do not respond after their message, so use a short deadline.
    harness.source.deadlines.turn = .milliseconds(600)
    if state == .beforeGreeting { harness.source.deadlines.start = .seconds(1) }
    harness.focus("a", "b")
    try harness.session.key("h")
    // If the message is the result of this turn, the result is valid and has no edits.
    let isAnswered = state == .key && kind == .resultOfTheTurn
    #expect(harness.text == [isAnswered ? "a" : "ah", "b"])
    try harness.session.pick(SystemKeyboard.identifier)
    let ends = harness.drainEnds()
    let verdict = Self.verdict(on: message)
    switch verdict {
    case .served, .endsSilently: #expect(ends == 0)
    case .ends: #expect(ends >= 1)
    case .servedThenSilent: #expect(ends == (state == .disappear ? 0 : 1))
    }
    if verdict == .endsSilently { #expect(harness.source.runners.map { $0.processIdentifier != nil } == [true]) }
    harness.session.end()
    let report = harness.session.drainReport()
    #expect(report.edits.isEmpty && report.failures.isEmpty)
    for runner in harness.source.runners { #expect(runner.processIdentifier == nil) }
  }

  // Sandbox.md#two-links, Sandbox.md#forged-identity
  @Test("The host answers each keyboard on its own link, even if two keyboards have turns with the same serial")
  func noCrossTalk() throws {
    let library = try FaultyKeyboard.library()
    let harness = SessionHarness(libraries: [("org.example.one", library), ("org.example.two", library)])
    harness.source.runnerPath = try HostileRunner.path("typesAnswers")
    harness.source.answers = { _, identifier in .bytes(Array("<\(identifier)>".utf8)) }
    harness.focus()
    for identifier in ["org.example.one", "org.example.two", "org.example.two", "org.example.one"] {
      try harness.session.pick(identifier)
      let before = harness.text[0]
      try harness.session.key("h")
      #expect(harness.text[0] == "\(before)<\(identifier)>")
    }
    harness.session.end()
  }

  @Test(
    "A process has one socket, for its confinement order, and no foreign descriptor (Sandbox.md#no-descriptor-passing)")
  func descriptors() throws {
    let harness = try SessionHarness(hostile: "typesDescriptors")
    harness.focus()
    try harness.session.key("h")
    // The descriptors are standard input, output and error, the memory and event of the link, and the socket for the
    // confinement order.
    #expect(harness.text == ["0c1p2p3f4a5s", ""])
    harness.session.end()
  }

  // Sandbox.md#reused-process-number
  @Test("The host does not signal or reap a process again after its end, because its identifier may be reused")
  func afterTheEnd() throws {
    let harness = try SessionHarness()
    harness.focus()
    let runner = try #require(harness.source.runners.first)
    let process = try #require(runner.processIdentifier)
    runner.end()
    #expect(runner.processIdentifier == nil)
    #expect(kill(process, 0) == -1)
    runner.stop()
    runner.end()
    #expect(runner.hasEnded)
    #expect(throws: KeyboardEndError.self) {
      try runner.serve(Turn(serial: 9, event: .disappear)) { _ in .refused(.notNow) }
    }
    harness.session.end()
  }
}
