/// The kind of keyboard that a field requests. Raw values equal the values of `UIKeyboardType`.
public enum KeyboardType: Int, CaseIterable, Sendable {
  /// The default keyboard of the input mode.
  case `default` = 0
  /// ASCII characters. For a field of this type, the host skips keyboards without `IsASCIICapable`.
  case asciiCapable = 1
  /// Text. The keyboard first shows its keys for numbers and punctuation.
  case numbersAndPunctuation = 2
  /// A URL.
  case URL = 3
  /// Digits of the input mode's language, for example for a PIN.
  case numberPad = 4
  /// A telephone number. Third-party keyboards never get a field for telephone numbers.
  case phonePad = 5
  /// A name or a telephone number. Third-party keyboards never get a field for names and telephone numbers.
  case namePhonePad = 6
  /// An email address.
  case emailAddress = 7
  /// Digits and the decimal separator.
  case decimalPad = 8
  /// Text with easy access to `@` and `#`.
  case twitter = 9
  /// A search term or a URL.
  case webSearch = 10
  /// ASCII digits only. For a field of this type, the host skips keyboards without `IsASCIICapable`.
  case asciiCapableNumberPad = 11
  /// UIKit's deprecated name for ``asciiCapable``.
  public static var alphabet: KeyboardType { .asciiCapable }
}

/// The purpose of the return key, which decides its title. Raw values equal the values of `UIReturnKeyType`.
public enum ReturnKeyType: Int, CaseIterable, Sendable {
  /// "return": inserts a line break, or triggers the field's action.
  case `default` = 0
  /// "Go".
  case go = 1
  /// "Google".
  case google = 2
  /// "Join".
  case join = 3
  /// "Next".
  case next = 4
  /// "Route".
  case route = 5
  /// "Search".
  case search = 6
  /// "Send".
  case send = 7
  /// "Yahoo".
  case yahoo = 8
  /// "Done".
  case done = 9
  /// "Emergency Call".
  case emergencyCall = 10
  /// "Continue".
  case `continue` = 11
}

/// When a keyboard capitalizes letters automatically. Raw values equal the values of `UITextAutocapitalizationType`.
public enum TextAutocapitalizationType: Int, CaseIterable, Sendable {
  /// Never.
  case none = 0
  /// The first letter of each word.
  case words = 1
  /// The first letter of each sentence.
  case sentences = 2
  /// Every letter.
  case allCharacters = 3
}

/// A trait with three values. Corresponds to `UITextAutocorrectionType` and UIKit's other types with these cases.
public enum TextTraitSwitch: Int, CaseIterable, Sendable {
  /// The application has made no choice for the trait.
  case `default` = 0
  /// Off.
  case no = 1
  /// On.
  case yes = 2
}

/// Whether a keyboard corrects words. Corresponds to `UITextAutocorrectionType`.
public typealias TextAutocorrectionType = TextTraitSwitch
/// Whether a keyboard checks spelling. Corresponds to `UITextSpellCheckingType`.
public typealias TextSpellCheckingType = TextTraitSwitch
/// Whether a keyboard replaces straight quotes with curly quotes. Corresponds to `UITextSmartQuotesType`.
public typealias TextSmartQuotesType = TextTraitSwitch
/// Whether a keyboard replaces hyphens with dashes. Corresponds to `UITextSmartDashesType`.
public typealias TextSmartDashesType = TextTraitSwitch
/// Whether deleting a selected word also deletes a space beside the word. Corresponds to `UITextSmartInsertDeleteType`.
public typealias TextSmartInsertDeleteType = TextTraitSwitch
/// Whether a keyboard shows inline predictions. Corresponds to `UITextInlinePredictionType`.
public typealias TextInlinePredictionType = TextTraitSwitch

/// The appearance of a keyboard. Raw values equal the values of `UIKeyboardAppearance`.
public enum KeyboardAppearance: Int, CaseIterable, Sendable {
  /// The appearance of the system.
  case `default` = 0
  /// Dark.
  case dark = 1
  /// Light.
  case light = 2
  /// UIKit's deprecated name for ``dark``.
  public static var alert: KeyboardAppearance { .dark }
}

/// The traits of a field, with UIKit's defaults. Corresponds to `UITextInputTraits`.
public struct TextInputTraits: Hashable, Sendable {
  /// When a keyboard capitalizes letters automatically.
  public var autocapitalizationType: TextAutocapitalizationType = .sentences
  /// Whether a keyboard corrects words.
  public var autocorrectionType: TextAutocorrectionType = .default
  /// Whether a keyboard checks spelling.
  public var spellCheckingType: TextSpellCheckingType = .default
  /// Whether a keyboard replaces straight quotes with curly quotes.
  public var smartQuotesType: TextSmartQuotesType = .default
  /// Whether a keyboard replaces hyphens with dashes.
  public var smartDashesType: TextSmartDashesType = .default
  /// Whether deleting a selected word also deletes a space beside the word.
  public var smartInsertDeleteType: TextSmartInsertDeleteType = .default
  /// The kind of keyboard that the field requests.
  public var keyboardType: KeyboardType = .default
  /// The appearance that the field requests.
  public var keyboardAppearance: KeyboardAppearance = .default
  /// The purpose of the return key, such as sending a message.
  public var returnKeyType: ReturnKeyType = .default
  /// Whether the return key is disabled while the document is empty.
  public var enablesReturnKeyAutomatically = false
  /// Whether the field is secure. Third-party keyboards never get a secure field.
  public var isSecureTextEntry = false
  /// The kind of content that the field expects, such as a name or an address. Suggestions depend on this trait.
  public var textContentType: TextContentType?
  /// The rules for a new password, in the format of `UITextInputPasswordRules`.
  public var passwordRules: String?
  /// Whether a keyboard shows inline predictions.
  public var inlinePredictionType: TextInlinePredictionType = .default

  /// Creates traits with UIKit's defaults.
  public init() {}

  /// Whether deleting a selected word also deletes a space beside the word (Behavior.md#smart-deletion).
  package var deletesSmartly: Bool { smartInsertDeleteType != .no && !isSecureTextEntry }
}
