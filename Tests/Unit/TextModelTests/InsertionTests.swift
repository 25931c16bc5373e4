import Testing
import TextModel

@Suite("Inserting and marking text (Behavior.md#insert-text, Behavior.md#marked-text)")
struct InsertionTests {
  @Test(
    "Inserted text replaces the selection, and the insertion point moves behind the text",
    arguments: [
      ("a|b", "x", "ax|b"), ("a|bc|d", "x", "ax|d"), ("a|bc|d", "", "a|d"), ("a|b", "", "a|b"),
      ("|", "e\u{301}", "e\u{301}|"),
      ("e|x", "\u{301}", "e\u{301}|x"), ("🇦|", "🇧🇨", "🇦🇧🇨|"),
      ("|", "a\rb\r\nc\nd\n\re\r\r\n", "a\nb\nc\nd\n\ne\n\n|"), ("\r|", "\n", "\r\n|"),
    ])
  func inserts(picture: String, text: String, expected: String) {
    #expect(TextBuffer(picture).after(.insertText(text)) == TextBuffer(expected))
    var effect = DocumentChange()
    effect.changedText = TextBuffer(picture) != TextBuffer(expected)
    #expect(TextBuffer(picture).effect(of: .insertText(text)) == .applied(effect))
  }

  @Test(
    "In a single-line field, a line break acts as the Return key and inserts no text",
    arguments: [
      ("a|b", "\n", "a|b", 1), ("a|b", "\r\n", "a|b", 1), ("a|b", "\r", "a|b", 1), ("a|b", "\n\r\n\r", "a|b", 3),
      ("a|b", "x\ny", "axy|b", 1), ("a|b|c", "\n", "a|b|c", 1), ("a|b|c", "x\n", "ax|c", 1), ("a|b|c", "", "a|c", 0),
    ])
  func returns(picture: String, text: String, expected: String, returnKeys: Int) {
    let rules = EditingRules(isMultiline: false)
    #expect(TextBuffer(picture).after(.insertText(text), rules: rules) == TextBuffer(expected))
    var effect = DocumentChange()
    effect.changedText = TextBuffer(picture) != TextBuffer(expected)
    effect.returnKeys = returnKeys
    #expect(TextBuffer(picture).effect(of: .insertText(text), rules: rules) == .applied(effect))
  }

  @Test(
    "Marked text replaces the selection, and the given range of the marked text is then selected",
    arguments: [
      ("a|b|c", "xyz", 1..<2, "a", "x", "y", "z", "c"), ("a|c", "xyz", 3..<3, "a", "xyz", "", "", "c"),
      ("a|c", "xyz", 0..<0, "a", "", "", "xyz", "c"), ("a|c", "xyz", 0..<3, "a", "", "xyz", "", "c"),
      // A range that exceeds the marked text is limited to it.
      ("a|c", "xyz", 2..<99, "a", "xy", "z", "", "c"), ("a|c", "xyz", -5..<1, "a", "", "x", "yz", "c"),
      ("a|c", "xyz", .min ..< .max, "a", "", "xyz", "", "c"), ("a|c", "xyz", .max ..< .max, "a", "xyz", "", "", "c"),
      ("a|c", "xyz", .min ..< .min, "a", "", "", "xyz", "c"), ("a|c", "👍", .min ..< .max, "a", "", "👍", "", "c"),
      // A range that ends inside a cluster grows to the cluster's boundaries. An empty range stays empty.
      ("a|c", "x👍🏽y", 2..<3, "a", "x", "👍🏽", "y", "c"), ("a|c", "x👍🏽y", 2..<2, "a", "x", "", "👍🏽y", "c"),
      ("a|c", "xe\u{301}", 2..<3, "a", "x", "e\u{301}", "", "c"),
      ("a|c", "xe\u{301}", 2..<2, "a", "x", "", "e\u{301}", "c"),
      // The range counts code units of the text that the keyboard passed, before Klava converts CRLF to LF.
      ("a|c", "x\r\ny", 3..<4, "a", "x\n", "y", "", "c"), ("a|c", "x\r\ny", 2..<2, "a", "x", "", "\ny", "c"),
    ] as [(String, String, Range<Int>, String, String, String, String, String)])
  func marks(
    picture: String, text: String, range: Range<Int>, front: String, before: String, selected: String, after: String,
    rest: String
  ) {
    let expected = TextBuffer(
      before: front + before, selected: selected, after: after + rest,
      marking: TextBuffer.Marking(before: before.utf16.count, after: after.utf16.count))
    #expect(TextBuffer(picture).after(.setMarkedText(text, selectedRange: range)) == expected)
    #expect(expected.markedText == before + selected + after)
  }

