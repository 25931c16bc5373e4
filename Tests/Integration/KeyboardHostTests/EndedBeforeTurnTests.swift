import TextModel
import Glibc
import KeyboardHost
import SystemKeyboard
import Testing

/// A signal from outside that reaches a keyboard's process after the host last looked at it, and before it took its turn:
/// nothing in the turn is to blame, and the person loses nothing (Behavior.md#restarts).
///
/// A stopped process keeps the signal until it goes on, which it does when a turn is on its way: so it always ends in
/// between.
@Suite struct EndedBeforeTurnTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }

  init() throws {
    harness = try SessionHarness()
  }

  /// Has the process end as soon as it is to serve.
  private func doom(_ runner: RunnerKeyboard?, by signal: Int32) throws {
    let runner = try #require(runner)
    let process = try #require(runner.processIdentifier)
    runner.stop()
    RunnerGroup(identifier: process).waitUntilStopped()
    kill(-process, signal)
    #expect(!runner.hasEnded)
  }

  /// The keyboard was shown all the while, and its end was none of its own.
  private func expectUndisturbed(_ text: [String], processes: Int) {
    #expect(harness.text == text)
    #expect(session.keyboard == "org.example.faulty")
    #expect(session.shownBecause == nil)
    #expect(harness.source.quarantined.isEmpty)
    #expect(harness.source.runners.count == processes)
    for failure in session.takeReport().failures {
      guard case .foundEnded = failure.kind else {
        Issue.record("\(failure)")
        continue
      }
    }
    session.end()
  }

  static let signals = [SIGABRT, SIGSEGV, SIGTERM, SIGILL, SIGHUP]

  @Test("The key press is served by a fresh process, whatever it does", arguments: signals)
  func servesKey(signal: Int32) throws {
    harness.focus("ab")
    try doom(harness.source.runners.last, by: signal)
    // A key without a character, which the system keyboard could not make up for.
    try session.key("ok")
    try doom(harness.source.runners.last, by: signal)
    try session.key("mark")
    #expect(session.field?.document.markedText == "marked")
    expectUndisturbed(["abokmarked", ""], processes: 3)
  }

  @Test("A prepared process that ends before it has loaded anything says nothing of its keyboard", arguments: signals)
  func loads(signal: Int32) throws {
    harness.focus("a") { $0.application = "one" }
    session.prepare()
    let spare = try #require(harness.source.runners.last)
    try spare.becomeReady()
    try doom(spare, by: signal)
    harness.focus("b") { $0.application = "two" }
    try session.key("ok")
    expectUndisturbed(["bok", ""], processes: 3)
  }

  @Test("A process that ends while another field has the focus is replaced when it is shown", arguments: signals)
  func appears(signal: Int32) throws {
    harness.focus("a")
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    try doom(harness.source.runners.last, by: signal)
    harness.focus("b")
    expectUndisturbed(["b", ""], processes: 2)
  }

  @Test("A process that ends before it is told of a change is replaced, and what it had marked stays")
  func isTold() throws {
    harness.focus("a", "b")
    try session.key("mark")
    try doom(harness.source.runners.last, by: SIGTERM)
    try session.hardwareKey("x")
    try session.key("ok")
    expectUndisturbed(["amarkedxok", "b"], processes: 2)
  }

  @Test("One that always ends so is started three times in a minute, and then the press is the system keyboard's")
  func isBounded() throws {
    harness.focus("a")
    for count in 1...3 {
      try doom(harness.source.runners.last, by: SIGABRT)
      try session.key("ok")
      #expect(harness.source.runners.count == count + 1)
    }
    try doom(harness.source.runners.last, by: SIGABRT)
    try session.key("q")
    #expect(harness.text == ["aokokokq", ""])
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(harness.source.runners.count == 4)
    session.end()
  }
}
