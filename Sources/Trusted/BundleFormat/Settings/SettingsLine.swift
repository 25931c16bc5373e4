internal import Diagnostics
internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// Converts one dictionary of `PreferenceSpecifiers` to a ``SettingsSpecifier``.
struct SettingsLine {
  let fields: PropertyListFields
  /// The localized titles of the pane.
  let strings: [String: String]
  /// The child pane; nil if the specifier has none.
  var pane: SettingsPane?

  /// Returns the `File` of a child pane; nil for other types.
  func childPane() throws(Diagnostic) -> String? {
    guard try fields.string("Type") == "PSChildPaneSpecifier" else { return nil }
    guard let file = try fields.string("File") else { throw missing("File") }
    return file
  }

  /// Converts the dictionary to a specifier.
  ///
  /// - Throws: The first diagnostic.
  func specifier() throws(Diagnostic) -> SettingsSpecifier {
    guard let type = try fields.string("Type") else { throw missing("Type") }
    guard SettingsReader.keys[type] != nil else {
      throw Diagnostic(
        .settingsTypeUnknown, fields.subject, "\(fields.path(of: "Type")) is \"\(type)\", which is not a known type.",
        remedy: "Use one of \(SettingsReader.keys.keys.sorted().joined(separator: ", ")).")
    }
    let title = translated(try fields.string("Title") ?? "")
    let footer = translated(try fields.string("FooterText") ?? "")
    switch type {
    case "PSGroupSpecifier":
      return SettingsSpecifier(kind: .group(footer: footer), key: "", title: title)
    case "PSChildPaneSpecifier":
      return SettingsSpecifier(kind: .childPane(pane ?? SettingsPane(specifiers: [])), key: "", title: title)
    default: break
    }
    guard let key = try fields.string("Key"), !key.isEmpty else { throw missing("Key") }
    guard BoundedText(key) != nil else {
      throw Diagnostic(
        .settingsWrongType, fields.subject, "\(fields.path(of: "Key")) has more than \(BoundedText.bytes) bytes.",
        remedy: "Shorten the key.")
    }
    let kind: SettingsSpecifier.Kind
    switch type {
    case "PSTextFieldSpecifier": kind = .textField(try textTraits())
    case "PSToggleSwitchSpecifier":
      kind = .toggle(on: try value("TrueValue") ?? .boolean(true), off: try value("FalseValue") ?? .boolean(false))
    case "PSSliderSpecifier":
      let (least, most) = (try fields.number("MinimumValue") ?? 0, try fields.number("MaximumValue") ?? 1)
      guard least < most, least.isFinite, most.isFinite else {
        throw Diagnostic(
          .settingsRangeEmpty, fields.subject,
          "In \(fields.path), the MinimumValue \(least) is not less than the MaximumValue \(most).")
      }
      kind = .slider(least...most)
    case "PSTitleValueSpecifier": kind = .title(try choices(required: false))
    case "PSMultiValueSpecifier": kind = .multiValue(try choices(required: true))
    default: kind = .radioGroup(try choices(required: true), footer: footer)
    }
    var specifier = SettingsSpecifier(kind: kind, key: key, title: title)
    specifier.defaultValue = try defaultValue(of: specifier)
    return specifier
  }

  private func textTraits() throws(Diagnostic) -> SettingsSpecifier.TextTraits {
    var traits = SettingsSpecifier.TextTraits()
    traits.keyboardType = try fields.string("KeyboardType") ?? traits.keyboardType
    traits.autocapitalizationType = try fields.string("AutocapitalizationType") ?? traits.autocapitalizationType
    traits.autocorrectionType = try fields.string("AutocorrectionType") ?? traits.autocorrectionType
    traits.isSecure = try fields.boolean("IsSecure") ?? traits.isSecure
    return traits
  }

  private func choices(required: Bool) throws(Diagnostic) -> [SettingsSpecifier.Choice] {
    let values = try fields.array("Values") ?? []
    let titles = try fields.array("Titles") ?? []
    guard values.count == titles.count, !required || !values.isEmpty else {
      throw Diagnostic(
        .settingsTitlesDiffer, fields.subject,
        "\(fields.path) has \(values.count) Values and \(titles.count) Titles.")
    }
    var choices: [SettingsSpecifier.Choice] = []
    for (index, (value, title)) in zip(values, titles).enumerated() {
      guard let title = title.string else {
        throw PropertyListFields.wrongType(
          .settingsWrongType, fields.subject, "\(fields.path(of: "Titles"))[\(index)]", title, expected: "a string")
      }
      let stored = try settingValue(value, path: "\(fields.path(of: "Values"))[\(index)]")
      choices.append(SettingsSpecifier.Choice(value: stored, title: translated(title)))
    }
    return choices
  }

  private func defaultValue(of specifier: SettingsSpecifier) throws(Diagnostic) -> SettingValue? {
    guard let value = try value("DefaultValue") else { return nil }
    if case .title = specifier.kind { return value }
    do {
      return try specifier.accept(value, subject: fields.subject)
    } catch {
      throw Diagnostic(
        .settingsDefaultRefused, fields.subject,
        "The specifier does not allow \(fields.path(of: "DefaultValue")): \(error.sentence)")
    }
  }

  private func value(_ key: String) throws(Diagnostic) -> SettingValue? {
    guard let value = fields.contents[key] else { return nil }
    return try settingValue(value, path: fields.path(of: key))
  }

  private func settingValue(_ value: PropertyList, path: String) throws(Diagnostic) -> SettingValue {
    switch value {
    case .string(let value): return .string(value)
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .date, .data, .array, .dictionary:
      throw PropertyListFields.wrongType(
        .settingsWrongType, fields.subject, path, value, expected: "a string, a number or a Boolean")
    }
  }

  private func translated(_ text: String) -> String { strings[text] ?? text }

  private func missing(_ key: String) -> Diagnostic {
    Diagnostic(.settingsKeyMissing, fields.subject, "\(fields.path(of: key)) is missing.")
  }
}
