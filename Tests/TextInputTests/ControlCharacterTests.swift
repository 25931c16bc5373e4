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
}
