import FakeKeyboards
import Glibc
import InputViewModel
import KeyboardProtocol
import SystemKeyboard
import TestSupport
import Testing
import TextModel

@testable import KeyboardHost
@testable import Timing

/// Texts of costly characters: finding the boundaries of these characters takes much time. Each text has half a
/// megabyte.
enum CostlyText: String, CaseIterable {
  case flags = "🇩🇪"
  case families = "👨‍👩‍👧‍👦"
  case joinedPictures = "👩\u{200D}"
  case marks = "\u{301}"
  case leadingConsonants = "ᄀ"
  case conjuncts = "क\u{94D}"
  case interruptedJoiners = "👩\u{93E}\u{200D}"
  case prependedSigns = "\u{600}"
  case letters = "a"
  case cyrillic = "я"
  case lineBreaks = "\r\n"

  var text: String { String(repeating: rawValue, count: 500_000 / rawValue.utf8.count) }
}

@Suite("The host's work in a turn does not depend on the length of the text")
struct HostWorkTests {
  /// The maximum number of bytes that the document keeps near the insertion point.
  ///
  /// On each side of the insertion point, the document keeps 2,048 characters with up to eight scalars. A side can grow
  /// to twice this size before the document shortens it. In addition, one edit can move 64 KiB near the insertion
  /// point.
  private static let nearBytes = 2 * (2 * 2_048 * 8 * 4) + 64 * 1024
  private static let windowScalars = 1_024 * 8

  @Test(
    "If a text has costly characters, the part near the insertion point and the part in a snapshot are small",
    arguments: CostlyText.allCases)
  func costlySnapshot(kind: CostlyText) {
    let text = kind.text
    for (before, after) in [(text, ""), ("", text)] {
      var document = TextDocument(before: before, after: after)
      let edits: [Edit] = [
        .adjustTextPositionByCharacters(-1), .adjustTextPosition(byCharacterOffset: 1), .insertText("x"),
        .deleteBackward,
        .deleteBackward, .adjustTextPositionByCharacters(-1_500), .adjustTextPosition(byCharacterOffset: 1_500),
        .insertText(kind.rawValue), .adjustTextPosition(byCharacterOffset: .min), .adjustTextPositionByCharacters(3),
        .deleteBackward, .adjustTextPositionByCharacters(.max), .deleteBackward,
      ]
      for edit in edits {
        _ = document.apply(edit)
        #expect(document.nearBytes <= Self.nearBytes, "\(edit)")
        let buffer = document.snapshot().buffer
        #expect(buffer.before.unicodeScalars.count <= Self.windowScalars, "\(edit)")
        #expect(buffer.after.unicodeScalars.count <= Self.windowScalars, "\(edit)")
        #expect(document.nearBytes <= Self.nearBytes, "\(edit)")
      }
    }
  }

