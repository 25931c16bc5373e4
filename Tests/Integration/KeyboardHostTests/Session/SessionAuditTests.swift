import FakeKeyboards
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import TestSupport
import Testing
import TextModel

/// Tests of the counts for `klava audit`, and of the events after which the session reports them.
@Suite struct SessionAuditTests {
  @Test("After a field has lost the focus, the session reports audit counts at the next pause")
  func isReportedAfterBlur() throws {
    let harness = try SessionHarness()
    harness.focus("до ", "после")
    try harness.session.key("ok")
    try harness.session.key("ok")
    #expect(harness.source.audits.isEmpty)
    harness.session.blur()
    #expect(harness.source.audits.isEmpty)
    harness.session.prepare()
    #expect(harness.source.audits.count == 1)
    let audit = harness.source.audited
    // The turns are load, appear, two keys, and disappear.
    #expect(audit[.turns] == 5)
    // The host sent 8 characters when the keyboard appeared. The keyboard typed the other characters itself.
    #expect(audit[.charactersShown] == 8)
    #expect(audit.crashReports.isEmpty && audit[.crashes] == 0)
    harness.session.end()
  }

  @Test("If the user stays in one field for a long time, the session reports audit counts at a pause")
  func isReportedRegularly() throws {
    let harness = try SessionHarness()
    harness.focus()
    for _ in 0..<300 { try harness.session.key("z") }
    #expect(harness.source.audits.isEmpty)
    harness.session.prepare()
    #expect(harness.source.audits.count == 1)
    harness.session.prepare()
    #expect(harness.source.audits.count == 1)
    harness.session.end()
    #expect(harness.source.audited[.turns] == 303)
  }

  @Test("The session reports audit counts after a switch of keyboards and at its end")
  func isReportedAtSwitchAndEnd() throws {
    let library = try FaultyKeyboard.library()
    let harness = SessionHarness(libraries: [("org.example.one", library), ("org.example.two", library)])
    harness.focus()
    try harness.session.advance()
    #expect(harness.source.audits.isEmpty)
    harness.session.prepare()
    #expect(harness.source.audits.map(\.identifier) == ["org.example.one"])
    harness.session.end()
    let two = harness.source.audits.filter { $0.identifier == "org.example.two" }
    #expect(two.reduce(0) { $0 + $1.summary[.turns] } == 3)
  }

  @Test(
    "The audit of the chosen keyboard counts each protected field once",
    arguments: [
      (.secureFieldsWithheld, .secureTextEntry), (.phonePadsWithheld, .phonePad), (.phonePadsWithheld, .namePhonePad),
      (.otherFieldsWithheld, .appForbids), (.otherFieldsWithheld, .screenLocked),
    ] as [(AuditSummary.Count, ShownBecause)])
  func countsWithheldFields(count: AuditSummary.Count, reason: ShownBecause) throws {
    func change(_ field: inout TextField) {
      switch reason {
      case .secureTextEntry: field.traits.isSecureTextEntry = true
      case .phonePad: field.traits.keyboardType = .phonePad
      case .namePhonePad: field.traits.keyboardType = .namePhonePad
      case .screenLocked: field.isOnLockScreen = true
      default: field.allowsThirdPartyKeyboards = false
      }
    }
    let library = try FaultyKeyboard.library()
    let harness = SessionHarness(libraries: [("org.example.one", library), ("org.example.two", library)])
    try harness.session.pick("org.example.two")
    harness.focus("hunter2", "", change)
    try harness.session.type("1")
    harness.session.choicesChanged()
    harness.focus()
    // A field that becomes protected while it has the focus counts as a second withheld field.
    try harness.session.changeTraits(change)
    harness.session.end()
    #expect(harness.source.audits.allSatisfy { $0.identifier == "org.example.two" })
    #expect(harness.source.audited[count] == 2)
    #expect(harness.source.audited[.charactersShown] == 0)
    let others: [AuditSummary.Count] = [.secureFieldsWithheld, .phonePadsWithheld, .otherFieldsWithheld]
    #expect(others.filter { $0 != count }.allSatisfy { harness.source.audited[$0] == 0 })
  }

