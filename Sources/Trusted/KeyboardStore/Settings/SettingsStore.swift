package import BundleFormat
package import Diagnostics
internal import HostFiles
package import KeyboardProtocol

/// The user's settings for one keyboard. A default applies until the user sets a value (Behavior.md#settings).
///
/// A method that changes the file holds a ``StateLock`` while it reads and writes the file, so no process overwrites
/// the changes of another process.
package struct SettingsStore: Sendable {
  /// The keyboard's identifier.
  package let identifier: String
  /// The settings that the keyboard declares.
  package let schema: SettingsSchema
  private let folders: KlavaFolders

  /// Creates the settings of the keyboard with this identifier.
  package init(identifier: String, schema: SettingsSchema, folders: KlavaFolders) {
    self.identifier = identifier
    self.schema = schema
    self.folders = folders
  }

  /// Returns the value of each setting: the user's value if the schema allows this value; otherwise the default.
  ///
  /// The result leaves out settings without a user's value and without a default.
  ///
  /// - Throws: `settingsStoreMalformed` or `stateUnreadable`.
  package func values() throws(Diagnostic) -> [String: SettingValue] { try read().values }

  /// Returns a diagnostic for each value in the file that the schema does not allow. A default applies instead of a
  /// value that the schema does not allow.
  ///
  /// - Throws: `settingsStoreMalformed` or `stateUnreadable`.
  package func ignoredValues() throws(Diagnostic) -> [Diagnostic] { try read().ignored }

  private func read() throws(Diagnostic) -> (values: [String: SettingValue], ignored: [Diagnostic]) {
    let stored = try SettingsFile(reading: path).values
    var (values, ignored) = (schema.defaults, [Diagnostic]())
    for specifier in schema.specifiers {
      guard let value = stored[specifier.key] else { continue }
      do throws(Diagnostic) {
        values[specifier.key] = try specifier.accept(value, subject: specifier.key)
      } catch {
        // An update of the keyboard may allow fewer values. If the new version does not allow the stored value, use the
        // default. The stored value stays in the file.
        ignored.append(
          Diagnostic(
            error.code, path, "Klava ignores the value of \"\(specifier.key)\". \(error.sentence)",
            remedy: "\(error.remedy) Or run `klava settings \(identifier) \(specifier.key) --reset`."))
      }
    }
    return (values, ignored)
  }

  /// Returns the keys of the declared settings for which the user set a value.
  ///
  /// - Throws: `settingsStoreMalformed` or `stateUnreadable`.
  package func changedKeys() throws(Diagnostic) -> Set<String> {
    Set(try SettingsFile(reading: path).values.keys).intersection(schema.specifiers.map(\.key))
  }

  /// Returns the value of one setting; nil if the setting has neither a value from the user nor a default.
  ///
  /// - Throws: `settingUnknown`, or `settingsNone` if the keyboard declares no settings.
  package func value(_ key: String) throws(Diagnostic) -> SettingValue? {
    _ = try specifier(key)
    return try values()[key]
  }

  /// Sets the value of a setting. The value must have the setting's type, and the setting must allow the value.
  ///
  /// - Throws: `settingUnknown`, `settingsNone`, a diagnostic if the setting does not allow the value, or a diagnostic
  ///   of the file.
  package func set(_ key: String, to value: SettingValue) throws(Diagnostic) {
    let accepted = try specifier(key).accept(value, subject: subject(key))
    try change { $0.values[key] = accepted }
  }

  /// Parses a text as the value of a setting, and sets this value.
  ///
  /// - Throws: `settingUnknown`, `settingsNone`, a diagnostic if the setting does not allow the value, or a diagnostic
  ///   of the file.
  package func set(_ key: String, parsing text: String) throws(Diagnostic) {
    let parsed = try specifier(key).parse(text, subject: subject(key))
    try change { $0.values[key] = parsed }
  }

  /// Resets the setting with this key to its default. If the key is nil, resets all settings.
  ///
  /// - Throws: `settingUnknown`, `settingsNone`, or a diagnostic of the file.
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
      guard !known.isEmpty else { throw Diagnostic(.settingsNone, identifier) }
      // Suggest the keys that differ from `key` only in upper and lower case, because keys are case-sensitive, as in
      // UserDefaults.
      let similar = known.filter { $0.lowercased() == key.lowercased() }
      let listed = (similar.isEmpty ? known.sorted() : similar).prefix(20).joined(separator: ", ")
      throw Diagnostic(
        .settingUnknown, subject(key), remedy: listed.contains(", ") ? "Use one of \(listed)." : "Use \(listed).")
    }
    return specifier
  }

  private func change(_ body: (inout SettingsFile) -> Void) throws(Diagnostic) {
    let lock = try Self.lock(folders)
    var file = try SettingsFile(reading: path)
    body(&file)
    try StateFile.write(try file.bytes(), to: path)
    if identifier == KeyboardIdentifier.system, file.values[SettingsSchema.recentEmojiKey] == .boolean(false) {
      try RecentEmojiFile(folders).remove()
    }
    _ = consume lock
  }

  /// Waits for the lock of all settings files.
  private static func lock(_ folders: KlavaFolders) throws(Diagnostic) -> StateLock {
    try StateLock(path: "\(folders.config)/settings.lock")
  }

  /// Removes the temporary files that ended processes left in the folder of the settings files.
  ///
  /// - Throws: `stateUnwritable`.
  static func removeTemporaryFiles(in folders: KlavaFolders) throws(Diagnostic) {
    // Processes write settings only under the lock that this process holds.
    let lock = try lock(folders)
    try StateFile.removeTemporaryFiles(in: StateFile.parent(of: folders.settings(of: "")))
    _ = consume lock
  }
}
