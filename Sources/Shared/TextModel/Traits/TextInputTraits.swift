/// The kind of keyboard that a field requests. Raw values equal the values of `UIKeyboardType`.
public enum KeyboardType: Int, CaseIterable, Sendable {
  /// The default keyboard of the input mode.
  case `default` = 0
  /// A field that accepts only ASCII characters. For this field, the host skips keyboards without `IsASCIICapable`.
  case asciiCapable = 1
  /// A field for text, in which the keyboard first shows its keys for numbers and punctuation.
  case numbersAndPunctuation = 2
  /// A field for a URL.
  case URL = 3
  /// A field for digits of the input mode's language, for example for a PIN.
  case numberPad = 4
  /// A field for a telephone number. Third-party keyboards never get this field.
  case phonePad = 5
  /// A field for a name or a telephone number. Third-party keyboards never get this field.
  case namePhonePad = 6
  /// A field for an email address.
  case emailAddress = 7
  /// A field for a decimal number: digits and the decimal separator.
  case decimalPad = 8
  /// A field for text, in which the keyboard gives easy access to `@` and `#`.
  case twitter = 9
  /// A field for a search term or a URL.
  case webSearch = 10
  /// A field for ASCII digits only. For this field, the host skips keyboards without `IsASCIICapable`.
  case asciiCapableNumberPad = 11
  /// UIKit's deprecated name for ``asciiCapable``.
  public static var alphabet: KeyboardType { .asciiCapable }
}

/// The purpose of the return key, which decides its title. Raw values equal the values of `UIReturnKeyType`.
public enum ReturnKeyType: Int, CaseIterable, Sendable {
  /// "return": inserts a line break, or triggers the field's action.
  case `default` = 0
  /// A return key with the title "Go".
  case go = 1
  /// A return key with the title "Google".
  case google = 2
  /// A return key with the title "Join".
  case join = 3
  /// A return key with the title "Next".
  case next = 4
  /// A return key with the title "Route".
  case route = 5
  /// A return key with the title "Search".
  case search = 6
  /// A return key with the title "Send".
  case send = 7
  /// A return key with the title "Yahoo".
  case yahoo = 8
  /// A return key with the title "Done".
  case done = 9
  /// A return key with the title "Emergency Call".
  case emergencyCall = 10
  /// A return key with the title "Continue".
  case `continue` = 11
}

/// When a keyboard capitalizes letters automatically. Raw values equal the values of `UITextAutocapitalizationType`.
public enum TextAutocapitalizationType: Int, CaseIterable, Sendable {
  /// The keyboard capitalizes no letter automatically.
  case none = 0
  /// The keyboard capitalizes the first letter of each word.
  case words = 1
  /// The keyboard capitalizes the first letter of each sentence.
  case sentences = 2
  /// The keyboard capitalizes every letter.
  case allCharacters = 3
}

/// A trait with three values. Corresponds to `UITextAutocorrectionType` and UIKit's other types with these cases.
public enum TextTraitSwitch: Int, CaseIterable, Sendable {
  /// The application has made no choice for the trait.
  case `default` = 0
  /// The application has turned the trait off.
  case no = 1
  /// The application has turned the trait on.
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
  /// A keyboard with the appearance of the system.
  case `default` = 0
  /// A dark keyboard.
  case dark = 1
  /// A light keyboard.
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
