import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KeyboardHost

@Suite("The steps that the user can undo (Behavior.md#undo)")
struct EditHistoryTests {
  @Test("After random steps, undo restores each earlier text and selection", arguments: 0..<4)
  func takesBack(block: Int) throws {
    for seed in UInt64(block * 40)..<UInt64(block * 40 + 40) {
      var random = SeededGenerator(seed: seed)
      var text = random.parts(upTo: 30)
      // Some documents are so long that most of their text is in slices far from the insertion point.
      if seed.isMultiple(of: 4) { text.before = String(repeating: "👨‍👩‍👧‍👦я漢\n", count: 900) + text.before }
      var document = TextDocument(before: text.before, selected: text.selected, after: text.after)
      var history = EditHistory()
      var earlier: [TextDocument] = []
      for _ in 0..<30 {
        let before = document
        let edits = (0..<random.integer(1...4)).map { _ in random.edit() }
        // Let some turns continue the last step instead of beginning a step.
        let beginning = history.prepare(
          for: edits, at: document.insertionBeginning, of: document, beginsStep: random.integer(0...3) > 0)
        var changed = false
        for edit in edits { changed = document.apply(edit).changedText || changed }
        guard changed, let beginning else { continue }
        earlier.append(before)
        history.begin(beginning, textBytes: document.bytes)
      }
      #expect(history.count == earlier.count)
      while let wanted = earlier.popLast() {
        let taken = history.removeLast(from: document)
        let given = try #require(taken, "seed \(seed)")
        try #require(CodePoints(given.before) == CodePoints(wanted.before), "seed \(seed)")
        try #require(CodePoints(given.selected) == CodePoints(wanted.selected), "seed \(seed)")
        try #require(CodePoints(given.after) == CodePoints(wanted.after), "seed \(seed)")
        let edits = document.edits(to: given)
        for edit in edits { _ = document.apply(edit) }
        let (text, wantedText) = (document.before + document.after, given.before + given.selected + given.after)
        // Edits cannot restore "\r", because they insert each line break as "\n". Edits also cannot restore an
        // insertion point inside a character.
        if !CodePoints(wantedText).contains("\r") {
          try #require(CodePoints(text) == CodePoints(wantedText), "seed \(seed): \(edits)")
          let before = given.before + given.selected
          let end = wantedText.utf8.index(wantedText.startIndex, offsetBy: before.utf8.count)
          if String.Index(end, within: wantedText) != nil {
            try #require(CodePoints(document.before) == CodePoints(before), "seed \(seed): \(edits)")
          }
        }
        try #require(document.selected.isEmpty && document.markedText == nil)
        document = given
      }
      let nothing = history.removeLast(from: document)
      #expect(nothing?.before == nil)
    }
  }

  @Test(
    "Undo restores a row of flags, even if an edit before the row divides it into other flags", arguments: [1, 300])
  func flags(count: Int) throws {
    let row = "\u{600}" + String(repeating: "🇺🇦", count: count)
    let texts = [row, row + "🇺", "🇦" + row, "🇦🇺" + row.dropFirst() + "b", row + "x" + row]
    for wanted in texts {
      for changed in texts {
        var document = TextDocument(before: changed)
        for edit in document.edits(to: TextDocument(before: wanted)) { _ = document.apply(edit) }
        #expect(CodePoints(document.before) == CodePoints(wanted))
      }
    }
  }

  @Test(
    "The edits of an undo end after 4,000 deletions", arguments: [("漢", 100_000), ("🇺🇦", 5_000), ("🇺🇦", 4_000)])
  func endsEdits(character: Character, count: Int) {
    var document = TextDocument(before: String(repeating: character, count: count))
    let edits = document.edits(to: TextDocument())
    #expect(edits.count == TextDocument.maximumDeletions)
    for edit in edits { _ = document.apply(edit) }
    #expect(document.before.count == count - TextDocument.maximumDeletions)
  }

  @Test("In a long text, computing the edits of an undo takes little processor time")
  func costsTheSame() {
    let document = TextDocument(before: String(repeating: "漢", count: 8_000_000))
    let start = processorTime
    #expect(document.edits(to: TextDocument()).count == TextDocument.maximumDeletions)
    // If the code copied the text for each deletion, it would take several times this limit on any machine.
    #expect(processorTime - start < 4_000_000_000)
  }

  @Test("The history keeps at most a hundred steps and 4 MiB of deleted text, but always the last step")
  func isBounded() {
    var history = EditHistory()
    var document = TextDocument()
    for _ in 0..<250 {
      let beginning = history.prepare(
        for: [.insertText("x")], at: document.insertionBeginning, of: document, beginsStep: true)
      _ = document.apply(.insertText("x"))
      if let beginning { history.begin(beginning, textBytes: document.bytes) }
    }
    #expect(history.count == EditHistory.maximumSteps)
    history.clear()
    for _ in 0..<5 {
      for text in [String(repeating: "я", count: 1_000_000), ""] {
        let beginning = history.prepare(for: [], at: nil, of: document, beginsStep: true)
        document = TextDocument(before: text)
        if let beginning { history.begin(beginning, textBytes: document.bytes) }
      }
    }
    // Of the finished deletions, only two of 2 MB each fit into 4 MiB. With three insertions and the last deletion, the
    // history has six steps.
    #expect(history.count == 6)
    let last = history.removeLast(from: document)
    #expect(last?.before.utf8.count == 2_000_000)
  }
}
