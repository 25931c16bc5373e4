import Testing

@testable import TextModel

/// Tests the number of backward deletions that remove one word.
@Suite("Deleting by words")
struct WordDeletionTests {
  @Test(
    "Deleting a word also removes the text between the word and the insertion point",
    arguments: [
      ("", ""), ("one", ""), ("one two", "one "), ("one two  ", "one "), ("one, two... ", "one, "), ("a\nb", "a\n"),
      ("a\r\n", ""), ("don’t", ""), ("snake_case", ""), ("x=3.14", "x=3."), ("well-known", "well-"),
      ("straße", ""), ("Привет мир", "Привет "), ("שָׁלוֹם עֲלֵיכֶם", "שָׁלוֹם "), ("नमस्ते दुनिया", "नमस्ते "),
      ("hi 👍", "hi "), ("hi 👨‍👩‍👧‍👦", "hi "), ("hi 🇷🇺🇵🇱", "hi 🇷🇺"), ("👍👍🏽", "👍"), ("ok👍 ", "ok"), ("5€", "5"),
      ("我想出去", "我想出"), ("abc我", "abc"), ("我abc", "我"), ("我想。", "我"), ("カタカナ", ""), ("食べる", "食"),
      ("สวัสดี", "สวัส"), ("ภาษาไทย ", "ภาษาไท"), ("កម្ពុជា", "កម្ពុ"), ("e\u{301}te\u{301}", ""), ("_", ""), ("—", ""),
    ])
  func word(before: String, left: String) {
    var buffer = TextBuffer(before: before, after: "after")
    for _ in 0..<buffer.deletionsOfLastWord(rules: EditingRules()) {
      _ = buffer.apply(.deleteBackward, rules: EditingRules())
    }
    #expect(buffer.before == left)
    #expect(buffer.after == "after")
  }

  @Test("For a selection or marked text, one deletion is enough")
  func selection() {
    #expect(TextBuffer(before: "one two", selected: "x").deletionsOfLastWord(rules: EditingRules()) == 1)
    let marked = TextBuffer(before: "one two", marking: TextBuffer.Marking(before: 3, after: 0))
    #expect(marked.deletionsOfLastWord(rules: EditingRules()) == 1)
  }

  @Test("If the text is unknown, the keyboard deletes once, so that the host supplies the text")
  func unknown() {
    #expect(TextBuffer(isCutBefore: true).deletionsOfLastWord(rules: EditingRules()) == 1)
  }

  @Test("A very long word needs no more deletions than a turn allows")
  func endless() {
    for piece in ["x", "🇦", " ", "\u{E47}", "\u{301}", "我"] {
      let buffer = TextBuffer(before: String(repeating: piece, count: 20_000))
      #expect(1...500 ~= buffer.deletionsOfLastWord(rules: EditingRules()))
    }
  }
}
