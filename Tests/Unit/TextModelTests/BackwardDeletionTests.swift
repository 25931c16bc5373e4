import KeyboardProtocol
import Testing
import TextModel

@Suite("Deleting backward (Behavior.md#delete-backward, Behavior.md#smart-deletion)")
struct BackwardDeletionTests {
  /// Deletes once at the end of a text. Comparing ``TextModel/TextBuffer`` values compares code points.
  @Test(
    "Deletion removes only the mark from a cluster that ends in a mark of U+0530…U+194F",
    arguments: [
      ("Hebrew", "שּׁ", "שּ"), ("Hebrew, lowest mark of the range", "ב\u{591}", "ב"), ("Arabic", "بَّ", "بَ"),
      ("Syriac", "ܒܰ", "ܒ"), ("Thaana", "ދި", "ދ"), ("N'Ko", "ߒ߫", "ߒ"), ("Samaritan", "ࠁࠪ", "ࠁ"), ("Mandaic", "ࡀ࡙", "ࡀ"),
      ("Devanagari", "कि", "क"), ("Devanagari conjunct", "क्षि", "क्ष"), ("Devanagari virama", "क्", "क"),
      ("Bengali", "কি", "ক"), ("Gurmukhi", "ਕਿ", "ਕ"), ("Gujarati", "કિ", "ક"), ("Oriya", "କି", "କ"),
      ("Tamil", "கா", "க"), ("Telugu", "కి", "క"), ("Kannada", "ಕಿ", "ಕ"), ("Malayalam", "കി", "ക"),
      ("Sinhala", "කි", "ක"), ("Thai", "กี่", "กี"), ("Lao", "ກີ່", "ກີ"), ("Tibetan", "ཀི", "ཀ"), ("Tibetan stack", "རྐ", "ར"),
      ("Myanmar", "ကို", "ကိ"), ("Ethiopic", "ሀ\u{135F}", "ሀ"), ("Tagalog", "ᜃᜒ", "ᜃ"), ("Hanunoo", "ᜣᜲ", "ᜣ"),
      ("Buhid", "ᝃᝒ", "ᝃ"), ("Tagbanwa", "ᝣᝲ", "ᝣ"), ("Khmer", "កី", "ក"), ("Mongolian", "ᠠ\u{180B}", "ᠠ"),
      ("Limbu", "ᤁᤡ", "ᤁ"), ("Limbu, highest mark of the range", "ᤁ\u{193B}", "ᤁ"),
      ("a Latin base with a Hebrew mark", "e\u{5B0}", "e"),
    ] as [(String, String, String)])
  func losesOneMark(script: String, text: String, expected: String) {
    #expect(TextBuffer(before: "x" + text).after(.deleteBackward) == TextBuffer(before: "x" + expected))
  }

  @Test(
    "Deletion removes a cluster as a whole unless the cluster ends in a mark of U+0530…U+194F",
    arguments: [
      ("Latin", "e\u{301}"), ("Vietnamese", "e\u{302}\u{323}"), ("Cyrillic mark, below the range", "а\u{483}"),
      ("Cyrillic enclosing mark", "а\u{488}"), ("kana", "は\u{3099}"), ("Hangul", "각"),
      ("Hangul jamo", "\u{1100}\u{1161}\u{11A8}"),
      ("Buginese, above the range", "ᨀ\u{1A17}"), ("Devanagari Extended, above the range", "क\u{A8E0}"),
      ("Thai SARA AM is a letter", "กำ"), ("Lao AM is a letter", "ກຳ"), ("a conjunct ends in a letter", "क्ष"),
      ("ends in ZWJ, no mark", "क\u{94D}\u{200D}"), ("ends in ZWNJ", "क\u{200C}"),
      ("ends in a mark out of the range", "a\u{5B0}\u{301}"), ("a lone mark", "\u{5B0}"), ("line break", "\r\n"),
      ("line feed", "\n"), ("emoji with a tone", "👍🏻"), ("one letter of a flag", "🇺"), ("NUL", "\u{0}"),
      ("outside of Plane 0", "𝒳"), ("a private character", "\u{E000}"),
    ])
  func wholeClusters(what: String, text: String) {
    let start = what == "a lone mark" ? "x\n" : "x"
    #expect(TextBuffer(before: start + text).after(.deleteBackward) == TextBuffer(before: start))
  }

