import TextModel
import KeyboardStore
import Glibc
import HostTestSupport
import KeyboardHost
import SystemKeyboard
import Testing
import InputViewModel
import KeyboardProtocol

/// What is counted of a keyboard for `klava audit`, and when it is told.
@Suite struct SessionAuditTests {
  @Test("Nobody waits for an audit: when the field has lost the focus it is told before waiting for the person")
  func isToldAfterBlur() throws {
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
    // Load, appear, two keys, disappear.
    #expect(audit[.turns] == 5)
    // Once as the field appeared, and once more for each key that found other text there: 8, 10.
    #expect(audit[.charactersShown] == 8 + 10)
    #expect(audit.crashReports.isEmpty && audit[.crashes] == 0)
    harness.session.end()
  }

  @Test("A long stay in one field is told before waiting for the person")
  func isToldNowAndThen() throws {
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

  @Test("It is told after another keyboard was picked, and at the end of the session")
  func isToldAtSwitchAndEnd() throws {
    let library = try FaultyKeyboard.library()
    let harness = SessionHarness(libraries: [("org.example.one", library), ("org.example.two", library)])
    harness.focus()
    try harness.session.advance()
    #expect(harness.source.audits.isEmpty)
    harness.session.prepare()
    #expect(harness.source.audits.map(\.identifier) == ["org.example.one"])
    harness.session.end()
    let two = harness.source.audits.filter { $0.identifier == "org.example.two" }
    #expect(two.reduce(0) { $0 + $1.tally[.turns] } == 3)
  }

  @Test(
    "A field that no third party gets is counted once, for the keyboard that was chosen",
    arguments: [
      (.secureFieldsWithheld, .secureTextEntry), (.phonePadsWithheld, .phonePad), (.phonePadsWithheld, .namePhonePad),
      (.otherFieldsWithheld, .appForbids),
    ] as [(AuditTally.Count, ShownBecause)])
  func countsWithheldFields(count: AuditTally.Count, because: ShownBecause) throws {
    func change(_ field: inout TextField) {
      switch because {
      case .secureTextEntry: field.traits.isSecureTextEntry = true
      case .phonePad: field.traits.keyboardType = .phonePad
      case .namePhonePad: field.traits.keyboardType = .namePhonePad
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
    // One that becomes so is another.
    try harness.session.changeTraits(change)
    harness.session.end()
    #expect(harness.source.audits.allSatisfy { $0.identifier == "org.example.two" })
    #expect(harness.source.audited[count] == 2)
    #expect(harness.source.audited[.charactersShown] == 0)
    let others: [AuditTally.Count] = [.secureFieldsWithheld, .phonePadsWithheld, .otherFieldsWithheld]
    #expect(others.filter { $0 != count }.allSatisfy { harness.source.audited[$0] == 0 })
  }

  @Test("The system keyboard is not audited")
  func leavesOutTheSystem() throws {
    let harness = try SessionHarness()
    try harness.session.pick(SystemKeyboard.identifier)
    harness.focus("a") { $0.traits.isSecureTextEntry = true }
    try harness.session.type("x")
    harness.session.end()
    #expect(harness.source.audits.isEmpty)
  }

  @Test(
    "An end before its time is counted, with the last calls, also where the process is gone",
    arguments: [
      ("crash", .crashes, "it crashed: signal 6 (Aborted) ended it"),
      ("exit", .crashes, "it crashed: it exited with status 3"),
      ("hang", .hangs, "it did not answer within 1000 ms, and the host ended it"),
    ] as [(String, AuditTally.Count, String)])
  func reportsCrashes(key: String, count: AuditTally.Count, reason: String) throws {
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
      "klava.document/1.insert_text", "turn key",
      "klava.document/1.insert_text",
    ]
    #expect(report.calls == calls)
    #expect(audit.crashReports.count == 1)
    #expect(report.time > 1_700_000_000)
    #expect(harness.source.lines == ["its last calls: \(calls.joined(separator: ", "))", reason])
    harness.session.end()
  }

  @Test(
    "An end while nobody used it has a line in the log, and counts if it was the keyboard's own",
    arguments: [(SIGSEGV, 1), (SIGKILL, 0)])
  func notesIdleEnds(signal: Int32, crashes: Int) throws {
    let harness = try SessionHarness()
    harness.focus()
    let runner = try #require(harness.source.runners.last)
    kill(try #require(runner.processIdentifier), signal)
    while !runner.hasEnded { sched_yield() }
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
    "A turn beyond its limits is counted, and one that only fails is not",
    arguments: [("flood", 1), ("bytes", 1), ("long", 1), ("requests", 1), ("error", 0)])
  func countsLimits(key: String, count: Int) throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key(key)
    harness.session.end()
    #expect(harness.source.audited[.limitsExceeded] == count)
    // No name of a Swift type and none of its cases.
    #expect(harness.source.lines.allSatisfy { !$0.contains("(step") && !$0.contains("KeyboardError") })
  }

  @Test("A keyboard that cannot be loaded leaves its reason in the log, in words")
  func notesRefusals() throws {
    let harness = try SessionHarness(.failsInCreate)
    harness.focus()
    #expect(harness.source.lines.contains { $0.hasPrefix("it did not load: create has its reasons") })
    harness.session.end()
    #expect(harness.source.audited[.crashes] == 0)
  }

  @Test("A lie is counted without the words of who told it")
  func countsLies() throws {
    let keys = [Interface.Element.key(Key("hunter2")), .key(Key("hunter2"))]
    let keyboard = FakeKeyboard(Interface(root: .row(keys)))
    let source = FakeKeyboardSource("liar", keyboard)
    let session = source.makeSession()
    session.focus(TextField(document: TextDocument()))
    session.end()
    #expect(source.audited[.lies] == 1)
    #expect(source.audited.crashReports.map(\.reason) == ["it violated the protocol, and the host ended it"])
    #expect(
      source.notes == [
        "it violated the protocol, and the host ended it: its input view is invalid: two keys have the identifier "
          + "\"hunter2\""
      ])
  }
}
