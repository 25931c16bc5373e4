import FakeKeyboards
import Foundation
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

/// Tests of a keyboard's rights in each turn (Behavior.md#keyboard-selection, Behavior.md#switching-by-a-keyboard,
/// Behavior.md#document-boundaries).
@Suite struct SessionRightsTests {
  /// A turn in which a keyboard must not edit the document.
  enum Forbidden: String, CaseIterable {
    case load, appear, disappear, environmentChanged, settingsChanged

    func matches(_ event: TurnEvent) -> Bool {
      switch (self, event) {
      case (.load, .load), (.appear, .appear), (.disappear, .disappear),
        (.environmentChanged, .environmentChanged), (.settingsChanged, .settingsChanged):
        true
      default: false
      }
    }
  }

  @Test(
    "In a turn that allows no edits, the host refuses requests and edits, and the document stays unchanged",
    arguments: Forbidden.allCases)
  func refuses(kind: Forbidden) throws {
    var replies: [HostReply] = []
    let keyboard = FakeKeyboard(nil) { event, ask in
      guard kind.matches(event) else { return nil }
      replies.append(ask(.document(after: [])))
      return TurnResult(
        serial: 0, edits: [.insertText("TRESPASS")], requests: [.advanceToNextInputMode, .dismissKeyboard])
    }
    let session = FakeKeyboardSource("trespasser", keyboard).makeSession()
    session.focus(TextField(document: TextDocument(before: "hunter2")))
    session.changeEnvironment(KeyboardEnvironment())
    session.settingsChanged(of: "trespasser", to: [:])
    try session.changeTraits { $0.traits.isSecureTextEntry = true }
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(session.field?.document.before == "hunter2")
    #expect(!replies.isEmpty)
    #expect(replies.allSatisfy { $0 == .refused(.notNow) })
  }

  @Test("The host reports changed settings to a keyboard after a secure field loses the focus, not before")
  func withholds() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    let runner = try #require(harness.source.runners.first?.processIdentifier)
    try harness.session.pick(SystemKeyboard.identifier)
    try harness.session.changeTraits { $0.traits.isSecureTextEntry = true }
    _ = harness.session.drainReport()
    harness.session.settingsChanged(of: "org.example.faulty", to: ["a": .boolean(true)])
    #expect(harness.session.drainReport().callbacks.isEmpty)
    RunnerGroup(identifier: runner).waitUntilStopped()
    harness.focus("b")
    try harness.session.pick("org.example.faulty")
    #expect(harness.session.drainReport().callbacks.contains(.settingsDidChange))
    harness.session.end()
  }

  @Test("The host ignores requests to switch keyboards when a keyboard appears or disappears")
  func doesNotRecurse() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    try harness.session.key("recurse")
    for _ in 0..<3 {
      try harness.session.pick(SystemKeyboard.identifier)
      #expect(harness.session.keyboard == SystemKeyboard.identifier)
      try harness.session.pick("org.example.faulty")
      #expect(harness.session.keyboard == "org.example.faulty")
    }
    harness.session.end()
  }

  /// An event after which a keyboard no longer has the field, although the field has marked text.
  enum Taking: CaseIterable {
    case crash, advance, hardwareKey, blur
  }

  @Test("Marked text becomes plain text when the host hides the keyboard that marked it", arguments: Taking.allCases)
  func keepsMarkedText(taking: Taking) throws {
    let harness = try SessionHarness()
    harness.focus("x ")
    try harness.session.key("mark")
    #expect(harness.session.field?.document.markedText == "marked")
    switch taking {
    case .crash: try harness.session.key("crash")
    case .advance: try harness.session.advance()
    case .hardwareKey: try harness.session.hardwareKey("!")
    case .blur:
      harness.session.blur()
      return harness.session.end()
    }
    if taking != .hardwareKey { try harness.session.type("!") }
    #expect(harness.text == ["x marked!", ""])
    #expect(harness.session.field?.document.markedText == nil)
    harness.session.end()
  }

  @Test("When a keyboard's process ends, the host also ends the processes that the keyboard started")
  func endsTheGroup() throws {
    let harness = try SessionHarness()
    harness.focus()
    let runner = try #require(harness.source.runners.first?.processIdentifier)
    try harness.session.key("fork")
    #expect(harness.session.shownBecause == .crashed)
    #expect(RunnerGroup(identifier: runner).isGone)
    harness.session.end()
  }

  @Test("A timer does not fire after the end of the process that started it")
  func forgetsTimers() throws {
    let harness = try SessionHarness()
    harness.focus { $0.application = "one" }
    try harness.session.key("timer")
    harness.clock.wait(.seconds(2.5), in: harness.session)
    #expect(harness.text == ["!!", ""])
    harness.focus { $0.application = "two" }
    harness.clock.wait(.seconds(10), in: harness.session)
    #expect(harness.text == ["", ""])
    harness.session.end()
  }

  @Test("After a change of access, the new process cannot learn how often the old process edited the document")
  func hidesRevisions() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    for _ in 0..<5 { try harness.session.key("ok") }
    let before = try #require(harness.session.field?.document)
    harness.session.accessChanged(of: try #require(harness.session.keyboard))
    let after = try #require(harness.session.field?.document)
    #expect(before.revision > 5)
    #expect(after.revision == 1)
    #expect(after.identifier != before.identifier)
    #expect(harness.text == ["aokokokokok", ""])
    try harness.session.key("ok")
    #expect(harness.text == ["aokokokokokok", ""])
    harness.session.end()
  }

  @Test("The host stops a hidden keyboard, and resumes it before it appears in a field")
  func hiddenKeyboard() throws {
    let harness = try SessionHarness()
    harness.focus()
    let process = try #require(harness.source.runners.last?.processIdentifier)
    harness.session.blur()
    RunnerGroup(identifier: process).waitUntilStopped()
    harness.focus("a")
    try harness.session.key("ok")
    #expect(harness.text == ["aok", ""])
    #expect(harness.source.runners.last?.processIdentifier == process)
    harness.session.end()
  }

  @Test("A dismissed keyboard stays hidden until the user chooses a keyboard")
  func staysDismissed() throws {
    let harness = try SessionHarness()
    harness.focus("a")
    harness.session.dismiss()
    try harness.session.changeTraits { $0.traits.returnKeyType = .go }
    #expect(harness.session.keyboard == nil)
    try harness.session.advance()
    #expect(harness.session.keyboard != nil)
    harness.session.end()
  }
}
