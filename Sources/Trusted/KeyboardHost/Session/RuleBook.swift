internal import TextInput

/// Why the system keyboard has a field although the person chose another one (Behavior.md#shown-because).
package enum ShownBecause: String, CaseIterable, Sendable {
  /// The field is secret.
  case secureTextEntry
  /// The field is a phone pad.
  case phonePad
  /// The field is a name and phone pad.
  case namePhonePad
  /// The application allows no third-party keyboard here.
  case appForbids
  /// The field wants ASCII, and no enabled keyboard can type only that.
  case notASCIICapable
  /// The keyboard crashed.
  case crashed
  /// The keyboard did not answer in time.
  case hung
  /// The keyboard cannot be loaded.
  case quarantined
  /// No other keyboard is enabled.
  case noneEnabled
}

/// One mode of the person's list, as far as the rules depend on it.
package struct InputMode: Hashable, Sendable {
  /// `CFBundleIdentifier`, or the system keyboard's.
  package var identifier: String
  /// Whether it is the system keyboard.
  package var isSystem: Bool
  /// `IsASCIICapable`.
  package var isASCIICapable: Bool
  /// Why it may not be used at all, if so: quarantine, or too many crashes.
  package var barredBecause: ShownBecause?

  /// A mode with these properties.
  package init(
    _ identifier: String, isSystem: Bool = false, isASCIICapable: Bool = false, barredBecause: ShownBecause? = nil
  ) {
    self.identifier = identifier
    self.isSystem = isSystem
    self.isASCIICapable = isASCIICapable
    self.barredBecause = barredBecause
  }
}

/// Who may have a field, and who is next: Behavior.md#keyboard-selection and Behavior.md#input-modes, as functions of
/// values.
package struct RuleBook: Sendable {
  /// The person's list, in order.
  package var modes: [InputMode]
  /// The system keyboard's identifier.
  package let system: String

  /// The rules for this list.
  package init(modes: [InputMode], system: String) {
    self.modes = modes
    self.system = system
  }

  /// A keyboard, and the reason if it is the system's although another one was chosen.
  package struct Verdict: Hashable, Sendable {
    /// Who has the field.
    package var identifier: String
    /// Why, if it is not who was chosen.
    package var because: ShownBecause?
  }

  /// Who has a field for which the person chose a keyboard (Behavior.md#keyboard-selection).
  package func keyboard(for field: TextField, chosen: String) -> Verdict {
    if let because = Self.reasonAgainstThirdParties(in: field) {
      return Verdict(identifier: system, because: chosen == system ? nil : because)
    }
    guard modes.contains(where: { !$0.isSystem }) else { return Verdict(identifier: system, because: .noneEnabled) }
    // One that is not in the list any more leaves its place to the first.
    let index = modes.firstIndex { $0.identifier == chosen } ?? modes.startIndex
    let mode = modes[index]
    if mode.isSystem { return Verdict(identifier: system) }
    if let because = mode.barredBecause { return Verdict(identifier: system, because: because) }
    guard Self.needsASCII(field), !mode.isASCIICapable else { return Verdict(identifier: mode.identifier) }
    let capable = modes[(index + 1)...] + modes[..<index]
    if let next = capable.first(where: { !$0.isSystem && $0.isASCIICapable && $0.barredBecause == nil }) {
      return Verdict(identifier: next.identifier)
    }
    return Verdict(identifier: system, because: .notASCIICapable)
  }

  /// The modes that may be used in a field, in the person's order (Behavior.md#input-mode-list).
  package func available(in field: TextField) -> [String] {
    guard Self.reasonAgainstThirdParties(in: field) == nil else { return [system] }
    let usable = modes.filter { mode in
      mode.isSystem || mode.barredBecause == nil && (mode.isASCIICapable || !Self.needsASCII(field))
    }
    return usable.isEmpty ? [system] : usable.map(\.identifier)
  }

  /// The mode after another one: the next that may be used here, and from the last on to the first
  /// (Behavior.md#input-mode-list).
  package func next(after current: String, in field: TextField) -> String {
    modes(after: current, in: field).first ?? system
  }

  /// The modes that may be used here, in the order in which the globe key goes on from another one: that comes last.
  func modes(after current: String, in field: TextField) -> [String] {
    let available = available(in: field)
    guard let start = modes.firstIndex(where: { $0.identifier == current }) else { return available }
    let order = (modes[(start + 1)...] + modes[...start]).map(\.identifier).filter(available.contains)
    return order.isEmpty ? available : order
  }

  /// `needsInputModeSwitchKey`: more than one mode here, and no globe of the frontend's own
  /// (Behavior.md#needs-input-mode-switch-key).
  package func needsInputModeSwitchKey(in field: TextField, frontendShowsGlobe: Bool) -> Bool {
    !frontendShowsGlobe && available(in: field).count > 1
  }

  /// The rules under which no third party is even asked (Behavior.md#keyboard-selection).
  package static func reasonAgainstThirdParties(in field: TextField) -> ShownBecause? {
    if field.traits.isSecureTextEntry { return .secureTextEntry }
    if let because = field.keptFromThirdParties { return because }
    switch field.traits.keyboardType {
    case .phonePad: return .phonePad
    case .namePhonePad: return .namePhonePad
    default: return field.allowsThirdPartyKeyboards ? nil : .appForbids
    }
  }

  private static func needsASCII(_ field: TextField) -> Bool {
    field.traits.keyboardType == .asciiCapable || field.traits.keyboardType == .asciiCapableNumberPad
  }
}
