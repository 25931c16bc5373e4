internal import Diagnostics
internal import TextInput

/// The file of what a person set for one keyboard: `{"version": 1, "values": {…}}`.
struct SettingsFile {
  /// The values by key.
  var values: [String: SettingValue] = [:]
  /// Members that a newer Klava wrote.
  private var others: [String: JSONValue] = [:]

  /// The file at this path; empty where there is none.
  init(reading path: String) throws(Diagnostic) {
    guard let bytes = try StateFile.read(path) else { return }
    let contents: JSONValue
    do {
      contents = try JSONValue(reading: bytes)
    } catch {
      throw Diagnostic(
        .settingsStoreMalformed, path, "The file with the keyboard's settings is damaged: \(error.reason)")
    }
    guard let members = contents.members, members["version"]?.integer == 1,
      let stored = members["values"]?.members
    else { throw Diagnostic(.settingsStoreMalformed, path) }
    others = members
    for (key, value) in stored {
      switch value {
      case .string(let value): values[key] = .string(value)
      case .boolean(let value): values[key] = .boolean(value)
      case .integer(let value): values[key] = .integer(value)
      case .real(let value): values[key] = .real(value)
      case .null, .array, .object: throw Diagnostic(.settingsStoreMalformed, path)
      }
    }
  }

  /// The file's contents.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var members = others
    members["version"] = .integer(1)
    members["values"] = .object(
      values.mapValues { value in
        switch value {
        case .string(let value): .string(value)
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        }
      })
    return try JSONValue.object(members).bytes(pretty: true)
  }
}
