package import Diagnostics
internal import Glibc
internal import HostFiles
internal import JSON

/// The functions with which commands write to standard output and standard error.
package enum Output {
  /// Writes lines to standard output without buffering.
  ///
  /// The caller sanitizes text from a keyboard.
  /// - Throws: `outputUnwritable`, for example on a full disk.
  package static func write(_ text: String, terminator: String = "\n") throws(Diagnostic) {
    var bytes = Array((text + terminator).utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      let number = errno
      guard count < 0 else {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch number {
      case EINTR: continue
      case EAGAIN:
        // The descriptor is in non-blocking mode, and its reader is slow.
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
      default: throw Diagnostic.system(.outputUnwritable, "standard output", errno: number)
      }
    }
  }

  /// Writes a line to standard error.
  package static func warn(_ line: String) {
    // Ignore a failed write: if standard error is closed, the exit status still reports an error.
    _ = Array("\(program): \(line)\n".utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The name of this program, as the user called it.
  private static var program: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "klava"
  }

  /// Writes a value as JSON.
  ///
  /// - Throws: `outputUnwritable`; `internalFault` if JSON cannot represent the value.
  package static func writeJSON(_ value: some Encodable, pretty: Bool = true) throws(Diagnostic) {
    try write(String(json: value, pretty: pretty))
  }
}
