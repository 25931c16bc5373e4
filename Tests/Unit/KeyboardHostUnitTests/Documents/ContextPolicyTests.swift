import KeyboardHost
import Testing
import TextModel

/// One row of azookey_context.jsonl: the text that a keyboard reads under a context policy of iOS.
struct ContextCase: Decodable, CustomTestStringConvertible {
  var policy: String
  /// The text. One `|` is the insertion point; two `|` enclose the selection.
  var document: String
  var expectBefore, expectSelected, expectAfter: String?

  var testDescription: String { "\(policy): \(document.debugDescription)" }
  static let all = DocumentCase.rows("azookey_context.jsonl", of: ContextCase.self)
}

@Suite("A context policy limits the text that a keyboard reads (Behavior.md#context-policies)")
struct ContextPolicyTests {
  @Test(
    "With iOS context policies, a keyboard reads the parts of a paragraph that azooKey's author observed on devices",
    arguments: ContextCase.all)
  func policyOfIOS(row: ContextCase) throws {
    let parts = row.document.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let policy: ContextPolicy = row.policy == "paragraph" ? .paragraph : .ios16
    var document = TextDocument(
      before: parts[0], selected: parts.count == 3 ? parts[1] : "", after: try #require(parts.last), policy: policy)
    let snapshot = document.snapshot()
    #expect(snapshot.policy == policy)
    #expect(Self.optional(snapshot.buffer.before) == row.expectBefore)
    #expect(Self.optional(snapshot.buffer.selected) == row.expectSelected)
    #expect(Self.optional(snapshot.buffer.after) == row.expectAfter)
    #expect(snapshot.buffer.isCutBefore == (snapshot.buffer.before.utf8.count < parts[0].utf8.count))
    #expect(snapshot.buffer.isCutAfter == (snapshot.buffer.after.utf8.count < (parts.last ?? "").utf8.count))
  }

  @Test("azookey_context.jsonl has 18 rows") func hasRows() { #expect(ContextCase.all.count == 18) }

  @Test("Every kind of line break ends a paragraph", arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}"])
  func lineBreaksEndParagraphs(lineBreak: String) {
    var document = TextDocument(
      before: "one\(lineBreak)two", after: "three\(lineBreak)four", policy: .paragraph)
    #expect(
      document.snapshot().buffer == TextBuffer(before: "two", after: "three", isCutBefore: true, isCutAfter: true))
  }

  @Test(
    "A context window has the given number of characters on each side, and its flags tell whether there is more text",
    arguments: [0, 1, 2, 4, 5, 6, 1024])
  func windowCounts(characters: Int) {
    let before = "a🇺🇦e\u{301}\r\nx"
    let after = "👨‍👩‍👧‍👦קּ\nxy"
    var document = TextDocument(before: before, after: after, policy: .window(characters))
    let buffer = document.snapshot().buffer
    #expect(CodePoints(buffer.before) == CodePoints(String(before.suffix(characters))))
    #expect(CodePoints(buffer.after) == CodePoints(String(after.prefix(characters))))
    #expect(buffer.isCutBefore == (characters < 5))
    #expect(buffer.isCutAfter == (characters < 5))
  }

  @Test("A context window may have any size", arguments: [Int.min, -1, Int.max - 1, Int.max])
  func windowOfAnySize(characters: Int) {
    var document = TextDocument(before: "ab", after: "cd", policy: .window(characters))
    let buffer = document.snapshot().buffer
    #expect(buffer.before == (characters < 0 ? "" : "ab"))
    #expect(buffer.after == (characters < 0 ? "" : "cd"))
  }

  @Test("A keyboard reads at most 8,192 characters of a selection", arguments: [8_191, 8_192, 8_193])
  func selectionLimit(length: Int) {
    var document = TextDocument(before: "a", selected: String(repeating: "é", count: length), after: "b")
    let buffer = document.snapshot().buffer
    #expect(buffer.selected.count == min(length, 8_192))
    #expect(buffer.isSelectionCut == (length > 8_192))
  }

  @Test("hasText covers the whole document, not only the window", arguments: [0, 1, 1024])
  func hasTextOutsideWindow(window: Int) {
    for (before, selected, after) in [("", "", ""), ("a", "", ""), ("", "a", ""), ("", "", "a"), ("a\n", "", "\nb")] {
      var document = TextDocument(before: before, selected: selected, after: after, policy: .window(window))
      #expect(document.snapshot().buffer.hasText == !(before + selected + after).isEmpty)
      document.policy = .paragraph
      #expect(document.snapshot().buffer.hasText == !(before + selected + after).isEmpty)
    }
  }

  private static func optional(_ text: String) -> String? { text.isEmpty ? nil : text }
}
