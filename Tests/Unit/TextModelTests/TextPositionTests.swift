import Testing
import TextModel

@Suite("Moving the insertion point (Behavior.md#move-insertion-point)")
struct TextPositionTests {
  @Test(
    "Offsets count UTF-16 code units. A move into a cluster continues to the next cluster boundary",
    arguments: [
      ("ab|cd", 1, "abc|d"), ("ab|cd", -1, "a|bcd"), ("ab|cd", 0, "ab|cd"),
      ("|👍x", 2, "👍|x"), ("|👍x", 1, "👍|x"), ("x👍|", -2, "x|👍"), ("x👍|", -1, "x|👍"),
      ("|👍🏽x", 4, "👍🏽|x"), ("|👍🏽x", 2, "👍🏽|x"), ("|👍🏽x", 3, "👍🏽|x"), ("x👍🏽|", -1, "x|👍🏽"), ("x👍🏽|", -3, "x|👍🏽"),
      ("|👨‍👩‍👧‍👦!", 1, "👨‍👩‍👧‍👦|!"), ("|👨‍👩‍👧‍👦!", 11, "👨‍👩‍👧‍👦|!"), ("|👨‍👩‍👧‍👦!", 12, "👨‍👩‍👧‍👦!|"), ("x👨‍👩‍👧‍👦|", -5, "x|👨‍👩‍👧‍👦"),
      ("|e\u{301}x", 1, "e\u{301}|x"), ("xe\u{301}|", -1, "x|e\u{301}"), ("xe|\u{301}y", 1, "xe\u{301}|y"),
      ("xe|\u{301}y", -1, "x|e\u{301}y"), ("xye|\u{301}", -2, "x|ye\u{301}"), ("e|\u{301}xy", 2, "e\u{301}x|y"),
      ("|\r\nx", 1, "\r\n|x"), ("x\r\n|", -1, "x|\r\n"), ("x\r|\ny", 1, "x\r\n|y"), ("x\r|\ny", -1, "x|\r\ny"),
      ("🇺🇦|🇩🇪🇫", 4, "🇺🇦🇩🇪|🇫"), ("🇺|🇦🇩🇪", 1, "🇺🇦|🇩🇪"), ("🇺|🇦🇩🇪", 3, "🇺🇦🇩🇪|"), ("🇺🇦🇩|🇪", -1, "🇺🇦|🇩🇪"),
      ("|कि", 1, "कि|"), ("किक|ि", -1, "कि|कि"), ("한|국어", 2, "한국어|"), ("שלום| x", -2, "של|ום x"),
      ("ab|cd", 99, "abcd|"), ("ab|cd", -99, "|abcd"), ("ab|cd", .max, "abcd|"), ("ab|cd", .min, "|abcd"),
      ("👍|👍", .max, "👍👍|"), ("👍|👍", .min, "|👍👍"), ("|", .min, "|"), ("|", .max, "|"), ("|\u{301}", 1, "\u{301}|"),
    ] as [(String, Int, String)])
  func moves(picture: String, offset: Int, expected: String) {
    let buffer = TextBuffer(picture)
    #expect(buffer.after(.adjustTextPosition(byCharacterOffset: offset)) == TextBuffer(expected))
    var effect = DocumentChange()
    effect.changedSelection = buffer != TextBuffer(expected)
    #expect(buffer.effect(of: .adjustTextPosition(byCharacterOffset: offset)) == .applied(effect))
  }

  @Test(
    "A move first collapses the selection at the end in the direction of the move, and starts there",
    arguments: [
      ("ab|cd|ef", 1, "abcde|f"), ("ab|cd|ef", -1, "a|bcdef"), ("ab|cd|", 1, "abcd|"), ("|ab|cd", -1, "|abcd"),
      ("ab|cd|ef", 99, "abcdef|"), ("ab|cd|ef", .min, "|abcdef"), ("a|e|\u{301}x", 1, "ae\u{301}|x"),
    ])
  func collapses(picture: String, offset: Int, expected: String) {
    #expect(TextBuffer(picture).after(.adjustTextPosition(byCharacterOffset: offset)) == TextBuffer(expected))
    var effect = DocumentChange()
    effect.changedSelection = true
    #expect(TextBuffer(picture).effect(of: .adjustTextPosition(byCharacterOffset: offset)) == .applied(effect))
  }

  @Test("A move by zero keeps the selection")
  func staysSelected() {
    #expect(TextBuffer("a|b|c").after(.adjustTextPosition(byCharacterOffset: 0)) == TextBuffer("a|b|c"))
    #expect(TextBuffer("a|b|c").after(.adjustTextPositionByCharacters(0)) == TextBuffer("a|b|c"))
  }

  @Test(
    "A move by characters counts extended grapheme clusters",
    arguments: [
      ("|👨‍👩‍👧‍👦🇺🇦e\u{301}x", 3, "👨‍👩‍👧‍👦🇺🇦e\u{301}|x"), ("👨‍👩‍👧‍👦🇺🇦e\u{301}x|", -3, "👨‍👩‍👧‍👦|🇺🇦e\u{301}x"), ("|\r\nकिx", 2, "\r\nकि|x"),
      ("xe|\u{301}y", 1, "xe\u{301}|y"), ("xe|\u{301}y", -1, "x|e\u{301}y"), ("xe|\u{301}y", -2, "|xe\u{301}y"),
      ("🇺|🇦🇩🇪x", 2, "🇺🇦🇩🇪|x"), ("a|bc|de", 1, "abcd|e"), ("ab|cd|e", -1, "a|bcde"), ("ab|cd", .max, "abcd|"),
      ("ab|cd", .min, "|abcd"), ("ab|cd", 99, "abcd|"), ("|", 5, "|"), ("|ab|", 5, "ab|"), ("|ab|", -5, "|ab"),
    ])
  func movesByCharacters(picture: String, offset: Int, expected: String) {
    let buffer = TextBuffer(picture)
    #expect(buffer.after(.adjustTextPositionByCharacters(offset)) == TextBuffer(expected))
    var effect = DocumentChange()
    effect.changedSelection = buffer != TextBuffer(expected)
    #expect(buffer.effect(of: .adjustTextPositionByCharacters(offset)) == .applied(effect))
  }

  @Test("A move that depends on text outside the context window changes nothing and reports that it needs that text")
  func asksForText() {
    let cut = TextBuffer(before: "ab", after: "cd", isCutBefore: true, isCutAfter: true)
    for offset in [-3, -2, 2, 3, .min, .max] {
      #expect(cut.effect(of: .adjustTextPosition(byCharacterOffset: offset)) == .needsText, "\(offset)")
      #expect(cut.effect(of: .adjustTextPositionByCharacters(offset)) == .needsText, "\(offset)")
    }
    for offset in [-1, 1] {
      #expect(cut.after(.adjustTextPosition(byCharacterOffset: offset)) != nil, "\(offset)")
      #expect(cut.after(.adjustTextPositionByCharacters(offset)) != nil, "\(offset)")
    }
    let nothing = TextBuffer(after: "🇦🇧🇨", isCutBefore: true)
    #expect(nothing.effect(of: .adjustTextPosition(byCharacterOffset: 1)) == .needsText)
  }
}
