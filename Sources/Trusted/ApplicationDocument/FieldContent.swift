package import TextModel

/// The properties of a field, from the content purpose and the content hints of a Wayland text protocol.
package struct FieldContent: Hashable, Sendable {
  /// A group of protocols that use the same numbers for the content purposes. In both groups of protocols, the numbers
  /// up to 8 have the same meaning.
  package enum Numbering: CaseIterable, Sendable {
    /// `text-input-v3` and `input-method-v2`.
    case textInputV3
    /// `text-input-v1` and `input-method-v1`. Version 1 of both protocols has no purpose for a PIN, and no hints above
    /// `multiline`.
    case inputMethodV1
  }

  /// The traits of the field. The trait ``TextModel/TextInputTraits/isSecureTextEntry`` depends only on the purpose and
  /// the hints. ``SecureRule`` checks the text of the field too.
  package private(set) var traits = TextInputTraits()
  /// Whether the application reports that the field can have several lines. GTK applications never set this hint.
  package let isMultiline: Bool
  /// Whether the field is a terminal.
  package let isTerminal: Bool
  /// Whether the system keyboard may have an emoji key in the field.
  package let allowsEmoji: Bool
  /// Whether the application shows its own input view, so that the host's input view must stay hidden.
  package let hidesInputView: Bool

  /// Creates the properties of a field.
  ///
  /// - Parameters:
  ///   - purpose: The content purpose. An unknown number means free-form text.
  ///   - hints: The content hints. Bits with an unknown meaning have no effect.
  ///   - numbering: The protocol that defines the numbers of purposes and hints.
  ///   - isTablet: Whether the keyboard is wide enough to show punctuation beside the digits.
  package init(purpose: UInt32 = 0, hints: UInt32 = 0, numbering: Numbering = .textInputV3, isTablet: Bool = false) {
    let purpose = Purpose(purpose, numbering)
    let hints = numbering == .inputMethodV1 ? ContentHints(inputMethodV1: hints) : ContentHints(rawValue: hints)
    isMultiline = hints.contains(.multiline)
    isTerminal = purpose == .terminal
    allowsEmoji = !hints.contains(.noEmoji)
    hidesInputView = hints.contains(.onScreenInputProvided)
    traits.keyboardType = purpose.keyboardType(isLatin: hints.contains(.latin), isTablet: isTablet)
    traits.textContentType = purpose.textContentType
    traits.autocapitalizationType = purpose.autocapitalizationType(hints)
    if purpose == .normal {
      if hints.contains(.completion) { traits.autocorrectionType = .yes }
      if hints.contains(.spellcheck) { traits.spellCheckingType = .yes }
    } else {
      (traits.autocorrectionType, traits.spellCheckingType) = (.no, .no)
    }
    if [.url, .email, .password, .pin, .terminal, .number].contains(purpose) { turnOffSmartTraits() }
    if purpose == .password || purpose == .pin || !hints.isDisjoint(with: [.hiddenText, .sensitiveData]) {
      traits.isSecureTextEntry = true
      traits.autocapitalizationType = .none
      (traits.autocorrectionType, traits.spellCheckingType, traits.inlinePredictionType) = (.no, .no, .no)
      turnOffSmartTraits()
    }
  }

  private mutating func turnOffSmartTraits() {
    (traits.smartQuotesType, traits.smartDashesType, traits.smartInsertDeleteType) = (.no, .no, .no)
  }
}

/// The content purposes. The raw values are the numbers of `text-input-v3`.
private enum Purpose: UInt32 {
  case normal, alpha, digits, number, phone, url, email, name, password, pin, date, time, datetime, terminal

  init(_ number: UInt32, _ numbering: FieldContent.Numbering) {
    let isShifted = numbering == .inputMethodV1 && number > Self.password.rawValue
    self = Self(rawValue: isShifted ? number.addingReportingOverflow(1).partialValue : number) ?? .normal
  }

  func keyboardType(isLatin: Bool, isTablet: Bool) -> KeyboardType {
    switch self {
    case .normal, .alpha, .name: isLatin ? .asciiCapable : .default
    case .digits, .pin: isLatin ? .asciiCapableNumberPad : .numberPad
    case .number: isTablet ? .numbersAndPunctuation : .decimalPad
    case .phone: .phonePad
    case .url: .URL
    case .email: .emailAddress
    case .password, .terminal: .asciiCapable
    case .date, .time, .datetime: .numbersAndPunctuation
    }
  }

  var textContentType: TextContentType? {
    switch self {
    case .phone: .telephoneNumber
    case .url: .URL
    case .email: .emailAddress
    case .name: .name
    case .password: .password
    default: nil
    }
  }

  /// Returns the automatic capitals for a field with this purpose. Only the purposes `normal` and `alpha` use the
  /// hints, because Qt sends the hint to capitalize sentences with every field.
  func autocapitalizationType(_ hints: ContentHints) -> TextAutocapitalizationType {
    switch self {
    case .normal: hints.autocapitalizationType ?? .sentences
    case .alpha: hints.autocapitalizationType ?? .none
    case .name: .words
    default: .none
    }
  }
}

/// The content hints of `text-input-v3`. `text-input-v1` has the same bits up to `multiline`.
private struct ContentHints: OptionSet {
  let rawValue: UInt32

  /// Converts the hints of `input-method-v1`.
  ///
  /// KWin 5.27 converts the hint for sensitive text to `lowercase`. The password fields of GTK and Qt, and Qt's fields
  /// for sensitive digits, have the bit of `lowercase`. So the host treats every field with the bit of `lowercase` as
  /// sensitive. In `input-method-v1`, bit 0x2 requests automatic correction.
  init(inputMethodV1 hints: UInt32) {
    self.init(rawValue: hints & 0x3FF)
    if contains(.lowercase) { insert(.sensitiveData) }
    if remove(.spellcheck) != nil { insert(.completion) }
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  static let completion = ContentHints(rawValue: 0x1)
  static let spellcheck = ContentHints(rawValue: 0x2)
  static let autoCapitalization = ContentHints(rawValue: 0x4)
  static let lowercase = ContentHints(rawValue: 0x8)
  static let uppercase = ContentHints(rawValue: 0x10)
  static let titlecase = ContentHints(rawValue: 0x20)
  static let hiddenText = ContentHints(rawValue: 0x40)
  static let sensitiveData = ContentHints(rawValue: 0x80)
  static let latin = ContentHints(rawValue: 0x100)
  static let multiline = ContentHints(rawValue: 0x200)
  static let onScreenInputProvided = ContentHints(rawValue: 0x400)
  static let noEmoji = ContentHints(rawValue: 0x800)

  var autocapitalizationType: TextAutocapitalizationType? {
    if contains(.uppercase) { return .allCharacters }
    if contains(.titlecase) { return .words }
    if contains(.autoCapitalization) { return .sentences }
    return contains(.lowercase) ? TextAutocapitalizationType.none : nil
  }
}
