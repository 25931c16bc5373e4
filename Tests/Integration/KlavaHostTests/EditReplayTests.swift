import KeyboardHost
import Testing
import TextModel

@testable import KlavaHost

@Suite struct EditReplayTests {
  @Test("A turn with many long moves costs a bounded number of searches, and the application gets the right text")
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

  @Test("If the edits of a report do not lead to the session's text, one more edit replaces the text")
  func replacesText() {
    let final = TextDocument(before: "é", after: "z")
    var replay = EditReplay(TextDocument(before: "éxy", after: "z"), .utf8)
    let effects = replay.effects(of: [.deleteBackward], resultingIn: final)
    #expect(effects.map(\.kind) == [.deleteBackward, .replaceText])
    #expect(effects.last?.range == 2..<3)
    #expect(effects.last?.text == "")
    #expect(effects.last?.selection == 2..<2)
  }
}
