import KlavaKit
import Testing

@MainActor @Suite struct PortedControllerTests {
  @Test("A view controller written for iOS works before it has a host")
  func withoutHost() {
    let controller = PortedController()
    controller.viewDidLoad()
    controller.viewWillAppear(false)
    controller.textDidChange(nil)
    controller.compose("か")
    #expect(controller.returnTitle == "return")
    #expect(controller.entries.isEmpty)
    #expect(controller.primaryLanguage == nil)
    #expect(!controller.textDocumentProxy.hasText)
    #expect(controller.textDocumentProxy === controller.textDocumentProxy)
  }

  // The test runs in its own process, because other tests of this process have a host.
  @Test("Without a host, the keyboard's process stores the text of the pasteboard itself")
  func pasteboardWithoutHost() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let pasteboard = UIPasteboard.general
        pasteboard.string = "a text"
        try #require(UIPasteboard.general.string == "a text" && pasteboard.hasStrings && pasteboard.changeCount == 1)
        try pasteboard.write(nil)
        try #require(pasteboard.read() == nil && !pasteboard.hasStrings && pasteboard.changeCount == 2)
      }
    }
  }

  @Test(
    "An author's own test document needs only UIKit's members, and its insertion point moves by characters",
    arguments: [(0, 0), (1, 4), (2, 5), (9, 5), (-1, -2), (-2, -3), (Int.min, -3), (Int.max, 5)])
  func testDocument(characters: Int, units: Int) {
    let document = TestDocument()
    document.adjustTextPosition(byCharacters: characters)
    #expect(document.offset == units)
    #expect(document.markedText == nil && !document.contextExtent.isCutBefore)
  }
}

/// A document with the members that UIKit requires, and the traits.
private final class TestDocument: UITextDocumentProxy {
  var offset = 0
  let documentContextBeforeInput: String? = "a🙂"
  let documentContextAfterInput: String? = "👍🏽b"
  let selectedText: String? = nil
  let documentInputMode: UITextInputMode? = UITextInputMode(primaryLanguage: "pl")
  let documentIdentifier = DocumentIdentifier(high: 0, low: 1)
  let hasText = true
  func adjustTextPosition(byCharacterOffset offset: Int) { self.offset += offset }
  func insertText(_ text: String) {}
  func deleteBackward() {}
  func setMarkedText(_ markedText: String, selectedRange: NSRange) {}
  func unmarkText() {}
  let autocapitalizationType: UITextAutocapitalizationType? = nil
  let autocorrectionType: UITextAutocorrectionType? = nil
  let spellCheckingType: UITextSpellCheckingType? = nil
  let smartQuotesType: UITextSmartQuotesType? = nil
  let smartDashesType: UITextSmartDashesType? = nil
  let smartInsertDeleteType: UITextSmartInsertDeleteType? = nil
  let keyboardType: UIKeyboardType? = nil
  let keyboardAppearance: UIKeyboardAppearance? = nil
  let returnKeyType: UIReturnKeyType? = nil
  let enablesReturnKeyAutomatically: Bool? = nil
  let isSecureTextEntry: Bool? = nil
  let textContentType: UITextContentType? = nil
  let passwordRules: String? = nil
  let inlinePredictionType: UITextInlinePredictionType? = nil
}
