import ApplicationDocument
import TestSupport
import TextModel

/// A fake session, an application document and a fake application. Time advances only in the methods of this type.
struct TypingSession {
  /// A turn of the session.
  enum Turn {
    case edits([Edit])
    case key(SymbolPress)
  }

  var application: FakeApplication
  var document: ApplicationDocument
  /// The session's document.
  var text: TextBuffer
  /// The text that the edits alone would produce if the application changed nothing.
  private(set) var intended: TextBuffer
  var generator: SeededGenerator
  private(set) var now = Duration.zero
  private(set) var inserted = ""
  private(set) var operations: [Operation] = []
  /// The operations that the document sent while no field had the focus.
  private(set) var operationsWithoutFocus: [Operation] = []
  private(set) var turns: [Turn] = []
  let rules: EditingRules
  private let showsText: Bool
  private var hasFocus = true
  private(set) var secureRule = SecureRule()
  private var content: FieldContent

  init(_ application: FakeApplication, _ transport: TextTransport, showsText: Bool = true, seed: UInt64 = 0) {
    (self.application, self.showsText) = (application, showsText)
    rules = EditingRules(isMultiline: application.isMultiline)
    generator = SeededGenerator(seed: seed)
    content = Self.content(isPassword: application.isPassword)
    let window = secureRule.filter(showsText ? application.window : nil, of: content)
    document = ApplicationDocument(transport, surrounding: window, rules: rules)
    text = document.text.map { TextBuffer(before: $0.before, selected: $0.selected, after: $0.after) } ?? TextBuffer()
    intended = text
  }

  /// The properties of a field with or without the hint for hidden text.
  private static func content(isPassword: Bool) -> FieldContent { FieldContent(hints: isPassword ? 0x40 : 0) }

  /// Whether a turn has inserted a line break or a tab.
  var pressesReturn: Bool { inserted.unicodeScalars.contains { $0 == "\n" || $0 == "\t" } }

  // MARK: Events

  mutating func type(_ edits: [Edit]) {
    turns.append(.edits(edits))
    for edit in edits {
      _ = text.apply(edit, rules: rules)
      _ = intended.apply(edit, rules: rules)
      if case .insertText(let text) = edit { inserted += text }
    }
    take(document.apply(edits, at: now))
  }

  /// Presses a key of the additional row.
  mutating func press(_ key: SymbolPress) {
    turns.append(.key(key))
    if key == .tab { inserted += "\t" }
    if let marked = intended.markedText { _ = intended.apply(.insertText(marked), rules: rules) }
    var application = FakeApplication(intended.before + intended.selected + intended.after)
    application.cursor = intended.before.utf8.count
    application.anchor = application.cursor + intended.selected.utf8.count
    application.press(symbol: key)
    intended = TextBuffer(before: application.before, selected: application.selected, after: application.after)
    take(document.press(key, at: now))
  }

  private mutating func take(_ update: DocumentUpdate) {
    operations += update.operations
    if !hasFocus { operationsWithoutFocus += update.operations }
    for operation in update.operations { application.receive(operation) }
    if let change = update.change {
      text = TextBuffer(before: change.before, selected: change.selected, after: change.after)
    }
  }

  /// Lets one event happen: an operation, a report or a deadline.
  mutating func step() {
    now += .milliseconds(1)
    var choices: [Int] = []
    if !application.isIdle { choices.append(0) }
    if !application.events.isEmpty { choices.append(1) }
    let isSlow = application.misbehaviors.contains(.isSlow)
    if document.deadline != nil, isSlow || choices.isEmpty { choices.append(2) }
    guard !choices.isEmpty else { return }
    switch generator.one(of: choices) {
    case 0: application.performNext(&generator)
    case 1:
      switch application.events.removeFirst() {
      case .report(let window): receive(window)
      case .reset(let window):
        application.isResetting = false
        receive(window, isReset: true)
      case .reactivation(let window):
        let text = secureRule.filter(window, of: content, trusting: document)
        if let update = document.resume(with: text, at: now) { take(update) } else { startAgain(with: window) }
      case .selection(let text?):
        document.recordOffer(at: now)
        take(document.select(text, since: now, at: now))
      case .selection(nil): take(document.deselect(since: now, at: now))
      case .deactivation:
        document.deactivate()
        (text, hasFocus) = (TextBuffer(), false)
      case .activation(let window): startAgain(with: window)
      case .password:
        content = Self.content(isPassword: true)
        if hasFocus { receive(nil) }
      }
    default:
      now = max(document.deadline ?? now, now)
      take(document.advance(to: now))
    }
    // A fast application performs all operations before a deadline, so do not advance the time to the deadline.
    if !isSlow, let deadline = document.deadline, now >= deadline, !isQuiet { now = deadline - .milliseconds(1) }
  }

