internal import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import TextModel

/// The contents of a keyboard's settings file: `{"version": 1, "values": {…}}`.
struct SettingsFile {
  /// The values that the user set, by key.
  var values: [String: SettingValue] = [:]
  /// Members that a newer version of Klava wrote. ``bytes()`` writes these members back unchanged.
  private var others: [String: JSONValue] = [:]

  /// Reads the file at this path. If there is no file, the result has no values.
  ///
  /// - Throws: `settingsStoreMalformed` if the file has another format.
  init(reading path: String) throws(Diagnostic) {
    let contents = try StateFile.readJSON(path) { reason in
      Diagnostic(.settingsStoreMalformed, path, "The file with the keyboard's settings is damaged: \(reason)")
    }
    guard let contents else { return }
    guard let members = contents.members, members["version"]?.integer == 1,
      let stored = members["values"]?.members
    else { throw Diagnostic(.settingsStoreMalformed, path) }
    others = members
    for (key, value) in stored {
      guard let value = SettingValue(json: value) else { throw Diagnostic(.settingsStoreMalformed, path) }
      values[key] = value
    }
  }

  /// Returns the contents of the file, as JSON.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var members = others
    members["version"] = .integer(1)
    members["values"] = .object(sorting: values.mapValues(\.json))
    return try JSONValue.object(sorting: members).file()
  }
}
