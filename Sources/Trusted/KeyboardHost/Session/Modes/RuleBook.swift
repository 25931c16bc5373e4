internal import TextModel

/// The reason why a field shows the system keyboard although the user chose another keyboard
/// (Behavior.md#shown-because).
package enum ShownBecause: String, CaseIterable, Sendable {
  /// The field is secure, or still contains text that the user typed while the field was secure.
  case secureTextEntry
  /// The field is a phone pad, or still contains text from the time when the field was a phone pad.
  case phonePad
  /// The field is a name and phone pad, or still contains text from the time when the field was a name and phone pad.
  case namePhonePad
  /// The application forbids third-party keyboards in this field.
  case appForbids
  /// The screen is locked.
  case screenLocked
  /// The field needs a keyboard that types ASCII, and no enabled third-party keyboard types ASCII.
  case notASCIICapable
  /// The keyboard's process ended, the host ended the process, or the host could not start a process.
  case crashed
  /// The keyboard did not answer in time.
  case hung
  /// The keyboard is in quarantine, did not load, or has unusable files.
  case quarantined
  /// The user's keyboard list contains no third-party keyboard.
  case noneEnabled

  /// Whether the traits of the field protect it now, or protected it in the past.
  var isOfTraits: Bool { [.secureTextEntry, .phonePad, .namePhonePad].contains(self) }
}

/// An entry of the user's keyboard list, with the properties that the rules need.
package struct InputMode: Hashable, Sendable {
  /// The `CFBundleIdentifier` of the keyboard, or the identifier of the system keyboard.
  package var identifier: String
  /// Whether the mode belongs to the system keyboard.
  package var isSystem: Bool
  /// The manifest's `IsASCIICapable`; for a keyboard layout, whether the keyboard layout types the letters of ASCII.
  package var isASCIICapable: Bool
  /// The reason why the host does not start the keyboard: quarantine, or too many failures; nil if the keyboard may
  /// start.
  package var barredBecause: ShownBecause?

  /// Creates an entry of the user's keyboard list.
  package init(
    _ identifier: String, isSystem: Bool = false, isASCIICapable: Bool = false, barredBecause: ShownBecause? = nil
  ) {
    self.identifier = identifier
    self.isSystem = isSystem
    self.isASCIICapable = isASCIICapable
    self.barredBecause = barredBecause
  }
}

