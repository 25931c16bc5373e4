import KeyboardHost
import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KlavaHost

@Suite struct EditReplayTests {
  @Test("A turn with many long moves needs a limited number of searches, and the application gets the right text")
  func boundsLongMoves() throws {
    let document = TextDocument(before: String(repeating: "é", count: 20_000))
    let moves = (0..<401).map { Edit.adjustTextPositionByCharacters($0.isMultiple(of: 2) ? -5_000 : 5_000) }
    var final = document
    for move in moves { _ = final.apply(move) }
    var replay = EditReplay(document, .utf16)
    let effects = replay.effects(of: moves, resultingIn: final)
    #expect(effects.count < 20)
    let last = try #require(effects.last)
    #expect(last.selection == 15_000..<15_000)
  }

  @Test("If the edits of a report do not produce the session's text, an additional edit replaces the text")
  func replacesText() {
    let final = TextDocument(before: "é", after: "z")
    var replay = EditReplay(TextDocument(before: "éxy", after: "z"), .utf8)
    let effects = replay.effects(of: [.deleteBackward], resultingIn: final)
    #expect(effects.map(\.kind) == [.deleteBackward, .replaceText])
    #expect(effects.last?.range == 2..<3)
    #expect(effects.last?.text == "")
    #expect(effects.last?.selection == 2..<2)
  }

  @Test(
    "An update contains no edit that changes nothing",
    arguments: [.deleteBackward, .adjustTextPosition(byCharacterOffset: -1), .unmarkText, .insertText("")] as [Edit])
  func leavesOutEmptyEdits(_ edit: Edit) {
    let document = TextDocument(after: "z")
    var replay = EditReplay(document, .utf16)
    #expect(replay.effects(of: [edit], resultingIn: document).isEmpty)
  }

  @Test("After the edits, the application has the session's text, selection and marked text", arguments: 0..<8)
  func givesText(block: Int) {
    for seed in UInt64(block * 20)..<UInt64(block * 20 + 20) {
      var random = SeededGenerator(seed: seed)
      let parts = random.parts(upTo: 30)
      var document = TextDocument(before: parts.before, selected: parts.selected, after: parts.after)
      var replay = EditReplay(document, .scalars)
      var text = Array((parts.before + parts.selected + parts.after).unicodeScalars)
      var selected = parts.before.unicodeScalars.count..<text.count - parts.after.unicodeScalars.count
      var marked: Int?
      for _ in 0..<20 {
        let edits = (0..<random.integer(1...4)).map { _ in random.edit() }
        for edit in edits { _ = document.apply(edit) }
        let effects = replay.effects(of: edits, resultingIn: document)
        for effect in effects {
          text.replaceSubrange(effect.range, with: effect.text.unicodeScalars)
          (selected, marked) = (effect.selection, effect.markedRange?.count)
        }
        let whole = document.before + document.selected + document.after
        #expect(text.elementsEqual(whole.unicodeScalars), "seed \(seed): \(edits)")
        let start = document.before.unicodeScalars.count
        let selection = start..<start + document.selected.unicodeScalars.count
        #expect(selected == selection, "seed \(seed): \(edits)")
        #expect(marked == document.markedText?.unicodeScalars.count, "seed \(seed): \(edits)")
      }
    }
  }

  @Test("The cost of an edit does not grow with the length of the text around the insertion point")
  func constantCost() {
    let edits = (0..<500).map { Edit.adjustTextPositionByCharacters($0.isMultiple(of: 2) ? -1 : 1) }
    var replays = ["a", "a" + String(repeating: "\u{301}", count: 15)].map { character in
      EditReplay(TextDocument(before: String(repeating: character, count: 4_000)), .utf16)
    }
    var times = [0, 0]
    // Measure both texts in turn, so that other work on the machine slows down both.
    for _ in 0..<20 {
      for index in replays.indices {
        let start = processorTime
        #expect(replays[index].effects(of: edits, resultingIn: nil).count == edits.count)
        times[index] += processorTime - start
      }
    }
    // The second text has 31 times as many bytes. The ratio of the times is about 3. If the code counted the whole text
    // for each edit, the ratio would be 10.
    #expect(times[1] < 6 * times[0])
  }
}
