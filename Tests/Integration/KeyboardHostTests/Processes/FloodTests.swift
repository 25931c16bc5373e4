import FakeKeyboards
import HostFiles
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

/// Tests of keyboards that send endless requests or output: the user loses no text and can continue to type
/// (Behavior.md#turn-limits).
@Suite struct FloodTests {
  @Test(
    "Endless requests do not extend the deadline of a turn",
    arguments: ["flood", "dawdle", "toil"])
  func endsAtTheDeadline(key: String) throws {
    let harness = try DemandingKeyboard.harness()
    harness.source.deadlines = .brief
    let text = String(repeating: "Слово за слово\n", count: 10_000)
    harness.focus(text, text)
    let start = ContinuousClock.now
    try harness.session.key(key)
    // `patience` is much longer than the deadline of the turn, because the machine may be busy.
    #expect(ContinuousClock.now - start < patience)
    #expect(harness.session.shownBecause == .hung)
    let isUntouched = harness.text == [text, text]
    #expect(isUntouched)
    try harness.session.type("x")
    let isTyped = harness.text[0] == text + "x"
    #expect(isTyped)
    harness.session.end()
  }

  /// The maximum number of edits in a turn. All of them are long moves of the insertion point.
  private static let moves: [Edit] = (0..<TurnLimit.edits).map {
    .adjustTextPosition(byCharacterOffset: $0.isMultiple(of: 2) ? -200_000 : 200_000)
  }

  @Test("The host ends a keyboard whose edits exceed the host time of a turn", arguments: [false, true])
  func endsForTooMuchWork(asksFirst: Bool) throws {
    var reply: HostReply?
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("go"))]))) { event, ask in
      guard case .key = event else { return nil }
      guard asksFirst else { return TurnResult(serial: 0, edits: Self.moves) }
      reply = ask(.document(after: Self.moves))
      return nil
    }
    let source = FakeKeyboardSource("mover", keyboard)
    let session = source.makeSession()
    let text = String(repeating: "Слово за слово, e\u{301}\n", count: 40_000)
    session.focus(TextField(document: TextDocument(before: text, after: text)))
    let start = ContinuousClock.now
    try session.key("go")
    #expect(ContinuousClock.now - start < patience)
    #expect(session.keyboard == SystemKeyboard.identifier)
    let isUntouched = session.field?.document.before == text && session.field?.document.after == text
    #expect(isUntouched)
    let violation = LimitViolation(.hostTime, most: 45)
    #expect(session.drainReport().failures.map(\.kind) == [.ended(.exceeded(violation))])
    if asksFirst { #expect(reply == .refused(.tooLarge)) }
    #expect(source.notes.last?.contains("\(violation)") == true)
    session.end()
  }

  @Test("The host keeps the first log lines of a turn, and logs the number of dropped lines")
  func dropsLines() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("lines")
    #expect(harness.text == ["-6", ""])
    #expect(
      harness.source.lines == (0..<255).map { "line \($0)" } + [
        "the host dropped 745 lines because of a limit; the limit is 255 lines in one turn, of 4096 bytes each"
      ])
    harness.session.end()
  }

  @Test("The log contains the text that a keyboard printed before it crashed, even without a line break")
  func lastWords() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("last words")
    #expect(harness.session.shownBecause == .crashed)
    #expect(harness.source.lines.first == "almost done")
    harness.session.end()
  }

  @Test("The host stores only a part of a large output, and logs that it dropped the rest")
  func cutsOutput() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("print")
    #expect(harness.text == ["printed", ""])
    #expect(harness.source.lines.first == "printed line 0")
    #expect(harness.source.lines.last == "(cut)")
    #expect(harness.source.lines.count < 20_000)
    try harness.session.key("ok")
    #expect(harness.source.lines.count { $0 == "(cut)" } == 1)
    harness.session.end()
  }
}
