package import InputViewModel
internal import KeyboardProtocol
package import TextModel

/// An input view that an application shows in place of a keyboard (Behavior.md#custom-input-views).
package enum CustomInputView: Hashable, Sendable {
  /// The application draws its input view itself, so the host shows no keyboard.
  case application
  /// A keyboard in the process of the application: the identifier from ``BundleSource/addInputView(_:)``.
  case keyboard(String)
}

/// A text field of an application, as the host receives it when the field gets the focus.
package struct TextField: Sendable {
  /// The text with its selection.
  package var document: TextDocument
  /// The traits of the field.
  package var traits = TextInputTraits()
  /// Whether the field's text can contain line breaks. Otherwise, Return triggers the field's action.
  package var isMultiline = true
  /// Whether the field is a terminal. The system keyboard then shows the keys that terminals need.
  package var isTerminal = false
  /// The identifier of the application that shows the field.
  package var application = ""
  /// The `textInputContextIdentifier` of the field and of its responders, nearest first
  /// (Behavior.md#context-identifiers).
  package var contextIdentifiers: [String] = []
  /// The application's answer to `shouldAllowExtensionPointIdentifier` (Behavior.md#application-forbids).
  package var allowsThirdPartyKeyboards = true
  /// The application's own input view for this field; nil for the keyboard that the user chose
  /// (Behavior.md#custom-input-views).
  package var inputView: CustomInputView?
  /// The application's answer to `textInputMode`: the identifier of the mode for this field; nil for no answer
  /// (Behavior.md#text-input-mode).
  package var textInputMode: String?
  /// The last period in which the field's traits protected it; nil if there was none.
  private var secrecy: Secrecy?
  /// The environment of the keyboard for this field.
  package var environment = KeyboardEnvironment()

  /// Creates a field with a document.
  package init(document: TextDocument) {
    self.document = document
  }

  /// Returns the traits and environment for an event to a keyboard.
  ///
  /// If the user typed the text as a secret that the application now shows, the system keyboard must neither learn nor
  /// correct its words.
  func state(_ standing: InputModeStanding) -> FieldState {
    var traits = traits
    if keptFromThirdParties != nil { traits.autocorrectionType = .no }
    return FieldState(traits: traits, isMultiline: isMultiline, environment: environment, standing: standing)
  }

  /// The reason why the field is protected from third-party keyboards; nil if it is not
  /// (Behavior.md#keyboard-selection).
  package var reasonAgainstThirdParties: ShownBecause? {
    if traits.isSecureTextEntry { return .secureTextEntry }
    if let reason = keptFromThirdParties { return reason }
    switch traits.keyboardType {
    case .phonePad: return .phonePad
    case .namePhonePad: return .namePhonePad
    default: return allowsThirdPartyKeyboards ? nil : .appForbids
    }
  }

  /// The reason why the field stays protected although its traits allow third-party keyboards now.
  ///
  /// Text that the user typed into a password field stays protected when the application shows it. The protection ends
  /// when the field gets the focus again or is empty. If the field became protected while it had the focus, this
  /// protection applies only after a change of its text or selection (Behavior.md#secure-text-stays-protected).
  var keptFromThirdParties: ShownBecause? {
    guard let secrecy, document.hasText, document.revision != secrecy.revision else { return nil }
    return secrecy.reason
  }

  /// A period in which the field's traits protected it.
  private struct Secrecy {
    let reason: ShownBecause
    /// The document's revision when the field became protected; nil if it was protected when it got the focus.
    let revision: UInt64?
  }

  /// Applies a change by the application, and records whether the field was protected before or is protected now.
  mutating func change(_ change: (inout TextField) -> Void) {
    let before = reasonAgainstThirdParties
    if secrecy == nil, let before, before != .appForbids { secrecy = Secrecy(reason: before, revision: nil) }
    change(&self)
    if before == nil, let reason = reasonAgainstThirdParties, reason != .appForbids {
      secrecy = Secrecy(reason: reason, revision: document.revision)
    }
    updateRules()
  }

  /// Whether the field's traits protected it in the past, or protect it now.
  var hasBeenProtected: Bool { secrecy != nil }

  /// Ends the protection of earlier text: a third-party keyboard may get the field again.
  mutating func endSecrecy() { secrecy = nil }

  /// Updates the document's editing rules from the traits.
  mutating func updateRules() {
    document.rules = FieldState(traits: traits, isMultiline: isMultiline).editingRules
  }
}