  /// Handles a report as the field of the frontend does: if the field becomes secure, the document and the session lose
  /// their text.
  private mutating func receive(_ window: SurroundingText?, isReset: Bool = false) {
    let wasSecure = secureRule.isSecure
    let reported = secureRule.filter(showsText ? window : nil, of: content, trusting: document)
    let becomesSecure = secureRule.isSecure && !wasSecure
    take(document.report(reported, isReset: isReset, becomesSecure: becomesSecure, at: now))
    if becomesSecure { text = TextBuffer() }
  }

  private mutating func startAgain(with window: SurroundingText) {
    document.deactivate()
    hasFocus = true
    secureRule.activate()
    let reported = secureRule.filter(window, of: content)
    document = ApplicationDocument(document.transport, surrounding: reported, rules: rules)
    text = document.text.map { TextBuffer(before: $0.before, selected: $0.selected, after: $0.after) } ?? TextBuffer()
  }

  private var isQuiet: Bool { application.isIdle && application.events.isEmpty }

  /// Lets all events happen. Returns false if the events never end.
  mutating func rest() -> Bool {
    for _ in 0..<5_000 {
      if isQuiet && document.isAtRest { return true }
      step()
    }
    return false
  }

  // MARK: Random turns

  private static let pieces = [
    "a", "b ", "word", "ж", "ы ", "👩‍👩‍👧", "👍🏽", "🇺🇦", "e\u{301}", "\u{301}", "مر", "حبًا", "नि", "क्ष", "é", "•",
  ]

  mutating func randomEdit(
    withMoves: Bool = true, marksText: Bool = true, selectsMarkedText: Bool = true
  ) -> Edit {
    // If the application reports no text, the document cannot know that a combining mark joins the character before it.
    let pieces = withMoves ? Self.pieces : Self.pieces.filter { $0 != "\u{301}" }
    switch generator.integer(below: withMoves ? 10 : 8) {
    case 0...2: return .insertText(generator.one(of: pieces))
    case 3...4: return .deleteBackward
    case 5 where marksText:
      let text = generator.one(of: pieces + [""])
      // No key can move the insertion point between a letter and a combining mark, so do not generate such a position.
      let mayMove = withMoves && (selectsMarkedText || text != "\u{301}")
      let end = mayMove ? generator.integer(0...text.utf16.count) : text.utf16.count
      return .setMarkedText(text, selectedRange: selectsMarkedText && generator.boolean() ? 0..<end : end..<end)
    case 6: return .unmarkText
    case 5, 7: return .insertText(generator.one(of: ["xy", "x\ny", "", "\n", "\t", "z\n"]))
    default: return randomMove()
    }
  }

  /// Waits, and presses a tag, which can enclose a text whose place is unknown (Desktop.md#restored-selection).
  mutating func tag() {
    now += .milliseconds(500)
    type([.insertText("<b></b>"), .adjustTextPosition(byCharacterOffset: -4)])
  }

  mutating func randomKey(selects: Bool = true) -> SymbolPress {
    generator.one(of: [.escape, .tab, .left, .right, .home, .end] + (selects ? [.selectAll] : []))
  }

  mutating func randomInsertion() -> Edit { .insertText(generator.one(of: Self.pieces)) }

  mutating func randomMove() -> Edit {
    generator.boolean()
      ? .adjustTextPosition(byCharacterOffset: generator.integer(-3...3))
      : .adjustTextPositionByCharacters(generator.integer(-2...2))
  }

  /// Changes the text or selection in the application, without the keyboard.
  mutating func editInApplication() {
    if application.misbehaviors.contains(.commitsPreedit), isQuiet { application.commitPreedit() }
    let borders = application.borders
    let (one, other) = (generator.one(of: borders), generator.one(of: borders))
    switch generator.integer(below: 4) {
    case 0: application.replace(min(one, other)..<max(one, other), with: generator.one(of: Self.pieces))
    case 1: application.replace(0..<application.bytes.count, with: "")
    case 2: (application.cursor, application.anchor) = (one, other)
    default: (application.cursor, application.anchor) = (one, one)
    }
    application.sendReport(&generator)
  }
}

extension ApplicationDocument {
  /// Applies a turn that presses one key of the additional row.
  mutating func press(_ key: SymbolPress, at time: Duration) -> DocumentUpdate {
    apply([], with: [(editsBefore: 0, key: key)], at: time)
  }
}
