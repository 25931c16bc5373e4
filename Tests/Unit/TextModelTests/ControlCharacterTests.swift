import Testing
import TextModel

/// Tests of the characters that a keyboard must not insert.
@Suite struct ControlCharacterTests {
  @Test("Control characters are forbidden, except tab and line breaks")
  func controls() throws {
    for value in 0..<UInt32(0x2_0000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isControl = scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
      #expect("a\(scalar)".firstForbiddenControl == (isControl ? scalar : nil))
    }
  }

  @Test("Klava finds a control character anywhere in a text, even inside a cluster")
  func places() {
    #expect("\r\n\u{301}\u{7F}".firstForbiddenControl == "\u{7F}")
    #expect("\u{200F}א\u{2066}ب\u{2069}\u{202B}x\u{202C}".firstForbiddenControl == nil)
    #expect("".firstForbiddenControl == nil)
  }

  @Test("Inserting and marking add text to the document; other edits add no text")
  func edits() {
    #expect(Edit.insertText("a").insertedText == "a")
    #expect(Edit.setMarkedText("b", selectedRange: 0..<1).insertedText == "b")
    for edit in [Edit.deleteBackward, .adjustTextPosition(byCharacterOffset: 1), .unmarkText] {
      #expect(edit.insertedText == nil)
    }
  }

