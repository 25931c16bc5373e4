import TerminalUI
import Testing

@Suite("The width of text in the cells of a terminal")
struct DisplayTextTests {
  init() { DisplayText.prepare() }

  @Test(
    "A text's width is the number of cells that a terminal uses for it",
    arguments: [
      ("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("🌐", 2), ("⌨\u{FE0E}", 1), ("👨\u{200D}👩\u{200D}👧", 2), ("👍🏽", 2),
      ("\u{202E}", 8), ("한", 2), ("", 0), ("⌫", 1),
    ])
  func width(_ text: String, _ cells: Int) {
    #expect(DisplayText.width(of: text) == cells)
  }

  @Test(
    "A text that does not fit is cut between characters and gets an ellipsis at its end",
    arguments: [
      ("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("漢字漢字", 4, "漢…"), ("漢字", 3, "漢…"), ("a", 0, ""), ("漢", 1, "…"),
    ])
  func clipped(_ text: String, _ cells: Int, _ expected: String) {
    #expect(DisplayText.clipped(text, to: cells) == expected)
  }

  @Test(
    "Lines break between words; only a word that is longer than a line is broken",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("abcdefgh ij", 4, ["abcd", "efgh", "ij"]), ("", 5, []),
      ("漢字漢字", 5, ["漢字", "漢字"]), ("a", 0, []),
    ])
  func lines(_ text: String, _ cells: Int, _ expected: [String]) {
    #expect(DisplayText.lines(of: text, width: cells) == expected)
  }

  @Test(
    "The simulator shows control characters and misleading characters as escapes",
    arguments: ["\u{1B}[2J", "a\u{9B}2J", "\r\n\t\u{8}", "\u{202E}gnp", "\u{200B}\u{FEFF}", "\u{E0041}", "\u{FFFE}"])
  func isSanitized(_ text: String) {
    let shown = DisplayText.pieces(of: text).map(\.text).joined()
    #expect(
      shown.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned: false
        default: true
        }
      })
    #expect(shown.contains("\\u{"))
  }

  @Test("A long run of combining marks is cut")
  func marks() {
    let shown = DisplayText.pieces(of: "Z" + String(repeating: "\u{301}", count: 400))
    #expect(shown.map(\.text).joined().unicodeScalars.count < 16)
  }
}
