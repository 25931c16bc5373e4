import FakeKeyboards
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

/// Tests of processes that another program kills directly before a turn (Behavior.md#restarts).
///
/// The turn did not cause the end. So the host sends the turn to a fresh process, and the user loses no text.
///
/// The kernel delivers a signal to a stopped process only when the host resumes the process for a turn. So the process
/// ends after the host has checked that the process exists, and before the process handles the turn.
@Suite struct EndedBeforeTurnTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }

  init() throws {
    harness = try SessionHarness()
  }

  /// Sends a signal to a stopped process, so that the process ends as soon as the host resumes it for a turn.
  private func doom(_ runner: RunnerKeyboard?, by signal: Int32) throws {
    let runner = try #require(runner)
    let process = try #require(runner.processIdentifier)
    runner.stop()
    let stopped = RunnerGroup(identifier: process).waitUntilStopped()
    // Do not signal the parents of this process: they are not stopped, so they would end immediately.
    kill(try #require(stopped.first { $0.runsKeyboard }?.identifier), signal)
    #expect(!runner.hasEnded)
  }

  /// Expects that the host still shows the keyboard, and did not blame it for the end of its process.
  private func expectUndisturbed(_ text: [String], processes: Int) {
    #expect(harness.text == text)
    #expect(session.keyboard == "org.example.faulty")
    #expect(session.shownBecause == nil)
    #expect(harness.source.quarantined.isEmpty)
    #expect(harness.source.runners.count == processes)
    for failure in session.drainReport().failures {
      guard case .foundEnded = failure.kind else {
        Issue.record("\(failure)")
        continue
      }
    }
    session.end()
  }

  static let signals = [SIGABRT, SIGSEGV, SIGTERM, SIGILL, SIGHUP]

  @Test("If a process ends just before a key press, a fresh process serves the key press", arguments: signals)
  func servesKey(signal: Int32) throws {
    harness.focus("ab")
    try doom(harness.source.runners.last, by: signal)
    // Only a fresh process of the keyboard can handle this press, because the system keyboard has no key "ok".
    try session.key("ok")
    try doom(harness.source.runners.last, by: signal)
    try session.key("mark")
    #expect(session.field?.document.markedText == "marked")
    expectUndisturbed(["abokmarked", ""], processes: 3)
  }

  @Test("The host does not blame a keyboard if its preloaded process ends before the switch to it", arguments: signals)
  func loads(signal: Int32) throws {
    try session.pick(SystemKeyboard.identifier)
    harness.focus("b")
    session.prepare(while: IdleTime(endedBy: [], within: .seconds(60)))
    try doom(harness.source.runners.last, by: signal)
    try session.advance()
    try session.key("ok")
    expectUndisturbed(["bok", ""], processes: 2)
  }

  @Test(
    "After a restart, the host finds the pressed key in the input view of the fresh process",
    arguments: ["old", "new"])
  func resolvesAgain(key: String) throws {
    var views = ["old", "new"].map { InputViewTree(root: .row([.key(Key($0))])) }
    let source = FakeKeyboardSource([InputMode("changing")]) { _ in
      FakeKeyboard(views.removeFirst()) { event, _ in
        guard case .key = event else { return nil }
        return TurnResult(serial: 0, edits: [.insertText("x")])
      }
    }
    let session = source.makeSession()
    session.focus(TextField(document: TextDocument()))
    source.fakes[0].hasEnded = true
    if key == "new" {
      try session.key(key)
      #expect(session.field?.document.before == "x")
    } else {
      #expect(throws: SessionError.self) { try session.key(key) }
      #expect(session.field?.document.before == "")
    }
    #expect(source.fakes.count == 2)
    session.end()
  }

  @Test(
    "If a process ended while another field had the focus, the host replaces it when the keyboard appears",
    arguments: signals)
  func appears(signal: Int32) throws {
    harness.focus("a")
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    try doom(harness.source.runners.last, by: signal)
    harness.focus("b")
    expectUndisturbed(["b", ""], processes: 2)
  }

  @Test("The host replaces a process that ends before a document change, and the marked text stays in the document")
  func isReported() throws {
    harness.focus("a", "b")
    try session.key("mark")
    try doom(harness.source.runners.last, by: SIGTERM)
    try session.hardwareKey("x")
    try session.key("ok")
    expectUndisturbed(["amarkedxok", "b"], processes: 2)
  }

  @Test("The host restarts a process three times in a minute; then the system keyboard gets the key press")
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
