package import TextInput

/// One line of a settings pane.
package struct SettingsSpecifier: Hashable, Sendable {
  /// How a text field behaves; names and defaults are those of Apple's settings schema.
  package struct TextTraits: Hashable, Sendable {
    /// `KeyboardType`.
    package var keyboardType = "Alphabet"
    /// `AutocapitalizationType`.
    package var autocapitalizationType = "None"
    /// `AutocorrectionType`.
    package var autocorrectionType = "Default"
    /// `IsSecure`: whether the text is hidden.
    package var isSecure = false
  }

  /// A value and how it is shown.
  package struct Choice: Hashable, Sendable {
    /// What is stored.
    package var value: SettingValue
    /// What is shown, in the person's language.
    package var title: String
  }

  /// The type of a specifier, with what that type alone has.
  package indirect enum Kind: Hashable, Sendable {
    /// `PSGroupSpecifier`: a heading, with a text below the group.
    case group(footer: String)
    /// `PSTextFieldSpecifier`.
    case textField(TextTraits)
    /// `PSToggleSwitchSpecifier`: what is stored when it is on and when it is off.
    case toggle(on: SettingValue, off: SettingValue)
    /// `PSSliderSpecifier`.
    case slider(ClosedRange<Double>)
    /// `PSTitleValueSpecifier`: shows a value that only the keyboard's author sets.
    case title([Choice])
    /// `PSMultiValueSpecifier`.
    case multiValue([Choice])
    /// `PSRadioGroupSpecifier`, with a text below the group.
    case radioGroup([Choice], footer: String)
    /// `PSChildPaneSpecifier`.
    case childPane(SettingsPane)
  }

  /// What it is.
  package var kind: Kind
  /// The key under which its value is stored; empty for groups and panes.
  package var key: String
  /// What is shown beside it, in the person's language.
  package var title: String
  /// What holds until the person sets a value; nil where the schema gives none.
  package var defaultValue: SettingValue?

  /// The title that is shown for a value; nil where the value shows as itself.
  package func title(of value: SettingValue) -> String? { choices?.first { $0.value.isSame(as: value) }?.title }

  /// The values to choose from; nil where any may be set.
  package var choices: [Choice]? {
    switch kind {
    case .title(let choices), .multiValue(let choices), .radioGroup(let choices, _): choices
    default: nil
    }
  }
}

extension SettingValue {
  /// The value as text, as a person types it and a terminal shows it once it is made harmless.
  package var text: String {
    switch self {
    case .string(let value): value
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    }
  }

  /// The value as a number; nil for strings and truth values.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string, .boolean: nil
    }
  }

  /// Whether both are one value; 1 and 1.0 are.
  func isSame(as other: SettingValue) -> Bool {
    if let number, let otherNumber = other.number { return number == otherNumber }
    return self == other
  }
}
