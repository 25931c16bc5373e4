import KeyboardHost
import RandomValues
import TestSupport
import Testing
import TextModel

/// Tests of documents that have most of their text in slices far from the selection.
@Suite("The document handles long texts")
struct LongDocumentTests {
  @Test(
    "For random edits and long moves in 200 KB of text, the document gives the same result as NaiveDocument",
    arguments: [7, 8, 9] as [UInt64])
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text = ""
    while text.utf8.count < 200_000 { text += random.text(upTo: 60) }
    // One document consists only of regional indicators: where a flag begins depends on all text before it.
    if seed == 9 { text = String(repeating: "🇦", count: 50_001) }
    let scalars = text.unicodeScalars
    let middle = scalars.index(scalars.startIndex, offsetBy: random.integer(20_000...40_000))
    let (before, after) = (String(scalars[..<middle]), String(scalars[middle...]))
    var naive = NaiveDocument(before: before, selected: "", after: after, rules: EditingRules())
    var document = TextDocument(before: before, after: after)
    for step in 0..<15 {
      let edit = step % 3 == 0 ? longEdit(&random) : random.edit()
      let expected = naive.apply(edit)
      let effect = document.apply(edit)
      let place = Comment(rawValue: "seed \(seed), step \(step): \(edit.description)")
      let (before, after) = (naive.before, naive.after)
      try #require(CodePoints(document.before) == CodePoints(before), place)
      try #require(CodePoints(document.selected) == CodePoints(naive.selected), place)
      try #require(CodePoints(document.after) == CodePoints(after), place)
      try #require(document.markedText.map(CodePoints.init) == naive.markedText.map(CodePoints.init), place)
      try #require(effect == expected, place)
      let buffer = document.snapshot().buffer
      try #require(CodePoints(buffer.before) == CodePoints(String(before.suffix(1024))), place)
      try #require(CodePoints(buffer.after) == CodePoints(String(after.prefix(1024))), place)
      try #require(document.hasText == !naive.text.isEmpty, place)
    }
  }

  private func longEdit(_ random: inout SeededGenerator) -> Edit {
    switch random.integer(0...3) {
    case 0: .adjustTextPosition(byCharacterOffset: random.integer(-120_000...120_000))
    case 1: .adjustTextPositionByCharacters(random.integer(-50_000...50_000))
    case 2: .insertText(String(repeating: random.one(of: SeededGenerator.pieces), count: random.integer(1...2_000)))
    default:
      .setMarkedText(
        String(repeating: random.one(of: SeededGenerator.pieces), count: random.integer(1...2_000)),
        selectedRange: 1_000..<1_001)
    }
  }

  @Test(
    "The document keeps all of the marked text, however long the marked text is",
    arguments: [Edit.insertText("x"), .setMarkedText("x", selectedRange: 1..<1)])
  func longMarkedText(edit: Edit) {
    let marked = String(repeating: "ま", count: 30_000)
    for insertionPoint in [0, 15_000, 30_000] {
      var document = TextDocument(before: String(repeating: "a", count: 100_000), after: "b")
      _ = document.apply(.setMarkedText(marked, selectedRange: insertionPoint..<insertionPoint))
      #expect(document.markedText == marked)
      #expect(document.markedRange == 100_000..<130_000)
      _ = document.apply(edit)
      #expect(document.before.utf8.count == 100_001)
      #expect(document.after == "b")
    }
  }

  @Test("The document applies edits in the middle of a text of 5 MB")
  func editsInTheMiddle() {
    let side = String(repeating: "Слово за слово, e\u{301}\n", count: 80_000)
    var document = TextDocument(before: side, after: side)
    for _ in 0..<300 {
      _ = document.apply(.insertText("ab"))
      _ = document.apply(.adjustTextPosition(byCharacterOffset: -1))
      _ = document.apply(.deleteBackward)
    }
    #expect(document.before.utf8.elementsEqual(side.utf8))
    #expect(document.after.utf8.elementsEqual((String(repeating: "b", count: 300) + side).utf8))
    #expect(document.snapshot().buffer.before.count == 1024)
  }

  @Test(
    "A long move counts a character of many bytes as one character",
    arguments: [-5_000, -1_025, -900, 900, 1_025, 5_000],
    ["👨‍👩‍👧‍👦", "a" + String(repeating: "\u{301}", count: 50)])
  func movesByLongCharacters(offset: Int, character: String) {
    let side = String(repeating: character, count: 8_000)
    var document = TextDocument(before: side, after: side)
    _ = document.apply(.adjustTextPositionByCharacters(offset))
    #expect(document.before.utf8.count == (8_000 + offset) * character.utf8.count)
    _ = document.apply(.adjustTextPosition(byCharacterOffset: -offset * character.utf16.count))
    #expect(document.before.utf8.count == side.utf8.count)
  }

  @Test("A move beyond an end of a long document stops at the end", arguments: [Int.max, .min])
  func movesToTheEnd(offset: Int) {
    let side = String(repeating: "Слово за слово\n", count: 10_000)
    for edit in [Edit.adjustTextPosition(byCharacterOffset: offset), .adjustTextPositionByCharacters(offset)] {
      var document = TextDocument(before: side, after: side)
      let effect = document.apply(edit)
      #expect(effect.changedSelection)
      #expect((offset > 0 ? document.after : document.before).isEmpty)
      #expect((offset > 0 ? document.before : document.after).utf8.elementsEqual((side + side).utf8))
    }
  }
}

extension Edit {
  /// The description of the edit, shortened to 120 characters.
  fileprivate var description: String { String(String(describing: self).prefix(120)) }
}
