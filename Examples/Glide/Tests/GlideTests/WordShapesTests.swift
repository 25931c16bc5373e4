import Testing

@testable import Glide

@Suite struct WordShapesTests {
  private static let words = WordShapes(
    parsing: "# words\nthe\nthis\nhello\nworld\nword\nkeyboard\nnaïve\na\nof\noff\n")

  /// The path of a finger through the letters of a word. The path misses the center of each key by 0.25 key widths
  /// sideways and 0.2 key heights upward.
  private static func path(_ word: String) -> [GridPoint] {
    word.enumerated().compactMap { index, letter in
      LetterGrid.centers[letter].map { GridPoint(x: $0.x + (index % 2 == 0 ? 0.25 : -0.25), y: $0.y - 0.2) }
    }
  }

  @Test(
    "A path through the letters of a word matches the word", arguments: ["the", "this", "hello", "world", "keyboard"])
  func matches(word: String) {
    #expect(Self.words.matches(Self.path(word), limit: 3).first == word)
  }

  @Test("Of words with the same path, the more frequent word comes first")
  func suggests() {
    #expect(Self.words.matches(Self.path("of"), limit: 3) == ["of", "off"])
    #expect(Self.words.matches(Self.path("of"), limit: 1) == ["of"])
  }

  @Test("A single point, an empty path, and a path that resembles no word match no word", arguments: ["qpqp", "z", ""])
  func refuses(word: String) {
    #expect(Self.words.matches(Self.path(word), limit: 3).isEmpty)
  }

  @Test("The center of each key belongs to its letter")
  func finds() {
    for (letter, center) in LetterGrid.centers { #expect(LetterGrid.letter(at: center) == letter) }
    #expect(LetterGrid.centers.count == 26)
  }

  @Test("A resampled path has the requested number of points and the ends of the original path", arguments: [2, 5, 24])
  func resamples(count: Int) throws {
    let path = [GridPoint(x: 0, y: 0), GridPoint(x: 3, y: 0), GridPoint(x: 3, y: 4)]
    let points = Path(path).resampled(count)
    #expect(points.count == count)
    #expect(points.first == path.first)
    #expect(try #require(points.last).distance(to: path[2]) < 1e-9)
  }
}
