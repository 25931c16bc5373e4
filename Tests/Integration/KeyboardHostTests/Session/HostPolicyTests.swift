import Foundation
import Glibc
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import SystemSupport
import TestSupport
import Testing
import TextModel

/// Tests of the rules that the host enforces without the kernel (Sandbox.md#host-policy-cases).
///
/// The tables in Sandbox.md#host-policy-cases and Sandbox.md#protocol-cases name the test for each row.
@Suite struct HostPolicyTests {
  @Test(
    "A keyboard gets no processor time while it is hidden (Sandbox.md#hidden-keyboard-gets-no-time)",
    arguments: [true, false])
  func hiddenKeyboard(losesFocus: Bool) throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("spin")
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    if losesFocus { harness.session.blur() } else { try harness.session.pick(SystemKeyboard.identifier) }
    let stopped = group.waitUntilStopped()
    // For this event, the host resumes the process. Afterwards, the host must stop the process again.
    harness.session.settingsChanged(of: DemandingKeyboard.identifier, to: ["key": .boolean(true)])
    #expect(harness.session.drainReport().callbacks.contains(.settingsDidChange))
    let again = group.waitUntilStopped()
    #expect(again.map(\.identifier) == stopped.map(\.identifier))
    harness.focus("b")
    try harness.session.pick(DemandingKeyboard.identifier)
    try harness.session.key("ok")
    #expect(harness.text == ["bok", ""])
    #expect(harness.source.runners.count == 1)
    harness.session.end()
  }

  @Test("To stop and resume a keyboard, the host wakes no other process (Sandbox.md#stopping-is-cheap)")
  func wakesNoParent() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    let parents = group.members.filter { !$0.runsKeyboard }.map { ProcessStatus($0.identifier) }
    #expect(waitUntil { parents.allSatisfy { $0.state == "S" } })
    let before = parents.map(\.contextSwitches)
    for _ in 0..<3 {
      try harness.session.pick(SystemKeyboard.identifier)
      group.waitUntilStopped()
      try harness.session.pick(DemandingKeyboard.identifier)
    }
    try harness.session.key("ok")
    #expect(harness.text == ["ok", ""])
    #expect(parents.map(\.contextSwitches) == before)
    harness.session.end()
  }

  // Sandbox.md#no-time-in-protected-fields
  @Test("While a secure field has the focus, the host stops a process again if another program resumed it")
  func repeatedStop() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    try harness.session.pick(SystemKeyboard.identifier)
    group.waitUntilStopped()
    #expect(kill(-group.identifier, SIGCONT) == 0)
    harness.focus { $0.traits.isSecureTextEntry = true }
    group.waitUntilStopped()
    harness.session.end()
  }

  // Sandbox.md#context-window
  @Test("In a long text, a keyboard can read only its context window, however often it requests the document")
  func contextWindow() throws {
    let harness = try SessionHarness(hostile: "asksForDocumentsForever", deadlines: .brief)
    let text = String(repeating: "слово за слово ", count: 4_000)
    var document = TextDocument(before: text, after: text)
    let buffer = document.snapshot().buffer
    #expect(buffer.before.count == ContextPolicy.defaultWindow)
    #expect(buffer.after.count == ContextPolicy.defaultWindow)
    #expect(buffer.isCutBefore && buffer.isCutAfter)
    harness.focus(text, text)
    try harness.session.key("h")
    let isTyped = harness.text == [text + "h", text]
    #expect(isTyped)
    harness.session.end()
  }

  @Test(
    "No log contains text that a keyboard read before it crashed (Sandbox.md#crash-text)",
    arguments: ["crash", "violate", "q"])
  func crashText(key: String) throws {
    let harness = try SessionHarness()
    let canary = "C4N4RY"
    harness.focus(canary, canary)
    try harness.session.key("ok")
    try harness.session.key(key)
    #expect(harness.session.shownBecause == .crashed)
    #expect(!harness.source.lines.isEmpty)
    #expect(!harness.source.lines.contains { $0.contains(canary) })
    harness.session.end()
  }

  @Test(
    "The host does not restart a keyboard again and again, and no key press is lost (Sandbox.md#crash-loop)")
  func crashLoop() throws {
    let harness = try SessionHarness()
    harness.focus()
    // The process is idle when it ends. So the host starts a new process for the next key press, at most three times in
    // a minute.
    for count in 1...3 {
      try endProcess(harness)
      try harness.session.key("ok")
      #expect(harness.text == [String(repeating: "ok", count: count), ""])
    }
    try endProcess(harness)
    // The user presses this key on the keyboard that has ended. The system keyboard also has this key, but not on its
    // first plane.
    try harness.session.key("%")
    #expect(harness.session.shownBecause == .crashed)
    #expect(harness.text == ["okokok%", ""])
    try harness.session.type("x")
    #expect(harness.text == ["okokok%x", ""])
    harness.session.end()
  }

  @Test("A key press on a keyboard that has ended does not press the system keyboard's key of the same name")
  func keyOfEndedKeyboard() throws {
    let harness = try SessionHarness()
    harness.focus("abc")
    for _ in 1...3 {
      try endProcess(harness)
      try harness.session.key("ok")
    }
    let before = harness.text
    try endProcess(harness)
    // The faulty keyboard has a key with this name. The system keyboard, which is shown now, has a key with the same
    // name that deletes text.
    try harness.session.key("delete")
    #expect(harness.text == before)
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    harness.session.end()
  }

  private func endProcess(_ harness: SessionHarness) throws {
    let runner = try #require(harness.source.runners.last)
    kill(try #require(runner.processIdentifier), SIGKILL)
    #expect(waitUntil { runner.hasEnded })
  }
}
