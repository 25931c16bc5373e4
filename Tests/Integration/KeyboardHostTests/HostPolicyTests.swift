import KeyboardProtocol
import Foundation
import Glibc
import KeyboardHost
import SystemKeyboard
import Testing
import TextModel

/// What the host alone holds a keyboard to, without the kernel (Sandbox.md#host-policy-cases).
///
/// That table, and the one of the protocol (Sandbox.md#protocol-cases), say of each row which test it has.
@Suite struct HostPolicyTests {
  @Test(
    "A keyboard that has no field gets no time, until it has one again (Sandbox.md#hidden-keyboard-gets-no-time)",
    arguments: [true, false])
  func hiddenIsStopped(losesFocus: Bool) throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("spin")
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    if losesFocus { harness.session.blur() } else { try harness.session.pick(SystemKeyboard.identifier) }
    let stopped = group.waitUntilStopped()
    // What it must be told it is told, and then it is stopped again.
    harness.session.settingsChanged(of: DemandingKeyboard.identifier, to: ["key": .boolean(true)])
    #expect(harness.session.takeReport().callbacks.contains(.settingsDidChange))
    let again = group.waitUntilStopped()
    #expect(again.map(\.identifier) == stopped.map(\.identifier))
    harness.focus("b")
    try harness.session.pick(DemandingKeyboard.identifier)
    try harness.session.key("ok")
    #expect(harness.text == ["bok", ""])
    #expect(harness.source.runners.count == 1)
    harness.session.end()
  }

  // Sandbox.md#no-time-in-protected-fields
  @Test("A process that somebody let go on while it was stopped is stopped again when a field is secret")
  func isStoppedAnew() throws {
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
  @Test("Of a megabyte of text a keyboard is told a window, whatever it is that the keyboard asks for")
  func tellsAWindow() throws {
    let harness = try SessionHarness(hostile: "asksForDocumentsForever")
    let text = String(repeating: "слово за слово ", count: 40_000)
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

  @Test("What a keyboard read is in no log when it crashes (Sandbox.md#crash-text)", arguments: ["crash", "lie", "q"])
  func crashIsSilent(key: String) throws {
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
    "A keyboard that ends its process again and again is left alone, and no key press is lost (Sandbox.md#crash-loop)")
  func crashLoop() throws {
    let harness = try SessionHarness()
    harness.focus()
    // What nobody used ended by itself: each is started anew for the next key press, three times in a minute.
    for count in 1...3 {
      try endProcess(harness)
      try harness.session.key("ok")
      #expect(harness.text == [String(repeating: "ok", count: count), ""])
    }
    try endProcess(harness)
    // On none of the planes that the system keyboard shows first, and pressed on the keyboard that is gone.
    try harness.session.key("%")
    #expect(harness.session.shownBecause == .crashed)
    #expect(harness.text == ["okokok%", ""])
    try harness.session.type("x")
    #expect(harness.text == ["okokok%x", ""])
    harness.session.end()
  }

  @Test("A key whose keyboard has gone does not become a key of the same name of the keyboard in its place")
  func keysKeepTheirMeaning() throws {
    let harness = try SessionHarness()
    harness.focus("abc")
    for _ in 1...3 {
      try endProcess(harness)
      try harness.session.key("ok")
    }
    let before = harness.text
    try endProcess(harness)
    // An action of this keyboard; the system keyboard's key of that name deletes.
    try harness.session.key("delete")
    #expect(harness.text == before)
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    harness.session.end()
  }

  private func endProcess(_ harness: SessionHarness) throws {
    let runner = try #require(harness.source.runners.last)
    kill(try #require(runner.processIdentifier), SIGKILL)
    let deadline = ContinuousClock.now + patience
    while !runner.hasEnded, ContinuousClock.now < deadline { sched_yield() }
    #expect(runner.hasEnded)
  }
}
