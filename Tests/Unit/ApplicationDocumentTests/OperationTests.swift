import ApplicationDocument
import Testing
import TextModel

/// Creates a surrounding text from a text in which `|` marks the insertion point, or two `|` enclose the selection.
func window(_ picture: String) -> SurroundingText {
  let parts = picture.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
  let start = parts[0].utf8.count
  return SurroundingText(
    bytes: parts.joined().utf8, cursor: parts.count == 3 ? start + parts[1].utf8.count : start, anchor: start)
}

func commit(_ before: Int = 0, _ text: String? = nil, after: Int = 0, preedit: Preedit? = nil) -> Operation {
  .commit(TextCommit(deleteBefore: before, deleteAfter: after, text: text, preedit: preedit))
}

func document(
  _ picture: String?, _ transport: TextTransport = .inputMethodV2, isMultiline: Bool = true
) -> ApplicationDocument {
  ApplicationDocument(
    transport, surrounding: picture.map(window), rules: EditingRules(isMultiline: isMultiline))
}

@Suite("The operations of edits")
struct OperationTests {
  @Test(
    "Klava sends the edits of one turn as one commit if one commit can make all of them",
    arguments: [
      ("ab|", [.insertText("é")], commit(0, "é")),
      ("ab|", [.deleteBackward, .deleteBackward, .insertText("x")], commit(2, "x")),
      ("ab|", [.insertText("é"), .deleteBackward, .insertText("z")], commit(0, "z")),
      ("a|b|c", [.insertText("x")], commit(0, "x")), ("a|", [.insertText("x\ny")], commit(0, "x\ny")),
      (
        "a|", [.setMarkedText("éb", selectedRange: 1..<2)],
        commit(preedit: Preedit(text: "éb", selection: 2..<3))
      ),
      ("a|", [.setMarkedText("é", selectedRange: 1..<1), .unmarkText], commit(0, "é")),
      ("a|", [.setMarkedText("é", selectedRange: 1..<1), .insertText("x")], commit(0, "x")),
      (
        "a|", [.insertText("x"), .setMarkedText("y", selectedRange: 1..<1)],
        commit(0, "x", preedit: Preedit(text: "y", selection: 1..<1))
      ),
      (
        "ab|", [.deleteBackward, .setMarkedText("é", selectedRange: 0..<0)],
        commit(1, preedit: Preedit(text: "é", selection: 0..<0))
      ),
    ] as [(String, [Edit], Operation)])
  func isOneCommit(picture: String, edits: [Edit], expected: Operation) {
    var document = document(picture)
    #expect(document.apply(edits, at: .zero).operations == [expected])
  }

  @Test(
    "Klava deletes non-ASCII text with BackSpace, and moves by characters with arrow keys",
    arguments: [
      ("é|", [.deleteBackward], .key(.backspace, count: 1)), ("a|b|", [.deleteBackward], .key(.backspace, count: 1)),
      ("|", [.deleteBackward], .key(.backspace, count: 1)), ("a|b|", [.insertText("")], .key(.backspace, count: 1)),
      ("ёж|", [.deleteBackward, .deleteBackward], .key(.backspace, count: 2)),
      ("a|", [.insertText("\n")], .key(.return, count: 1)), ("a|", [.insertText("\t")], .key(.tab, count: 1)),
      ("a👩‍👩‍👧|", [.adjustTextPosition(byCharacterOffset: -8)], .key(.left, count: 1)),
      ("|👍🏽é", [.adjustTextPosition(byCharacterOffset: 5)], .key(.right, count: 2)),
      ("a|bc|d", [.adjustTextPositionByCharacters(1)], .key(.right, count: 2)),
      ("a|bc|d", [.adjustTextPositionByCharacters(-1)], .key(.left, count: 2)),
      ("ab|", [.adjustTextPositionByCharacters(.min)], .key(.left, count: 2)),
      ("ab|", [.adjustTextPosition(byCharacterOffset: .max)], .key(.right, count: 1)),
      ("مرحبا|", [.adjustTextPositionByCharacters(-2)], .key(.right, count: 2)),
      ("abc\nمر|", [.adjustTextPositionByCharacters(-1)], .key(.right, count: 1)),
      ("مر\na|b", [.adjustTextPositionByCharacters(1)], .key(.right, count: 1)),
    ] as [(String, [Edit], Operation)])
  func isKey(picture: String, edits: [Edit], expected: Operation) {
    var document = document(picture)
    #expect(document.apply(edits, at: .zero).operations == [expected])
  }

  @Test(
    "For an application with text-input-v2, a commit deletes the bytes of any character",
    arguments: [
      ("a👩‍👩‍👧👍🏽🇺🇦|", 1, commit(8, "")), ("a👩‍👩‍👧👍🏽🇺🇦|", 3, commit(34, "")), ("e\u{301}|", 1, commit(3, "")),
      ("مَ|", 1, commit(2, "")), ("क्षि|", 2, commit(12, "")), ("a|é|", 1, .key(.backspace, count: 1)),
      ("|", 1, .key(.backspace, count: 1)),
    ] as [(String, Int, Operation)])
  func deletesBytes(picture: String, count: Int, expected: Operation) {
    var document = document(picture, .inputMethodV1ForTextInputV2)
    let edits = Array(repeating: Edit.deleteBackward, count: count)
    #expect(document.apply(edits, at: .zero).operations == [expected])
  }

  @Test("A turn whose edits change nothing sends no operation")
  func sendsNothing() {
    var document = document("a|b")
    let edits: [Edit] = [
      .insertText(""), .unmarkText, .adjustTextPositionByCharacters(0), .insertText("x"), .deleteBackward,
    ]
    #expect(document.apply(edits, at: .zero) == DocumentUpdate())
    #expect(document.isAtRest && document.deadline == nil)
  }

  @Test(
    "A field takes any amount of text, in parts: the next part waits until the application has handled the last part",
    arguments: [true, false])
  func takesAllText(reports: Bool) {
    var document = document("x|")
    let text = String(repeating: "abcdefghij", count: 100_000)
    var (time, typed, waits) = (Duration.zero, "x", 0)
    var update = document.apply([.insertText(text)], at: time)
    while !document.isAtRest {
      let commits = update.operations.compactMap { if case .commit(let commit) = $0 { commit.text } else { nil } }
      // A compositor ends the connection of an application if about 200 KB wait for the application.
      #expect(commits.joined().utf8.count < 50_000)
      let front = typed
      typed += commits.joined()
      // A slow application reports a part of the text 50 ms after the part before.
      for count in 1..<max(commits.count + 1, 1) where reports {
        time += .milliseconds(50)
        let before = front + commits.prefix(count).joined()
        let early = document.report(window("\(before.suffix(2_000))|"), at: time)
        #expect(count == commits.count || early == DocumentUpdate())
      }
      guard let deadline = document.deadline else { break }
      #expect(!reports || deadline <= time + .milliseconds(500))
      time = max(time, deadline)
      waits += 1
      update = document.advance(to: time)
    }
    #expect(typed == "x" + text)
    #expect(waits > 20)
    let end = document.apply([.deleteBackward, .insertText("b")], at: time + .seconds(20))
    #expect(end.operations == [commit(1, "b")])
  }

