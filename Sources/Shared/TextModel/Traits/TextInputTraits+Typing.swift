// The automatic changes of typed text that a field allows (Behavior.md#text-services).
extension TextInputTraits {
  /// Whether the field expects prose. An address or a user name is not prose: such text must stay exactly as typed.
  package var expectsProse: Bool { isForProse(.default, .twitter) }

  /// Whether a keyboard replaces typed hyphens with dashes.
  package var replacesDashes: Bool { isOn(smartDashesType) }

  /// Whether a keyboard replaces straight quotes with the quotation marks of the language.
  package var replacesQuotes: Bool { isOn(smartQuotesType) }

  /// Whether the keyboard adds spaces between a pasted text and the words next to the pasted text.
  package var insertsSmartly: Bool { isOn(smartInsertDeleteType) }

  /// Whether a keyboard replaces two spaces after a word with a period and a space.
  package var endsSentencesWithTwoSpaces: Bool { isForProse(.default, .twitter, .asciiCapable) }

  /// Whether a keyboard suggests and corrects words.
  package var getsSuggestions: Bool {
    isForProse(.default, .twitter, .asciiCapable, .webSearch) && autocorrectionType != .no
  }

  /// Returns the type of automatic capitalization that applies in the field if the application requests a type.
  ///
  /// - Parameter type: The requested type.
  /// - Returns: `type`, with two exceptions. In a secure field, the result is ``TextAutocapitalizationType/none``. In a
  ///   field for an address or a code, the result is `none` for every type except `allCharacters`.
  package func capitals(requesting type: TextAutocapitalizationType) -> TextAutocapitalizationType {
    if isSecureTextEntry { return .none }
    if type == .allCharacters { return type }
    return keyboardType == .URL || keyboardType == .emailAddress || expectsCode ? .none : type
  }

  private func isForProse(_ types: KeyboardType...) -> Bool {
    !isSecureTextEntry && !expectsCode && types.contains(keyboardType)
  }

  private func isOn(_ trait: TextTraitSwitch) -> Bool {
    switch trait {
    case .no: false
    case .yes: !isSecureTextEntry
    case .default: expectsProse
    }
  }

  /// Whether the field's content type is for text that must stay exactly as typed, such as a code or an address.
  private var expectsCode: Bool { textContentType.map { Self.codes.contains($0.rawValue) } ?? false }

  private static let codes: Set<String> = [
    "username", "password", "new-password", "one-time-code", "email", "url", "tel", "cc-number", "cc-exp",
    "cc-exp-month", "cc-exp-year", "cc-csc", "shipment-tracking", "flight-number", "cellular-EID", "cellular-IMEI",
  ]
}
