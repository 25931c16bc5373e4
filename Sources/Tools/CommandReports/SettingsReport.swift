internal import BundleFormat
internal import CommandSupport
package import Diagnostics
internal import JSON
internal import KeyboardProtocol
package import KeyboardStore

/// The settings of a keyboard, which `klava settings` prints as JSON or as text.
package struct SettingsReport: CommandReport {
  private struct Row: Encodable {
    let key: String
    let type: String
    let title: String
    let value: JSONValue?
    let `default`: JSONValue?
    let choices: [JSONValue]?

    init(_ specifier: SettingsSpecifier, _ value: SettingValue?) {
      key = specifier.key
      type = specifier.typeName
      title = specifier.title
      self.value = value.map(\.json)
      `default` = specifier.defaultValue.map(\.json)
      choices = specifier.choices?.map(\.value.json)
    }
  }

  private let keyboard: RegisteredKeyboard
  private let schema: SettingsSchema
  private let values: [String: SettingValue]

  /// Reads the settings of a keyboard.
  ///
  /// - Throws: `settingsStoreMalformed` or `stateUnreadable`.
  package init(of keyboard: RegisteredKeyboard, in store: SettingsStore) throws(Diagnostic) {
    self.keyboard = keyboard
    schema = store.schema
    values = try store.values()
  }

  /// Encodes the settings as an array with one object for each setting.
  package func encode(to encoder: any Encoder) throws {
    try schema.specifiers.map { Row($0, values[$0.key]) }.encode(to: encoder)
  }

  /// The settings as a table, with the footers of their groups.
  package var text: String {
    guard !schema.specifiers.isEmpty else { return "\(keyboard.shownName) has no settings." }
    var table = Table("key", "value", "default", "accepts", "title")
    for specifier in schema.specifiers {
      table.add(
        specifier.key, specifier.shown(values[specifier.key]), specifier.shown(specifier.defaultValue),
        specifier.acceptedValues, specifier.title)
    }
    return ([table.text] + schema.footers.map { $0.sanitized(limit: 1_000) }).joined(separator: "\n")
  }
}

extension SettingsSpecifier {
  fileprivate var typeName: String {
    switch kind {
    case .group: "group"
    case .textField: "text"
    case .toggle: "toggle"
    case .slider: "slider"
    case .title: "title"
    case .multiValue: "multi-value"
    case .radioGroup: "radio group"
    case .childPane: "child pane"
    }
  }

  /// The values that `klava settings ID KEY VALUE` accepts.
  fileprivate var acceptedValues: String {
    switch kind {
    case .textField: "text"
    case .toggle: "yes, no"
    case .slider(let range): "\(range.lowerBound.settingText) to \(range.upperBound.settingText)"
    case .multiValue(let choices), .radioGroup(let choices, _): choices.map(\.value.text).joined(separator: ", ")
    case .title, .group, .childPane: ""
    }
  }

  /// Returns the text that stands for a setting's value in the list. The text hides the value of a secure text field,
  /// because bystanders could read the value.
  fileprivate func shown(_ value: SettingValue?) -> String {
    guard let value else { return "" }
    if case .textField(let traits) = kind, traits.isSecure { return value.text.isEmpty ? "" : "••••" }
    return value.text
  }
}
