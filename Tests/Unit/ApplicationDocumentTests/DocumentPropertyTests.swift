import ApplicationDocument
import TestSupport
import Testing
import TextModel

@Suite("Properties of an application's document")
struct DocumentPropertyTests {
  #if DEBUG
    // In a debug build, each seed takes ten times as long as in a release build, so test fewer seeds.
    private static let seeds: Range<UInt64> = 0..<100
  #else
    private static let seeds: Range<UInt64> = 0..<500
  #endif
  private static let texts = ["", "abc", "один два", "👩‍👩‍👧 é", "नमस्ते مرحبا", "a b\nc"]

  /// Returns a session with an application that has the given misbehavior. For odd seeds, the application also has
  /// random other misbehaviors.
  private static func session(
    seed: UInt64, _ misbehavior: Misbehavior?, without excluded: Set<Misbehavior> = [], isMultiline: Bool? = nil
  ) -> TypingSession {
    var generator = SeededGenerator(seed: seed)
    var application = FakeApplication(generator.one(of: texts))
    application.isMultiline = isMultiline ?? generator.boolean()
    application.misbehaviors = Set([misbehavior].compactMap(\.self))
    if !seed.isMultiple(of: 2) {
      application.misbehaviors.formUnion(Misbehavior.allCases.filter { _ in generator.integer(below: 4) == 0 })
    }
    application.misbehaviors.subtract(excluded)
    if application.misbehaviors.contains(.sendsPassword) {
      application.replace(0..<0, with: FakeApplication.secret)
      application.isPassword = generator.boolean()
    }
    // On KWin, some applications apply a deletion only when they get the next text.
    let isV1 = application.misbehaviors.contains(.delaysDeletions) || generator.boolean()
    // Applications with text-input-v2 count the deleted text in bytes.
    let countsBytes = !application.misbehaviors.contains(.countsCharacters) && generator.boolean()
    let transport = !isV1 ? TextTransport.inputMethodV2 : countsBytes ? .inputMethodV1ForTextInputV2 : .inputMethodV1
    return TypingSession(application, transport, seed: seed)
  }

