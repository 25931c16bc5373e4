internal import Diagnostics
internal import HostFiles
internal import JSON

extension StateFile {
  /// Reads a JSON file. Returns nil if there is no file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The maximum size in bytes.
  ///   - allowsEmpty: Whether the method treats an empty file as a missing file. If Klava writes a file without waiting
  ///     for the disk, a crash of the machine can leave the file empty.
  ///   - malformed: Creates the error for a file that is not JSON. The argument of this function is a sentence with the
  ///     reason.
  /// - Throws: `stateUnreadable`, or the error of `malformed`.
  static func readJSON(
    _ path: String, limit: Int = maximumBytes, allowsEmpty: Bool = false,
    malformed: (_ reason: String) -> Diagnostic
  ) throws(Diagnostic) -> JSONValue? {
    guard let bytes = try read(path, limit: limit), !(allowsEmpty && bytes.isEmpty) else { return nil }
    do {
      return try JSONValue(reading: bytes)
    } catch {
      throw malformed("The file is not valid JSON: \(error.reason)")
    }
  }

  /// Reads the members of a JSON file whose member "version" states the version of the file's format. Returns nil if
  /// there is no file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - version: The newest version of the format that this program reads.
  ///   - malformed: Creates the error for a file that is not JSON or has no version.
  ///   - newer: Creates the error for a file with a newer version. The argument of this function is the file's version.
  /// - Throws: `stateUnreadable`, or the error of `malformed` or `newer`.
  static func readMembers(
    _ path: String, version: Int, malformed: (_ reason: String) -> Diagnostic, newer: (Int) -> Diagnostic
  ) throws(Diagnostic) -> [String: JSONValue]? {
    guard let contents = try readJSON(path, malformed: malformed) else { return nil }
    guard let members = contents.members, let found = members["version"]?.integer else {
      throw malformed("The file has no \"version\".")
    }
    guard found <= version else { throw newer(found) }
    return members
  }
}
