package import Diagnostics
internal import Glibc
internal import HostFiles
internal import JSON

/// The functions with which commands write to standard output and standard error.
package enum Output {
  /// Writes lines to standard output without buffering.
  ///
  /// The caller sanitizes text from a keyboard.
  ///
  /// - Parameter end: A descriptor, such as ``EndingSignals/descriptor``. When it is readable, this function does not wait
  ///   for a slow reader of the output, and leaves out the rest of the text. Nil if there is none.
  /// - Throws: `outputUnwritable`, for example on a full disk.
  package static func write(
    _ text: String, terminator: String = "\n", until end: Int32? = nil
  ) throws(Diagnostic) {
    var bytes = Array((text + terminator).utf8)[...]
    while !bytes.isEmpty {
      if let end, !isWritable(until: end) { return }
      // If a pipe is writable, it has space for `PIPE_BUF` bytes.
      let part = end == nil ? bytes : bytes.prefix(Int(PIPE_BUF))
      let count = part.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
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

  /// Waits until standard output is writable, and returns true. Returns false if standard output is not writable while a
  /// descriptor is readable.
  private static func isWritable(until end: Int32) -> Bool {
    var places = [
      pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&places, 2, -1) < 0, errno == EINTR {}
    return places[0].revents != 0 || places[1].revents == 0
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
