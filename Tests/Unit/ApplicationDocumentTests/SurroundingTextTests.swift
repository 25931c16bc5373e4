import ApplicationDocument
import TestSupport
import Testing
import TextModel

@Suite("Surrounding text")
struct SurroundingTextTests {
  @Test(
    "Offsets count bytes, and the anchor can be before or after the cursor",
    arguments: [
      ("aé€b", 3, 3, FieldText(before: "aé", after: "€b")),
      ("aé€b", 6, 1, FieldText(before: "a", selected: "é€", after: "b")),
      ("aé€b", 1, 6, FieldText(before: "a", selected: "é€", after: "b")), ("", 0, 0, FieldText()),
      ("ab", 2, 2, FieldText(before: "ab")),
    ])
  func decodes(text: String, cursor: Int, anchor: Int, expected: FieldText) {
    #expect(FieldText(SurroundingText(bytes: text.utf8, cursor: cursor, anchor: anchor)) == expected)
  }

  @Test(
    "Offsets outside the text or inside a character are refused",
    arguments: [(5, 0), (0, 5), (-1, 0), (2, 0), (.max, 0), (.min, .max), (0, 2)])
  func refuses(cursor: Int, anchor: Int) {
    #expect(FieldText(SurroundingText(bytes: "aéb".utf8, cursor: cursor, anchor: anchor)) == nil)
  }

  @Test("Invalid bytes inside the text are refused")
  func refusesInvalidBytes() {
    #expect(FieldText(SurroundingText(bytes: [0x61, 0xFF, 0x62], cursor: 0, anchor: 0)) == nil)
    #expect(FieldText(SurroundingText(bytes: [0x80, 0x80, 0x80, 0x80], cursor: 0, anchor: 0)) == nil)
  }

  @Test("A reported text can begin and end inside a character", arguments: ["é", "€", "👍", "a"])
  func trims(character: String) {
    let bytes = Array((character + "a|b" + character).utf8)
    for start in 0..<character.utf8.count {
      for end in 0..<character.utf8.count {
        let window = bytes[start..<bytes.count - end]
        let cursor = character.utf8.count + 1 - start
        let text = FieldText(SurroundingText(bytes: window, cursor: cursor, anchor: cursor))
        let expected = FieldText(
          before: (start == 0 ? character : "") + "a", after: "|b" + (end == 0 ? character : ""))
        #expect(text == expected)
      }
    }
  }

  @Test("Arbitrary bytes and offsets cause no trap", arguments: 0..<50 as Range<UInt64>)
  func survivesAnything(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let window = SurroundingText(
        bytes: generator.list(upTo: 6) { UInt8(truncatingIfNeeded: $0.next()) },
        cursor: generator.integer(0...1) == 0 ? generator.integer() : generator.integer(0...6),
        anchor: generator.integer(0...6))
      var document = ApplicationDocument(.inputMethodV2, surrounding: window)
      _ = document.apply([.deleteBackward, .insertText("a"), .adjustTextPosition(byCharacterOffset: .min)], at: .zero)
      let update = document.report(window, at: .zero)
      #expect(update.operations.count <= 1)
    }
  }
}
