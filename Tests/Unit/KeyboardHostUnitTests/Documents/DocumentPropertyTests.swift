import KeyboardHost
import RandomValues
import TestSupport
import Testing
import TextModel

@Suite("The document follows its rules with any text (Behavior.md#the-document)")
struct DocumentPropertyTests {
  @Test(
    "For random edits of random texts, the document gives the same result as the simpler NaiveDocument",
    arguments: 0..<8)
  func randomEdits(block: Int) throws {
    for seed in UInt64(block * 50)..<UInt64(block * 50 + 50) {
      var random = SeededGenerator(seed: seed)
      let text = random.parts(upTo: 30)
      let rules = EditingRules(isMultiline: random.integer(0...3) > 0, deletesSmartly: random.integer(0...3) > 0)
      var naive = NaiveDocument(before: text.before, selected: text.selected, after: text.after, rules: rules)
      var document = TextDocument(before: text.before, selected: text.selected, after: text.after, rules: rules)
      for step in 0..<40 {
        let edit = random.edit()
        let revision = document.revision
        let expected = naive.apply(edit)
        let effect = document.apply(edit)
        let place = "seed \(seed), step \(step): \(edit) in \(CodePoints(text.before)) \(CodePoints(text.after))"
        try #require(CodePoints(document.before) == CodePoints(naive.before), "\(place)")
        try #require(CodePoints(document.selected) == CodePoints(naive.selected), "\(place)")
        try #require(CodePoints(document.after) == CodePoints(naive.after), "\(place)")
        try #require(document.markedText.map(CodePoints.init) == naive.markedText.map(CodePoints.init), "\(place)")
        try #require(effect == expected, "\(place)")
        try #require(document.hasText == !naive.text.isEmpty, "\(place)")
        let changed = effect.changedText || effect.changedSelection || effect.endedMarking
        try #require(edit == .unmarkText || (document.revision > revision) == changed, "\(place)")
      }
    }
  }

  @Test("The document applies all edits of a turn or none, with the same result as single edits", arguments: 0..<40)
  func wholeTurns(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = random.parts(upTo: 20)
    var document = TextDocument(before: text.before, selected: text.selected, after: text.after)
    var one = document
    let edits = (0..<20).map { _ in random.edit() }
    let snapshot = document.snapshot()
    var effect = DocumentChange()
    for edit in edits { effect.merge(one.apply(edit)) }

    var refused = document
    let tooMany = edits + Array(repeating: .insertText(String(repeating: "x", count: 40_000)), count: 2)
    #expect(throws: EditError.tooMuchText) { try refused.applyTurn(tooMany) }
    #expect(refused.snapshot() == snapshot, "seed \(seed)")

    #expect(try document.applyTurn(edits) == effect, "seed \(seed)")
    #expect(document.snapshot().buffer == one.snapshot().buffer, "seed \(seed)")
    #expect(CodePoints(document.before) == CodePoints(one.before), "seed \(seed)")
    #expect(CodePoints(document.after) == CodePoints(one.after), "seed \(seed)")
  }
}