  @Test("A deletion removes one of a hundred combining marks in Hebrew text, and all of them in Latin text")
  func longRuns() {
    let hebrew = TextBuffer(before: "xב" + String(repeating: "\u{5B0}", count: 100))
    #expect(hebrew.after(.deleteBackward) == TextBuffer(before: "xב" + String(repeating: "\u{5B0}", count: 99)))
    let latin = TextBuffer(before: "xe" + String(repeating: "\u{301}", count: 100))
    #expect(latin.after(.deleteBackward) == TextBuffer(before: "x"))
  }

  @Test("One deletion removes an emoji, and one step passes over it", arguments: EmojiSequences.kinds)
  func emoji(kind: String, sequences: [String]) throws {
    #expect(!sequences.isEmpty)
    for emoji in sequences {
      let name = Comment(rawValue: emoji.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
      let behind = TextBuffer(before: "a" + emoji, after: "b")
      let front = TextBuffer(before: "a", after: emoji + "b")
      try #require(behind.after(.deleteBackward) == TextBuffer(before: "a", after: "b"), name)
      try #require(behind.after(.adjustTextPositionByCharacters(-1)) == front, name)
      try #require(front.after(.adjustTextPositionByCharacters(1)) == behind, name)
      try #require(front.after(.adjustTextPosition(byCharacterOffset: emoji.utf16.count)) == behind, name)
    }
  }

  @Test("Deletion treats regional indicators as pairs, which begin at the start of their sequence")
  func flags() {
    #expect(TextBuffer("🇺🇦🇩🇪|").after(.deleteBackward) == TextBuffer("🇺🇦|"))
    #expect(TextBuffer("🇺🇦🇩|").after(.deleteBackward) == TextBuffer("🇺🇦|"))
    #expect(TextBuffer("🇺|🇦🇩").after(.deleteBackward) == TextBuffer("|🇦🇩"))
  }

  @Test("Deletion at the start of the text changes nothing", arguments: ["|", "|abc", "|\u{301}"])
  func nothingToDelete(picture: String) {
    var buffer = TextBuffer(picture)
    #expect(buffer.apply(.deleteBackward, rules: EditingRules()) == .applied(DocumentChange()))
    #expect(buffer == TextBuffer(picture))
  }

  @Test(
    "Deletion removes a selection, and also an adjacent space if the selection consists of whole words",
    arguments: [
      ("Something |beautiful|", "Something|"), ("Some|thing| x", "Some| x"), ("|one| two", "|two"),
      ("a\n|one| two", "a\n|two"), ("a |one| b", "a| b"), ("a |one|, b", "a|, b"), ("a |one|x", "a |x"),
      ("a |one | b", "a | b"), ("a | one| b", "a | b"), ("a |!| b", "a | b"), ("a |it's| b", "a| b"),
      ("a  |one|", "a |"),
      ("(|one|) b", "(|) b"), ("\t|one| b", "\t| b"), ("a |שלום| b", "a| b"), ("a |42| b", "a| b"),
      ("a |one two| b", "a| b"), ("|one|", "|"), ("a\u{A0}|one|", "a\u{A0}|"),
    ])
  func smartDeletion(picture: String, expected: String) {
    #expect(TextBuffer(picture).after(.deleteBackward) == TextBuffer(expected))
  }

  @Test("Without smart deletion, a deletion removes only the selection", arguments: ["a |one| b", "|one| two"])
  func plainDeletion(picture: String) {
    let parts = picture.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let plain = EditingRules(deletesSmartly: false)
    #expect(TextBuffer(picture).after(.deleteBackward, rules: plain) == TextBuffer(before: parts[0], after: parts[2]))
  }

  @Test("Smart deletion applies unless the field is secure or its trait turns smart deletion off")
  func traitsDecide() {
    var state = FieldState()
    #expect(state.editingRules == EditingRules(isMultiline: true, deletesSmartly: true))
    state.traits.smartInsertDeleteType = .no
    #expect(!state.editingRules.deletesSmartly)
    state.traits.smartInsertDeleteType = .yes
    #expect(state.editingRules.deletesSmartly)
    state.traits.isSecureTextEntry = true
    #expect(!state.editingRules.deletesSmartly)
    state.isMultiline = false
    #expect(!state.editingRules.isMultiline)
  }
}