  @Test("A stopped application gets less than 180 KB in 60 s, and then the user's last key")
  func limitsFlood() {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("a|"), at: .milliseconds(1))
    var sent = 0
    func count(_ update: DocumentUpdate) {
      // The kernel counts these bytes for the messages of a compositor.
      if !update.operations.isEmpty { sent += 768 }
      for case .commit(let commit) in update.operations {
        sent += 2 * ((commit.text ?? "").utf8.count + (commit.preedit?.text.utf8.count ?? 0))
      }
    }
    let mark = Edit.setMarkedText(String(repeating: "m", count: 300), selectedRange: 0..<0)
    for turn in 1..<6_000 {
      let time = Duration.milliseconds(turn * 10)
      if let deadline = document.deadline, deadline <= time { count(document.advance(to: time)) }
      // A keyboard gets no turn for its timers while the application is busy.
      if document.nextSending == nil { count(document.apply([mark, .insertText("a")], at: time)) }
    }
    #expect(sent < 180_000)
    var last = document.apply([.insertText("b")], at: .seconds(60))
    while last.operations.isEmpty, let deadline = document.deadline, deadline <= .seconds(65) {
      last = document.advance(to: deadline)
    }
    #expect(last.operations.last == commit(0, "b"))
  }

  @Test(
    "At most 150 KB wait for a slow application while a keyboard inserts text every 10 ms",
    arguments: [20, 50, 200, 1_000], [1, 40, 1_000])
  func limitsFloodOfSlowApplication(cost: Int, length: Int) {
    var document = document("|")
    var (text, most) = ("", 0)
    // The commits that the application has not handled yet, the oldest first.
    var waiting: [String] = []
    var handledAt = 0
    func receive(_ update: DocumentUpdate) {
      waiting += update.operations.compactMap { if case .commit(let commit) = $0 { commit.text } else { nil } }
      most = max(most, waiting.reduce(0) { $0 + 768 + $1.utf8.count })
    }
    for milliseconds in stride(from: 0, to: 20_000, by: 10) {
      let time = Duration.milliseconds(milliseconds)
      if waiting.isEmpty { handledAt = milliseconds }
      while !waiting.isEmpty, milliseconds >= handledAt + cost {
        handledAt += cost
        text += waiting.removeFirst()
        receive(document.report(window("\(text.suffix(2_000))|"), at: time))
      }
      if let deadline = document.deadline, deadline <= time { receive(document.advance(to: time)) }
      if document.nextSending == nil {
        receive(document.apply([.insertText(String(repeating: "a", count: length))], at: time))
      }
    }
    #expect(most < 150_000)
    #expect(!text.isEmpty)
  }

  @Test("A stopped application gets less than 64 KB in the 10 s after a swipe that moves the insertion point")
  func limitsFloodOfShortTurns() {
    var document = document("abcdefghijklmnopqrstuvwxyz|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("abcdefghijklmnopqrstuvwxyza|"), at: .milliseconds(1))
    let edits = [8, -8, 8, -8, 8, -8, 8, -8].map { Edit.adjustTextPositionByCharacters(-$0) }
    var presses = 0
    func count(_ update: DocumentUpdate) {
      presses += update.operations.reduce(0) { if case .key(_, let count) = $1 { $0 + count } else { $0 } }
    }
    for turn in 1...60 {
      count(document.apply(edits, from: "swipes", at: .milliseconds(1_000 + turn * 16)))
    }
    while let deadline = document.deadline, deadline <= .seconds(11) { count(document.advance(to: deadline)) }
    // The kernel counts about 96 bytes for a key press.
    #expect(presses * 96 < 64_000)
    #expect(presses > 300)
  }

  @Test("If a keyboard fills the queue of a stopped application, the keys of the next keyboard still arrive in order")
  func keepsSpaceForNextKeyboard() {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("a|"), at: .milliseconds(1))
    for size in Array(repeating: 65_000, count: 64) + Array(repeating: 1, count: 2_000) {
      _ = document.apply([.insertText(String(repeating: "a", count: size))], from: "flood", at: .seconds(1))
    }
    var typed = ""
    func receive(_ update: DocumentUpdate) {
      for case .commit(let commit) in update.operations where commit.text?.contains("a") == false {
        typed += commit.text ?? ""
      }
    }
    let letters = "bcdefghijklmnopqrstuvwxyz"
    for (index, letter) in letters.enumerated() {
      let time = Duration.milliseconds(2_000 + index * 300)
      if let deadline = document.deadline, deadline <= time { receive(document.advance(to: time)) }
      receive(document.apply([.insertText(String(letter))], from: "system", at: time))
    }
    while let deadline = document.deadline, deadline <= .seconds(30) { receive(document.advance(to: deadline)) }
    #expect(typed == letters)
  }

  @Test("If a keyboard's edits use up the limit of work after five seconds, the next keyboard's keys still arrive")
  func givesNextKeyboardItsOwnLimits() {
    var document = ApplicationDocument(
      .inputMethodV2, surrounding: window("\(String(repeating: "a", count: 2_000))|"), isAnswering: true)
    let fences: [Edit] = [.insertText("é"), .adjustTextPositionByCharacters(-1), .adjustTextPositionByCharacters(1)]
    _ = document.apply(Array(repeating: fences, count: 24).flatMap(\.self), from: "flood", at: .zero)
    for _ in 0..<8 {
      let edits = Array(repeating: Edit.adjustTextPositionByCharacters(1), count: 1_250)
      _ = document.apply(edits, from: "flood", at: .milliseconds(20))
    }
    for index in 0..<9 {
      _ = document.apply([.insertText("v")], from: "system", at: .milliseconds(1_000 + index * 100))
    }
    var typed = ""
    while let deadline = document.deadline, deadline <= .seconds(30) {
      for case .commit(let commit) in document.advance(to: deadline).operations { typed += commit.text ?? "" }
    }
    #expect(typed.filter { $0 == "v" }.count == 9)
  }

  @Test("A keyboard with a long text gets few reports at once, because reports can fill Klava's own connection")
  func limitsReports() {
    var document = ApplicationDocument(
      .inputMethodV2, surrounding: window("\(String(repeating: "é", count: 1_900))|"), isAnswering: true)
    let update = document.apply([.adjustTextPositionByCharacters(-300)], at: .zero)
    #expect(update.operations == [.key(.left, count: 17)])
  }

  @Test(
    "Text that waited at a fence is visible for 250 ms before Return, even if a shorter turn comes between",
    arguments: [100, 300], [nil, Edit.insertText("x"), .deleteBackward])
  func keepsTimeBeforeReturn(distance: Int, other: Edit?) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: true)
    _ = document.apply([.adjustTextPositionByCharacters(-1)], from: "keyboard", at: .zero)
    #expect(document.apply([.insertText("text")], from: "keyboard", at: .milliseconds(10)).operations == [])
    let pressed = Duration.milliseconds(10 + distance)
    if let other { _ = document.apply([other], from: "keyboard", at: pressed - .milliseconds(1)) }
    #expect(document.apply([.insertText("\n")], from: "keyboard", at: pressed).operations == [])
    let shown = Duration.milliseconds(500)
    let text = other == nil ? "text" : other == .deleteBackward ? "tex" : "textx"
    #expect(document.report(window("|a"), at: shown).operations == [commit(0, text)])
    #expect(document.report(window("\(text)|a"), at: shown + .milliseconds(5)).operations == [])
    let due = shown + .milliseconds(min(distance, 250))
    #expect(document.deadline == due)
    #expect(document.advance(to: due - .milliseconds(1)).operations == [])
    #expect(document.advance(to: due).operations == [.key(.return, count: 1)])
  }

  @Test("A change that follows dropped edits says so, so that the user can still undo")
  func marksDroppedEdits() {
    let text = String(repeating: "a", count: 4_000)
    var document = document("\(text)|")
    let edits = Array(repeating: Edit.adjustTextPositionByCharacters(1), count: 3_000) + [.insertText("x")]
    _ = document.apply(edits, at: .zero)
    let update = document.advance(to: .milliseconds(50))
    #expect(update.change == FieldText(before: text) && update.followsDroppedEdits)
    let other = document.report(window("b|"), at: .seconds(1))
    #expect(other.change == FieldText(before: "b") && !other.followsDroppedEdits)
  }

  @Test("The delete key presses BackSpace, which also deletes a selection that the application does not report")
  func deletesUnreportedSelection() {
    var document = document("abc|")
    #expect(document.apply([.deleteBackward, .deleteBackward], at: .zero).operations == [.key(.backspace, count: 2)])
    #expect(document.report(window("|"), at: .milliseconds(1)).operations == [])
    #expect(document.advance(to: .milliseconds(50)).change == FieldText())
  }

  @Test("A report that equals a predicted text is not the line of another predicted text")
  func distinguishesTextFromLine() {
    var document = document("ab\n|")
    let moves = [-1, 1].map { Edit.adjustTextPosition(byCharacterOffset: $0) }
    #expect(document.apply(moves + [.deleteBackward], at: .seconds(1)).operations.count == 3)
    // The text could also be the first line after the first move.
    #expect(document.report(window("ab|"), at: .seconds(1)).change == nil)
    #expect(document.advance(to: .seconds(3)).change == nil && document.text == FieldText(before: "ab"))
  }

  /// The edits with which a key corrects the last word.
  private static let correction = Array(repeating: Edit.deleteBackward, count: 3) + [.insertText("the ")]

  @Test("After a pause, a correction first inserts its last character, and then corrects the word")
  func checksInsertionPoint() {
    var document = document("teh|")
    #expect(document.apply(Self.correction, at: .seconds(1)).operations == [commit(0, " ")])
    #expect(document.report(window("teh |"), at: .seconds(1)).operations == [commit(3, "he ")])
    #expect(document.report(window("the |"), at: .seconds(1)).change == nil && document.isAtRest)
  }

  @Test("A correction without a pause before it is one commit")
  func correctsAtOnce() {
    var document = document("te|")
    _ = document.apply([.insertText("h")], at: .seconds(1))
    _ = document.report(window("teh|"), at: .seconds(1))
    #expect(document.apply(Self.correction, at: .seconds(1) + .milliseconds(399)).operations == [commit(2, "he ")])
  }

  @Test("If the insertion point has moved without a report, a correction only inserts its last character")
  func correctsNothingElsewhere() {
    var document = document("one two teh|")
    #expect(document.apply(Self.correction, at: .seconds(1)).operations == [commit(0, " ")])
    #expect(document.report(window("one | two teh"), at: .seconds(1)).operations == [])
    let update = document.advance(to: .seconds(2))
    #expect(update.operations == [] && update.change == FieldText(window("one | two teh")))
    #expect(document.isAtRest)
  }

  @Test("Klava corrects a word also if the application reports another space, or another part of a long text")
  func checksSimilarTexts() {
    var short = document("teh|")
    _ = short.apply(Self.correction, at: .seconds(1))
    #expect(short.report(window("teh\u{A0}|"), at: .seconds(1)).operations == [])
    #expect(short.advance(to: .seconds(2)).operations.isEmpty == false)
    let long = String(repeating: "x", count: 4_000)
    var other = document(long + " teh|")
    _ = other.apply(Self.correction, at: .seconds(1))
    #expect(other.report(window("\(long.dropFirst()) teh |"), at: .seconds(1)).operations == [commit(3, "he ")])
  }

  @Test("If the field becomes secure during a correction, the document drops the rest of it, and keeps other turns")
  func correctionInSecureField() {
    var document = document("a teh|")
    _ = document.apply(Self.correction, at: .seconds(1))
    #expect(document.apply([.deleteBackward], at: .seconds(1)).operations == [])
    let update = document.report(nil, becomesSecure: true, at: .seconds(1))
    #expect(update.operations == [.key(.backspace, count: 1)])
    var values = ""
    dump(document, to: &values)
    #expect(!values.contains("teh"))
  }

  @Test("If an application that reports its text rejects the last character of a correction, it gets nothing more")
  func correctsNothingIfRejected() {
    var document = document("te|")
    _ = document.apply([.insertText("h")], at: .zero)
    _ = document.report(window("teh|"), at: .zero)
    #expect(document.apply(Self.correction, at: .seconds(1)).operations == [commit(0, " ")])
    #expect(document.advance(to: .seconds(3)).operations == [] && document.advance(to: .seconds(9)).operations == [])
  }

  @Test("On KWin, Klava sends an empty `commit_string` after a deletion, because Qt needs it")
  func deletesWithText() {
    var document = document("ab|", .inputMethodV1ForTextInputV2)
    #expect(document.apply([.deleteBackward], at: .zero).operations == [commit(1, "")])
    _ = document.report(window("a|"), at: .zero)
    #expect(document.apply([.deleteBackward, .insertText("é")], at: .zero).operations == [commit(1, "é")])
  }

  @Test("On KWin, Klava deletes a line break with BackSpace, because Qt deletes only text of the current line")
  func deletesLineBreak() {
    var document = document("a\n|", .inputMethodV1ForTextInputV2)
    #expect(document.apply([.deleteBackward], at: .zero).operations == [.key(.backspace, count: 1)])
  }

  @Test(
    "To delete a selected word and the space beside it, Klava presses BackSpace, and a commit deletes the space",
    arguments: ["a |b|", "|a| b"])
  func deletesSmartly(picture: String) {
    var document = document(picture)
    #expect(document.apply([.deleteBackward], at: .zero).operations == [.key(.backspace, count: 1)])
    let isBefore = picture == "a |b|"
    let update = document.report(window(isBefore ? "a |" : "| b"), at: .zero)
    #expect(update.operations == [isBefore ? commit(1) : commit(after: 1)])
    #expect(document.report(window(isBefore ? "a|" : "|b"), at: .zero) == DocumentUpdate())
    #expect(document.isAtRest)
  }

  @Test("In a single-line field, Klava first sends the text, and then a press of Return for each line break")
  func pressesReturn() {
    var document = document("|", isMultiline: false)
    #expect(document.apply([.insertText("a\nb\n")], at: .zero).operations == [commit(0, "ab")])
    #expect(document.report(window("ab|"), at: .zero).operations == [.key(.return, count: 2)])
  }

  @Test("Without a text protocol, Klava types text, presses keys for line breaks and tabs, and shows no marked text")
  func typesKeys() {
    var document = document(nil, .keysOnly)
    #expect(document.apply([.setMarkedText("ab", selectedRange: 2..<2)], at: .zero).operations == [])
    let update = document.apply([.unmarkText, .insertText("x\ny\t"), .deleteBackward, .deleteBackward], at: .zero)
    #expect(update.operations == [commit(0, "abx"), .key(.return, count: 1)])
    #expect(
      document.apply([.insertText("\n"), .insertText("x\ty"), .deleteBackward, .insertText("é")], at: .zero).operations
        == [.key(.return, count: 1), commit(0, "x"), .key(.tab, count: 1), commit(0, "é")])
  }

  @Test(
    "Without reports, Klava sends at most 341 key presses at once, and less than 400 in a second",
    arguments: [nil, "a|"], [1, 3_000])
  func limitsPresses(picture: String?, count: Int) {
    var document = document(picture, isMultiline: false)
    let lines = Edit.insertText(String(repeating: "\n", count: count))
    var operations: [Operation] = []
    for turn in 0..<100 {
      operations += document.apply([lines, .insertText("x")], at: .milliseconds(turn * 3)).operations
    }
    var end = Duration.seconds(3)
    while let deadline = document.deadline {
      end = deadline
      operations += document.advance(to: deadline).operations
    }
    let presses = operations.reduce(0) { if case .key(_, let count) = $1 { $0 + count } else { $0 } }
    #expect(presses >= 100 && presses <= 341 + Int((end * 400).components.seconds))
    let text = operations.map { if case .commit(let commit) = $0 { commit.text ?? "" } else { "" } }.joined()
    // A later turn waits at most five seconds for the rest of a turn that presses thousands of keys.
    #expect(count == 1 ? text.count == 100 : !text.isEmpty)
    #expect(document.apply([.insertText("\n")], at: end + .seconds(20)).operations == [.key(.return, count: 1)])
  }

  @Test("Without a text protocol, Klava presses an arrow key as often as the keyboard requests", arguments: ["", "ab"])
  func movesFarWithKeys(text: String) {
    var document = document(nil, .keysOnly)
    var operations = document.apply([.insertText(text), .adjustTextPositionByCharacters(-800)], at: .zero).operations
    while let deadline = document.deadline { operations += document.advance(to: deadline).operations }
    let presses = operations.reduce(0) { if case .key(.left, let count) = $1 { $0 + count } else { $0 } }
    #expect(presses == 800)
  }

  @Test("A long move of the insertion point waits for the application after each 60 presses, and then continues")
  func movesFar() {
    var application = FakeApplication(String(repeating: "ab ", count: 300))
    application.isMultiline = false
    var session = TypingSession(application, .inputMethodV2)
    session.type([.adjustTextPositionByCharacters(-800), .insertText("x")])
    #expect(session.operations == [.key(.left, count: 60)])
    let isAtRest = session.rest()
    #expect(isAtRest)
    #expect(session.application.before.count == 101)
    #expect(session.text.before == session.application.before && session.application.before.hasSuffix("x"))
  }

  @Test(
    "Where the known text ends, a turn presses BackSpace or an arrow key once",
    arguments: [
      ("|", .deleteBackward), ("ab|", .deleteBackward), ("ab|", .adjustTextPositionByCharacters(1)),
    ] as [(String, Edit)])
  func limitsPressesOutsideText(picture: String, edit: Edit) {
    var document = document(picture)
    let presses = document.apply(Array(repeating: edit, count: 3_000), at: .zero).operations
    let key: Operation = edit == .deleteBackward ? .key(.backspace, count: 1) : .key(.right, count: 1)
    let inside = edit == .deleteBackward ? picture.count - 1 : 0
    #expect(presses == [inside == 0 ? key : .key(.backspace, count: inside + 1)])
  }

  @Test(
    "Without a text protocol, Klava types at most 520 scalars at once, and the others later", arguments: ["é", "x\n"])
  func limitsTypedText(piece: String) {
    var document = document(nil, .keysOnly)
    func typed(_ update: DocumentUpdate) -> Int {
      update.operations.reduce(0) { sum, operation in
        switch operation {
        case .commit(let commit): sum + (commit.text ?? "").unicodeScalars.count
        case .key(_, let count): sum + count
        case .press: sum + 1
        }
      }
    }
    let text = String(repeating: piece, count: 2_000 / piece.unicodeScalars.count)
    var sent = typed(document.apply([.insertText(text), .insertText("y")], at: .zero))
    #expect((300...520).contains(sent))
    while let deadline = document.deadline {
      let more = typed(document.advance(to: deadline))
      #expect(more <= 520)
      sent += more
    }
    #expect(sent == 2_001)
  }

  @Test(
    "If a turn needs too much work, Klava drops the rest, and the session gets the application's text",
    arguments: [.inputMethodV2, .inputMethodV1] as [TextTransport])
  func limitsWork(transport: TextTransport) {
    var document = document("a|", transport)
    let edits = [.insertText(String(repeating: "é", count: 4_000))] + Array(repeating: Edit.deleteBackward, count: 900)
    let update = document.apply(edits, at: .zero)
    let sent = update.operations.compactMap { if case .commit(let commit) = $0 { commit.text } else { nil } }.joined()
    #expect((3_101..<4_000).contains(sent.count))
    #expect(update.change == nil)
    let later = document.advance(to: .milliseconds(50))
    #expect(document.isAtRest)
    #expect(later.change == FieldText(before: "a" + sent))
    #expect(document.apply([.insertText("b")], at: .seconds(1)) == DocumentUpdate(operations: [commit(0, "b")]))
  }

  @Test("Klava shortens a long move of the insertion point, and the session then gets the application's text")
  func limitsMoves() {
    var document = document("a|")
    let text = String((10_000..<20_000).map(String.init).joined(separator: " "))
    _ = document.apply([.insertText(text), .adjustTextPositionByCharacters(-4_000)], at: .zero)
    var (count, change) = (0, FieldText?.none)
    while let deadline = document.deadline {
      let update = document.advance(to: deadline)
      for case .key(.left, let presses) in update.operations { count += presses }
      change = update.change ?? change
    }
    #expect((1..<4_000).contains(count))
    #expect(change?.after == String(text.suffix(count)))
  }

  @Test("In one turn, Klava waits at most 32 times for an application without reports, then sends the rest")
  func limitsFences() {
    var document = document("|")
    let pair: [Edit] = [.insertText("a"), .insertText("\n")]
    var operations = document.apply((0..<100).flatMap { _ in pair }, at: .zero).operations
    var waits = 0
    while let deadline = document.deadline, waits < 1_000 {
      waits += 1
      operations += document.advance(to: deadline).operations
    }
    #expect(waits == 33)
    #expect(operations.count == 200)
  }

  @Test("If more than 100 turns are in the queue, Klava sends them without waiting")
  func limitsWaitingTurns() {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    for _ in 0..<100 { #expect(document.press(.escape, at: .zero).operations == []) }
    let escape = Array(repeating: Operation.press(.escape), count: 100)
    #expect(document.apply([.insertText("b")], at: .zero).operations == escape + [commit(0, "b")])
  }

  @Test("The turns of a queue that is too long have the limits of one turn together")
  func limitsWorkOfLongQueue() {
    var document = document(String(repeating: "1", count: 500) + "|")
    var presses = 0
    for index in 0..<101 {
      let update = document.apply(
        [.insertText("1"), .adjustTextPositionByCharacters(index.isMultiple(of: 2) ? -500 : 500)], at: .zero)
      for case .key(_, let count) in update.operations { presses += count }
    }
    #expect(document.deadline != nil || document.isAtRest)
    #expect((1...341).contains(presses))
  }

  @Test("A keyboard delays the user's next key by at most five seconds", arguments: ["|", nil])
  func limitsDelay(picture: String?) {
    var document = document(picture)
    let edits = Array(repeating: [Edit.insertText("a"), .insertText("\n")], count: 30).flatMap(\.self)
    for _ in 0..<20 { _ = document.apply(edits, at: .zero) }
    _ = document.apply([.insertText("b")], at: .zero)
    var last: (time: Duration, operations: [Operation]) = (.zero, [])
    while let deadline = document.deadline, deadline < .seconds(60) {
      let operations = document.advance(to: deadline).operations
      if !operations.isEmpty { last = (deadline, operations) }
    }
    #expect(last.operations.last == commit(0, "b"))
    #expect(last.time >= .seconds(5))
    #expect(last.time < .seconds(5) + .milliseconds(51))
  }

  @Test("The next keyboard's key waits at most five seconds for a long text, and the same keyboard's key for the text")
  func limitsDelayOfText() {
    let text = Edit.insertText(String(repeating: "a", count: 60_000))
    for keyboard in ["one", "other"] {
      var document = document("|")
      _ = document.apply([.insertText("a")], at: .zero)
      _ = document.report(window("a|"), at: .milliseconds(1))
      for _ in 0..<4 { _ = document.apply([text], from: "one", at: .seconds(1)) }
      _ = document.apply([.insertText("b")], from: keyboard, at: .seconds(1))
      var typed = ""
      while !typed.hasSuffix("b"), let deadline = document.deadline {
        #expect(keyboard == "one" || deadline <= .seconds(6))
        for case .commit(let commit) in document.advance(to: deadline).operations { typed += commit.text ?? "" }
      }
      #expect(keyboard == "one" ? typed.count > 200_000 : typed.hasSuffix("b"))
    }
  }

  @Test("Turns that become one commit lose no text, however much text the turns before them insert")
  func mergesLongTurns() {
    var document = document("|")
    _ = document.apply([.insertText("\n")], at: .zero)
    let long = String(repeating: "a", count: 600)
    for _ in 0..<20 { #expect(document.apply([.insertText(long)], at: .zero).operations == []) }
    _ = document.apply((0..<20).map { _ in .insertText("b") }, at: .zero)
    var sent = ""
    while let deadline = document.deadline, deadline <= .seconds(30) {
      for case .commit(let commit) in document.advance(to: deadline).operations { sent += commit.text ?? "" }
    }
    #expect(sent == String(repeating: long, count: 20) + String(repeating: "b", count: 20))
  }

  @Test("Before a key press, Klava commits the marked text, because the key press would remove the preedit")
  func commitsMarkedText() {
    var document = document("a|")
    _ = document.apply([.setMarkedText("xy", selectedRange: 1..<1)], at: .zero)
    // The document now waits for a report. A preedit does not change the predicted text, so no report ends the wait.
    // Only the deadline ends it.
    #expect(
      document.apply([.adjustTextPositionByCharacters(-2)], at: .milliseconds(60)).operations == [commit(0, "xy")])
    #expect(document.report(window("axy|"), at: .milliseconds(61)).operations == [.key(.left, count: 3)])
  }

  @Test(
    "Klava divides long text between characters, below 4,000 bytes", arguments: ["é", "👩‍👩‍👧", "\u{301}"])
  func dividesText(piece: String) {
    let text = String(repeating: piece, count: 9_000 / piece.utf8.count)
    var document = document("a|")
    let update = document.apply([.deleteBackward, .insertText(text)], at: .zero)
    let commits = update.operations.compactMap { if case .commit(let commit) = $0 { commit } else { nil } }
    #expect(commits.compactMap(\.text).joined() == text)
    #expect(commits.map(\.deleteBefore) == [1] + Array(repeating: 0, count: commits.count - 1))
    #expect(commits.allSatisfy { $0.text.map { $0.utf8.count < 4_000 } == true })
    #expect((3...4).contains(commits.count))
    guard piece != "\u{301}" else { return }
    #expect(commits.allSatisfy { $0.text.map { $0.count * piece.utf8.count == $0.utf8.count } == true })
  }

  @Test(
    "Klava cuts long marked text between scalars; the limit is lower on input-method-v1, which sends the text twice",
    arguments: [(TextTransport.inputMethodV2, 3_900), (.inputMethodV1, 1_950)])
  func cutsPreedit(transport: TextTransport, most: Int) throws {
    var document = document("a|", transport)
    let text = String(repeating: "€", count: 3_000)
    let update = document.apply([.setMarkedText(text, selectedRange: 2..<2_999)], at: .zero)
    let commits = update.operations.compactMap { if case .commit(let commit) = $0 { commit } else { nil } }
    let preedit = try #require(commits.first?.preedit)
    #expect(preedit.text.utf8.count == most)
    #expect(preedit.selection == 6..<most)
  }
}

