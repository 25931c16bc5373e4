import Glibc
import HostTestSupport
import SystemKeyboard
import TestSupport
import Testing
import TextModel
import InputViewModel
import KeyboardProtocol

@testable import KeyboardHost
@testable import Timing

/// Text that costs much to segment, half a megabyte of each kind.
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

@Suite("The host's work on a text does not grow with the text")
struct HostWorkTests {
  /// Bytes near the insertion point, at most: 2,048 characters of eight scalars on each side, twice as much before more is
  /// cut off, and what one edit brings.
  private static let nearBytes = 2 * (2 * 2_048 * 8 * 4) + 64 * 1024
  private static let windowScalars = 1_024 * 8

  @Test(
    "Whatever is done in half a megabyte of costly text, little of it is near, and less is shown",
    arguments: CostlyText.allCases)
  func littleIsNear(kind: CostlyText) {
    let text = kind.text
    for (before, after) in [(text, ""), ("", text), (text, text)] {
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

  @Test("A caret that a person puts into costly text shows the text around it", arguments: CostlyText.allCases)
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

  @Test("A long selection is shown in part, replaced and deleted", arguments: CostlyText.allCases)
  func longSelection(kind: CostlyText) {
    var document = TextDocument(before: "a ", selected: kind.text, after: " b")
    #expect(document.snapshot().buffer.selected.utf8.count <= 64 * 1024)
    var deleted = document
    _ = deleted.apply(.deleteBackward)
    #expect(deleted.selected.isEmpty)
    _ = document.apply(.insertText("x"))
    #expect(document.before == "a x")
  }

  // Behind prepended signs any text is a part of one endless character, which is deleted as a whole.
  @Test(
    "Edits far inside costly text are made where they should be, and lose nothing",
    arguments: CostlyText.allCases.filter { $0 != .prependedSigns })
  func losesNothing(kind: CostlyText) {
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

  // MARK: What one turn may see and do

  /// A keyboard that answers each key press with requests. Its host time is unlimited, because the tests limit counts.
  private static func keyboard(
    _ interface: Interface = Interface(root: .row([.key(Key("go"))])),
    keys: @escaping (_ ask: (HostRequest) -> HostReply) -> [KeyboardRequest]
  ) -> FakeKeyboard {
    let keyboard = FakeKeyboard(interface) { event, ask in
      if case .key = event { TurnResult(serial: 0, requests: keys(ask)) } else { nil }
    }
    keyboard.hostTime = .seconds(60)
    return keyboard
  }

  @Test(
    "A process that does not stop for a secure field is ended before the field's first event", arguments: [true, false])
  func endsWhatDoesNotStop(stops: Bool) throws {
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
    "A keyboard that moves through the text sees so much of it in one turn, and may go on editing",
    arguments: ["secret ", "🇩🇪", "👨‍👩‍👧‍👦", "क्षि", "e\u{301}"])
  func showsSoMuch(unit: String) throws {
    var shown = 0
    var replies: [HostReply] = []
    let keyboard = Self.keyboard { ask in
      for _ in 0..<100 {
        let reply = ask(.document(after: [.adjustTextPosition(byCharacterOffset: -1_000)]))
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
    // Each turn has its own.
    let first = shown
    try session.key("go")
    #expect(shown > first)
    session.end()
  }

  private static let bars = (0..<200).map { Interface.Element.suggestions(SuggestionBar("bar\($0)")) }

  @Test("A thousand changes of suggestions are made in order, and validated once, at the end")
  func changesAreValidatedOnce() throws {
    let keyboard = Self.keyboard(Interface(root: .column(Self.bars + [.key(Key("go"))]))) { _ in
      // On the way there are more keys than an input view may have.
      (0..<1_000).map { index in
        .change(
          .suggestions(identifier: "bar\(index % 200)", (0..<(index < 800 ? 32 : 2)).map { "\(index).\($0)" }))
      }
    }
    let session = FakeKeyboardSource("changer", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    try session.key("go")
    #expect(session.keyboard == "changer")
    #expect(session.interface?.keys.count == 401)
    #expect(session.interface?.key("bar7.1")?.title == "807.1")
    session.end()
  }

  @Test(
    "Changes past their limits, or that make the input view invalid, end the keyboard",
    arguments: [
      Array(repeating: .label(identifier: "l", text: ""), count: TurnLimit.changes + 1),
      Array(repeating: .label(identifier: "l", text: String(repeating: "x", count: 4_096)), count: 65),
      (0..<200).map { .suggestions(identifier: "bar\($0)", (0..<32).map(String.init)) },
    ] as [[ElementChange]])
  func refusesTooManyChanges(changes: [ElementChange]) throws {
    let keyboard = Self.keyboard(Interface(root: .column(Self.bars + [.key(Key("go"))]))) { _ in
      changes.map { .change($0) }
    }
    let session = FakeKeyboardSource("changer", keyboard).makeSession()
    session.focus(TextField(document: TextDocument()))
    try session.key("go")
    #expect(session.keyboard == SystemKeyboard.identifier)
    let failures = session.takeReport().failures.map(\.kind)
    let isViolation = if case .ended(.protocolViolation)? = failures.first { true } else { false }
    #expect(isViolation)
    session.end()
  }

  @Test("A keyboard whose request the host answers after the turn's deadline is ended, whatever it sends then")
  func endsAtTheDeadlineOfARequest() throws {
    let harness = try DemandingKeyboard.harness()
    harness.source.deadlines = .brief
    // A slow disk, for one answer.
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

  @Test("A name that the host would not compare is refused in the keyboard's process, and the keyboard goes on")
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

  @Test("A key press that comes while a timer's turn goes on is not held up, and gets a fresh process")
  func timersHoldNoKeyPressUp() throws {
    let harness = try SessionHarness()
    harness.source.deadlines.grace = .milliseconds(10)
    harness.focus()
    // Each timer's turn takes a tenth of a second.
    try harness.session.key("slow timers")
    harness.clock.move(to: harness.clock.now + .seconds(1))
    let input = try ReadableInput()
    harness.source.answers = { request, _ in
      if case .resource(path: "slow") = request { input.becomeReadable() }
      return .refused(.notFound)
    }
    harness.session.runDueTimers(unless: [input.descriptor])
    #expect(harness.source.runners.count == 2)
    let report = harness.session.takeReport()
    #expect(report.events.contains(.restarted))
    #expect(report.failures.map(\.kind) == [.foundEnded(.heldUp(after: .milliseconds(10)))])
    #expect(harness.text == ["", ""])
    try harness.session.key("ok")
    #expect(harness.text == ["ok", ""])
    harness.session.end()
  }

  @Test("While the person does something no timer runs")
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

  @Test("Slow timers get a quarter of the time")
  func timersGetAShare() throws {
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
