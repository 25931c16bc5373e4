import Testing
import TextModel

/// What no keyboard may insert.
@Suite struct ControlCharacterTests {
  @Test("Control characters are no text, but for tab and line breaks")
  func controls() throws {
    for value in 0..<UInt32(0x2_0000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isControl = scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
      #expect("a\(scalar)".firstForbiddenControl == (isControl ? scalar : nil))
    }
  }

  @Test("A control character counts wherever it stands, also within what is one character for a person")
  func places() {
    #expect("\r\n\u{301}\u{7F}".firstForbiddenControl == "\u{7F}")
    #expect("\u{200F}א\u{2066}ب\u{2069}\u{202B}x\u{202C}".firstForbiddenControl == nil)
    #expect("".firstForbiddenControl == nil)
  }

  @Test("Each edit that brings text is looked at")
  func edits() {
    #expect(Edit.insertText("a").insertedText == "a")
    #expect(Edit.setMarkedText("b", selectedRange: 0..<1).insertedText == "b")
    for edit in [Edit.deleteBackward, .adjustTextPosition(byCharacterOffset: 1), .unmarkText] {
      #expect(edit.insertedText == nil)
    }
  }

  @Test("What the replaced text holds may be put back, and nothing else, by whatever replaces it")
  func putsBack() {
    func first(_ buffer: TextBuffer, _ text: String) -> [Unicode.Scalar?] {
      [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)].map { edit in
        if case .control(let scalar)? = buffer.fault(in: edit) { scalar } else { nil }
      }
    }
    let selecting = TextBuffer(before: "\u{1B}", selected: "a\u{0}\u{C}", after: "\u{9B}")
    #expect(first(selecting, "<b>a\u{0}\u{C}</b>") == [nil, nil])
    #expect(first(selecting, "<b>\u{C}\u{0}\u{0}</b>") == [nil, nil])
    // Neither what stands beside the selection, nor what stands nowhere.
    for control in ["\u{1B}", "\u{9B}", "\u{7F}"] as [Unicode.Scalar] {
      #expect(first(selecting, "a\u{0}\(control)") == [control, control])
    }
    // Marked text is what is replaced, and with it what is selected inside of it.
    let marking = TextBuffer(
      before: "\u{7F}\u{1B}x", selected: "\u{0}", after: "y\u{9B}\u{C}", marking: .init(before: 2, after: 2))
    #expect(first(marking, "\u{9B}\u{0}\u{1B}") == [nil, nil])
    #expect(first(marking, "\u{7F}") == ["\u{7F}", "\u{7F}"])
    #expect(first(marking, "\u{C}") == ["\u{C}", "\u{C}"])
    #expect(marking.fault(in: .deleteBackward) == nil)
  }

  /// So many combining marks.
  private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

  @Test(
    "An edit may not bring more than 30 combining marks in a row, also not behind marks that stand there",
    arguments: [
      (TextBuffer(), "a" + marks(30), false), (TextBuffer(), "a" + marks(31), true),
      (TextBuffer(before: "a" + marks(20)), marks(10), false), (TextBuffer(before: "a" + marks(20)), marks(11), true),
      (TextBuffer(before: "a" + marks(20)), "b" + marks(30), false),
      // Marked text is replaced: the marks in it do not count, those before it do.
      (TextBuffer(before: marks(31), marking: .init(before: 31, after: 0)), marks(30), false),
      (TextBuffer(before: "a" + marks(5) + "b", marking: .init(before: 1, after: 0)), marks(26), true),
      // Marks that follow go on with a run of the text.
      (TextBuffer(before: "a", after: marks(20)), "b" + marks(10), false),
      (TextBuffer(before: "a", after: marks(20)), "b" + marks(11), true),
      (TextBuffer(after: marks(40)), "b", false),
      // Text with such a run can be put back into what it replaces.
      (TextBuffer(selected: marks(100)), "<b>" + marks(100) + "</b>", false),
      (TextBuffer(selected: marks(100)), marks(101), true),
    ])
  func endlessMarks(buffer: TextBuffer, text: String, isFaulty: Bool) {
    for edit in [Edit.insertText(text), .setMarkedText(text, selectedRange: 0..<0)] {
      #expect(buffer.fault(in: edit) == (isFaulty ? .endlessMarks : nil))
    }
  }
}
