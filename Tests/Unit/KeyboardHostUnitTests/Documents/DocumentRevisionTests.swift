import KeyboardHost
import Testing
import TextModel

@Suite("The document checks the edits of a turn (Behavior.md#revisions, Behavior.md#turn-limits)")
struct DocumentRevisionTests {
  @Test("The document applies edits after a change outside of the context window")
  func isRebased() throws {
    var document = TextDocument(before: "far away, near", after: " by, far away", policy: .window(4))
    let seen = document.snapshot()
    _ = document.replace(before: "FAR away, near", selected: "", after: " by, FAR away")
    #expect(document.revision > seen.revision)
    _ = try document.apply([.deleteBackward, .insertText("t")], madeOn: seen)
    #expect(document.before == "FAR away, neat")
    #expect(document.after == " by, FAR away")
  }

  @Test("The document refuses edits after a change that the keyboard could see", arguments: Self.visibleChanges)
  func isRefused(change: VisibleChange) throws {
    var document = TextDocument(before: "far away, near", after: " by, far away", policy: .window(4))
    let seen = document.snapshot()
    change.make(&document)
    let changed = document
    #expect(throws: EditError.documentChanged) { try document.apply([.insertText("x")], madeOn: seen) }
    #expect(
      document.snapshot()
        == {
          var copy = changed; return copy.snapshot()
        }())
    #expect(document.before == changed.before)
  }

  struct VisibleChange: CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout TextDocument) -> Void
  }

  static let visibleChanges = [
    VisibleChange(testDescription: "the insertion point moved") { _ = $0.select(offset: 2, length: 0) },
    VisibleChange(testDescription: "text was selected") { _ = $0.select(offset: 13, length: 1) },
    VisibleChange(testDescription: "the text before changed") {
      _ = $0.replace(before: "far away, neat", selected: "", after: " by, far away")
    },
    VisibleChange(testDescription: "only the code points changed") {
      _ = $0.replace(before: "far away, ne\u{E9}", selected: "", after: " by, far away")
      _ = $0.replace(before: "far away, nee\u{301}", selected: "", after: " by, far away")
    },
    VisibleChange(testDescription: "the text after changed") {
      _ = $0.replace(before: "far away, near", selected: "", after: " it, far away")
    },
    VisibleChange(testDescription: "what was far away is gone") {
      _ = $0.replace(before: "near", selected: "", after: " by, far away")
    },
    VisibleChange(testDescription: "text was marked") {
      _ = $0.apply(.deleteBackward)
      _ = $0.apply(.setMarkedText("r", selectedRange: 1..<1))
    },
  ]

  @Test("The document compares code points, not by canonical equivalence")
  func comparesCodePoints() {
    var document = TextDocument(before: "\u{E9}")
    let seen = document.snapshot()
    _ = document.replace(before: "e\u{301}", selected: "", after: "")
    #expect(document.revision > seen.revision)
    #expect(throws: EditError.documentChanged) { try document.apply([.deleteBackward], madeOn: seen) }
  }

  @Test(
    "After any change, the document refuses edits that reach beyond the context window",
    arguments: [
      Edit.adjustTextPosition(byCharacterOffset: -6), .adjustTextPositionByCharacters(8),
      .adjustTextPosition(byCharacterOffset: .max),
    ])
  func reachingEditsAreRefused(edit: Edit) throws {
    var document = TextDocument(before: "far away, near", after: " by, far away", policy: .window(4))
    let seen = document.snapshot()
    var unchanged = document
    #expect(throws: Never.self) { try unchanged.apply([edit, .insertText("x")], madeOn: seen) }
    _ = document.replace(before: "FAR away, near", selected: "", after: " by, FAR away")
    #expect(throws: EditError.documentChanged) { try document.apply([edit, .insertText("x")], madeOn: seen) }
    #expect(document.before == "FAR away, near")
  }

  @Test("The document refuses edits that were made for another document")
  func otherDocument() {
    var one = TextDocument(before: "same")
    var other = TextDocument(before: "same")
    #expect(one.identifier != other.identifier)
    let seen = one.snapshot()
    #expect(throws: EditError.otherDocument) { try other.apply([.deleteBackward], madeOn: seen) }
    #expect(other.before == "same")
  }

  @Test("The document applies up to 10,000 edits of a turn and refuses one more")
  func countsEdits() throws {
    var document = TextDocument(before: "a")
    let seen = document.snapshot()
    let edits = Array(repeating: Edit.insertText("b"), count: 10_001)
    #expect(throws: EditError.tooManyEdits) { try document.apply(edits, madeOn: seen) }
    #expect(document.before == "a")
    _ = try document.apply(Array(edits.dropLast()), madeOn: seen)
    #expect(document.before.utf8.count == 10_001)
  }

  @Test("The document inserts up to 64 KiB in a turn and refuses one byte more", arguments: [true, false])
  func countsBytes(marks: Bool) throws {
    func edit(_ text: String) -> Edit { marks ? .setMarkedText(text, selectedRange: 0..<0) : .insertText(text) }
    let half = String(repeating: "я", count: 16 * 1024)
    var document = TextDocument(before: "a")
    let seen = document.snapshot()
    #expect(throws: EditError.tooMuchText) { try document.apply([edit(half), edit(half), edit("b")], madeOn: seen) }
    #expect(document.before == "a" && document.after.isEmpty && document.markedText == nil)
    _ = try document.apply([edit(half), edit(half)], madeOn: seen)
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
    let seen = document.snapshot()
    let control = try #require(edit.insertedText?.firstForbiddenControl)
    #expect(throws: EditError.text(.control(control))) {
      try document.apply([.insertText("x"), edit], madeOn: seen)
    }
    #expect(document.before == "a\u{1B}")
    // An edit may delete a control character of the application. Tabs, line breaks and direction marks are not control
    // characters.
    _ = try document.apply([.deleteBackward, .insertText("\t\n\u{202E}\u{200F}")], madeOn: seen)
    #expect(document.before == "a\t\n\u{202E}\u{200F}")
  }

  @Test("An edit may reinsert a control character from the text that it replaces; a later edit may not")
  func putsControlsBack() throws {
    var document = TextDocument(before: "a", selected: "\u{0}b\u{C}", after: "c")
    let seen = document.snapshot()
    let wrapped = Edit.insertText("<b>\u{0}b\u{C}</b>")
    #expect(throws: EditError.text(.control("\u{C}"))) {
      try document.apply([.insertText("\u{0}"), .insertText("\u{C}")], madeOn: seen)
    }
    #expect(throws: EditError.text(.control("\u{0}"))) {
      try document.apply([.deleteBackward, wrapped], madeOn: seen)
    }
    #expect(document.selected == "\u{0}b\u{C}")
    _ = try document.apply(
      [.setMarkedText("(\u{0}b\u{C})", selectedRange: 0..<5), wrapped, .adjustTextPosition(byCharacterOffset: -4)],
      madeOn: seen)
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
}
