/// The kind of keyboard that a field asks for; raw values are `UIKeyboardType`'s.
public enum KeyboardType: Int, CaseIterable, Sendable {
  /// The input mode's ordinary keyboard.
  case `default` = 0
  /// Letters of ASCII; a keyboard without `IsASCIICapable` is passed over.
  case asciiCapable = 1
  /// Numbers and punctuation first.
  case numbersAndPunctuation = 2
  /// Typing a URL.
  case URL = 3
  /// Digits of the input mode's language, for a PIN.
  case numberPad = 4
  /// A telephone number; never shown by a third-party keyboard.
  case phonePad = 5
  /// A name or a telephone number; never shown by a third-party keyboard.
  case namePhonePad = 6
  /// Typing an e-mail address.
  case emailAddress = 7
  /// Digits and the decimal separator.
  case decimalPad = 8
  /// Text with `@` and `#` near at hand.
  case twitter = 9
  /// A search term or a URL.
  case webSearch = 10
  /// Digits of ASCII only.
  case asciiCapableNumberPad = 11
  /// UIKit's older name of ``asciiCapable``.
  public static var alphabet: KeyboardType { .asciiCapable }
}

/// What the return key does and is called; raw values are `UIReturnKeyType`'s.
public enum ReturnKeyType: Int, CaseIterable, Sendable {
  /// "return": a new line, or the field's action.
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

/// When letters are made capital without the shift key; raw values are `UITextAutocapitalizationType`'s.
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

/// A trait that may be left to the host: `UITextAutocorrectionType` and those with the same three cases.
public enum TextTraitSwitch: Int, CaseIterable, Sendable {
  /// The host decides; smart traits at `default` are off in secure fields.
  case `default` = 0
  /// Off.
  case no = 1
  /// On.
  case yes = 2
}

/// `UITextAutocorrectionType`.
public typealias TextAutocorrectionType = TextTraitSwitch
/// `UITextSpellCheckingType`.
public typealias TextSpellCheckingType = TextTraitSwitch
/// `UITextSmartQuotesType`.
public typealias TextSmartQuotesType = TextTraitSwitch
/// `UITextSmartDashesType`.
public typealias TextSmartDashesType = TextTraitSwitch
/// `UITextSmartInsertDeleteType`.
public typealias TextSmartInsertDeleteType = TextTraitSwitch
/// `UITextInlinePredictionType`.
public typealias TextInlinePredictionType = TextTraitSwitch

/// Light or dark; raw values are `UIKeyboardAppearance`'s.
public enum KeyboardAppearance: Int, CaseIterable, Sendable {
  /// As the system is.
  case `default` = 0
  /// Dark.
  case dark = 1
  /// Light.
  case light = 2
  /// UIKit's deprecated name for ``dark``.
  public static var alert: KeyboardAppearance { .dark }
}

/// Everything that a field says of the text it wants: `UITextInputTraits`, with UIKit's defaults.
public struct TextInputTraits: Hashable, Sendable {
  /// When letters become capital by themselves.
  public var autocapitalizationType: TextAutocapitalizationType = .sentences
  /// Whether words are corrected.
  public var autocorrectionType: TextAutocorrectionType = .default
  /// Whether spelling is checked.
  public var spellCheckingType: TextSpellCheckingType = .default
  /// Whether straight quotes become curly.
  public var smartQuotesType: TextSmartQuotesType = .default
  /// Whether hyphens become dashes.
  public var smartDashesType: TextSmartDashesType = .default
  /// Whether deleting a word takes a space with it.
  public var smartInsertDeleteType: TextSmartInsertDeleteType = .default
  /// The kind of keyboard asked for.
  public var keyboardType: KeyboardType = .default
  /// Light or dark.
  public var keyboardAppearance: KeyboardAppearance = .default
  /// What the return key does.
  public var returnKeyType: ReturnKeyType = .default
  /// Whether the return key is off while the document is empty.
  public var enablesReturnKeyAutomatically = false
  /// Whether the text is secret: no third-party keyboard ever sees this field.
  public var isSecureTextEntry = false
  /// What the text means, for suggestions.
  public var textContentType: TextContentType?
  /// The rules that a new password keeps, in the format of `UITextInputPasswordRules`.
  public var passwordRules: String?
  /// Whether inline predictions are shown.
  public var inlinePredictionType: TextInlinePredictionType = .default

  /// UIKit's defaults.
  public init() {}

  /// Whether deleting a selected word takes a space beside it too (Behavior.md#smart-deletion).
  package var deletesSmartly: Bool { smartInsertDeleteType != .no && !isSecureTextEntry }
}
