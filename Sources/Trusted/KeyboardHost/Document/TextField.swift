package import InputViewModel
internal import KeyboardProtocol
package import TextModel

/// An input view that an application shows in place of a keyboard (Behavior.md#custom-input-views).
package enum CustomInputView: Hashable, Sendable {
  /// The application draws its input view itself, so the host shows no keyboard.
  case application
  /// A keyboard that runs in the application's process. The value is the identifier from
  /// ``BundleSource/addInputView(_:)``.
  case keyboard(String)
}

/// A text field of an application, as the host receives it when the field gets the focus.
package struct TextField: Sendable {
  private var storage: Storage

  /// An object with all properties of the field. Each turn reads the field many times, and would copy all properties
  /// each time without this object.
  ///
  /// The class is `@unchecked Sendable`, because its properties can change. The properties change only while exactly
  /// one ``TextField`` refers to the object.
  private final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) var document: TextDocument
    @exclusivity(unchecked) var properties: Properties

    init(_ document: TextDocument, _ properties: Properties = Properties()) {
      self.document = document
      self.properties = properties
    }
  }

  private struct Properties {
    var traits = TextInputTraits()
    var isMultiline = true
    var isTerminal = false
    var allowsEmoji = true
    var application = ""
    var contextIdentifiers: [String] = []
    var allowsThirdPartyKeyboards = true
    var isOnLockScreen = false
    var inputView: CustomInputView?
    var textInputMode: String?
    var secrecy: Secrecy?
    var environment = KeyboardEnvironment()
  }

  /// Copies the storage if another ``TextField`` refers to the same storage. Call this method before each change.
  private mutating func becomeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.document, storage.properties) }
  }

  private mutating func set(_ change: (inout Properties) -> Void) {
    becomeUnique()
    change(&storage.properties)
  }

  /// The text with its selection.
  package var document: TextDocument {
    // Neither accessor copies the document.
    _read { yield storage.document }
    _modify {
      becomeUnique()
      yield &storage.document
    }
  }
  /// The traits of the field.
  package var traits: TextInputTraits {
    get { storage.properties.traits }
    set { set { $0.traits = newValue } }
  }
  /// Whether the field's text can contain line breaks. If the value is false, Return triggers the field's action.
  package var isMultiline: Bool {
    get { storage.properties.isMultiline }
    set { set { $0.isMultiline = newValue } }
  }
  /// Whether the field is a terminal, for which the system keyboard shows additional keys.
  package var isTerminal: Bool {
    get { storage.properties.isTerminal }
    set { set { $0.isTerminal = newValue } }
  }
  /// Whether the system keyboard may have an emoji key in the field (Behavior.md#emoji). A change applies the next time
  /// that the field gets the focus.
  package var allowsEmoji: Bool {
    get { storage.properties.allowsEmoji }
    set { set { $0.allowsEmoji = newValue } }
  }
  /// The identifier of the application that shows the field.
  package var application: String {
    get { storage.properties.application }
    set { set { $0.application = newValue } }
  }
  /// The `textInputContextIdentifier` of the field and of its next responders, the field first
  /// (Behavior.md#context-identifiers).
  package var contextIdentifiers: [String] {
    get { storage.properties.contextIdentifiers }
    set { set { $0.contextIdentifiers = newValue } }
  }
  /// Whether the application allows third-party keyboards, as in UIKit's `shouldAllowExtensionPointIdentifier`
  /// (Behavior.md#application-forbids).
  package var allowsThirdPartyKeyboards: Bool {
    get { storage.properties.allowsThirdPartyKeyboards }
    set { set { $0.allowsThirdPartyKeyboards = newValue } }
  }
  /// Whether the screen is locked. A lock screen shows only the system keyboard (Behavior.md#lock-screen).
  package var isOnLockScreen: Bool {
    get { storage.properties.isOnLockScreen }
    set { set { $0.isOnLockScreen = newValue } }
  }
  /// The input view that the application shows for this field instead of the chosen keyboard; nil if there is none
  /// (Behavior.md#custom-input-views).
  package var inputView: CustomInputView? {
    get { storage.properties.inputView }
    set { set { $0.inputView = newValue } }
  }
  /// The identifier of the input mode that the application requests for this field, as in UIKit's `textInputMode`. Nil
  /// if the application requests no mode (Behavior.md#text-input-mode).
  package var textInputMode: String? {
    get { storage.properties.textInputMode }
    set { set { $0.textInputMode = newValue } }
  }
  /// The environment of the keyboard for this field.
  package var environment: KeyboardEnvironment {
    get { storage.properties.environment }
    set { set { $0.environment = newValue } }
  }
  /// The last period in which the field's traits protected the field; nil if the traits never protected it.
  private var secrecy: Secrecy? {
    get { storage.properties.secrecy }
    set { set { $0.secrecy = newValue } }
  }

  /// Creates a field with a document.
  package init(document: TextDocument) { storage = Storage(document) }

  /// Returns the state of the field that the host sends to a keyboard with an event.
  ///
  /// If the application now shows a password that the user typed, the system keyboard must neither learn nor correct
  /// the words of the password.
  func state(_ standing: InputModeStanding) -> FieldState {
    var traits = traits
    if keptFromThirdParties != nil { traits.autocorrectionType = .no }
    return FieldState(traits: traits, isMultiline: isMultiline, environment: environment, standing: standing)
  }

  /// The reason why the field is protected from third-party keyboards; nil for an unprotected field
  /// (Behavior.md#keyboard-selection).
  package var reasonAgainstThirdParties: ShownBecause? {
    if traits.isSecureTextEntry { return .secureTextEntry }
    if let reason = keptFromThirdParties { return reason }
    switch traits.keyboardType {
    case .phonePad: return .phonePad
    case .namePhonePad: return .namePhonePad
    default:
      if isOnLockScreen { return .screenLocked }
      return allowsThirdPartyKeyboards ? nil : .appForbids
    }
  }

  /// Whether the session keeps a history for undo. The session keeps no history for a secure field. The session also
  /// keeps no history for a terminal, because a terminal cannot undo received text.
  var keepsSteps: Bool { !isTerminal && reasonAgainstThirdParties != .secureTextEntry }

  /// Whether a line break in the field sends the field's text to another program or machine: the field is a terminal or
  /// an address field.
  var isSensitive: Bool { isTerminal || traits.keyboardType == .URL }

  /// The reason why the field is still protected although its traits now allow third-party keyboards.
  ///
  /// If the application shows a password that the user typed, the password stays protected. The protection ends when
  /// the field gets the focus again or is empty. A field can become protected while it has the focus. The password of
  /// such a field stays protected only if text or selection has changed since the protection began
  /// (Behavior.md#secure-text-stays-protected).
  var keptFromThirdParties: ShownBecause? {
    guard let secrecy, document.hasText, document.revision != secrecy.revision else { return nil }
    return secrecy.reason
  }

  /// A period in which the field's traits protected the field.
  private struct Secrecy {
    let reason: ShownBecause
    /// The document's revision when the field became protected; nil if the field was protected when it got the focus.
    let revision: UInt64?
  }

  /// Applies a change by the application, and records whether the field was protected before or is protected now.
  mutating func change(_ change: (inout TextField) -> Void) {
    let before = reasonAgainstThirdParties
    if secrecy == nil, let before, before.isOfTraits { secrecy = Secrecy(reason: before, revision: nil) }
    change(&self)
    if before == nil, let reason = reasonAgainstThirdParties, reason.isOfTraits {
      secrecy = Secrecy(reason: reason, revision: document.revision)
    }
    // The reason `secureTextEntry` replaces any other reason, because a password needs more protection than any other
    // text: undo, errors and replies must not quote it.
    if traits.isSecureTextEntry, secrecy?.reason != .secureTextEntry {
      let revision = if let secrecy { secrecy.revision } else { Optional(document.revision) }
      secrecy = Secrecy(reason: .secureTextEntry, revision: revision)
    }
    updateRules()
  }

  /// Whether the field's traits protect the field now, or protected it in the past.
  var hasBeenProtected: Bool { secrecy != nil }

  /// Gives the document a new identifier and restarts its revisions. Protected text stays protected.
  mutating func becomeAnother() {
    let hasChanged = document.revision != secrecy?.revision
    document.becomeAnother()
    secrecy = secrecy.map { Secrecy(reason: $0.reason, revision: hasChanged ? nil : document.revision) }
  }

  /// Ends the protection of text that the user typed while the field was protected.
  mutating func endSecrecy() { secrecy = nil }

  /// Updates the document's editing rules from the traits.
  mutating func updateRules() {
    document.rules = FieldState(traits: traits, isMultiline: isMultiline).editingRules
  }
}
