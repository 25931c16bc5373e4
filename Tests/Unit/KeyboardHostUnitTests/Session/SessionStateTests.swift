import InputViewModel
import KeyboardProtocol
import Layout
import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KeyboardHost

@Suite("The decisions of a session, tested without processes")
struct SessionStateTests {
  private static let keyboard = "org.example.keyboard"
  private static let neighbor = "org.example.neighbor"
  private static let system = InputMode("system", isSystem: true, isASCIICapable: true)

  /// A test double of the session. The test double executes the commands of a session state.
  private struct Driver {
    var state: SessionState
    /// The errors with which the keyboard's process ends at the next key presses, in reverse order. Later key presses
    /// succeed.
    var ends: [KeyboardEndError] = []
    /// How the keyboard's process ended between two turns; nil if the process runs.
    var foundEnd: KeyboardEndError?
    /// The names of the executed commands.
    var commands: [String] = []
    /// The keyboards that the session last preloaded.
    var preloaded: [String] = []
    /// The kinds of the events that the keyboard received.
    var events: [TurnEvent.Kind] = []
    /// Whether the keyboards can serve a turn while the host does other work.
    var begins = true
    /// The keyboard's last turn.
    var lastTurn: Turn?
    /// The last document that the keyboard received.
    var lastDocument: DocumentSnapshot?
    /// The input view of the keyboard after the load event.
    var inputView = InputViewTree(root: .row([.key(Key("a"))]))
    /// The generation of the keyboard's input view.
    var generation: UInt32 = 7
    /// The edits of the keyboard's turns with a key or a timer.
    var edits: [Edit] = [.insertText("typed")]
    /// The requests of the keyboard's turns with a key or a timer.
    var requests: [KeyboardRequest] = []
    /// The time of the next calls.
    var now: Duration = .zero
    /// The edits of the keyboard's turns with a change of the document or of the traits.
    var editsAfterChanges: [Edit] = []
    /// Whether a memory warning is due after the keyboard's next turn. When the fake keyboard gets the warning, it
    /// replaces its input view.
    var warns = false

    init(clocks: @escaping HostTime.Clocks = { _ in 0 }) {
      state = SessionState(
        system: "system", frontendShowsGlobe: false, rememberedModes: RememberedModes(), clocks: clocks)
    }

    mutating func run(_ call: (inout SessionState) -> Void) {
      state.display.beginCall(at: now)
      call(&state)
      while let command = state.next() {
        commands.append("\(command)".prefix { $0 != "(" }.description)
        execute(command)
      }
    }

    mutating func press(_ key: String, at position: KeyEvent.Position? = nil) {
      run { $0.press(KeyEvent(key: key, at: position, gesture: .press)) }
    }

    /// Makes the edits in the turn of a touch.
    mutating func touch(_ finger: Int, _ phase: KeyTouch.Phase, _ edits: [Edit]) {
      self.edits = edits
      let touch = KeyTouch(finger: finger, phase: phase, x: 1, y: 1, timestamp: 0)
      run { $0.press(KeyEvent(key: "a", gesture: .touches(KeyTouches([touch], width: 10, height: 10)))) }
    }

    private mutating func execute(_ command: SessionCommand) {
      switch command {
      case .readChoices:
        state.display.didRead(.init(modes: [InputMode(keyboard), InputMode(neighbor), SessionStateTests.system]))
      case .send(let instance, _): if !begins { state.update { $0.didNotSend(to: instance, &$1.agenda) } }
      case .start(let instance, _):
        if let end = foundEnd.take() { return state.display.didStart(instance, .foundEnded(end), took: .zero) }
        guard !state.display.instances[instance].isRunning else {
          return state.display.didStart(instance, .isRunning, took: .zero)
        }
        let configuration = LaunchConfiguration(bundleIdentifier: keyboard, libraryPath: "", principalClass: "")
        state.display.didStart(instance, .started(configuration, .confined, hostTime: .seconds(1)), took: .zero)
      case .serve: if let turn = state.turns.turn { serve(turn) }
      case .findPath(let character, let isRequested):
        state.type(character, pressing: [KeyEvent(key: String(character), gesture: .press)], isRequested: isRequested)
      case .suspendThirdParties: state.display.didNotSuspend([])
      case .measureStorage(let instance): state.display.didMeasure(instance, nil)
      case .preload(let neighbors): preloaded = neighbors.map(\.identifier)
      default: break
      }
    }

    private mutating func serve(_ turn: PlannedTurn) {
      var isThirdParty: Bool { turn.instance != SessionState.system }
      if isThirdParty {
        events.append(turn.event.kind)
        lastTurn = turn.message
        lastDocument = turn.message.document ?? lastDocument
      }
      if isThirdParty, case .key = turn.event, let end = ends.popLast() {
        return state.update { $0.didEnd(end, beforeTurn: false, isOverdue: false, took: .zero, &$1) }
      }
      var result = TurnResult(serial: turn.message.serial, generation: generation)
      switch turn.event {
      case .load: result.requests = [.setInputView(inputView)]
      case .memoryWarning:
        generation += 1
        result.generation = generation
        result.requests = [.setInputView(InputViewTree(root: .row([.key(Key("b")), .key(Key("a"))])))]
      case .key, .timer:
        result.edits = edits
        result.requests = isThirdParty ? requests : []
      case .documentChanged, .traitsChanged: result.edits = isThirdParty ? editsAfterChanges : []
      default: break
      }
      let warns = isThirdParty && warns
      state.update {
        $0.didServe(result, preparedInputView: nil, within: .seconds(1), took: .zero, warningIsDue: warns, &$1)
      }
      if isThirdParty { self.warns = false }
    }

