package import TextInput

/// A text field that an application shows: what the host is told when it gets the focus.
package struct TextField: Sendable {
  /// The text, and where its selection is.
  package var document: TextDocument
  /// What the field wants.
  package var traits = TextInputTraits()
  /// Whether line breaks are text.
  package var isMultiline = true
  /// Which application shows it.
  package var application = ""
  /// `textInputContextIdentifier` of the field and of its responders, nearest first (BEHAVIOUR §2.4).
  package var contextIdentifiers: [String] = []
  /// `shouldAllowExtensionPointIdentifier` (BEHAVIOUR §1.3).
  package var allowsThirdPartyKeyboards = true
  /// Where the keyboard is shown.
  package var environment = KeyboardEnvironment()

  /// A field with this text.
  package init(document: TextDocument) {
    self.document = document
  }

  /// Traits and environment as a keyboard is told of them.
  func state(_ standing: InputModeStanding) -> FieldState {
    FieldState(traits: traits, isMultiline: isMultiline, environment: environment, standing: standing)
  }

  /// Makes the document's rules those of the traits.
  mutating func updateRules() {
    document.rules = FieldState(traits: traits, isMultiline: isMultiline).editingRules
  }
}
