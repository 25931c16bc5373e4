package import Diagnostics
internal import InputViewModel

/// Converts a bundle's `Settings.bundle` to a ``SettingsSchema``.
package struct SettingsReader {
  private let record: BundleRecord
  private let languages: [String]?
  private let development: String
  private let subject: (String) -> String
  private var keys: Set<String> = []
  private var count = 0
  private var bytes = 0
  private var tables: [String: [String: String]] = [:]

  /// Reads the settings of a bundle that has a `Settings.bundle`.
  ///
  /// - Parameters:
  ///   - record: The contents of the bundle's files.
  ///   - languages: The languages of the titles, best first. If the value is nil, the titles stay as they are in the
  ///     settings files.
  ///   - development: The language to use if none of `languages` matches.
  ///   - subject: Returns the path of a file for messages.
  /// - Throws: The first diagnostic.
  package static func read(
    _ record: BundleRecord, languages: [String]?, development: String, subject: @escaping (String) -> String
  ) throws(Diagnostic) -> SettingsSchema {
    guard record.contains(SettingsSchema.fileName) else {
      throw Diagnostic(.settingsRootMissing, subject(SettingsSchema.folderName))
    }
    var reader = SettingsReader(record: record, languages: languages, development: development, subject: subject)
    return SettingsSchema(root: try reader.pane("Root", inside: []))
  }

  private init(
    record: BundleRecord, languages: [String]?, development: String, subject: @escaping (String) -> String
  ) {
    self.record = record
    self.languages = languages
    self.development = development
    self.subject = subject
  }

  private mutating func pane(_ name: String, inside panes: [String]) throws(Diagnostic) -> SettingsPane {
    let path = "\(SettingsSchema.folderName)/\(name).plist"
    let subject = subject(path)
    guard panes.count < SettingsSchema.Limit.depth, !panes.contains(name) else {
      throw Diagnostic(.settingsPanesTooDeep, subject)
    }
    let (members, bytes) = try record.dictionary(at: path, subject: subject)
    // If several specifiers name the same pane, count the pane's size once for each specifier.
    self.bytes += bytes
    guard self.bytes <= SettingsSchema.Limit.bytes else {
      throw Diagnostic(
        .settingsTooMany, subject,
        "The panes of the settings are larger than \(SettingsSchema.Limit.bytes) bytes in total.")
    }
    let fields = PropertyListFields(members, subject: subject, wrongType: .settingsWrongType)
    guard let values = try fields.array("PreferenceSpecifiers") else {
      throw Diagnostic(.settingsKeyMissing, subject, "PreferenceSpecifiers is missing.")
    }
    let strings = try strings(try fields.string("StringsTable"))
    var specifiers: [SettingsSpecifier] = []
    for (index, value) in values.enumerated() {
      count += 1
      guard count <= SettingsSchema.Limit.specifiers else { throw Diagnostic(.settingsTooMany, subject) }
      let fields = try PropertyListFields(
        value, subject: subject, path: "PreferenceSpecifiers[\(index)]", wrongType: .settingsWrongType)
      var line = SettingsLine(fields: fields, strings: strings)
      if let file = try line.childPane() {
        guard !file.contains("/"), record.contains("\(SettingsSchema.folderName)/\(file).plist") else {
          throw Diagnostic(
            .settingsPaneMissing, subject, "\(fields.path(of: "File")) is \"\(file)\", which does not exist.")
        }
        line.pane = try pane(file, inside: panes + [name])
      }
      let specifier = try line.specifier()
      guard specifier.key.isEmpty || keys.insert(specifier.key).inserted else {
        throw Diagnostic(
          .settingsKeyRepeated, subject,
          "\(fields.path(of: "Key")) is \"\(specifier.key)\", which another specifier uses.")
      }
      specifiers.append(specifier)
    }
    return SettingsPane(specifiers: specifiers)
  }

  /// Reads the localized titles of a pane from the `.lproj` folders of `Settings.bundle`.
  private mutating func strings(_ table: String?) throws(Diagnostic) -> [String: String] {
    guard let languages, let table, !table.contains("/") else { return [:] }
    if let known = tables[table] { return known }
    let strings =
      try StringsFinder(
        record: record, root: SettingsSchema.folderName, development: development, subject: subject
      ).table(table, languages: languages) ?? [:]
    tables[table] = strings
    return strings
  }
}