    var text: String? { state.display.focused.field?.document.before }
    var shown: String? { state.display.shown.map { state.display.instances[$0].identifier } }
  }

  @Test("When a field gets the focus, the keyboard loads and appears; a key press is one turn")
  func types() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    #expect(driver.shown == Self.keyboard)
    #expect(driver.events == [.load, .appear])
    driver.press("a")
    #expect(driver.text == "typed")
    #expect(driver.state.display.report.edits == [.insertText("typed")])
    #expect(driver.state.display.report.keyboard == Self.keyboard)
    driver.press("b")
    #expect(driver.state.display.agenda.thrown == .noKey("b", shown: Self.keyboard, keys: ["a"]))
    #expect(driver.events == [.load, .appear, .key])
  }

  @Test(
    "If threads of a keyboard used up its processor time between two turns, the system keyboard gets the key press",
    arguments: [
      (KeyboardEndError.killed, SessionStateTests.keyboard),
      (.exceeded(LimitViolation(.processorTime, most: 60)), "system"),
    ])
  func foundEnded(end: KeyboardEndError, shown: String) {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.foundEnd = end
    driver.state.shownHasEnded = true
    driver.press("a")
    #expect(driver.shown == shown)
    #expect(driver.text == "typed")
    #expect(driver.events == (shown == "system" ? [.load, .appear] : [.load, .appear, .load, .appear, .key]))
    let failures: [SessionFailure.Kind] = shown == "system" ? [.ended(end)] : [.foundEnded(end)]
    #expect(driver.state.display.report.failures.map(\.kind) == failures)
  }

  @Test("An event from an older input view names its key by the identifier, never by the title")
  func namesTouchedKeys() {
    var driver = Driver()
    driver.inputView = InputViewTree(root: .row([.key(Key("a", identifier: "first"))]))
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.press("a", at: KeyEvent.Position(index: 0, generation: 6))
    #expect(driver.state.display.agenda.thrown == .noKey("a", shown: Self.keyboard, keys: ["first"]))
    driver.press("first", at: KeyEvent.Position(index: 0, generation: 6))
    driver.press("a")
    #expect(driver.events == [.load, .appear, .key, .key])
  }

  @Test("A key event has the key's index and the generation of the input view that the host shows")
  func sendsPositions() throws {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.press("a")
    #expect(driver.lastTurn?.keyEvent?.position == KeyEvent.Position(index: 0, generation: 7))
    // The event comes from an older input view, so the host finds the key by its identifier.
    driver.press("a", at: KeyEvent.Position(index: 99, generation: 6))
    #expect(driver.lastTurn?.keyEvent?.position == KeyEvent.Position(index: 0, generation: 7))
    // Now the keyboard replaces its input view after the host has found the key, but before the keyboard receives the
    // key event.
    driver.warns = true
    driver.press("a")
    driver.press("a")
    #expect(driver.events.suffix(2) == [.memoryWarning, .key])
    let index = InputViewTree(root: .row([.key(Key("b")), .key(Key("a"))])).index(of: "a")
    #expect(driver.lastTurn?.keyEvent?.position == index.map { KeyEvent.Position(index: $0, generation: 8) })
    let generation = try #require(
      driver.state.display.shown.flatMap { driver.state.display.instances[$0].inputView?.generation })
    driver.press("a", at: KeyEvent.Position(index: -1, generation: generation))
    #expect(driver.state.display.agenda.thrown == .noKey("a", shown: Self.keyboard, keys: ["b", "a"]))
  }

  @Test(
    "When a keyboard replaces another keyboard, the host sends both turns before it waits (Behavior.md#life-cycle)",
    arguments: [true, false])
  func sendsAhead(begins: Bool) {
    var driver = Driver()
    driver.begins = begins
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.run { $0.pick(Self.neighbor) }
    driver.commands = []
    driver.events = []
    driver.run { $0.pick(Self.keyboard) }
    #expect(driver.events == [.disappear, .appear])
    let turns = driver.commands.filter { ["send", "serve", "suspend"].contains($0) }
    #expect(turns == (begins ? ["send", "send", "serve", "suspend", "serve"] : ["send", "serve", "suspend", "serve"]))
    #expect(driver.shown == Self.keyboard)
  }

  @Test("If the host undid a turn, the keyboard's process also undoes it with the next turn, and only once")
  func undoesInProcess() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.edits = Array(repeating: .deleteBackward, count: TurnLimit.edits + 1)
    driver.generation = 8
    driver.press("a")
    #expect(driver.state.display.report.failures.count == 1)
    #expect(driver.lastTurn?.event.kind == .documentChanged)
    #expect(driver.lastTurn?.undoesLast == true)
    driver.edits = []
    driver.press("a")
    #expect(driver.lastTurn?.undoesLast == false)
    #expect(driver.lastTurn?.keyEvent?.position?.generation == 8)
  }

  @Test("If the host undoes edits, the keyboard gets a document change, and its marked text becomes plain text")
  func notifiesKeyboardOfUndoneEdits() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.edits = [.setMarkedText("btw", selectedRange: 3..<3)]
    driver.press("a")
    driver.events = []
    driver.edits = [.insertText("by the way, a long text"), .insertText("\n")]
    driver.press("a")
    #expect(driver.state.display.report.failures.count == 1)
    #expect(driver.events == [.key, .documentChanged])
    #expect(
      driver.lastTurn?.event == .documentChanged(DocumentChange(changedText: true, endedMarking: true), .application))
    #expect(driver.lastDocument?.buffer.before == "btw" && driver.lastDocument?.buffer.marking == nil)
    #expect(driver.state.display.report.edits.last == .unmarkText)
    driver.edits = [.setMarkedText("a", selectedRange: 1..<1)]
    driver.press("a")
    #expect(driver.text == "btwa")
  }

  @Test("A keyboard gets one document change for undone edits, even if the host undoes its edits for this change too")
  func notifiesOnce() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.edits = Array(repeating: .deleteBackward, count: TurnLimit.edits + 1)
    driver.editsAfterChanges = driver.edits
    driver.events = []
    driver.press("a")
    #expect(driver.events == [.key, .documentChanged])
  }

  @Test("A keyboard inserts at most 1 MiB of text after a key press (Limits.md, group Turn)")
  func limitsTextAfterPress() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.edits = [.insertText(String(repeating: "x", count: TurnLimit.insertedBytes))]
    driver.editsAfterChanges = driver.edits
    let turns = TurnLimit.bytesInsertedAfterPress / TurnLimit.insertedBytes
    let causes: [(inout SessionState) -> Void] = [
      { $0.fire(1) },
      { $0.press(KeyEvent(key: "a", gesture: .repeat)) },
      { $0.replaceText(before: ($0.display.focused.field?.document.before ?? "") + "y", selected: "", after: "") },
      { $0.changeTraits { $0.isMultiline.toggle() } },
    ]
    for cause in causes {
      driver.press("a")
      for _ in 0..<turns { driver.run(cause) }
      #expect(driver.state.display.report.failures.isEmpty)
      let bytes = driver.text?.utf8.count ?? 0
      driver.run(cause)
      // The document change that follows undone edits has the same edits.
      #expect(Set(driver.state.display.report.failures.map(\.kind)) == [.edits(.tooMuchTextAfterPress)])
      #expect((driver.text?.utf8.count ?? 0) <= bytes + 1)
      _ = driver.state.drainReport()
    }
    // A change by the user resets the count of inserted bytes.
    driver.run { $0.edit(.insertText("z")) }
    driver.run { $0.fire(1) }
    #expect(driver.state.display.report.failures.isEmpty)
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.run { $0.fire(1) }
    #expect(driver.state.display.report.failures.isEmpty)
    #expect(driver.text?.utf8.count == TurnLimit.insertedBytes)
  }

  @Test(
    "A timer edits addresses and terminals, and inserts lines, only within 5 s after a gesture on the keyboard",
    arguments: [false, true], ["https://example.org", "one\ntwo", "one\u{2028}two", "one\ttwo"])
  func needsActivation(isSensitive: Bool, text: String) {
    let hasLines = !text.hasPrefix("https")
    let refusal: EditError? = isSensitive ? .notActivated : hasLines ? .lineBreakWithoutGesture : nil
    let field = Self.field(isSensitive ? .URL : .default)
    var driver = Driver()
    func fire(_ kind: EditError?, _ comment: Comment) {
      driver.edits = [.insertText(text)]
      driver.run { $0.fire(1) }
      #expect(driver.state.drainReport().failures.map(\.kind) == (kind.map { [.edits($0)] } ?? []), comment)
      driver.edits = []
    }
    driver.run { $0.focus(field) }
    fire(refusal, "before the first gesture")
    driver.press("a")
    driver.now += .milliseconds(4_999)
    fire(isSensitive && hasLines ? .lineBreakWithoutGesture : nil, "before the end of the activation")
    driver.now += .milliseconds(1)
    fire(refusal, "after the activation")
    driver.press("a")
    driver.run { $0.focus(field) }
    fire(refusal, "after a gesture in another field")
  }

  @Test(
    "A keyboard presses Return or Tab only if the user saw the text before the touch",
    arguments: ["\n", "\r\n", "\t"], [KeyboardType.default, .URL])
  func presses(text: String, type: KeyboardType) {
    var driver = Driver()
    func gesture(_ gesture: KeyEvent.Gesture, _ edits: [Edit], isAllowed: Bool, _ comment: Comment) {
      driver.edits = edits
      driver.run { $0.press(KeyEvent(key: "a", gesture: gesture)) }
      let failures: [SessionFailure.Kind] = isAllowed ? [] : [.edits(.lineBreakWithoutGesture)]
      #expect(driver.state.drainReport().failures.map(\.kind) == failures, comment)
    }
    func timer(_ edits: [Edit], isAllowed: Bool, _ comment: Comment) {
      driver.edits = edits
      driver.run { $0.fire(1) }
      #expect(driver.state.drainReport().failures.isEmpty == isAllowed, comment)
    }
    let (line, word) = ([Edit.insertText(text)], [Edit.insertText("word")])
    driver.run { $0.focus(Self.field(type)) }
    timer(line, isAllowed: false, "a timer before the first gesture")
    gesture(.press, word, isAllowed: true, "text")
    gesture(.press, line, isAllowed: true, "a press after the press that typed text")
    gesture(.longPress, word, isAllowed: true, "text")
    gesture(.release, line, isAllowed: false, "the end of the touch that typed text")
    gesture(.press, word, isAllowed: true, "text")
    gesture(.repeat, line, isAllowed: false, "a repetition in the touch that typed text")
    gesture(.press, [], isAllowed: true, "nothing")
    timer(line, isAllowed: true, "work of the main queue after a press")
    for (edits, change) in [(word, "text"), ([.deleteBackward], "deletion")] as [([Edit], String)] {
      timer(edits, isAllowed: true, "\(change) of a timer")
      gesture(.press, line, isAllowed: false, "a press directly after the \(change) of a timer")
      driver.now += .milliseconds(250)
    }
    gesture(.press, line, isAllowed: true, "a press after the user could see the text")
    driver.now += .seconds(1)
    timer(line, isAllowed: false, "a timer a second after the gesture")
  }

  @Test(
    "A turn that presses Return may correct the last word by at most 32 characters, and adds at most 8 characters",
    arguments: [
      ([Edit.deleteBackward, .deleteBackward, .insertText("he")], true), ([.insertText("12345678")], true),
      ([.insertText("123456789")], false),
      ([.deleteBackward, .insertText("123456789")], true),
      // Return comes before a deletion, so the application would get the long text.
      ([.insertText("123456789"), .insertText("\n"), .deleteBackward], false),
      ([.setMarkedText("123456789", selectedRange: 0..<0), .unmarkText], false),
      (Array(repeating: .deleteBackward, count: 3), true),
      // A deletion of the space before the last word also changes the text before the last word.
      (Array(repeating: .deleteBackward, count: 4), false),
      ([.adjustTextPosition(byCharacterOffset: -1), .deleteBackward], false),
      ([.adjustTextPosition(byCharacterOffset: -1)], true),
    ])
  func correctsAndPresses(edits: [Edit], isAllowed: Bool) {
    for line in ["\n", "\t", "\r\n"] {
      press(edits + [.insertText(line)], in: TextDocument(before: "see teh"), .default, isAllowed: isAllowed)
    }
    // A longer text that contains a line break presses no key.
    press([.insertText("a long text\nof two lines")], in: TextDocument(), .default, isAllowed: true)
    // A deletion at the start of the text deletes nothing, so it does not count.
    let deletions: [Edit] = Array(repeating: .deleteBackward, count: 9)
    press(deletions + [.insertText("123456789abc\n")], in: TextDocument(before: "teh"), .default, isAllowed: true)
    let text: [Edit] = deletions + [.insertText("123456789abc"), .insertText("\n")]
    press(text, in: TextDocument(before: "teh"), .default, isAllowed: false)
  }

  @Test("A turn that presses Return replaces at most 32 characters of a word", arguments: [32, 33])
  func replacesWord(length: Int) {
    let (old, new) = (String(repeating: "a", count: length), String(repeating: "b", count: length))
    let deletions: [Edit] = Array(repeating: .deleteBackward, count: length)
    let replacements: [(edits: [Edit], isMarked: Bool)] = [
      (deletions + [.insertText(new)], false), ([.insertText(new)], true),
      ([.setMarkedText(new, selectedRange: 0..<0), .unmarkText], true),
    ]
    for (edits, isMarked) in replacements {
      for type in [KeyboardType.default, .URL] {
        press(
          edits + [.insertText("\n")], in: TextDocument(before: isMarked ? "see " : "see " + old),
          marking: isMarked ? old : nil, type, isAllowed: length == 32 && type == .default)
      }
    }
    // The insertion of the same text changes nothing.
    for edit in [Edit.insertText(old), .unmarkText] {
      for type in [KeyboardType.default, .URL] {
        press([edit, .insertText("\n")], in: TextDocument(before: "see "), marking: old, type, isAllowed: true)
      }
    }
  }

  @Test(
    "A line break replaces a selection, but not marked text of an address", arguments: [KeyboardType.default, .URL])
  func replacesSelection(type: KeyboardType) {
    let selection = TextDocument(before: "a ", selected: String(repeating: "b", count: 40))
    press([.insertText("\n")], in: selection, type, isAllowed: true)
    press([.insertText("\n")], in: TextDocument(before: "a "), marking: "b", type, isAllowed: type == .default)
  }

  /// Makes the edits in a turn of a key press, and expects that the host accepts or undoes the turn. If `marked` is not
  /// nil, an earlier key press has marked this text.
  private func press(
    _ edits: [Edit], in document: TextDocument, marking marked: String? = nil, _ type: KeyboardType, isAllowed: Bool,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var driver = Driver()
    var field = TextField(document: document)
    field.traits.keyboardType = type
    driver.run { $0.focus(field) }
    if let marked {
      driver.edits = [.setMarkedText(marked, selectedRange: marked.utf16.count..<marked.utf16.count)]
      driver.press("a")
      driver.now += .milliseconds(250)
    }
    let before = driver.text
    driver.edits = edits
    driver.press("a")
    let failures = driver.state.drainReport().failures.map {
      if case .edits(.lineBreakWithText) = $0.kind { true } else { false }
    }
    #expect(failures == (isAllowed ? [] : [true]), sourceLocation: location)
    if !isAllowed { #expect(driver.text == before, sourceLocation: location) }
  }

  @Test(
    "The failure of a turn that presses Return names the other change of the text",
    arguments: [
      (
        [.insertText("by the way, a long text")],
        "lengthened the text by 23 characters for the same event; a correction may add at most 8"
      ),
      ([.adjustTextPosition(byCharacterOffset: -1), .insertText("a")], "moved the insertion point for the same event"),
      (Array(repeating: .deleteBackward, count: 5), "changed other text than the last word for the same event"),
    ] as [([Edit], String)])
  func namesOtherChange(edits: [Edit], change: String) {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument(before: "one two"))) }
    driver.edits = edits + [.insertText("\n")]
    driver.press("a")
    #expect(driver.state.drainReport().failures.map(\.kind.description) == ["it pressed Return or Tab and \(change)"])
  }

  @Test("In an address or a terminal, a turn that presses Return changes no other text", arguments: [false, true])
  func insertsLoneLineBreaks(isTerminal: Bool) {
    let together: [[Edit]] = [
      [.insertText("a\n")], [.insertText("a"), .insertText("\n")], [.insertText("\n"), .insertText("a")],
      [.setMarkedText("a", selectedRange: 0..<0), .unmarkText, .insertText("\r\n")],
      [.deleteBackward, .insertText("\n")], [.deleteBackward, .insertText("b"), .insertText("\n")],
      [.insertText("\n"), .deleteBackward],
    ]
    let apart: [[Edit]] = [
      [.insertText("a")], [.insertText("\n")], [.insertText("\n"), .insertText("\n")], [.deleteBackward],
      [.adjustTextPosition(byCharacterOffset: -1), .insertText("\n")],
    ]
    for edits in together + apart {
      var driver = Driver()
      var field = TextField(document: TextDocument(before: "xy"))
      field.traits.keyboardType = isTerminal ? .default : .URL
      field.isTerminal = isTerminal
      driver.run { $0.focus(field) }
      driver.edits = edits
      driver.press("a")
      let failures: [SessionFailure.Kind] = together.contains(edits) ? [.edits(.lineBreakWithText(.any))] : []
      #expect(driver.state.drainReport().failures.map(\.kind) == failures)
    }
  }

  @Test("Without a gesture in the last 5 s, a keyboard cannot leave, give feedback or change its height")
  func actsOnlyWithActivation() throws {
    let high = InputViewTree(root: .row([.key(Key("a"))]), height: 240)
    let manyRows = InputViewTree(root: .column((0..<8).map { .row([.key(Key("a\($0)"))]) }))
    let requests: [(KeyboardRequest, SessionEvent)] = [
      (.advanceToNextInputMode, .advanceToNextInputMode), (.dismissKeyboard, .dismissKeyboard),
      (.showInputModeList, .handleInputModeList),
    ]
    for (request, event) in requests {
      for view in [high, manyRows] {
        for isActivated in [false, true] {
          var driver = Driver()
          driver.run { $0.focus(Self.field(.default)) }
          let instance = try #require(driver.state.display.index(of: Self.keyboard))
          func height() -> Double? {
            driver.state.display.instances[instance].inputView?.height(in: KeyboardEnvironment(), addsGlobeKey: false)
          }
          let before = height()
          driver.edits = []
          driver.press("a")
          driver.now += .seconds(isActivated ? 4 : 5)
          driver.requests = [.setInputView(view), .playSound(.click), request]
          _ = driver.state.drainReport()
          driver.run { $0.fire(1) }
          let report = driver.state.drainReport()
          #expect(report.events.contains(event) == isActivated)
          // The host cannot show eight rows in the old height, so it undoes the turn.
          let isUndone = view == manyRows && !isActivated
          #expect(report.failures.map(\.kind) == (isUndone ? [.edits(.heightNotActivated)] : []))
          #expect((height() == before) == !isActivated)
        }
      }
    }
  }

  @Test(
    "In the first second, a keyboard may change its height without a gesture", arguments: [(999, 240.0), (1_000, nil)])
  func choosesHeight(milliseconds: Int, height: Double?) throws {
    var driver = Driver()
    driver.run { $0.focus(Self.field(.default)) }
    let instance = try #require(driver.state.display.index(of: Self.keyboard))
    driver.edits = []
    driver.requests = [.setInputView(InputViewTree(root: .row([.key(Key("a"))]), height: 240))]
    driver.now += .milliseconds(milliseconds)
    driver.run { $0.fire(1) }
    let view = try #require(driver.state.display.instances[instance].inputView)
    #expect((view.height(in: KeyboardEnvironment(), addsGlobeKey: false) == 240) == (height != nil))
  }

  @Test("The next turn that may change the height applies a height that the host refused", arguments: [nil, 240.0])
  func appliesRefusedHeight(height: Double?) throws {
    var driver = Driver()
    driver.inputView.height = 200
    driver.run { $0.focus(Self.field(.default)) }
    let instance = try #require(driver.state.display.index(of: Self.keyboard))
    func shown() -> Double? { driver.state.display.instances[instance].inputView?.height }
    driver.edits = []
    driver.now += .seconds(5)
    driver.requests = [.setInputView(InputViewTree(root: .row([.key(Key("a"))]), height: height))]
    driver.run { $0.fire(1) }
    #expect(shown() == 200)
    driver.requests = []
    driver.run { $0.fire(1) }
    #expect(shown() == 200)
    driver.press("a")
    #expect(shown() == height)
  }

  @Test(
    "If a finger that came first types at most 8 characters last, the other finger still presses Return",
    arguments: [
      ([[Edit.insertText("a")]], true), ([[.insertText("12345678")]], true), ([[.insertText("123456789")]], false),
      ([[.insertText("1234")], [.insertText("5678")]], true), ([[.insertText("1234")], [.insertText("56789")]], false),
      ([[.deleteBackward, .insertText("1234567")]], true), ([[.deleteBackward, .insertText("12345678")]], false),
      ([Array(repeating: .deleteBackward, count: 9)], false),
    ])
  func rollover(turns: [[Edit]], isAllowed: Bool) {
    for type in [KeyboardType.default, .URL] {
      var driver = Driver()
      driver.run { $0.focus(Self.field(type)) }
      driver.touch(0, .began, [])
      driver.touch(1, .began, [])
      for edits in turns { driver.touch(0, .moved, edits) }
      driver.touch(0, .ended, [])
      driver.touch(1, .ended, [.insertText("\n")])
      let failures: [SessionFailure.Kind] = isAllowed ? [] : [.edits(.lineBreakWithoutGesture)]
      #expect(driver.state.drainReport().failures.map(\.kind) == failures)
      driver.now += .milliseconds(250)
      driver.touch(2, .began, [.insertText("\n")])
      #expect(driver.state.drainReport().failures.isEmpty)
    }
  }

  @Test(
    "A finger that changed the text presses no Return at its end",
    arguments: [[Edit.insertText("b")], [.deleteBackward], [.setMarkedText("b", selectedRange: 1..<1)]])
  func pressesNoReturnAtEnd(edits: [Edit]) {
    var driver = Driver()
    driver.run { $0.focus(Self.field(.default)) }
    driver.touch(0, .began, edits)
    driver.touch(0, .ended, [.insertText("\n")])
    #expect(driver.state.drainReport().failures.map(\.kind) == [.edits(.lineBreakWithoutGesture)])
  }

  @Test("A keyboard presses Return only 250 ms after a touch that inserts or deletes more than 8 characters")
  func pausesAfterLongText() {
    let gestures: [KeyEvent.Gesture] = [.press, .longPress, .alternative(0)]
    for (gesture, deletes) in gestures.flatMap({ [($0, false), ($0, true)] }) {
      for length in [8, 9] {
        var driver = Driver()
        var field = Self.field(.URL)
        field.document = TextDocument(before: "123456789")
        driver.run { $0.focus(field) }
        driver.edits =
          deletes
          ? Array(repeating: .deleteBackward, count: length) : [.insertText(String(repeating: "x", count: length))]
        driver.run { $0.press(KeyEvent(key: "a", gesture: gesture)) }
        driver.edits = [.insertText("\n")]
        for milliseconds in [0, 249, 250] {
          driver.now = .milliseconds(milliseconds)
          driver.press("a")
          let isAllowed = length == 8 || milliseconds == 250
          #expect(driver.state.drainReport().failures.isEmpty == isAllowed)
        }
      }
    }
  }

  @Test("Fast typing with two thumbs, and then Return, works with and without marked text", arguments: [false, true])
  func fastTyping(isMarked: Bool) {
    var driver = Driver()
    driver.run { $0.focus(Self.field(.default)) }
    let word = "internationalization"
    var typed = ""
    // Each finger touches the keyboard before the other finger leaves it.
    for (index, letter) in word.enumerated() {
      typed.append(letter)
      let marking = Edit.setMarkedText(typed, selectedRange: typed.count..<typed.count)
      driver.touch(index % 2, .began, [])
      driver.touch((index + 1) % 2, .ended, [])
      driver.touch(index % 2, .moved, [isMarked ? marking : .insertText(String(letter))])
      driver.now += .milliseconds(40)
    }
    driver.touch(word.count % 2, .began, [])
    driver.touch(word.count % 2, .ended, [.unmarkText, .insertText("\n")])
    #expect(driver.state.drainReport().failures.isEmpty)
    #expect(driver.text == word + "\n")
  }

  @Test("A keyboard that dismisses itself when the user touches its globe key cannot keep the user")
  func dismissesOnGlobeKey() {
    let gestures: [(KeyEvent.Gesture, SessionEvent?)] = [
      (.press, nil), (.longPress, .handleInputModeList), (.swipe(.up), .handleInputModeList),
    ]
    for (gesture, event) in gestures {
      var driver = Driver()
      driver.inputView = InputViewTree(root: .row([.key(Key("G", identifier: "next", role: .nextKeyboard))]))
      driver.run { $0.focus(Self.field(.default)) }
      driver.edits = []
      driver.requests = [.dismissKeyboard]
      driver.run { $0.press(KeyEvent(key: "next", gesture: gesture)) }
      let events = driver.state.drainReport().events
      #expect(!events.contains(.dismissKeyboard))
      if let event {
        #expect(events.filter { $0 == event }.count == 1)
      } else {
        #expect(driver.shown == Self.neighbor)
      }
    }
  }

  private static func field(_ type: KeyboardType) -> TextField {
    var field = TextField(document: TextDocument())
    field.traits.keyboardType = type
    return field
  }

  @Test("If the edits of a turn take too long, the host applies none and ends the process (Sandbox.md#host-time)")
  func limitsHostTime() {
    var time: Int64 = 0
    var driver = Driver { _ in
      time += 1_000_000_000
      return time
    }
    driver.run { $0.focus(TextField(document: TextDocument(before: "a"))) }
    driver.edits = [.deleteBackward]
    driver.press("a")
    #expect(
      driver.state.display.report.failures.map(\.kind) == [.ended(.exceeded(LimitViolation(.hostTime, most: 1_000)))])
    #expect(driver.commands.contains("kill"))
    #expect(driver.text == "a" && driver.shown == "system")
  }

  @Test("A report contains the number of edits before each key press for the application")
  func ordersKeyPresses() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.run { $0.edit(.insertText("a")) }
    driver.run { $0.didPress(KeyPress(.left), isForApplication: true) }
    driver.run { $0.edit(.insertText("b")) }
    driver.run { $0.didPress(KeyPress(.tab), isForApplication: true) }
    let report = driver.state.drainReport()
    #expect(report.edits == [.insertText("a"), .insertText("b")])
    #expect(report.keyboard == nil)
    #expect(report.keyPresses.map(\.editsBefore) == [1, 2])
    #expect(report.keyPresses.map(\.press) == [KeyPress(.left), KeyPress(.tab)])
  }

  @Test("A protected field stops the third-party process before the system keyboard appears")
  func withholds() throws {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.commands = []
    var field = TextField(document: TextDocument())
    field.traits.isSecureTextEntry = true
    driver.run { $0.focus(field) }
    #expect(driver.shown == "system")
    #expect(driver.state.display.shownBecause == .secureTextEntry)
    #expect(driver.events == [.load, .appear, .disappear])
    let suspended = try #require(driver.commands.firstIndex(of: "suspendThirdParties"))
    let appeared = try #require(driver.commands.lastIndex(of: "serve"))
    #expect(suspended < appeared)
  }

  @Test(
    "A change by the application ends the history of steps, unless the change belongs to the last step",
    arguments: [true, false])
  func keepsHistory(keepsHistory: Bool) {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument(before: "user "))) }
    driver.press("a")
    driver.run { $0.replaceText(before: "us", selected: "", after: "", keepsHistory: keepsHistory) }
    #expect(driver.state.display.focused.history.count == (keepsHistory ? 1 : 0))
    driver.run { $0.undo(keepsHistory ? 1 : 0) }
    #expect(driver.text == (keepsHistory ? "user " : "us"))
  }

  @Test(
    "A password stays protected when the application shows it, whatever the earlier reason for the protection was",
    arguments: [KeyboardType.phonePad, .default], [true, false])
  func keepsPassword(type: KeyboardType, isAllowed: Bool) {
    var driver = Driver()
    var field = TextField(document: TextDocument())
    (field.traits.keyboardType, field.allowsThirdPartyKeyboards) = (type, isAllowed)
    driver.run { $0.focus(field) }
    driver.run { $0.changeTraits { $0.traits.isSecureTextEntry = true } }
    driver.run { $0.edit(.insertText("1234")) }
    driver.run { $0.changeTraits { $0.traits = TextInputTraits() } }
    #expect(driver.state.display.focused.field?.reasonAgainstThirdParties == .secureTextEntry)
    driver.run { $0.edit(.insertText("5")) }
    #expect(driver.state.display.focused.history.count == 0)
  }

  @Test("A change of a keyboard's access does not end the protection of a typed password")
  func keepsPasswordProtection() {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.run { $0.changeTraits { $0.traits.isSecureTextEntry = true } }
    driver.run { $0.edit(.insertText("1234")) }
    driver.run { $0.accessChanged(of: Self.keyboard) }
    driver.run { $0.changeTraits { $0.traits.isSecureTextEntry = false } }
    #expect(driver.state.display.focused.field?.reasonAgainstThirdParties == .secureTextEntry)
    #expect(driver.shown == "system")
  }

  @Test(
    "The revision does not reveal how often a protected field changed (Sandbox.md#revisions-of-protected-fields)",
    arguments: [true, false])
  func hidesNumberOfChanges(isSameField: Bool) throws {
    let revisions = try [1, 12].map { count in
      var driver = Driver()
      let field = TextField(document: TextDocument())
      driver.run { $0.focus(field) }
      if isSameField {
        driver.run { $0.changeTraits { $0.traits.isSecureTextEntry = true } }
      } else {
        var secure = field
        secure.traits.isSecureTextEntry = true
        driver.run { $0.focus(secure) }
      }
      for _ in 0..<count { driver.run { $0.edit(.insertText("x")) } }
      if isSameField {
        driver.run { $0.replaceText(before: "", selected: "", after: "") }
        driver.run { $0.changeTraits { $0.traits.isSecureTextEntry = false } }
      } else {
        driver.run { $0.focus(field) }
      }
      driver.press("a")
      #expect(driver.text == "typed")
      return try #require(driver.lastDocument).revision
    }
    #expect(revisions[0] == revisions[1])
  }

  @Test("A dismissal without a field does not hide the keyboard of the next field")
  func dismissesNothing() {
    var driver = Driver()
    driver.run { $0.dismiss() }
    driver.run { $0.focus(TextField(document: TextDocument())) }
    #expect(driver.shown == Self.keyboard)
    driver.press("a")
    #expect(driver.text == "typed")
  }

  @Test("The session remembers no mode for a context identifier that is too long", arguments: [256, 257])
  func limitsIdentifiers(bytes: Int) {
    var driver = Driver()
    var field = TextField(document: TextDocument())
    field.contextIdentifiers = [String(repeating: "c", count: bytes)]
    driver.run { $0.focus(field) }
    driver.run { $0.pick("system") }
    #expect(driver.state.display.modes.rememberedModes.pairs.isEmpty == (bytes == 257))
  }

  @Test(
    "After a crash or hang, the system keyboard appears; after SIGKILL by another program, a new process starts",
    arguments: [
      (KeyboardEndError.crashed("a signal"), "a", ShownBecause.crashed),
      (.hung(after: .seconds(1)), "a", .hung), (.killed, "typed", nil),
    ] as [(KeyboardEndError, String, ShownBecause?)])
  func replaces(end: KeyboardEndError, text: String, reason: ShownBecause?) {
    var driver = Driver()
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.ends = [end]
    driver.press("a")
    #expect(driver.state.display.shownBecause == reason)
    #expect(driver.shown == (reason == nil ? Self.keyboard : "system"))
    #expect(driver.state.display.report.events.contains(.restarted) == (reason == nil))
    // The fake system keyboard types "typed" for each key.
    #expect(driver.text == "typed")
    #expect(driver.events.count(where: { $0 == .load }) == (reason == nil ? 2 : 1))
  }

  @Test("If a keyboard fails, the system keyboard does not type a key that the user pressed in an earlier field")
  func forgetsLastPress() {
    var driver = Driver()
    driver.edits = []
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.press("a")
    driver.edits = [.insertText("typed")]
    driver.run { $0.focus(TextField(document: TextDocument())) }
    driver.ends = [.crashed("a signal")]
    let touches = KeyTouches([KeyTouch(finger: 1, phase: .moved, x: 1, y: 1, timestamp: 1)], width: 40, height: 40)
    driver.run { $0.press(KeyEvent(key: "a", gesture: .touches(touches))) }
    #expect(driver.shown == "system")
    #expect(driver.text?.isEmpty == true)
  }

  @Test(
    "In a pause, the session preloads the keyboards that the globe key shows next (Behavior.md#preloading)",
    arguments: [(0, false, []), (1, false, [neighbor]), (3, false, [neighbor]), (3, true, [])])
  func preloads(most: Int, isSecure: Bool, expected: [String]) {
    var driver = Driver()
    var field = TextField(document: TextDocument())
    field.traits.isSecureTextEntry = isSecure
    driver.run { $0.focus(field) }
    driver.commands = []
    driver.run { $0.prepare(preloads: most) }
    #expect(driver.preloaded == expected)
    #expect(driver.commands.contains("prepareStandby") == !isSecure)
    // The session has read the grants of a preloaded neighbor, so the globe key only checks whether the choices have
    // changed.
    #expect((driver.state.display.index(of: Self.neighbor) != nil) == !expected.isEmpty)
  }

  @Test("After any call, the session state has no unfinished work", arguments: 0..<100 as Range<UInt64>)
  func finishesWork(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var driver = Driver()
    for _ in 0..<30 {
      if generator.integer(below: 4) == 0 {
        driver.ends = [generator.one(of: [.killed, .crashed("x"), .loadedTooLate(after: .zero)])]
      }
      var field = TextField(document: TextDocument(before: generator.text(upTo: 4)))
      field.traits.isSecureTextEntry = generator.integer(below: 4) == 0
      field.contextIdentifiers = generator.one(of: [[], ["chat"]])
      let calls: [(inout SessionState) -> Void] = [
        { $0.focus(field) }, { $0.blur() }, { $0.pick(Self.keyboard) }, { $0.pick(Self.neighbor) },
        { $0.pick("system") }, { $0.pick("other") },
        { $0.advance() }, { $0.dismiss() }, { $0.press(KeyEvent(key: "a", gesture: .press)) },
        { $0.press(KeyEvent(key: "missing", gesture: .press)) }, { $0.type("a") },
        { [index = generator.integer()] in
          $0.press(KeyEvent(key: "a", at: KeyEvent.Position(index: index, generation: 1), gesture: .press))
        },
        { $0.swipe(.left) }, { $0.edit(.deleteBackward) }, { $0.choicesChanged() },
        { $0.accessChanged(of: Self.keyboard) }, { $0.settingsChanged(of: Self.keyboard, to: [:]) },
        { $0.prepare(preloads: 3) }, { $0.fire(1) }, { $0.callProxy(["insertText", "a"]) },
        { $0.changeTraits { _ in } },
      ]
      driver.run(generator.one(of: calls))
      #expect(driver.state.turns.turn == nil && driver.state.turns.sentAhead == nil)
      #expect(driver.state.display.shown == nil || driver.state.display.focused.field != nil)
    }
    driver.run { $0.finish() }
    #expect(driver.state.display.instances.dropFirst().allSatisfy { !$0.isRunning })
  }
}

