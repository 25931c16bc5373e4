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
  /// The members of the file that only a newer version of Klava knows. ``bytes()`` writes these members unchanged.
  private var others: [String: JSONValue] = [:]

  /// The version of the file's format.
  private static let version = 1

  /// Reads the file at this path. If there is no file, the result has no values.
  ///
  /// - Throws: `settingsStoreMalformed` if the file has another format.
  init(reading path: String) throws(Diagnostic) {
    func malformed(_ reason: String) -> Diagnostic {
      Diagnostic(.settingsStoreMalformed, path, "The file with the keyboard's settings is damaged. \(reason)")
    }
    let members = try StateFile.readMembers(path, version: Self.version, malformed: malformed) {
      malformed("\"version\" is \($0), but this version of Klava reads only \(Self.version).")
    }
    guard let members else { return }
    guard let stored = members["values"]?.members else { throw malformed("\"values\" is not an object.") }
    others = members
    for (key, value) in stored {
      guard let value = SettingValue(json: value) else {
        throw malformed("The value of \"\(key)\" in \"values\" has the wrong type.")
      }
      values[key] = value
    }
  }

  /// Returns the contents of the file, as JSON.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var members = others
    members["version"] = .integer(Self.version)
    members["values"] = .object(sorting: values.mapValues(\.json))
    return try JSONValue.object(sorting: members).file()
  }
}
