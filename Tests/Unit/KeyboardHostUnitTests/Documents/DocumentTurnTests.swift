import Testing
import TextModel

@testable import KeyboardHost

@Suite("The document checks the edits of a turn (Behavior.md#turn-limits)")
struct DocumentTurnTests {
  @Test("The document applies up to 10,000 edits of a turn and refuses one more")
  func countsEdits() throws {
    var document = TextDocument(before: "a")
    let edits = Array(repeating: Edit.insertText("b"), count: 10_001)
    #expect(throws: EditError.tooManyEdits) { try document.applyTurn(edits) }
    #expect(document.before == "a")
    _ = try document.applyTurn(Array(edits.dropLast()))
    #expect(document.before.utf8.count == 10_001)
  }

  @Test("The document inserts up to 64 KiB in a turn and refuses one byte more", arguments: [true, false])
  func countsBytes(marks: Bool) throws {
    func edit(_ text: String) -> Edit { marks ? .setMarkedText(text, selectedRange: 0..<0) : .insertText(text) }
    let half = String(repeating: "я", count: 16 * 1024)
    var document = TextDocument(before: "a")
    #expect(throws: EditError.tooMuchText) { try document.applyTurn([edit(half), edit(half), edit("b")]) }
    #expect(document.before == "a" && document.after.isEmpty && document.markedText == nil)
    _ = try document.applyTurn([edit(half), edit(half)])
    #expect(document.hasText)
  }

  @Test(
    "The document refuses all edits of a turn that inserts a control character",
    arguments: [
      Edit.insertText("\u{1B}[2J"), .insertText("a\u{0}"), .setMarkedText("\u{9B}31m", selectedRange: 0..<0),
      .insertText("\u{7F}"),
    ])
  func refusesControls(edit: Edit) throws {
    var document = TextDocument(before: "a\u{1B}")
    let control = try #require(edit.insertedText?.firstForbiddenControl)
    #expect(throws: EditError.text(.control(control))) {
      try document.applyTurn([.insertText("x"), edit])
    }
    #expect(document.before == "a\u{1B}")
    // An edit may delete a control character that the application inserted. An edit may also insert tabs, line breaks
    // and direction marks.
    _ = try document.applyTurn([.deleteBackward, .insertText("\t\n\u{202E}\u{200F}")])
    #expect(document.before == "a\t\n\u{202E}\u{200F}")
  }

  @Test("An edit may insert a control character if the text that it replaces contains it; a later edit must not")
  func putsControlsBack() throws {
    var document = TextDocument(before: "a", selected: "\u{0}b\u{C}", after: "c")
    let wrapped = Edit.insertText("<b>\u{0}b\u{C}</b>")
    #expect(throws: EditError.text(.control("\u{C}"))) {
      try document.applyTurn([.insertText("\u{0}"), .insertText("\u{C}")])
    }
    #expect(throws: EditError.text(.control("\u{0}"))) {
      try document.applyTurn([.deleteBackward, wrapped])
    }
    #expect(document.selected == "\u{0}b\u{C}")
    _ = try document.applyTurn(
      [.setMarkedText("(\u{0}b\u{C})", selectedRange: 0..<5), wrapped, .adjustTextPosition(byCharacterOffset: -4)])
    #expect(document.before == "a<b>\u{0}b\u{C}" && document.after == "</b>c")
  }

  @Test("The revision grows with every change and at no other time")
  func revisionGrows() {
    var document = TextDocument(before: "ab", after: "cd")
    func grows(_ change: (inout TextDocument) -> Void) -> Bool {
      let old = document.revision
      change(&document)
      return document.revision > old
    }
    #expect(grows { _ = $0.apply(.insertText("x")) })
    #expect(grows { _ = $0.apply(.deleteBackward) })
    #expect(grows { _ = $0.apply(.adjustTextPosition(byCharacterOffset: 1)) })
    #expect(grows { _ = $0.apply(.setMarkedText("m", selectedRange: 0..<0)) })
    #expect(grows { _ = $0.apply(.unmarkText) })
    #expect(grows { _ = $0.select(offset: 0, length: 1) })
    #expect(grows { _ = $0.replace(before: "y", selected: "", after: "") })
    #expect(!grows { _ = $0.apply(.unmarkText) })
    #expect(!grows { _ = $0.apply(.insertText("")) })
    #expect(!grows { _ = $0.apply(.adjustTextPosition(byCharacterOffset: 1)) })
    #expect(!grows { _ = $0.apply(.adjustTextPosition(byCharacterOffset: 0)) })
    #expect(!grows { _ = $0.replace(before: "y", selected: "", after: "") })
    #expect(!grows { _ = $0.select(offset: 1, length: 0) })
    #expect(!grows { _ = $0.snapshot() })
    #expect(!grows { _ = $0.unmark() })
  }

  @Test("The check of a turn that presses Return uses up the turn's host time (Sandbox.md#host-time)")
  func limitsCheckOfReturn() throws {
    let right = InsertionRight(changesWithPress: .correction)
    let marked = Edit.setMarkedText("word", selectedRange: 4..<4)
    var time: Int64 = 0
    var budget = TurnBudget(time: .milliseconds(45)) { _ in
      time += 1_000_000
      return time
    }
    let document = TextDocument(before: "a ")
    try right.check([marked, marked, .insertText("\n")], on: document, spending: &budget)
    #expect(throws: EditError.tooMuchWork) {
      try right.check(
        Array(repeating: marked, count: 100) + [.insertText("\n")], on: document, spending: &budget)
    }
  }
}

extension TextDocument {
  /// Applies all edits of a turn or none, within the limits of one turn.
  mutating func applyTurn(_ edits: [Edit]) throws(EditError) -> DocumentChange {
    var budget = TurnBudget(time: .seconds(60), on: MachineClocks().read)
    return try apply(edits[...], spending: &budget)
  }
}