extension Turn {
  fileprivate var keyEvent: KeyEvent? { if case .key(let event) = event { event } else { nil } }
}

@Suite("What the host knows about a keyboard's replica")
struct ReplicaStateTests {
  @Test(
    "As long as the host sends no new snapshot, the replica agrees with the document around the insertion point",
    arguments: 0..<200 as Range<UInt64>)
  func agreesWithDocument(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = generator.parts(upTo: 40)
    let size = generator.one(of: [16, 32, 64, 1_024])
    var document = TextDocument(
      before: parts.before, selected: parts.selected, after: parts.after, policy: .window(size))
    var state = ReplicaState()
    var replica = document.snapshot().buffer
    for _ in 0..<40 {
      if !state.shows(document.version) {
        replica = document.snapshot().buffer
        state.send(document.version)
      }
      let edits = (0..<generator.integer(1...3)).map { _ in generator.edit() }
      let old = document.window
      var ownEdits: [Edit] = []
      for edit in edits {
        _ = document.apply(edit)
        ownEdits.append(edit)
        if case .applied = replica.apply(edit, rules: document.rules) { continue }
        // The replica has too little text for the edit, so the keyboard gets a new snapshot that contains the effect of
        // the edit.
        replica = document.snapshot().buffer
        state.send(document.version)
        ownEdits = []
      }
      state.apply(ownEdits[...], in: old, giving: document.version)
      guard state.shows(document.version) else { continue }
      let fresh = document.snapshot().buffer
      #expect(replica.selected == fresh.selected)
      #expect(replica.marking == fresh.marking)
      #expect(document.before.hasSuffix(replica.before))
      #expect(document.after.hasPrefix(replica.after))
      #expect(abs(replica.before.count - fresh.before.count) <= size / 8)
      #expect(abs(replica.after.count - fresh.after.count) <= size / 8)
    }
  }
}