  @Test("A replacement may contain only the control characters of the text that it replaces")
  func putsBack() {
    func first(_ buffer: TextBuffer, _ text: String) -> [Unicode.Scalar?] {
      [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)].map { edit in
        if case .control(let scalar)? = buffer.fault(in: edit) { scalar } else { nil }
      }
    }
    let selecting = TextBuffer(before: "\u{1B}", selected: "a\u{0}\u{C}", after: "\u{9B}")
    #expect(first(selecting, "<b>a\u{0}\u{C}</b>") == [nil, nil])
    #expect(first(selecting, "<b>\u{C}\u{0}\u{0}</b>") == [nil, nil])
    // All other control characters stay forbidden, even if the text beside the selection contains them.
    for control in ["\u{1B}", "\u{9B}", "\u{7F}"] as [Unicode.Scalar] {
      #expect(first(selecting, "a\u{0}\(control)") == [control, control])
    }
    // The edit replaces the whole marked text, so the insertion may contain its control characters.
    let marking = TextBuffer(
      before: "\u{7F}\u{1B}x", selected: "\u{0}", after: "y\u{9B}\u{C}", marking: .init(before: 2, after: 2))
    #expect(first(marking, "\u{9B}\u{0}\u{1B}") == [nil, nil])
    #expect(first(marking, "\u{7F}") == ["\u{7F}", "\u{7F}"])
    #expect(first(marking, "\u{C}") == ["\u{C}", "\u{C}"])
    #expect(marking.fault(in: .deleteBackward) == nil)
  }

  /// Returns a run of combining marks.
  private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

  @Test(
    "An edit must not produce a run of more than 30 combining marks, including the marks beside the edit",
    arguments: [
      (TextBuffer(), "a" + marks(30), false), (TextBuffer(), "a" + marks(31), true),
      (TextBuffer(before: "a" + marks(20)), marks(10), false), (TextBuffer(before: "a" + marks(20)), marks(11), true),
      (TextBuffer(before: "a" + marks(20)), "b" + marks(30), false),
      // The insertion replaces the marked text, so only combining marks before the marked text count.
      (TextBuffer(before: marks(31), marking: .init(before: 31, after: 0)), marks(30), false),
      (TextBuffer(before: "a" + marks(5) + "b", marking: .init(before: 1, after: 0)), marks(26), true),
      // A run of marks can begin in the inserted text and continue after the insertion point.
      (TextBuffer(before: "a", after: marks(20)), "b" + marks(10), false),
      (TextBuffer(before: "a", after: marks(20)), "b" + marks(11), true),
      (TextBuffer(after: marks(40)), "b", false),
      // A replacement may contain a long run that the replaced text contained.
      (TextBuffer(selected: marks(100)), "<b>" + marks(100) + "</b>", false),
      (TextBuffer(selected: marks(100)), marks(101), true),
    ])
  func endlessMarks(buffer: TextBuffer, text: String, isFaulty: Bool) {
    for edit in [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)] {
      #expect(buffer.fault(in: edit) == (isFaulty ? .endlessMarks : nil))
    }
  }

  /// Returns a run of invisible characters: variation selectors.
  private static func selectors(_ count: Int) -> String { String(repeating: "\u{E0100}", count: count) }

  @Test(
    "An edit must not produce a run of more than 4 invisible characters, including the characters beside the edit",
    arguments: [
      (TextBuffer(), "x" + selectors(4), false), (TextBuffer(), "x" + selectors(5), true),
      (TextBuffer(before: "x" + selectors(4)), selectors(1), true),
      (TextBuffer(before: "x" + selectors(4)), "y" + selectors(4), false),
      (TextBuffer(after: selectors(3)), "y" + selectors(2), true),
      // Joiners and direction marks can carry a text, like variation selectors.
      (TextBuffer(), "x" + String(repeating: "\u{200C}\u{200D}", count: 3), true),
      (TextBuffer(), "x" + String(repeating: "\u{2066}\u{2069}", count: 3), true),
      // A family, and a word in Persian.
      (TextBuffer(), "👩\u{200D}❤\u{FE0F}\u{200D}👩", false), (TextBuffer(), "\u{200F}می\u{200C}خواهم", false),
      // A replacement may contain a long run that the replaced text contained.
      (TextBuffer(selected: selectors(100)), "<b>" + selectors(100) + "</b>", false),
      (TextBuffer(selected: selectors(100)), selectors(101), true),
    ])
  func invisibleText(buffer: TextBuffer, text: String, isFaulty: Bool) {
    for edit in [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)] {
      #expect(buffer.fault(in: edit) == (isFaulty ? .endlessInvisibleText : nil))
    }
  }

  /// The tag characters of the flag of England.
  private static let england = "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"

  @Test(
    "A keyboard may insert tag characters only as a part of an emoji",
    arguments: [
      (TextBuffer(), "🏴" + england, false), (TextBuffer(), "🏴" + england + "🏴" + england, false),
      (TextBuffer(before: "🏴"), england, false), (TextBuffer(before: "🏴\u{E0067}\u{E0062}"), "\u{E0065}", false),
      (TextBuffer(), "\u{E0067}", true), (TextBuffer(), "a\u{E0067}", true), (TextBuffer(), "\u{E0001}", true),
      (TextBuffer(), "🏴" + england + "\u{E0067}", true), (TextBuffer(before: "🏴" + england), "\u{E0067}", true),
      (TextBuffer(before: "🏴"), "a\u{E0067}", true), (TextBuffer(before: "a"), england, true),
      // A replacement may contain tag characters if the replaced text contained some.
      (TextBuffer(selected: "a\u{E0067}"), "<b>a\u{E0067}</b>", false),
      (TextBuffer(selected: "a\u{E0067}"), "<b>a\u{E0067}\u{E0067}</b>", true),
    ])
  func tags(buffer: TextBuffer, text: String, isFaulty: Bool) {
    for edit in [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)] {
      #expect(buffer.fault(in: edit) == (isFaulty ? .tag : nil))
    }
  }

  /// Returns a run of U+2060, which has one UTF-16 unit.
  private static func joiners(_ count: Int) -> String { String(repeating: "\u{2060}", count: count) }

  @Test(
    "A deletion must not join two runs of marks or invisible characters into a run that is too long",
    arguments: [
      (TextBuffer(before: "x" + selectors(4) + "y", after: selectors(4)), TextFault.endlessInvisibleText),
      (TextBuffer(before: "x" + selectors(2), selected: "abc", after: selectors(3)), .endlessInvisibleText),
      (TextBuffer(before: "x" + marks(20) + "\u{200B}", after: marks(11)), .endlessMarks),
      (
        TextBuffer(
          before: joiners(4), selected: "c", after: joiners(4), marking: .init(before: 4, after: 4)),
        .endlessInvisibleText
      ),
      (TextBuffer(before: "x" + selectors(2) + "y", after: selectors(2)), nil),
      (TextBuffer(before: "x" + marks(20) + "\u{200B}", after: marks(10)), nil),
      (TextBuffer(before: "x" + selectors(4) + "y", after: "z"), nil),
      // A run that is already too long comes from the application, so the user may edit beside it.
      (TextBuffer(before: "xy", after: selectors(40)), nil),
    ])
  func joinedRuns(buffer: TextBuffer, fault: TextFault?) {
    #expect(buffer.fault(in: .deleteBackward) == fault)
  }
}
