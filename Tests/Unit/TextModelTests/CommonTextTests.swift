import TestSupport
import Testing
import TextModel

@Suite("Comparisons of texts by their bytes")
struct CommonTextTests {
  /// Random texts, which often begin or end with the same scalars. Some scalars differ only in their last bytes or only
  /// in their first bytes.
  private static func texts(_ random: inout SeededGenerator) -> (String, String) {
    let pieces = [
      "", "a", "\u{E9}", "\u{E8}", "\u{129}", "e\u{301}", "\u{20AC}", "\u{20AD}", "😀", "😁", "👩‍👩‍👧", "\r\n", "\u{0}",
    ]
    func text(_ bound: Int, _ random: inout SeededGenerator) -> String {
      (0..<random.integer(below: bound + 1)).map { _ in random.one(of: pieces) }.joined()
    }
    let (start, end) = (text(20, &random), text(20, &random))
    return (start + text(2, &random) + end, start + text(2, &random) + end)
  }

  /// The number of bytes of the scalars that two sequences have in common at the start.
  private static func common(_ one: some Sequence<Unicode.Scalar>, _ other: some Sequence<Unicode.Scalar>) -> Int {
    zip(one, other).prefix { $0 == $1 }.reduce(0) { $0 + UTF8.width($1.0) }
  }

  @Test(
    "The common start and the common end of two texts consist of their equal scalars",
    arguments: 1...200 as ClosedRange<UInt64>)
  func commonParts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (one, other) = Self.texts(&random)
    let scalars = (one.unicodeScalars, other.unicodeScalars)
    #expect(one.commonPrefix(with: other) == Self.common(scalars.0, scalars.1), "seed \(seed)")
    #expect(one.commonSuffix(with: other) == Self.common(scalars.0.reversed(), scalars.1.reversed()), "seed \(seed)")
    for text in [one, ""] {
      #expect(text.commonPrefix(with: text) == text.utf8.count && text.commonSuffix(with: text) == text.utf8.count)
      #expect(text.commonPrefix(with: "") == 0 && "".commonSuffix(with: text) == 0)
    }
  }

  @Test(
    "Two collections of bytes are equal if they have the same bytes, in any storage",
    arguments: 1...200 as ClosedRange<UInt64>)
  func equality(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (one, other) = Self.texts(&random)
    for other in [one, other, "", one + "a", String(one.unicodeScalars.dropLast())] {
      let isSame = Array(one.utf8) == Array(other.utf8)
      let padded = Substring("\u{E9}" + other + "\u{E9}").utf8
      #expect(one.utf8.hasBytes(of: other.utf8) == isSame, "seed \(seed)")
      #expect(one.utf8.hasBytes(of: padded.dropFirst(2).dropLast(2)) == isSame, "seed \(seed)")
      #expect(AnyCollection(one.utf8).hasBytes(of: Array(other.utf8)) == isSame, "seed \(seed)")
      #expect(Array(one.utf8).hasBytes(of: other.utf8.lazy.map { $0 }) == isSame, "seed \(seed)")
    }
  }

  @Test("Canonically equivalent texts with different bytes are different")
  func canonicalEquivalence() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(!"\u{E9}".utf8.hasBytes(of: "e\u{301}".utf8))
    #expect("\u{E9}".commonPrefix(with: "e\u{301}") == 0)
  }
}