  @Test(
    "Each kind of edit has its specified effect on marked text",
    arguments: [
      (Edit.insertText("!"), "a!|c", nil), (.insertText(""), "a|c", nil), (.deleteBackward, "a|c", nil),
      (.unmarkText, "axy|zc", nil), (.setMarkedText("", selectedRange: 0..<0), "a|c", nil),
      (.setMarkedText("q", selectedRange: 1..<1), "aq|c", "q"),
      (.adjustTextPosition(byCharacterOffset: 1), "axyz|c", "xyz"),
      (.adjustTextPosition(byCharacterOffset: -2), "a|xyzc", "xyz"),
      (.adjustTextPosition(byCharacterOffset: 2), "axyzc|", nil),
      (.adjustTextPosition(byCharacterOffset: -3), "|axyzc", nil), (.adjustTextPositionByCharacters(-3), "|axyzc", nil),
    ] as [(Edit, String, String?)])
  func afterMarking(edit: Edit, expected: String, marked: String?) throws {
    let buffer = try #require(TextBuffer("a|c").after(.setMarkedText("xyz", selectedRange: 2..<2)))
    let result = try #require(buffer.after(edit))
    let picture = TextBuffer(expected)
    #expect([result.before, result.selected, result.after] == [picture.before, picture.selected, picture.after])
    #expect(result.markedText == marked)
    // If a move ends marked text, the outcome reports this end. If the keyboard itself unmarks the text, the outcome
    // does not.
    var moves = false
    switch edit {
    case .adjustTextPosition, .adjustTextPositionByCharacters: moves = true
    default: break
    }
    guard case .applied(let effect) = buffer.effect(of: edit) else {
      Issue.record("The buffer cannot compute the effect of \(edit)")
      return
    }
    #expect(effect.endedMarking == (moves && marked == nil))
    #expect(effect.changedText == (!moves && edit != .unmarkText))
  }

  @Test("After the selection in marked text is deleted, the remaining text is still marked")
  func deletesInMarkedText() throws {
    let buffer = try #require(TextBuffer("a |c").after(.setMarkedText("xyz", selectedRange: 1..<2), .deleteBackward))
    #expect(buffer == TextBuffer(before: "a x", after: "zc", marking: TextBuffer.Marking(before: 1, after: 1)))
    let whole = try #require(TextBuffer("a |c").after(.setMarkedText("xyz", selectedRange: 0..<3), .deleteBackward))
    #expect(whole == TextBuffer("a |c"))
  }

  @Test("In a single-line field, marked text loses its line breaks, which do not act as the Return key")
  func marksInOneLine() {
    let rules = EditingRules(isMultiline: false)
    let buffer = TextBuffer("a|c").after(.setMarkedText("x\ny", selectedRange: 2..<3), rules: rules)
    #expect(buffer == TextBuffer(before: "ax", selected: "y", after: "c", marking: .init(before: 1, after: 0)))
    var effect = DocumentChange()
    effect.changedText = true
    #expect(TextBuffer("a|c").effect(of: .setMarkedText("x\n", selectedRange: 0..<0), rules: rules) == .applied(effect))
  }

  @Test("An insertion at the end of a cut text needs more text, because both texts may form one character")
  func asksForText() {
    for edit in [Edit.insertText("🇧🇨"), .setMarkedText("🇧🇨", selectedRange: 0..<0)] {
      #expect(TextBuffer(after: "x", isCutBefore: true).effect(of: edit) == .needsText)
      #expect(TextBuffer(before: "x", isCutBefore: true, isCutAfter: true).effect(of: edit) != .needsText)
      let marking = TextBuffer.Marking(before: 2, after: 0)
      #expect(TextBuffer(before: "xy", marking: marking, isCutBefore: true).effect(of: edit) == .needsText)
      #expect(TextBuffer(before: "axy", marking: marking, isCutBefore: true).effect(of: edit) != .needsText)
    }
  }

  @Test("The range of marked text is limited to the text", arguments: [Int.min, -1, 3, .max])
  func clippedMarkedRange(length: Int) {
    let buffer = TextBuffer(before: "ab", after: "cd", marking: TextBuffer.Marking(before: length, after: length))
    #expect(buffer.markedText == (length < 0 ? "" : "abcd"))
  }
}