/// Whether the next field's document starts with the longer wait.
private func isAnswering(_ document: ApplicationDocument) -> Bool {
  var document = document
  document.deactivate()
  return document.isAnswering
}

@Suite("Fences and reports")
struct ReportTests {
  @Test("Klava holds back a key, or a text after a key, until the application reports the predicted text")
  func waitsForReport() {
    var document = document("a|")
    #expect(document.apply([.insertText("ж")], at: .zero).operations == [commit(0, "ж")])
    #expect(document.apply([.adjustTextPositionByCharacters(-1)], at: .zero).operations == [])
    #expect(document.apply([.insertText("y")], at: .zero).operations == [])
    #expect(document.deadline == .milliseconds(50))
    #expect(document.report(window("aж|"), at: .milliseconds(2)).operations == [.key(.left, count: 1)])
    #expect(document.deadline == .milliseconds(2_002))
    #expect(document.report(window("a|ж"), at: .milliseconds(4)).operations == [commit(0, "y")])
    #expect(document.report(window("ay|ж"), at: .milliseconds(6)) == DocumentUpdate())
    #expect(document.isAtRest && document.deadline == nil)
  }

  @Test(
    "If edits restore an earlier text, an old report of that text does not confirm them",
    arguments: [(3, 203), (1_900, 2_002)])
  func distrustsRepeatedReports(time: Int, end: Int) {
    var document = document("a|")
    _ = document.apply([.insertText("ж"), .unmarkText], at: .zero)
    _ = document.report(window("aж|"), at: .milliseconds(1))
    #expect(document.apply([.deleteBackward], at: .milliseconds(2)).operations == [.key(.backspace, count: 1)])
    #expect(document.apply([.insertText("y")], at: .milliseconds(2)).operations == [])
    #expect(document.report(window("a|"), at: .milliseconds(time)).operations == [])
    #expect(document.advance(to: .milliseconds(end - 1)).operations == [])
    #expect(document.advance(to: .milliseconds(end)).operations == [commit(0, "y")])
  }

