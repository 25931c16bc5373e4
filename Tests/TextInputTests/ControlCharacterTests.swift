import Testing
import TextInput

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
      [
        buffer.firstForbiddenControl(in: .insertText(text)),
        buffer.firstForbiddenControl(in: .setMarkedText(text, selectedRange: 0..<0)),
      ]
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
    #expect(marking.firstForbiddenControl(in: .deleteBackward) == nil)
  }
}