  @Test("The session does not audit the system keyboard")
  func leavesOutTheSystem() throws {
    let harness = try SessionHarness()
    try harness.session.pick(SystemKeyboard.identifier)
    harness.focus("a") { $0.traits.isSecureTextEntry = true }
    try harness.session.type("x")
    harness.session.end()
    #expect(harness.source.audits.isEmpty)
  }

  @Test(
    "The audit counts a crash or a hang, with the last calls of the process",
    arguments: [
      ("crash", .crashes, "it crashed: signal 6 (Aborted) ended it"),
      ("exit", .crashes, "it crashed: it exited with status 3"),
      ("hang", .hangs, "it did not answer within 1000 ms, and the host ended it"),
    ] as [(String, AuditSummary.Count, String)])
  func reportsCrashes(key: String, count: AuditSummary.Count, reason: String) throws {
    let harness = try SessionHarness()
    if count == .hangs { harness.source.deadlines = .brief }
    harness.focus()
    try harness.session.key("ok")
    try harness.session.key(key)
    harness.session.prepare()
    let audit = harness.source.audited
    #expect(audit[count] == 1)
    let report = try #require(audit.crashReports.first)
    #expect(report.reason == reason)
    let calls = [
      "turn load", "library opened", "create", "load", "klava.interface/1.set", "turn appear", "turn key",
      "klava.document/1.insert_text", "callbacks for own edits", "turn key", "klava.document/1.insert_text",
    ]
    #expect(report.calls == calls)
    #expect(audit.crashReports.count == 1)
    #expect(report.time > 1_700_000_000)
    #expect(harness.source.lines == ["its last calls: \(calls.joined(separator: ", "))", reason])
    harness.session.end()
  }

  @Test(
    "The log reports the end of an idle process, and the audit counts this end if the keyboard caused it",
    arguments: [(SIGSEGV, 1), (SIGKILL, 0)])
  func recordsIdleEnds(signal: Int32, crashes: Int) throws {
    let harness = try SessionHarness()
    harness.focus()
    let runner = try #require(harness.source.runners.last)
    kill(try #require(runner.processIdentifier), signal)
    #expect(waitUntil { runner.hasEnded })
    try harness.session.key("ok")
    let words =
      signal == SIGKILL
      ? "another process killed it" : "it crashed: signal 11 (Segmentation fault) ended it"
    #expect(
      harness.source.lines == [
        "its last calls: turn load, library opened, create, load, klava.interface/1.set, turn appear",
        "\(words) (while idle)",
      ])
    #expect(harness.text == ["ok", ""])
    harness.session.end()
    #expect(harness.source.audited[.crashes] == crashes)
    #expect(harness.source.audited.crashReports.count == crashes)
  }

  @Test(
    "The audit counts a turn that exceeds a limit, but not a turn that only fails",
    arguments: [("flood", 1), ("bytes", 1), ("long", 1), ("requests", 1), ("error", 0)])
  func countsLimits(key: String, count: Int) throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key(key)
    harness.session.end()
    #expect(harness.source.audited[.limitsExceeded] == count)
    // The log must not contain names of Swift types or cases.
    #expect(harness.source.lines.allSatisfy { !$0.contains("(step") && !$0.contains("KeyboardError") })
  }

  @Test("The log gives the reason why a keyboard did not load")
  func recordsRefusals() throws {
    let harness = try SessionHarness(.failsInCreate)
    harness.focus()
    #expect(harness.source.lines.contains { $0.hasPrefix("it did not load: create has its reasons") })
    harness.session.end()
    #expect(harness.source.audited[.crashes] == 0)
  }

  @Test("The audit counts a protocol violation without text from the keyboard")
  func countsViolations() throws {
    let keys = [InputViewTree.Element.key(Key("hunter2")), .key(Key("hunter2"))]
    let keyboard = FakeKeyboard(InputViewTree(root: .row(keys)))
    let source = FakeKeyboardSource("violating", keyboard)
    let session = source.makeSession()
    session.focus(TextField(document: TextDocument()))
    session.end()
    #expect(source.audited[.violations] == 1)
    #expect(source.audited.crashReports.map(\.reason) == ["it violated the protocol, and the host ended it"])
    #expect(
      source.notes == [
        "it violated the protocol, and the host ended it: its input view is invalid: two keys have the identifier "
          + "\"hunter2\""
      ])
  }
}
