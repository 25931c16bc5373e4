import KeyboardHost
import TerminalUI
import Testing
import TextModel

@Suite("The field in the simulator")
struct FieldTextTests {
  init() { DisplayText.prepare() }

  private func field(
    _ before: String, _ selected: String = "", _ after: String = "", width: Int = 10, isSecure: Bool = false
  ) -> FieldText {
    FieldText(
      TextDocument(before: before, selected: selected, after: after), isSecure: isSecure, width: width, lines: 5)
  }

  private func lines(_ text: FieldText) -> [String] {
    text.lines.map { line in line.map(\.piece.text).joined() }
  }

  @Test("Text breaks into lines at the width and at line breaks, never within a character")
  func breaks() {
    #expect(lines(field("abcdefghijkl\nm")) == ["abcdefghij", "kl", "m"])
    #expect(lines(field("abcdefghi漢z")) == ["abcdefghi", "漢z"])
    #expect(lines(field("a\r\nb\n")) == ["a", "b", ""])
    #expect(lines(field("a\u{202E}b", width: 20)) == ["a\\u{202E}b"])
  }

  @Test(
    "The insertion point is at the cell of the character after it",
    arguments: [
      ("", 0, 0), ("abc", 3, 0), ("abc\n", 0, 1), ("漢", 2, 0), ("e\u{301}", 1, 0), ("abcdefghij", 0, 1),
      ("a\tb", 6, 0),
    ])
  func insertionPoint(_ before: String, _ column: Int, _ line: Int) {
    #expect(field(before, "", "x").insertionPoint == CellPosition(column: column, line: line))
  }

  @Test("The selection and the marked text look different from other text")
  func selection() {
    let text = field("ab", "cd", "ef")
    #expect(text.lines.joined().map(\.isSelected) == [false, false, true, true, false, false])
    var document = TextDocument(before: "ab", after: "ef")
    _ = document.apply(.setMarkedText("漢字", selectedRange: 2..<2))
    let marked = FieldText(document, isSecure: false, width: 10, lines: 5)
    #expect(marked.lines.joined().map(\.isMarked) == [false, false, true, true, false, false])
  }

  @Test("Secure text is shown as one dot for each character")
  func secret() {
    #expect(lines(field("pass", "", "é漢", isSecure: true)) == ["••••••"])
  }

  @Test("The insertion point is always on a visible line")
  func scrolls() {
    for count in 0..<30 {
      let text = field(String(repeating: "line\n", count: count), "", String(repeating: "\nrest", count: 30 - count))
      for height in 1...6 {
        let first = text.firstLine(showing: height)
        #expect((first..<first + height).contains(text.insertionPoint.line))
        #expect(first >= 0 && first < text.lines.count)
      }
    }
  }

  @Test("The offset for a cell is the offset of the character in that cell")
  func offsets() {
    let text = field("one 漢字\nfour five six seven", "sel", "after\n\nthe end of it")
    for (line, glyphs) in text.lines.enumerated() {
      var column = 0
      for glyph in glyphs {
        #expect(text.offset(at: CellPosition(column: column, line: line)) == glyph.offset)
        column += glyph.piece.width
      }
    }
    #expect(text.offset(at: CellPosition(column: 99, line: 99)) == 23)
    #expect(text.offset(at: CellPosition(column: 99, line: 0)) == -20)
  }

  @Test("For a long text, the simulator processes only the part that can be near the insertion point")
  func isBounded() {
    let long = String(repeating: "text ", count: 100_000)
    let text = field(long, "", long)
    #expect(text.lines.joined().count <= 2 * 2 * 10 * 5)
  }
}