  /// Describes the difference between the session's document and the part of the application's text that the
  /// application reports; nil if they are equal.
  private static func difference(_ session: TypingSession) -> String? {
    var (text, application) = (FieldText(plain: session.text), session.application)
    if !session.operationsWithoutFocus.isEmpty { return "sent without the focus: \(session.operationsWithoutFocus)" }
    // The session of a secure field has only the typed text, so there is no text to compare.
    if session.secureRule.isSecure {
      return leak(session).map { "\($0), \(application.misbehaviors), \(session.turns)" }
    }
    // While there is marked text, the session keeps the text of other lines, because a replacement of its document would
    // end the marked text.
    if session.text.markedText != nil {
      text.before = String(text.before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
      text.after = String(text.after.split(separator: "\n", omittingEmptySubsequences: false).first ?? "")
      application.misbehaviors.insert(.reportsLine)
    }
    // The document does not know a selection whose text is ambiguous.
    let hidesSelection = application.misbehaviors.contains(.hidesSelection)
    if hidesSelection, text.selected.isEmpty { application.anchor = application.cursor }
    let isEqual =
      !application.misbehaviors.isDisjoint(with: [.cutsInsideCharacters, .reportsLine])
      ? application.before.utf8.suffix(text.before.utf8.count).elementsEqual(text.before.utf8)
        && application.after.utf8.prefix(text.after.utf8.count).elementsEqual(text.after.utf8)
        && application.selected == text.selected
      : text == FieldText(before: application.before, selected: application.selected, after: application.after)
    // If a key overtakes a preedit, the application removes the preedit and does not report the removal. Nevertheless,
    // the session later commits its marked text. A preedit that arrives after a change of the focus remains until the
    // next commit.
    let canLosePreedit =
      application.misbehaviors.contains(.deactivatesAlone)
      || (application.misbehaviors.contains(.isSlow)
        && !application.misbehaviors.isDisjoint(with: [.reordersChannels, .reactivates]))
    if isEqual, canLosePreedit || (application.preedit?.text ?? "") == (session.text.markedText ?? "") { return nil }
    return """
      session \(text) marked \(session.text.markedText ?? "-"), application \(application.before)|\
      \(application.selected)|\(application.after) preedit \(application.preedit?.text ?? "-"), \
      \(application.misbehaviors), \(session.operations), \(session.turns)
      """
  }

  /// Describes where the session or the document has the text of a password field; nil if neither has this text.
  private static func leak(_ session: TypingSession) -> String? {
    var values = ""
    dump(session.document, to: &values)
    if values.contains(FakeApplication.secret) { return "the document has the password" }
    let text = session.text.before + session.text.selected + session.text.after
    return text.contains(FakeApplication.secret) ? "the session has the password" : nil
  }

  @Test(
    "When application and document are at rest, the application's text is the session's document",
    arguments: [nil] + Misbehavior.allCases.map(Optional.some))
  func converges(misbehavior: Misbehavior?) {
    for seed in Self.seeds {
      var session = Self.session(seed: seed, misbehavior)
      // If the application reports no effects of operations, a report that arrives during edits can be older or newer
      // than the effects of these edits.
      let isBlind = session.application.misbehaviors.contains(.echoesNothing)
      for _ in 0..<4 {
        for _ in 0..<session.generator.integer(1...3) {
          switch session.generator.integer(below: 10) {
          case 8: session.press(session.randomKey())
          case 0 where !isBlind: session.editInApplication()
          case 1 where session.application.misbehaviors.contains(.reactivates) && !isBlind:
            session.application.reactivate()
          case 2 where session.application.misbehaviors.contains(.deactivatesAlone) && !isBlind:
            if session.generator.boolean() { session.application.deactivate() } else { session.application.activate() }
          case 3 where session.application.misbehaviors.contains(.sendsPassword): session.application.becomePassword()
          case 4 where session.application.misbehaviors.contains(.hidesSelection): session.tag()
          default: session.type((0..<session.generator.integer(1...3)).map { _ in session.randomEdit() })
          }
          for _ in 0..<session.generator.integer(0...4) { session.step() }
        }
        if !session.application.hasFocus { session.application.activate() }
        guard session.rest() else {
          Issue.record("Seed \(seed) does not come to rest: \(session.application.misbehaviors)")
          return
        }
        // Let an application that does not report all effects send two reports. After the first report, the document may
        // commit marked text. Only the second report then shows the effect of this commit.
        let omitsReports =
          isBlind || !session.application.misbehaviors.isDisjoint(with: [.omitsReturn, .omitsDeletion])
        for _ in 0..<(omitsReports ? 2 : 0) {
          session.application.sendReport(&session.generator)
          _ = session.rest()
        }
        if let difference = Self.difference(session) {
          Issue.record("Seed \(seed): \(difference)")
          return
        }
      }
    }
  }

  @Test(
    "If the application makes no edits, its text becomes the text that the keyboard intended",
    arguments: [nil] + Misbehavior.allCases.map(Optional.some))
  func performsEdits(misbehavior: Misbehavior?) {
    // Exclude unpredicted effects of keys, lost preedits, missing reports, and reports of older texts, of single lines or
    // without the selection. After these misbehaviors, the later edits apply to a different text. In a password field,
    // the document cannot predict moves.
    let excluded: Set<Misbehavior> = [
      .isSlow, .hasOtherKeys, .cutsInsideCharacters, .reportsLine, .omitsReturn, .reportsStaleTexts, .reactivates,
      .sendsPassword, .hidesSelection,
    ]
    if let misbehavior, excluded.contains(misbehavior) { return }
    for seed in Self.seeds {
      var session = Self.session(seed: seed, misbehavior, without: excluded, isMultiline: true)
      // The system keyboard, which has the additional row, marks no text. If the application reports nothing, the
      // document does not know the effects of the keys of the additional row.
      let pressesKeys = session.generator.boolean() && !session.application.misbehaviors.contains(.echoesNothing)
      for _ in 0..<4 {
        if pressesKeys, session.generator.boolean() { session.press(session.randomKey()) }
        session.type(
          (0..<session.generator.integer(1...3)).map { _ in
            session.randomEdit(marksText: !pressesKeys, selectsMarkedText: false)
          })
        for _ in 0..<session.generator.integer(0...4) { session.step() }
      }
      let isAtRest = session.rest()
      let intended = FieldText(plain: session.intended)
      if !isAtRest || intended.before != session.application.before || intended.after != session.application.after {
        Issue.record(
          """
          Seed \(seed) intends \(intended): \(session.application.before)|\(session.application.after) \
          \(session.operations), \(session.turns)
          """)
        return
      }
    }
  }

  @Test("No inserted character is lost, whichever misbehavior the application has", arguments: Misbehavior.allCases)
  func insertedCharacters(misbehavior: Misbehavior) {
    for seed in Self.seeds {
      // An application that loses the focus can drop text, so exclude the misbehavior `reactivates`.
      var session = Self.session(seed: seed, misbehavior, without: [.reactivates])
      let old = session.application.text
      for _ in 0..<5 {
        session.type([session.randomInsertion(), session.randomMove()])
        if session.generator.boolean() { session.press(session.randomKey(selects: false)) }
        for _ in 0..<session.generator.integer(0...4) { session.step() }
      }
      let isAtRest = session.rest()
      if !isAtRest
        || (old + session.inserted).unicodeScalars.sorted() != session.application.text.unicodeScalars.sorted()
      {
        Issue.record("Seed \(seed) lost text: \(Self.difference(session) ?? session.inserted)")
        return
      }
    }
  }

  @Test(
    "A field without text receives the intended text, and Klava waits at most 50 ms, or 250 ms before Return",
    arguments: TextTransport.allCases, [false, true])
  func typesBlindly(transport: TextTransport, isEchoing: Bool) {
    let isKeysOnly = transport == .keysOnly
    for seed in Self.seeds {
      var application = FakeApplication()
      if !isKeysOnly { application.misbehaviors.insert(.reordersChannels) }
      if !isEchoing { application.misbehaviors.insert(.echoesNothing) }
      var session = TypingSession(application, transport, showsText: false, seed: seed)
      for _ in 0..<5 {
        if session.generator.boolean() { session.press(session.randomKey(selects: false)) }
        session.type((0..<3).map { _ in session.randomEdit(withMoves: false, selectsMarkedText: false) })
        // A turn with Return waits as long as the text before it has waited, and begins its own wait then.
        let limit = session.pressesReturn ? .milliseconds(300) : isKeysOnly ? Duration.zero : .milliseconds(50)
        #expect(session.document.deadline.map { $0 <= session.now + limit } ?? true)
        for _ in 0..<session.generator.integer(0...4) { session.step() }
      }
      let isAtRest = session.rest()
      #expect(isAtRest)
      let intended = FieldText(plain: session.intended)
      if intended.before + intended.after != session.application.text {
        Issue.record(
          "Seed \(seed): \(intended) is not \(session.application.text): \(session.operations), \(session.turns)")
        return
      }
    }
  }
}

extension FieldText {
  /// Creates a text from a buffer, without the buffer's marked text.
  init(plain buffer: TextBuffer) {
    let (before, after) = (buffer.before.utf16, buffer.after.utf16)
    self.init(
      before: String(before.dropLast(buffer.marking?.before ?? 0)) ?? "",
      selected: buffer.marking == nil ? buffer.selected : "",
      after: String(after.dropFirst(buffer.marking?.after ?? 0)) ?? "")
  }
}
