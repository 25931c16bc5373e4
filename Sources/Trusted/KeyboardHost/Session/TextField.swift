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
  /// `textInputContextIdentifier` of the field and of its responders, nearest first (Behavior.md#context-identifiers).
  package var contextIdentifiers: [String] = []
  /// `shouldAllowExtensionPointIdentifier` (Behavior.md#application-forbids).
  package var allowsThirdPartyKeyboards = true
  /// What was true when the field was last one that no third party may have.
  private var secrecy: Secrecy?
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

  /// Why no third party may have the field, though its traits allow it by now: what was typed into a password field stays a
  /// password when it is shown. That ends when the field gets the focus anew (Behavior.md#secure-text-stays-protected:
  /// the person's choice comes back at the next eligible field), or at once where nothing of it is there.
  var keptFromThirdParties: ShownBecause? {
    guard let secrecy, document.hasText, document.revision != secrecy.revision else { return nil }
    return secrecy.because
  }

  /// A time in which the field's text is nobody's but the person's.
  private struct Secrecy {
    let because: ShownBecause
    /// The document's revision when it began; nil if it began with the focus.
    let revision: UInt64?
  }

  /// Changes what the application says of the field, and remembers what was secret until then.
  mutating func change(_ change: (inout TextField) -> Void) {
    let before = RuleBook.reasonAgainstThirdParties(in: self)
    if secrecy == nil, let before, before != .appForbids { secrecy = Secrecy(because: before, revision: nil) }
    change(&self)
    if before == nil, let because = RuleBook.reasonAgainstThirdParties(in: self), because != .appForbids {
      secrecy = Secrecy(because: because, revision: document.revision)
    }
    updateRules()
  }

  /// A third party may have the field again: what is typed from now on is no secret.
  mutating func endSecrecy() { secrecy = nil }

  /// Makes the document's rules those of the traits.
  mutating func updateRules() {
    document.rules = FieldState(traits: traits, isMultiline: isMultiline).editingRules
  }
}
