import KlavaKit

/// A controller written for iOS. This file tests that such code compiles with KlavaKit (PluginABI.md#klavakit).
class PortedController: UIInputViewController, UIInputViewAudioFeedback {
  var enableInputClicksWhenVisible: Bool { true }
  var returnTitle = ""
  var entries: [UILexiconEntry] = []

  override func updateViewConstraints() {
    super.updateViewConstraints()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    requestSupplementaryLexicon { lexicon in self.entries = lexicon.entries }
    primaryLanguage = "pl-PL"
    hasDictationKey = false
    inputView = UIInputView {
      Row {
        Key("a").foreground(UIColor(red: 1, green: 1, blue: 1)).font(size: 17, weight: .semibold).alignment(.center)
      }
      .background(InputViewColor("#FF9F0A", dark: "#C93400") ?? InputViewColor(0xFF9F_0AFF))
    }
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let proxy = textDocumentProxy as any UITextDocumentProxy
    switch proxy.keyboardType ?? .default {
    case .numberPad, .decimalPad, .phonePad: returnTitle = ""
    case .alphabet, .emailAddress, .URL, .webSearch: returnTitle = "go"
    default: returnTitle = proxy.returnKeyType == .send ? "send" : "return"
    }
    if proxy.textContentType == .postalCode || proxy.keyboardAppearance == UIKeyboardAppearance.dark { return }
  }

  override func textWillChange(_ textInput: (any UITextInput)?) {}

  override func textDidChange(_ textInput: (any UITextInput)?) {
    UIDevice.current.playInputClick()
    guard let before = textDocumentProxy.documentContextBeforeInput, before.hasSuffix("  ") else { return }
    textDocumentProxy.deleteBackward()
    textDocumentProxy.insertText(". ")
  }

  func compose(_ text: String) {
    textDocumentProxy.setMarkedText(text, selectedRange: NSMakeRange(text.utf16.count, 0))
    textDocumentProxy.setMarkedText(text, selectedRange: NSRange(location: 0, length: 1))
    textDocumentProxy.unmarkText()
    textDocumentProxy.adjustTextPosition(byCharacterOffset: -1)
    if textDocumentProxy.hasText, textDocumentProxy.documentIdentifier.uuidString.isEmpty { dismissKeyboard() }
    if needsInputModeSwitchKey { handleInputModeList(from: nil, with: nil) } else { advanceToNextInputMode() }
    if hasFullAccess, textDocumentProxy.documentInputMode?.primaryLanguage == "pl" { dismissKeyboard() }
  }
}