  @Test("Klava holds back a deletion until the application reports the text before the deletion")
  func delaysDeletion() {
    var document = document("a|")
    #expect(document.apply([.insertText("b")], at: .zero).operations == [commit(0, "b")])
    #expect(document.apply([.deleteBackward, .insertText("c")], at: .milliseconds(1)).operations == [])
    let update = document.report(window("ab|"), at: .milliseconds(3))
    #expect(update.operations == [commit(1, "c")])
  }

  @Test("Turns that wait for the same report become one commit")
  func combinesWaitingTurns() {
    var document = document("é\(String(repeating: "a", count: 100))|", .inputMethodV1ForTextInputV2)
    #expect(document.apply([.deleteBackward], at: .zero).operations == [commit(1, "")])
    for _ in 0..<98 { #expect(document.apply([.deleteBackward], at: .milliseconds(1)).operations == []) }
    _ = document.apply([.deleteBackward, .deleteBackward], at: .milliseconds(1))
    let update = document.report(window("é\(String(repeating: "a", count: 99))|"), at: .milliseconds(2))
    // The commit deletes 99 letters and the two bytes of "é".
    #expect(update.operations == [commit(101, "")])
  }

  @Test("Each of the turns that become one commit has its own limit of work")
  func limitsWorkOfCombinedTurns() {
    var document = document("|")
    _ = document.press(.escape, at: .zero)
    let deletions = Array(repeating: Edit.deleteBackward, count: 300)
    _ = document.apply([.insertText(String(repeating: "é", count: 4_000))] + deletions, at: .zero)
    _ = document.apply(deletions, at: .zero)
    let commits = document.advance(to: .milliseconds(50)).operations
    let text = commits.map { if case .commit(let commit) = $0 { commit.text ?? "" } else { "" } }.joined()
    #expect(text.count == 3_400)
  }

  @Test("While a turn waits at a fence, each event leaves the turn's limit of work unchanged")
  func keepsLimitOfWaitingTurn() {
    let text = String(repeating: "a", count: 60_000)
    var document = document("\(text)|")
    _ = document.apply([.insertText("b")], at: .zero)
    _ = document.apply(Array(repeating: .deleteBackward, count: 5), at: .zero)
    for _ in 0..<30 { #expect(document.advance(to: .milliseconds(1)).operations == []) }
    #expect(document.report(window("\(text)b|"), at: .milliseconds(2)).operations == [.key(.backspace, count: 5)])
  }

  @Test("Klava keeps the order of text and keys, however many turns wait")
  func keepsOrderOfManyTurns() {
    var document = document("|")
    var operations: [Operation] = []
    for _ in 0..<15 {
      operations += document.apply([.insertText("a")], at: .zero).operations
      operations += document.apply([.adjustTextPositionByCharacters(-1)], at: .zero).operations
    }
    var text = ""
    for _ in 0..<15 {
      #expect(operations == [commit(0, "a")])
      operations = document.report(window("a|\(text)"), at: .milliseconds(1)).operations
      #expect(operations == [.key(.left, count: 1)])
      text += "a"
      operations = document.report(window("|\(text)"), at: .milliseconds(1)).operations
    }
    #expect(operations == [] && document.isAtRest)
  }

  @Test("If the application sends no report, Klava holds back a deletion for at most 50 ms")
  func endsDelayOfDeletion() {
    var document = document("a|")
    _ = document.apply([.insertText("b")], at: .zero)
    _ = document.apply([.deleteBackward, .insertText("c")], at: .zero)
    #expect(document.advance(to: .milliseconds(50)).operations == [commit(1, "c")])
  }

  @Test(
    "If a report contains an older marked text or a part of it, the document keeps the current marked text",
    arguments: [
      ("Viêt", "Viê", "x|ty", 101), ("V", "Vi", "x|", 101), ("V", "Vi", "x|Vy", 101), ("V", "Vi", "x|Vy", 400),
    ])
  func ignoresOlderMarkedText(older: String, newer: String, reported: String, time: Int) {
    var document = document("x|y")
    func mark(_ text: String) -> Edit { .setMarkedText(text, selectedRange: text.utf16.count..<text.utf16.count) }
    _ = document.apply([mark(older)], at: .zero)
    _ = document.report(window("x|y"), at: .milliseconds(1))
    _ = document.apply([mark(newer)], at: .milliseconds(100))
    _ = document.advance(to: .milliseconds(time - 1))
    #expect(document.report(window(reported), at: .milliseconds(time)) == DocumentUpdate())
    #expect(document.advance(to: .milliseconds(time + 100)) == DocumentUpdate())
    #expect(document.markedText == newer && document.text == FieldText(before: "x", after: "y"))
  }

  @Test(
    "After the removal of the marked text, a report that still contains this text counts only if it is repeated",
    arguments: ["x|ny", "xn|y"], [true, false])
  func ignoresRemovedMarkedText(reported: String, isRepeated: Bool) {
    var document = document("x|y")
    _ = document.apply([.setMarkedText("n", selectedRange: 1..<1)], at: .zero)
    _ = document.report(window("x|y"), at: .milliseconds(1))
    _ = document.apply([.setMarkedText("", selectedRange: 0..<0)], at: .milliseconds(100))
    #expect(document.report(window(reported), at: .milliseconds(101)) == DocumentUpdate())
    #expect(document.advance(to: .milliseconds(151)).operations == [commit(0, "")])
    #expect(document.report(window(isRepeated ? reported : "x|y"), at: .milliseconds(160)) == DocumentUpdate())
    _ = document.advance(to: .milliseconds(250))
    #expect(document.isAtRest)
    #expect(document.text == FieldText(window(isRepeated ? reported : "x|y")))
  }

  @Test("If an application without reports removes the marked text, the session also removes it")
  func dropsResetMarkedText() {
    var document = document(nil, .inputMethodV1ForTextInputV2)
    _ = document.apply([.setMarkedText("ab", selectedRange: 2..<2)], at: .zero)
    #expect(document.report(nil, at: .zero).change == nil && document.markedText == "ab")
    #expect(document.report(nil, isReset: true, at: .zero).change == FieldText())
    #expect(document.markedText == nil)
    #expect(document.report(nil, isReset: true, at: .zero).change == nil)
  }

  @Test("Klava sends nothing before the time at which the application accepts text again", arguments: ["a|", nil])
  func holdsEdits(picture: String?) {
    var document = ApplicationDocument(
      .inputMethodV2, surrounding: picture.map(window), heldUntil: .milliseconds(150))
    #expect(document.deadline == nil)
    #expect(document.apply([.insertText("b")], at: .milliseconds(20)).operations == [])
    #expect(document.deadline == .milliseconds(150))
    #expect(document.advance(to: .milliseconds(149)).operations == [])
    #expect(document.advance(to: .milliseconds(150)).operations == [commit(0, "b")])
  }

  @Test("If the application sends no report, Klava holds back a key press for at most 50 ms")
  func waitsForDeadline() {
    var document = document("a|")
    _ = document.apply([.insertText("b"), .insertText("\n")], at: .zero)
    #expect(document.advance(to: .milliseconds(49)).operations == [])
    #expect(document.advance(to: .milliseconds(50)).operations == [.key(.return, count: 1)])
  }

  @Test(
    "If the application reported the previous operation, Klava holds back a key press for at most two seconds",
    arguments: [1, 51])
  func waitsLongerForReports(time: Int) {
    var document = document("|")
    _ = document.apply([.insertText("a"), .adjustTextPositionByCharacters(-1)], at: .zero)
    _ = document.advance(to: .milliseconds(min(time, 50)))
    _ = document.report(window("a|"), at: .milliseconds(time))
    _ = document.report(window("|a"), at: .milliseconds(time + 1))
    #expect(isAnswering(document))
    let start = Duration.seconds(1)
    #expect(document.apply([.insertText("b"), .adjustTextPositionByCharacters(-1)], at: start).operations.count == 1)
    #expect(document.advance(to: start + .milliseconds(1_999)).operations == [])
    #expect(document.advance(to: start + .milliseconds(2_000)).operations == [.key(.left, count: 1)])
    // The application did not report, so Klava does not wait so long again.
    #expect(document.deadline == start + .milliseconds(2_050))
  }

  @Test(
    "After a field has rejected a text without a report, Klava waits for its next reports for at most 500 ms",
    arguments: [false, true])
  func waitsShorterAfterRejection(isLate: Bool) {
    var document = document("é|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("éa|"), at: .milliseconds(1))
    _ = document.apply([.insertText("b"), .adjustTextPositionByCharacters(-1)], at: .seconds(1))
    #expect(document.advance(to: .seconds(3)).operations == [.key(.left, count: 1)])
    if isLate { _ = document.report(window("éab|"), at: .milliseconds(3_010)) }
    _ = document.report(window(isLate ? "éa|b" : "é|a"), at: .milliseconds(3_020))
    _ = document.advance(to: .seconds(4))
    _ = document.apply([.insertText("c")], at: .seconds(5))
    _ = document.report(window(isLate ? "éac|b" : "éc|a"), at: .seconds(5))
    let update = document.apply([.insertText("d"), .adjustTextPositionByCharacters(-1)], at: .seconds(6))
    #expect(update.operations.count == 1)
    #expect(document.deadline == .seconds(6) + (isLate ? .seconds(2) : .milliseconds(500)))
  }

  @Test(
    "After Return and Tab, which often do not change the text, Klava holds back text for at most 50 ms",
    arguments: ["\n", "\t"])
  func limitsWaitAfterReturn(text: String) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: true)
    _ = document.apply([.insertText(text), .insertText("b")], at: .zero)
    #expect(document.advance(to: .milliseconds(50)).operations == [commit(0, "b")])
    // The missing report of Return does not shorten the next wait.
    #expect(document.deadline == .milliseconds(2_050))
  }

  @Test(
    "Operations without a visible effect do not shorten the wait at the fence, and repeated reports limit it to 500 ms",
    arguments: [false, true])
  func keepsWaitingForReports(isRepeated: Bool) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("|"), isAnswering: true)
    _ = document.apply([.adjustTextPositionByCharacters(-1)], at: .zero)
    #expect(document.deadline == .milliseconds(50))
    _ = document.advance(to: .milliseconds(50))
    let start = Duration.seconds(1)
    #expect(document.apply([.insertText("a"), .adjustTextPositionByCharacters(-1)], at: start).operations.count == 1)
    if isRepeated { #expect(document.report(window("|"), at: start + .milliseconds(1)).operations == []) }
    #expect(document.deadline == start + .milliseconds(isRepeated ? 501 : 2_000))
    #expect(document.report(window("a|"), at: start + .milliseconds(499)).operations == [.key(.left, count: 1)])
  }

