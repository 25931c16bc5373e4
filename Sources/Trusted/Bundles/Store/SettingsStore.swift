package import Diagnostics
package import TextInput

/// What the person set for one keyboard; a default holds until they set a value (Behavior.md#settings).
///
/// Every change reads, changes and writes the file under Klava's lock, so that two processes at once lose nothing.
package struct SettingsStore: Sendable {
  /// The keyboard.
  package let identifier: String
  /// What it declares.
  package let schema: SettingsSchema
  private let folders: KlavaFolders

  /// The settings of the keyboard with this identifier.
  package init(identifier: String, schema: SettingsSchema, folders: KlavaFolders) {
    self.identifier = identifier
    self.schema = schema
    self.folders = folders
  }

  /// Every setting: what the person set where that still fits the schema, else the default; one without either is
  /// absent.
  package func values() throws(Diagnostic) -> [String: SettingValue] {
    let stored = try SettingsFile(reading: path).values
    var values = schema.defaults
    for specifier in schema.specifiers {
      guard let value = stored[specifier.key] else { continue }
      do {
        values[specifier.key] = try specifier.accept(value, subject: subject(specifier.key))
      } catch {
        // An update of the keyboard narrowed what it allows: its default holds again, the old value stays in the file.
        continue
      }
    }
    return values
  }

  /// The keys that the person set.
  package func changedKeys() throws(Diagnostic) -> Set<String> {
    Set(try SettingsFile(reading: path).values.keys).intersection(schema.specifiers.map(\.key))
  }

  /// The value of one setting; nil where nobody set it and it has no default.
  package func value(_ key: String) throws(Diagnostic) -> SettingValue? {
    _ = try specifier(key)
    return try values()[key]
  }

  /// Sets a value, which must be of the setting's type and allowed.
  package func set(_ key: String, to value: SettingValue) throws(Diagnostic) {
    let accepted = try specifier(key).accept(value, subject: subject(key))
    try change { $0.values[key] = accepted }
  }

  /// Sets a value that is written as text.
  package func set(_ key: String, parsing text: String) throws(Diagnostic) {
    let parsed = try specifier(key).parse(text, subject: subject(key))
    try change { $0.values[key] = parsed }
  }

  /// Lets a setting's default hold again; for nil, those of all settings.
  package func reset(_ key: String? = nil) throws(Diagnostic) {
    if let key {
      _ = try specifier(key)
      try change { $0.values[key] = nil }
    } else {
      try change { $0.values = [:] }
    }
  }

  private var path: String { folders.settings(of: identifier) }

  private func subject(_ key: String) -> String { "\(identifier) \(key)" }

  private func specifier(_ key: String) throws(Diagnostic) -> SettingsSpecifier {
    guard let specifier = schema.specifier(key) else {
      let known = schema.specifiers.map(\.key)
      throw known.isEmpty
        ? Diagnostic(.settingsNone, identifier)
        : Diagnostic(
          .settingUnknown, subject(key),
          remedy: "Use one of \(known.sorted().prefix(20).joined(separator: ", ")).")
    }
    return specifier
  }

  private func change(_ body: (inout SettingsFile) -> Void) throws(Diagnostic) {
    let lock = try StateLock(folders)
    var file = try SettingsFile(reading: path)
    body(&file)
    try StateFile.write(try file.bytes(), to: path)
    _ = consume lock
  }
}
