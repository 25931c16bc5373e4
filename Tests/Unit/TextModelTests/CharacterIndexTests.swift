import RandomValues
import TestSupport
import Testing
import TextModel

@Suite("Counting characters from the start or the end of a text agrees with the standard library")
struct CharacterIndexTests {
  /// Parts for random texts: real words, and scalars that form a cluster with their neighbor.
  private static let words = [
    "Plain words of a letter, ", "Слова і ґудзики — «так» ", "λόγος ", "中文字 ", "naïve \u{2019}tis\u{2026} ",
    "0123456789abcdef",
    "line\nline\r\nline\r", "e\u{301}", "я\u{306}", "a\u{200D}b", "\u{600}7", "字\u{FE00}",
  ]

  @Test(
    "Counting from either end returns the same index as the standard library", arguments: 1...40 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<random.integer(0...30) {
      text += random.integer(0...2) == 0 ? random.one(of: SeededGenerator.pieces) : random.one(of: Self.words)
    }
    let whole = text.count
    for count in Set((0...40).map { $0 * max(1, whole / 40) } + [1, 2, 7, 8, 9, whole - 1, whole, whole + 1])
    where count >= 0 {
      let last = text.index(text.endIndex, offsetBy: -count, limitedBy: text.startIndex)
      #expect(text.index(ofLastCharacters: count) == last, "seed \(seed), last \(count) of \(text.debugDescription)")
      let first = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex)
      #expect(text.index(ofFirstCharacters: count) == first, "seed \(seed), first \(count) of \(text.debugDescription)")
    }
  }

  @Test("The scalars that the code counts as whole characters never form clusters with each other")
  func plainScalars() {
    let ranges: [ClosedRange<UInt32>] = [
      0x00...0x7F, 0xC0...0x2FF, 0x380...0x47F, 0x48A...0x53F, 0x2010...0x2027, 0x4000...0x9FFF,
    ]
    let scalars = ranges.joined().compactMap(Unicode.Scalar.init).filter { $0 != "\r" }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    #expect(text.count == scalars.count)
    #expect(text.index(ofLastCharacters: scalars.count) == text.startIndex)
    #expect(text.index(ofFirstCharacters: scalars.count) == text.endIndex)
  }
}