  @Test(
    "If the user selects costly characters, the keyboard gets only the text around the selection",
    arguments: CostlyText.allCases)
  func selects(kind: CostlyText) {
    let text = kind.text
    var document = TextDocument(before: text)
    for policy in [ContextPolicy.default, .paragraph, .ios16] {
      document.policy = policy
      for offset in [0, 1, 1_000] where text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) != nil {
        let difference = document.select(offset: offset, length: 0)
        #expect(difference != nil)
        let bytes = document.before.utf8.count + document.after.utf8.count
        let isPlaced = document.before.count == offset && bytes == text.utf8.count
        #expect(isPlaced)
        #expect(document.snapshot().buffer.before.unicodeScalars.count <= Self.windowScalars)
      }
    }
  }

  @Test(
    "A keyboard can read only a part of a long selection, but can replace or delete the whole selection",
    arguments: CostlyText.allCases)
  func longSelection(kind: CostlyText) {
    var document = TextDocument(before: "a ", selected: kind.text, after: " b")
    #expect(document.snapshot().buffer.selected.utf8.count <= 64 * 1024)
    var deleted = document
    _ = deleted.apply(.deleteBackward)
    #expect(deleted.selected.isEmpty)
    _ = document.apply(.insertText("x"))
    #expect(document.before == "a x")
  }

  // The test does not use scalars of the Unicode class Prepend. They would join all later text into one character,
  // which a single deletion removes.
  @Test(
    "Edits in the middle of costly characters take effect at the right position and lose no text",
    arguments: CostlyText.allCases.filter { $0 != .prependedSigns })
  func editsInCostlyText(kind: CostlyText) {
    let text = kind.text
    var document = TextDocument(before: text)
    var length = text.utf8.count
    for distance in [-1, -50_000, 20_000, -60_000, 7] {
      _ = document.apply(.adjustTextPosition(byCharacterOffset: distance))
      _ = document.apply(.insertText("x"))
      length += 1
      #expect(document.before.utf8.count + document.after.utf8.count == length)
      #expect(document.before.hasSuffix("x"))
      _ = document.apply(.deleteBackward)
      length -= 1
    }
    let whole = document.before + document.after
    let isWhole = whole.utf8.elementsEqual(text.utf8)
    #expect(isWhole)
  }

  // MARK: Limits of one turn

  /// Returns a keyboard that makes requests during each key press. Its limit of host time is high, because the tests
  /// check other limits.
  private static func keyboard(
    _ inputView: InputViewTree = InputViewTree(root: .row([.key(Key("go"))])),
    keys: @escaping (_ ask: (HostRequest) -> HostReply) -> [KeyboardRequest]
  ) -> FakeKeyboard {
    let keyboard = FakeKeyboard(inputView) { event, ask in
      guard case .key = event else { return nil }
      // As in the result of a runner, put all edits into the result that the keyboard reported during the turn.
      var edits: [Edit] = []
      let requests = keys { request in
        if case .document(let new) = request { edits += new }
        return ask(request)
      }
      return TurnResult(serial: 0, edits: edits, requests: requests)
    }
    keyboard.hostTime = .seconds(60)
    return keyboard
  }

  @Test(
    "If a process does not stop for a secure field, the host ends it before the first event in the field",
    arguments: [true, false])
  func unstoppableProcess(stops: Bool) throws {
    let keyboard = Self.keyboard { _ in [] }
    keyboard.stops = stops
    let session = FakeKeyboardSource("stubborn", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    #expect(session.keyboard == "stubborn")
    var field = TextField(document: TextDocument())
    field.traits.isSecureTextEntry = true
    session.focus(field)
    #expect(keyboard.hasEnded == !stops)
    #expect(session.keyboard == SystemKeyboard.identifier)
    session.end()
  }

  @Test(
    "If a keyboard moves through the text, it can read only a limited part in one turn, but can still edit",
    arguments: ["secret ", "🇩🇪", "👨‍👩‍👧‍👦", "क्षि", "e\u{301}"])
  func showsSoMuch(unit: String) throws {
    var shown = 0
    var replies: [HostReply] = []
    let keyboard = Self.keyboard { ask in
      let move = Edit.adjustTextPosition(byCharacterOffset: -1_000)
      for _ in 0..<100 {
        let reply = ask(.document(after: [move]))
        if case .document(let document) = reply { shown += document.buffer.shownCharacters }
        replies.append(reply)
      }
      return []
    }
    let session = FakeKeyboardSource("reader", keyboard).makeSession()
    let side = String(repeating: unit, count: 30_000)
    session.focus(TextField(document: TextDocument(before: side, selected: side, after: side)))
    try session.key("go")
    #expect(shown > 8_000)
    #expect(shown <= TurnLimit.shownCharacters)
    let areDocuments = replies.allSatisfy { if case .document = $0 { true } else { false } }
    #expect(areDocuments)
    #expect(session.keyboard == "reader")
    // In the next turn, the keyboard can read as much text again.
    let first = shown
    try session.key("go")
    #expect(shown > first)
    session.end()
  }

  private static let bars = (0..<200).map { InputViewTree.Element.suggestions(SuggestionBar("bar\($0)")) }

  @Test("The host makes a thousand changes of suggestions in order, and validates only the final input view")
  func validationOfChanges() throws {
    let keyboard = Self.keyboard(InputViewTree(root: .column(Self.bars + [.key(Key("go"))]))) { _ in
      // The changes before the last ones give the input view more keys than the limit.
      (0..<1_000).map { index in
        .change(
          .suggestions(identifier: "bar\(index % 200)", (0..<(index < 800 ? 32 : 2)).map { "\(index).\($0)" }))
      }
    }
    let session = FakeKeyboardSource("changer", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    try session.key("go")
    #expect(session.keyboard == "changer")
    #expect(session.inputView?.keys.count == 401)
    #expect(session.inputView?.key("bar7.1")?.title == "807.1")
    session.end()
  }

  @Test(
    "The host ends a keyboard whose changes exceed a limit or make the input view invalid",
    arguments: [
      Array(repeating: .label(identifier: "l", text: ""), count: TurnLimit.changes + 1),
      Array(repeating: .label(identifier: "l", text: String(repeating: "x", count: 4_096)), count: 65),
      (0..<200).map { .suggestions(identifier: "bar\($0)", (0..<32).map(String.init)) },
    ] as [[ElementChange]])
  func refusesTooManyChanges(changes: [ElementChange]) throws {
    let keyboard = Self.keyboard(InputViewTree(root: .column(Self.bars + [.key(Key("go"))]))) { _ in
      changes.map { .change($0) }
    }
    let session = FakeKeyboardSource("changer", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    try session.key("go")
    #expect(session.keyboard == SystemKeyboard.identifier)
    let failures = session.drainReport().failures.map(\.kind)
    let isViolation = if case .ended(.protocolViolation)? = failures.first { true } else { false }
    #expect(isViolation)
    session.end()
  }

  @Test("If the host's reply to a request takes longer than the deadline of the turn, the host ends the keyboard")
  func requestDeadline() throws {
    let harness = try DemandingKeyboard.harness()
    harness.source.deadlines = .brief
    // Make one reply of the host slow, as with a slow disk.
    harness.source.answers = { _, _ in
      let end = ContinuousClock.now + RunnerKeyboard.Deadlines.brief.turn
      while ContinuousClock.now < end {}
      return .bytes([])
    }
    harness.focus()
    try harness.session.key("dawdle")
    #expect(harness.session.shownBecause == .hung)
    #expect(harness.text == ["", ""])
    harness.session.end()
  }

  @Test("The runner refuses a name that is too long or has too many combining marks, and the keyboard continues")
  func refusesUnboundedNames() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("names")
    #expect(harness.text == ["-2-2", ""])
    try harness.session.key("ok")
    #expect(harness.text == ["-2-2ok", ""])
    harness.session.end()
  }

  // MARK: Timers

  @Test("If a timer's turn delays a key press too long, a fresh process handles the key press")
  func keyPressDuringTimer() throws {
    let harness = try SessionHarness()
    harness.source.deadlines.grace = .milliseconds(10)
    harness.focus()
    // Each of these timers causes a turn that lasts a tenth of a second.
    try harness.session.key("slow timers")
    harness.clock.move(to: harness.clock.now + .seconds(1))
    let input = try ReadableInput()
    harness.source.answers = { request, _ in
      if case .resource(path: "slow") = request { input.becomeReadable() }
      return .refused(.notFound)
    }
    harness.session.runDueTimers(unless: [input.descriptor])
    #expect(harness.source.runners.count == 2)
    let report = harness.session.drainReport()
    #expect(report.events.contains(.restarted))
    #expect(report.failures.map(\.kind) == [.foundEnded(.heldUp(after: .milliseconds(10)))])
    #expect(harness.text == ["", ""])
    try harness.session.key("ok")
    #expect(harness.text == ["ok", ""])
    harness.session.end()
  }

  @Test("No timer runs while input of the user waits")
  func timersWait() throws {
    let harness = try SessionHarness()
    harness.focus()
    try harness.session.key("slow timers")
    harness.clock.move(to: harness.clock.now + .seconds(1))
    let input = try ReadableInput()
    input.becomeReadable()
    harness.session.runDueTimers(unless: [input.descriptor])
    #expect(harness.text == ["", ""])
    harness.session.end()
  }

  @Test("Slow timers get at most a third of the time")
  func timerShare() throws {
    let source = LibrarySource([("org.example.faulty", try FaultyKeyboard.library())])
    let clock = SystemClock()
    let session = KeyboardSession(
      source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: clock)
    session.focus(TextField(document: TextDocument()))
    try session.key("slow timers")
    _ = IdleTime(endedBy: [], within: session.nextTimer.map { $0 - clock.now } ?? .zero).waitUntilOver()
    let start = clock.now
    session.runDueTimers()
    let end = clock.now
    #expect(session.field?.document.before.count == 1)
    let next = try #require(session.nextTimer)
    #expect(next - end > (end - start) * 2)
    session.end()
  }
}
