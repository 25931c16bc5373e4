// Reports: the output of the commands of `klava`.
//
// For:    tables, JSON, and the reports of `klava validate`, `inspect` and `audit`.
// Never:  reads arguments, or prints text of a keyboard that is not sanitized.
// Start:  `Output` for the two streams, `Table` for lists, `ValidationReport` for the longest report.

package import Diagnostics
internal import Foundation
internal import JSON

/// Output of the commands.
package enum Output {
  /// Writes lines to standard output without buffering.
  ///
  /// Text from a keyboard must be sanitized.
  /// - Throws: `outputUnwritable`, for example on a full disk.
  package static func write(_ text: String) throws(Diagnostic) {
    var bytes = Array("\(text)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Diagnostic(.outputUnwritable, "standard output") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Writes a line to standard error.
  package static func warn(_ line: String) {
    // Ignores an error: if standard error is closed, the exit status still reports the failure.
    _ = Array("klava: \(line)\n".utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Writes a value as JSON.
  package static func writeJSON(_ value: some Encodable, pretty: Bool = true) throws(Diagnostic) {
    try write(String(json: value, pretty: pretty))
  }
}