  @Test("A late report also lengthens the wait for the operations in flight")
  func lengthensRunningWait() {
    var document = document("|")
    _ = document.apply([.insertText("a"), .adjustTextPositionByCharacters(-1)], at: .zero)
    #expect(document.advance(to: .milliseconds(50)).operations == [.key(.left, count: 1)])
    _ = document.report(window("a|"), at: .milliseconds(60))
    #expect(document.deadline == .milliseconds(560))
    #expect(isAnswering(document))
  }

  @Test("An operation without a visible effect does not shorten the wait for the operations before it")
  func keepsWaitingForVisibleEffect() {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("|"), isAnswering: true)
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.apply([.setMarkedText("b", selectedRange: 1..<1)], at: .zero)
    #expect(document.deadline == .seconds(2))
  }

  @Test("A report that only repeats the text does not show that the application reports effects", arguments: [0, 50])
  func doesNotCountRepeatedReports(time: Int) {
    var document = document("|")
    _ = document.apply([.adjustTextPositionByCharacters(-1)], at: .zero)
    _ = document.advance(to: .milliseconds(time))
    _ = document.report(window("|"), at: .milliseconds(time))
    _ = document.advance(to: .milliseconds(50))
    _ = document.report(window("|"), at: .milliseconds(60))
    #expect(document.isAtRest && !isAnswering(document))
  }

  @Test("If the application changes the typed text, Klava holds back a key press for at most 50 ms after the report")
  func limitsWaitForReport() {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: true)
    _ = document.apply([.insertText("b"), .adjustTextPositionByCharacters(-1)], at: .zero)
    _ = document.report(window("aB|"), at: .milliseconds(1))
    #expect(document.advance(to: .milliseconds(50)).operations == [])
    #expect(document.advance(to: .milliseconds(51)).operations == [.key(.left, count: 1)])
    #expect(isAnswering(document))
    // The prediction for the key can be wrong too, until a report confirms a prediction.
    #expect(document.deadline == .milliseconds(551))
    _ = document.report(window("a|B"), at: .milliseconds(60))
    _ = document.apply([.insertText("c")], at: .milliseconds(70))
    #expect(document.deadline == .milliseconds(2_070))
  }

  @Test("If an application never sends reports, Klava does not hold back key presses longer")
  func waitsForSilentApplications() {
    var document = document("|")
    for turn in 0..<4 {
      let start = Duration.seconds(turn)
      _ = document.apply([.insertText("b"), .insertText("\n")], at: start)
      #expect(document.advance(to: start + .milliseconds(50)).operations == [.key(.return, count: 1)])
    }
  }

  @Test("Klava sends a key of the additional row after the text before it, and before the text after it")
  func ordersKeysOfRow() {
    var document = document("a|")
    #expect(document.apply([.insertText("b")], at: .zero).operations == [commit(0, "b")])
    #expect(document.press(.home, at: .zero) == DocumentUpdate())
    #expect(document.apply([.insertText("c")], at: .zero) == DocumentUpdate())
    #expect(document.report(window("ab|"), at: .milliseconds(2)).operations == [.press(.home)])
    #expect(document.deadline == .milliseconds(52))
    #expect(document.report(window("|ab"), at: .milliseconds(4)).operations == [commit(0, "c")])
    let change = document.report(window("c|ab"), at: .milliseconds(6)).change
    #expect(change == FieldText(before: "c", after: "ab"))
  }

  @Test(
    "If a key of the additional row changes nothing, Klava holds back an edit for at most 50 ms",
    arguments: [(Edit.insertText("b"), commit(0, "b")), (.adjustTextPositionByCharacters(-1), .key(.left, count: 1))],
    [false, true])
  func endsWaitAfterKeyOfRow(edit: (Edit, Operation), isRepeated: Bool) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: true)
    #expect(document.press(.escape, at: .zero).operations == [.press(.escape)])
    _ = document.apply([edit.0], at: .zero)
    if isRepeated { #expect(document.report(window("a|"), at: .milliseconds(1)) == DocumentUpdate()) }
    #expect(document.advance(to: .milliseconds(49)) == DocumentUpdate())
    #expect(document.advance(to: .milliseconds(50)).operations == [edit.1])
    #expect(isAnswering(document))
  }

  @Test(
    "Klava predicts the arrows of the additional row, so an application that reports can report their effect late",
    arguments: [("a|", SymbolPress.left), ("|a", .right), ("|م", .left), ("م|", .right)])
  func predictsArrows(picture: String, key: SymbolPress) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window(picture), isAnswering: true)
    #expect(document.press(key, at: .zero).operations == [.press(key)])
    #expect(document.apply([.insertText("b")], at: .zero).operations == [])
    #expect(document.advance(to: .milliseconds(1_999)).operations == [])
    let moved = picture.hasPrefix("|") ? "\(picture.dropFirst())|" : "|\(picture.dropLast())"
    #expect(document.report(window(moved), at: .milliseconds(1_999)).operations == [commit(0, "b")])
  }

  @Test("After a key with an unknown effect, a report that equals the old text shows the effects of key and deletion")
  func believesReportAfterUnknownKey() {
    var document = document("abc|")
    // The application inserts a tab, and Klava deletes it. The application reports neither.
    _ = document.press(.tab, at: .zero)
    _ = document.apply([.deleteBackward, .insertText("")], at: .zero)
    for milliseconds in [50, 550] { _ = document.advance(to: .milliseconds(milliseconds)) }
    #expect(document.isAtRest)
    #expect(document.text == FieldText(before: "ab"))
    #expect(document.report(window("abc|"), at: .seconds(1)).change == FieldText(before: "abc"))
  }

  @Test("A field whose text disappears after an unreported replacement causes no trap", arguments: [false, true])
  func forgetsRequestOfReport(becomesSecure: Bool) {
    var document = document("abc|")
    _ = document.apply([.deleteBackward, .insertText("x")], at: .zero)
    _ = document.report(window("abc|"), at: .milliseconds(1))
    // Klava would now send an empty commit to get a report.
    _ = document.report(nil, becomesSecure: becomesSecure, at: .milliseconds(600))
    #expect(document.text == nil && document.isAtRest)
    #expect(document.apply([.insertText("y")], at: .seconds(1)).operations == [commit(0, "y")])
  }

  @Test("A key of the additional row does not shorten the wait for the arrow before it")
  func keepsWaitForArrow() {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: true)
    for key in [SymbolPress.left, .escape] {
      #expect(document.press(key, at: .zero).operations == [.press(key)])
    }
    #expect(document.apply([.insertText("b")], at: .zero).operations == [])
    #expect(document.advance(to: .milliseconds(1_999)).operations == [])
    #expect(document.advance(to: .seconds(2)).operations == [commit(0, "b")])
  }

  @Test("An edit waits for the effect of a key that Klava cannot predict, even if an arrow follows the key")
  func waitsForKeyBeforeArrow() {
    var document = document("abcd|")
    for key in [SymbolPress.home, .left] { _ = document.press(key, at: .zero) }
    #expect(document.apply([.adjustTextPositionByCharacters(3)], at: .zero).operations == [])
    _ = document.report(window("|abcd"), at: .milliseconds(1))
    #expect(document.advance(to: .milliseconds(60)).operations == [.key(.right, count: 3)])
  }

  @Test("If a field becomes secure, the edits that wait still reach the application, in their order")
  func keepsQueueOfSecureField() {
    var document = document("|")
    for text in ["a", "b"] { _ = document.apply([.insertText(text)], at: .zero) }
    #expect(document.press(.tab, at: .zero).operations == [])
    #expect(document.report(nil, at: .milliseconds(1)) == DocumentUpdate(change: FieldText()))
    #expect(document.report(nil, at: .milliseconds(2)).operations == [.press(.tab)])
  }

  @Test("If a field becomes secure, its marked text becomes plain text", arguments: ["a|", nil])
  func unmarksTextOfSecureField(picture: String?) {
    var document = document(picture)
    _ = document.apply([.setMarkedText("é", selectedRange: 1..<1)], at: .zero)
    #expect(document.report(nil, becomesSecure: true, at: .milliseconds(60)).operations == [commit(0, "é")])
    #expect(document.apply([.insertText("b")], at: .milliseconds(60)).operations == [commit(0, "b")])
  }

  @Test("A report that the application repeats does not lengthen the longest delay")
  func limitsDelayByRepeatedReports() {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("a|"), at: .zero)
    _ = document.report(window("|"), at: .zero)
    _ = document.apply([.insertText("b")], at: .zero)
    var time = Duration.zero
    var operations: [Operation] = []
    while operations.isEmpty, time < .seconds(60) {
      time += .milliseconds(40)
      operations = document.report(window("|"), at: time).operations
    }
    #expect(operations == [commit(0, "b")])
    #expect(time == .seconds(5))
  }

  @Test("Klava sends a key of the additional row at once after another, and each report can show the effect of one")
  func countsKeysOfRow() {
    // Control and the left arrow move the insertion point by a word.
    let key = SymbolPress(symbol: SymbolPress.left.symbol, control: true)
    var document = document("abc|")
    for _ in 0..<2 { #expect(document.press(key, at: .zero).operations == [.press(key)]) }
    #expect(document.report(window("ab|c"), at: .milliseconds(1)) == DocumentUpdate())
    #expect(document.press(key, at: .milliseconds(2)).operations == [.press(key)])
    #expect(document.apply([.insertText("x")], at: .milliseconds(2)).operations == [])
    #expect(document.report(window("a|bc"), at: .milliseconds(3)).operations == [])
    #expect(document.report(window("|abc"), at: .milliseconds(4)).operations == [commit(0, "x")])
  }

  @Test("Before a key of the additional row, Klava commits the marked text", arguments: ["a|", nil])
  func commitsBeforeRowKey(picture: String?) {
    var document = document(picture)
    _ = document.apply([.setMarkedText("xy", selectedRange: 2..<2)], at: .zero)
    #expect(document.press(.home, at: .milliseconds(60)).operations == [commit(0, "xy")])
    #expect(document.report(picture.map { _ in window("axy|") }, at: .milliseconds(61)).operations == [.press(.home)])
  }

  @Test(
    "In a field without text, Klava waits between text and keys for as many reports as operations",
    arguments: [(Edit.insertText("\n"), EditingKey.return), (.deleteBackward, .backspace)])
  func waitsForAnswers(edit: Edit, key: EditingKey) {
    var document = document(nil)
    for text in ["a", "b"] { #expect(document.apply([.insertText(text)], at: .zero).operations == [commit(0, text)]) }
    #expect(document.deadline == nil)
    #expect(document.apply([edit], at: .zero).operations == [])
    #expect(document.report(nil, at: .milliseconds(1)).operations == [])
    #expect(document.report(nil, at: .milliseconds(2)).operations == [.key(key, count: 1)])
    #expect(document.press(.tab, at: .milliseconds(2)).operations == [.press(.tab)])
    _ = document.apply([.insertText("c")], at: .milliseconds(3))
    #expect(document.report(nil, at: .milliseconds(4)).operations == [])
    #expect(document.report(nil, at: .milliseconds(5)).operations == [commit(0, "c")])
  }

  @Test("In a field without text, Klava holds back a key after text, and text after a key, for at most 50 ms")
  func endsWaitForAnswers() {
    var document = document(nil)
    _ = document.apply([.insertText("a")], at: .zero)
    #expect(document.press(.tab, at: .milliseconds(10)).operations == [])
    #expect(document.deadline == .milliseconds(50))
    #expect(document.advance(to: .milliseconds(49)).operations == [])
    #expect(document.advance(to: .milliseconds(50)).operations == [.press(.tab)])
    #expect(document.apply([.insertText("b")], at: .milliseconds(99)).operations == [])
    #expect(document.apply([.insertText("c")], at: .milliseconds(100)).operations == [commit(0, "bc")])
    #expect(document.press(.tab, at: .milliseconds(150)).operations == [.press(.tab)])
  }

  @Test("Klava does not hold back an operation on the same channel as the operation before it")
  func sendsAtOnce() {
    var document = document("a|")
    for text in ["b", "c", "d"] {
      #expect(document.apply([.insertText(text)], at: .zero).operations == [commit(0, text)])
    }
    #expect(document.report(window("abcd|"), at: .zero) == DocumentUpdate())
    #expect(document.isAtRest)
  }

  @Test("Reports of intermediate texts, and repeated reports, change nothing")
  func ignoresEchoes() {
    var document = document("ab|")
    _ = document.apply([.deleteBackward, .insertText("xy")], at: .zero)
    for picture in ["ab|", "a|", "a|", "axy|", "axy|"] {
      #expect(document.report(window(picture), at: .milliseconds(1)) == DocumentUpdate())
    }
    #expect(document.isAtRest)
  }

  @Test("If the application has confirmed all edits, the session gets a change by the application")
  func reportsChange() {
    var document = document("ab|")
    #expect(document.report(window("|ab|"), at: .zero).change == FieldText(selected: "ab"))
    #expect(document.report(window("|ab|"), at: .zero).change == nil)
    #expect(document.report(window("|"), at: .zero).change == FieldText())
  }

  @Test(
    "At the deadline, Klava accepts a different text reported during edits, and applies queued edits to that text")
  func keepsQueuedEdits() {
    var document = document("a|")
    _ = document.apply([.insertText("(")], at: .zero)
    #expect(document.report(window("a(|)"), at: .milliseconds(3)) == DocumentUpdate())
    #expect(document.apply([.insertText("b")], at: .milliseconds(4)).operations == [])
    #expect(document.advance(to: .milliseconds(50)).operations == [commit(0, "b")])
    let update = document.report(window("a(b|)"), at: .milliseconds(53))
    #expect(update == DocumentUpdate(change: FieldText(before: "a(b", after: ")")))
  }

  @Test(
    "The session gets an older text from a late report only if no other report follows", arguments: [false, true])
  func survivesStaleReports(isAnswering: Bool) {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("a|"), isAnswering: isAnswering)
    _ = document.apply([.insertText("b")], at: .zero)
    _ = document.report(window("ab|"), at: .milliseconds(1))
    #expect(document.report(window("a|"), at: .milliseconds(2)) == DocumentUpdate())
    #expect(!document.isAtRest)
    #expect(document.report(window("ab|"), at: .milliseconds(3)) == DocumentUpdate())
    #expect(document.isAtRest)
    #expect(document.report(window("a|"), at: .milliseconds(4)) == DocumentUpdate())
    #expect(document.advance(to: .milliseconds(60)).change == FieldText(before: "a"))
  }

  @Test("If a single key press has an unpredicted effect, one report is enough")
  func acceptsOtherEffects() {
    var document = document("é|")
    _ = document.apply([.deleteBackward], at: .zero)
    #expect(document.report(window("e|"), at: .milliseconds(1)).change == FieldText(before: "e"))
  }

  @Test(
    "If an application that reports effects sends no report for a key, only Return and Tab keep their predicted effect",
    arguments: [("\n", nil), ("\t", nil), (nil, FieldText(before: "é"))] as [(String?, FieldText?)])
  func assumesEffect(text: String?, change: FieldText?) {
    var document = document("|")
    _ = document.apply([.insertText("é")], at: .zero)
    _ = document.report(window("é|"), at: .milliseconds(1))
    _ = document.apply([text.map { .insertText($0) } ?? .deleteBackward], at: .milliseconds(2))
    #expect(document.advance(to: .milliseconds(2_002)).change == change)
  }

  @Test(
    "After a commit that deletes text, Klava keeps the new text if Firefox reports only the old text, and asks again")
  func requestsReport() {
    var document = document("teh|")
    let correction: [Edit] = [.deleteBackward, .deleteBackward, .insertText("he ")]
    #expect(document.apply(correction, at: .zero).operations == [commit(2, "he ")])
    for time in 1...2 { #expect(document.report(window("teh|"), at: .milliseconds(time)) == DocumentUpdate()) }
    let request = Operation.commit(TextCommit(text: ""))
    // A deletion must wait for the new text, because Firefox would delete the wrong text.
    let undo: [Edit] = [.deleteBackward, .deleteBackward, .deleteBackward, .insertText("eh ")]
    #expect(document.apply(undo, at: .milliseconds(3)).operations == [])
    #expect(document.advance(to: .milliseconds(51)) == DocumentUpdate(operations: [request]))
    #expect(document.report(window("teh|"), at: .milliseconds(52)) == DocumentUpdate())
    #expect(document.report(window("the |"), at: .milliseconds(53)).operations == [commit(3, "eh ")])
    #expect(document.report(window("teh |"), at: .milliseconds(54)) == DocumentUpdate())
    #expect(document.isAtRest && document.text == FieldText(before: "teh "))
  }

  @Test(
    "A report that repeats the text before Return or Tab does not remove the line break or the tab",
    arguments: ["\n", "\t"], [[1], [600], [1, 2, 700]])
  func ignoresRepeatedReports(text: String, times: [Int]) {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("a|"), at: .milliseconds(1))
    let start = Duration.seconds(1)
    _ = document.apply([.insertText(text)], at: start)
    for time in times {
      #expect(document.advance(to: start + .milliseconds(time)) == DocumentUpdate())
      #expect(document.report(window("a|"), at: start + .milliseconds(time)) == DocumentUpdate())
    }
    #expect(document.advance(to: .seconds(2)) == DocumentUpdate())
    #expect(document.isAtRest && document.text == FieldText(before: "a\(text)"))
    // A report of another text ends the exception.
    #expect(document.report(window("b|"), at: .seconds(2)).change == FieldText(before: "b"))
    #expect(document.report(window("a|"), at: .seconds(3)).change == FieldText(before: "a"))
  }

  @Test(
    "A report of only the line after Return keeps the marked text in this line",
    arguments: [false, true])
  func keepsMarkedTextInNewLine(isLate: Bool) {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    _ = document.report(window("a|"), at: .milliseconds(1))
    _ = document.apply([.insertText("\n")], at: .milliseconds(100))
    if isLate { _ = document.advance(to: .milliseconds(150)) }
    _ = document.apply([.setMarkedText("d", selectedRange: 1..<1)], at: .milliseconds(151))
    #expect(document.report(window("|"), at: .milliseconds(160)) == DocumentUpdate())
    #expect(document.markedText == "d" && document.isAtRest)
    // Without marked text, the session gets the line as its text.
    _ = document.apply([.insertText("đ")], at: .milliseconds(200))
    #expect(document.report(window("đ|"), at: .milliseconds(201)).change == FieldText(before: "đ"))
  }

  @Test("After a change by the application, Klava commits the marked text at the new insertion point")
  func commitsMarkedText() {
    var document = document("ab|")
    _ = document.apply([.setMarkedText("x", selectedRange: 1..<1)], at: .zero)
    _ = document.advance(to: .milliseconds(50))
    let update = document.report(window("|ab"), at: .milliseconds(60))
    #expect(update == DocumentUpdate(operations: [commit(0, "x")]))
    let change = document.report(window("x|ab"), at: .milliseconds(61)).change
    #expect(change == FieldText(before: "x", after: "ab"))
    #expect(document.markedText == nil)
  }

  @Test("The document ignores a report with impossible offsets")
  func ignoresImpossibleReports() {
    var document = document("ab|")
    #expect(
      document.report(SurroundingText(bytes: "cd".utf8, cursor: 3, anchor: 0), at: .zero) == DocumentUpdate())
    #expect(document.text == FieldText(before: "ab"))
  }

  @Test("If the application reports another part of the same long text, the session gets no change")
  func movesWindow() {
    let (front, rest) = (String(repeating: "a", count: 2_000), String(repeating: "b", count: 2_000))
    var document = document("\(front)|\(rest)")
    _ = document.apply([.insertText("xyz")], at: .zero)
    let moved = "\(front.dropFirst(3))xyz|\(rest)"
    #expect(document.report(window(moved), at: .zero) == DocumentUpdate())
    #expect(document.isAtRest)
    let longer = "c\(front)xyz|\(rest)"
    #expect(document.report(window(longer), at: .milliseconds(60)).change?.before == "c\(front)xyz")
    #expect(document.report(window("|"), at: .milliseconds(61)).change == FieldText())
  }

  @Test("If the application first reports its text after an edit, the session gets this text")
  func becomesKnown() {
    var document = document(nil)
    #expect(document.text == nil)
    _ = document.apply([.insertText("a")], at: .zero)
    #expect(document.report(window("a|"), at: .zero).change == FieldText(before: "a"))
  }

  @Test("A report that first contains the text of a field does not shorten the wait for the operations before it")
  func keepsWaitingWhenKnown() {
    var document = document(nil)
    for text in ["a", "b"] { _ = document.apply([.insertText(text)], at: .zero) }
    _ = document.report(window("xab|"), at: .milliseconds(1))
    _ = document.apply([.deleteBackward], at: .milliseconds(2))
    #expect(document.apply([.deleteBackward, .deleteBackward], at: .milliseconds(2)).operations == [])
    #expect(document.advance(to: .milliseconds(50)).operations == [.key(.backspace, count: 3)])
  }

  @Test("Deactivation deletes the text and all edits that are not sent yet, and a second deactivation has no effect")
  func deactivates() {
    var document = document("a|")
    _ = document.apply([.insertText("b"), .insertText("\n")], at: .zero)
    document.deactivate()
    document.deactivate()
    #expect(document.deadline == nil && document.text == nil)
    #expect(document.advance(to: .seconds(1)) == DocumentUpdate())
    #expect(document.apply([.insertText("c")], at: .zero) == DocumentUpdate())
    #expect(document.report(window("c|"), at: .zero) == DocumentUpdate())
    #expect(document.resume(with: window("a|"), at: .zero) == nil)
  }

  @Test("If a field loses the focus and immediately gets it again, its marked text stays")
  func resumes() {
    var document = document("a|")
    _ = document.apply([.setMarkedText("é", selectedRange: 1..<1)], at: .zero)
    let preedit = Preedit(text: "é", selection: 2..<2)
    #expect(document.resume(with: window("a|"), at: .zero)?.operations == [commit(preedit: preedit)])
    #expect(document.resume(with: window("b|"), at: .zero) == nil)
    #expect(document.resume(with: nil, at: .zero) == nil)
    #expect(document.markedText == "é")
  }

  @Test("After the wait for a report, a field with an earlier text of this field is another field")
  func resumesOnlySameField() {
    var document = document("|")
    _ = document.apply([.insertText("a")], at: .zero)
    #expect(document.resume(with: window("|"), at: .zero) != nil)
    _ = document.report(window("a|"), at: .milliseconds(1))
    #expect(document.resume(with: window("|"), at: .seconds(60)) == nil)
    #expect(document.resume(with: window("a|"), at: .seconds(60)) != nil)
  }
}