/// The rules that select the keyboard for a field, and the next keyboard (Behavior.md#keyboard-selection,
/// Behavior.md#input-modes).
///
/// The rules depend only on their arguments and have no side effects.
package struct RuleBook: Sendable {
  /// The entries of the user's keyboard list, in order.
  package var modes: [InputMode]
  /// The identifier of the system keyboard.
  package let system: String

  /// Creates the rules for a user's keyboard list.
  package init(modes: [InputMode], system: String) {
    self.modes = modes
    self.system = system
  }

  /// The keyboard that the rules select for a field.
  package struct Verdict: Hashable, Sendable {
    /// The identifier of the selected keyboard.
    package var identifier: String
    /// The reason why the rules replace the chosen keyboard with the system keyboard; nil if the rules keep the chosen
    /// keyboard.
    package var reason: ShownBecause?
  }

  /// Selects the keyboard for a field (Behavior.md#keyboard-selection).
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - choice: The identifier of the keyboard that the user chose; nil if the user has not chosen a keyboard.
  ///   - picked: The mode of the system keyboard that the user chose in this protected field; nil without such a
  ///     choice.
  package func keyboard(for field: TextField, chosen choice: String?, picked: String? = nil) -> Verdict {
    let chosen = choice ?? modes.first?.identifier ?? system
    if let reason = field.reasonAgainstThirdParties {
      let picked = picked.flatMap { available(in: field).contains($0) ? $0 : nil }
      let mode = picked ?? systemMode(in: field, chosen: chosen)
      return Verdict(identifier: mode, reason: mode == chosen ? nil : reason)
    }
    guard modes.contains(where: { $0.identifier != system }) else {
      return Verdict(identifier: system, reason: choice == system ? nil : .noneEnabled)
    }
    // If the chosen keyboard is no longer in the user's keyboard list, the first entry of the list replaces it.
    let index = modes.firstIndex { $0.identifier == chosen } ?? modes.startIndex
    let mode = modes[index]
    if mode.isSystem {
      let used = systemMode(in: field, chosen: mode.identifier)
      return Verdict(identifier: used, reason: used == mode.identifier ? nil : .notASCIICapable)
    }
    if let reason = mode.barredBecause { return Verdict(identifier: systemMode(in: field), reason: reason) }
    guard Self.needsASCII(field), !mode.isASCIICapable else { return Verdict(identifier: mode.identifier) }
    let capable = modes[(index + 1)...] + modes[..<index]
    if let next = capable.first(where: { !$0.isSystem && $0.isASCIICapable && $0.barredBecause == nil }) {
      return Verdict(identifier: next.identifier)
    }
    return Verdict(identifier: systemMode(in: field), reason: .notASCIICapable)
  }

  /// Returns the mode of the system keyboard for a field in which the system keyboard is shown
  /// (Behavior.md#system-modes).
  ///
  /// If the chosen mode belongs to the system keyboard, the result is the chosen mode. In all other cases, the result
  /// is the first mode of the system keyboard in the user's keyboard list. In protected fields and in fields that need
  /// ASCII, the rules ignore keyboard layouts that do not type ASCII.
  func systemMode(in field: TextField, chosen: String? = nil) -> String {
    let needsASCII = field.reasonAgainstThirdParties != nil || Self.needsASCII(field)
    let usable = modes.filter { $0.isSystem && (!needsASCII || typesASCII($0)) }
    return (usable.first { $0.identifier == chosen } ?? usable.first)?.identifier ?? system
  }

  /// Whether a mode can type ASCII. The result is always true for the system keyboard's built-in keyboard layout.
  private func typesASCII(_ mode: InputMode) -> Bool { mode.isASCIICapable || mode.identifier == system }

  /// Returns the modes that the rules allow in a field, in the user's order (Behavior.md#input-mode-list).
  package func available(in field: TextField) -> [String] {
    guard field.reasonAgainstThirdParties == nil else {
      let own = modes.filter(\.isSystem)
      // Most passwords are ASCII, so a keyboard layout that types ASCII is always available.
      return own.map(\.identifier) + (own.contains(where: typesASCII) ? [] : [system])
    }
    let needsASCII = Self.needsASCII(field)
    let usable = modes.compactMap { mode in
      mode.barredBecause == nil && (!needsASCII || typesASCII(mode)) ? mode.identifier : nil
    }
    return usable.isEmpty ? [systemMode(in: field)] : usable
  }

  /// Returns the next mode in the user's order that the rules allow in the field. After the last mode comes the first
  /// mode (Behavior.md#input-mode-list).
  package func next(after current: String, in field: TextField) -> String {
    modes(after: current, in: field).first ?? system
  }

  /// Returns the mode that a press of the globe key shows; nil if the rules allow no other mode than the shown mode.
  ///
  /// - Parameters:
  ///   - current: The mode that the globe key treats as the current mode.
  ///   - shown: The shown mode; nil if no keyboard is shown.
  ///   - field: The field.
  func next(after current: String, shown: String?, in field: TextField) -> String? {
    // The globe key skips the system keyboard if the host already shows the system keyboard in place of the chosen
    // keyboard.
    modes(after: current, in: field).first { $0 != shown }
  }

  /// Returns the modes that the rules allow in the field, in the order of the globe key. The current mode is the last
  /// element.
  func modes(after current: String, in field: TextField) -> [String] {
    let available = available(in: field)
    if let index = available.firstIndex(of: current) { return Array(available[(index + 1)...] + available[...index]) }
    let listed = modes.map(\.identifier)
    let all = listed + available.filter { !listed.contains($0) }
    guard let start = all.firstIndex(of: current) else { return available }
    return (all[(start + 1)...] + all[...start]).filter(available.contains)
  }

  /// Whether a keyboard must show a globe key (Behavior.md#needs-input-mode-switch-key).
  ///
  /// The keyboard must show a globe key if the field allows several modes and the frontend shows no globe key. A custom
  /// input view of the application is not an input mode, so the view needs no globe key.
  package func needsInputModeSwitchKey(in field: TextField, frontendShowsGlobe: Bool) -> Bool {
    !frontendShowsGlobe && field.inputView == nil && available(in: field).count > 1
  }

  private static func needsASCII(_ field: TextField) -> Bool {
    field.traits.keyboardType == .asciiCapable || field.traits.keyboardType == .asciiCapableNumberPad
  }
}
