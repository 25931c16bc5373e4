internal import Diagnostics
internal import HostFiles
internal import JSON

extension StateFile {
  /// Reads a JSON file. Returns nil if there is no file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The maximum size in bytes.
  ///   - allowsEmpty: Whether an empty file counts as no file. A crash of the machine can empty a file that Klava wrote
  ///     without waiting for the disk.
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
      throw malformed(error.reason)
    }
  }
}
