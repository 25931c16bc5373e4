/// The text document proxy of a controller without a host, as in a unit test. The proxy has no text and ignores edits.
nonisolated final class AbsentTextDocumentProxy: TextDocumentProxy {
  var hasText: Bool { false }
  func insertText(_ text: String) {}
  func deleteBackward() {}
  var documentContextBeforeInput: String? { nil }
  var documentContextAfterInput: String? { nil }
  var selectedText: String? { nil }
  var documentInputMode: TextInputMode? { nil }
  var documentIdentifier: DocumentIdentifier { DocumentIdentifier(high: 0, low: 0) }
  func adjustTextPosition(byCharacterOffset offset: Int) {}
  func setMarkedText(_ markedText: String, selectedRange: NSRange) {}
  func unmarkText() {}
  var autocapitalizationType: TextAutocapitalizationType? { nil }
  var autocorrectionType: TextTraitSwitch? { nil }
  var spellCheckingType: TextTraitSwitch? { nil }
  var smartQuotesType: TextTraitSwitch? { nil }
  var smartDashesType: TextTraitSwitch? { nil }
  var smartInsertDeleteType: TextTraitSwitch? { nil }
  var keyboardType: KeyboardType? { nil }
  var keyboardAppearance: KeyboardAppearance? { nil }
  var returnKeyType: ReturnKeyType? { nil }
  var enablesReturnKeyAutomatically: Bool? { nil }
  var isSecureTextEntry: Bool? { nil }
  var textContentType: TextContentType? { nil }
  var passwordRules: String? { nil }
  var inlinePredictionType: TextTraitSwitch? { nil }
}
