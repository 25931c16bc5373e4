package import KeyboardProtocol

/// One line of a settings pane.
package struct SettingsSpecifier: Hashable, Sendable {
  /// The traits of a text field, with the names and defaults of Apple's settings schema.
  package struct TextTraits: Hashable, Sendable {
    /// `KeyboardType`.
    package var keyboardType = "Alphabet"
    /// `AutocapitalizationType`.
    package var autocapitalizationType = "None"
    /// `AutocorrectionType`.
    package var autocorrectionType = "Default"
    /// `IsSecure`: whether the field hides the text.
    package var isSecure = false
  }

  /// A value and its title.
  package struct Choice: Hashable, Sendable {
    /// The stored value.
    package var value: SettingValue
    /// The title, localized.
    package var title: String

    /// Creates a choice.
    package init(value: SettingValue, title: String) {
      self.value = value
      self.title = title
    }
  }

  /// The type of a specifier, with the data of that type.
  package indirect enum Kind: Hashable, Sendable {
    /// `PSGroupSpecifier`: a heading, with a footer below the group.
    case group(footer: String)
    /// `PSTextFieldSpecifier`.
    case textField(TextTraits)
    /// `PSToggleSwitchSpecifier`, with the stored values for on and off.
    case toggle(on: SettingValue, off: SettingValue)
    /// `PSSliderSpecifier`.
    case slider(ClosedRange<Double>)
    /// `PSTitleValueSpecifier`: a value that the user cannot set.
    case title([Choice])
    /// `PSMultiValueSpecifier`.
    case multiValue([Choice])
    /// `PSRadioGroupSpecifier`, with a footer below the group.
    case radioGroup([Choice], footer: String)
    /// `PSChildPaneSpecifier`.
    case childPane(SettingsPane)
  }

  /// The type of the specifier.
  package var kind: Kind
  /// The key of the stored value; empty for groups and panes.
  package var key: String
  /// The title, localized.
  package var title: String
  /// The default value; nil if the specifier has none.
  package var defaultValue: SettingValue?

  /// Creates a line of a settings pane.
  package init(kind: Kind, key: String, title: String, defaultValue: SettingValue? = nil) {
    self.kind = kind
    self.key = key
    self.title = title
    self.defaultValue = defaultValue
  }

  /// Returns the title of a value; nil if the value has no title.
  package func title(of value: SettingValue) -> String? { choices?.first { $0.value.isSame(as: value) }?.title }

  /// The listed values and their titles; nil if the specifier does not list values.
  package var choices: [Choice]? {
    switch kind {
    case .title(let choices), .multiValue(let choices), .radioGroup(let choices, _): choices
    default: nil
    }
  }
}

extension Double {
  /// The number as text, without a fraction if the number is an integer.
  package var settingText: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension SettingValue {
  /// The value as text, in the form that the user types. Sanitize the text before you show it.
  package var text: String {
    switch self {
    case .string(let value): value
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .real(let value): value.settingText
    }
  }

  /// The value as a number; nil for strings and Booleans.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string, .boolean: nil
    }
  }

  /// Whether two values are equal. An integer equals a real with the same value: 1 equals 1.0.
  func isSame(as other: SettingValue) -> Bool {
    if let number, let otherNumber = other.number { return number == otherNumber }
    return self == other
  }
}
