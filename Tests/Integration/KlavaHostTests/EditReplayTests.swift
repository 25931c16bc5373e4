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
}
