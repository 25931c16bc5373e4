import Foundation
import Glibc
import KeyboardHost
import SystemKeyboard
import Testing
import KeyboardProtocol

/// A process that breaks the protocol costs nobody a character, whatever it says and when (Sandbox.md#protocol-cases).
@Suite struct HostileRunnerTests {
  @Test(
    "Who breaks the protocol over a key press is ended, nothing of it is done, and the system keyboard types the key",
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
    "What no promise forbids is served: the keyboard goes on",
    arguments: [
      ("printsAndAnswers", "h"), ("makesTheEventBlocking", "h"), ("shrinksTheLink", "h"), ("writesToItself", "h"),
      // Nothing of a turn beyond its limits, or with an error, is done.
      ("answersWithFailure", ""), ("answersAtFullLength", ""), ("callsBackManyTimes", ""), ("startsManyTimers", ""),
      ("changesManyElements", ""),
    ])
  func goesOn(behavior: String, typed: String) throws {
    let harness = try SessionHarness(hostile: behavior)
    harness.focus("a", "b")
    try harness.session.key(behavior == "changesManyElements" ? "0" : "h")
    #expect(harness.text == ["a" + typed, "b"])
    #expect(harness.session.keyboard == "org.example.hostile")
    harness.session.end()
  }

  @Test("Of two answers to one key press the second is dropped, and who gave it is ended (Sandbox.md#second-answer)")
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

  @Test("What is said unasked is never heard (Sandbox.md#unsolicited-edits)")
  func answersUnasked() throws {
    let harness = try SessionHarness(hostile: "answersUnasked")
    harness.focus("a")
    for typed in ["ah", "ahh", "ahhh"] {
      try harness.session.key("h")
      usleep(5_000)
      #expect(harness.text == [typed, ""])
    }
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test("An answer to an old turn, given when the keyboard is hidden, is dropped (Sandbox.md#late-replies)")
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
  @Test("A whole answer counts, also from a process that ended with it; a part of one never does")
  func diesAfterAnswering() throws {
    let harness = try SessionHarness(hostile: "diesAfterAnswering")
    harness.focus("a")
    try harness.session.key("h")
    #expect(harness.text == ["alost", ""])
    harness.session.end()
  }

  @Test("A keyboard's edits in a turn that is no key press end it")
  func editsInEveryTurn() throws {
    let harness = try SessionHarness(hostile: "editsInEveryTurn")
    harness.focus("a")
    #expect(harness.text == ["a", ""])
    #expect(harness.session.shownBecause == .crashed)
    harness.session.end()
  }

  @Test(
    "A process without the right first word is no keyboard",
    arguments: [
      "greetsNever", "greetsTwice", "greetsWithOtherVersion", "greetsWithGarbage", "greetsForAnother",
      "endsBeforeGreeting", "leavesBeforeGreeting",
    ])
  func greets(behavior: String) throws {
    let harness = try SessionHarness(hostile: behavior)
    // Some never say it, and none of them is to be believed in time.
    harness.source.deadlines.start = .seconds(1)
    harness.focus("a")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    try harness.session.type("x")
    #expect(harness.text == ["ax", ""])
    harness.session.end()
  }

  /// When the process says a message, by the number that `Tests/Adversarial/HostileRunner/Behavior+Reports.swift` has for it.
  enum State: Int, CaseIterable {
    case beforeGreeting, load, appear, key, disappear, destroy
  }

  /// What the process says, by the number that the same file has for it.
  enum Message: Int, CaseIterable {
    case hello, resultOfTheTurn, resultOfTheNextTurn, documentRequest, containerRequest, emptyFrame, hostMessage,
      unknownTag
  }

  /// What the host makes of a message.
  enum Verdict {
    /// The message belongs there, and the process goes on.
    case served
    /// The message belongs there, and the process is silent afterwards: the next turn, if there is one, ends it.
    case servedThenSilent
    /// The message ends the process.
    case ends
    /// The process is ended in any case, and nobody counts how.
    case atTheEnd
  }

  static func verdict(on message: Message, in state: State) -> Verdict {
    switch (state, message) {
    case (.beforeGreeting, .hello): .servedThenSilent
    case (.beforeGreeting, _): .ends
    case (_, .documentRequest), (_, .containerRequest): .served
    case (.destroy, _): .atTheEnd
    case (_, .resultOfTheTurn): .servedThenSilent
    case (_, .hello), (_, .resultOfTheNextTurn), (_, .emptyFrame), (_, .hostMessage), (_, .unknownTag): .ends
    }
  }

  @Test(
    "A message in any state but its own ends the process and does nothing else (Sandbox.md#wrong-state)",
    arguments: State.allCases, Message.allCases)
  func wrongState(state: State, message: Message) throws {
    let harness = try SessionHarness(hostile: "saysInState-\(10 * state.rawValue + message.rawValue)")
    // Who says something else may be silent afterwards.
    harness.source.deadlines.turn = .milliseconds(600)
    if state == .beforeGreeting { harness.source.deadlines.start = .seconds(1) }
    harness.focus("a", "b")
    try harness.session.key("h")
    // The right answer to a key press has no edits here.
    let isAnswered = state == .key && message == .resultOfTheTurn
    #expect(harness.text == [isAnswered ? "a" : "ah", "b"])
    try harness.session.pick(SystemKeyboard.identifier)
    let ends = harness.session.takeReport().failures.count { if case .ended = $0.kind { true } else { false } }
    switch Self.verdict(on: message, in: state) {
    case .served: #expect(ends == 0)
    case .ends: #expect(ends >= 1)
    case .servedThenSilent: #expect(ends == (state == .disappear ? 0 : 1))
    case .atTheEnd: break
    }
    harness.session.end()
    for runner in harness.source.runners { #expect(runner.processIdentifier == nil) }
  }

  // Sandbox.md#two-links, Sandbox.md#forged-identity
  @Test("Two keyboards with equal serials are answered each for itself: a link is one's identity")
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

  @Test("A process is given no socket, and no descriptor but its own (Sandbox.md#no-descriptor-passing)")
  func descriptors() throws {
    let harness = try SessionHarness(hostile: "typesDescriptors")
    harness.focus()
    try harness.session.key("h")
    // Input, two outputs, the link's memory and event, the order, the library.
    #expect(harness.text == ["0c1p2p3f4a5f6f", ""])
    harness.session.end()
  }

  // Sandbox.md#reused-process-number
  @Test("A keyboard that ended is signalled and reaped no more: its number may be another's by then")
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
