package import Diagnostics
internal import Glibc
internal import KeyboardHost

/// The input with the lines of a script: a file or standard input.
package struct ScriptInput {
  private let descriptor: Int32
  private let name: String
  /// A descriptor that ends the input when it becomes readable; nil if there is none.
  package var end: Int32?

  /// Opens the file at a path; `-` is standard input.
  ///
  /// - Throws: `inputUnreadable`, also if standard input is closed.
  package init(_ path: String) throws(Diagnostic) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw diagnostic }
    let flags = fcntl(descriptor, F_GETFL)
    // `klava` replaces a closed standard input by a file that is open only for writing.
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else {
      throw Diagnostic(
        .inputUnreadable, name, "Standard input is closed.",
        remedy: "Open standard input, for example with `< FILE` or `< /dev/null`.")
    }
  }

  /// Whether the file at a path may be a script. The result is false only for a regular file with several lines, none
  /// of which begins like a JSON object.
  ///
  /// - Throws: `inputUnreadable`.
  package static func mayBeScript(_ path: String) throws(Diagnostic) -> Bool {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return true }
    let input = try ScriptInput(path)
    defer { close(input.descriptor) }
    var lines = ScriptLines()
    var (count, isEnd) = (0, false)
    while true {
      while let line = lines.next(isEnd: isEnd) {
        guard case .bytes(let bytes) = line else { return true }
        let blanks = " \t\r\u{FEFF}".utf8
        guard let first = bytes.first(where: { !blanks.contains($0) }), first != UInt8(ascii: "#") else { continue }
        if first == UInt8(ascii: "{") { return true }
        count += 1
      }
      if isEnd { return count < 2 }
      if let bytes = try input.read(whileWatching: [], {}) { lines.append(bytes) } else { isEnd = true }
    }
  }

  /// Whether ``end`` is readable.
  package var isEnded: Bool {
    var place = pollfd(fd: end ?? -1, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  /// Reads the next bytes of the input. Returns nil at the end of the input.
  ///
  /// - Parameters:
  ///   - others: Returns the other descriptors to watch while this method waits for input.
  ///   - wait: Returns the time until the next call of `notice`; nil for no limit.
  ///   - notice: Called at the start, whenever one of `others` is readable, and each time that the duration from `wait`
  ///     has passed.
  package func read(
    whileWatching others: @autoclosure () -> [Int32], for wait: () -> Duration? = { nil }, _ notice: () -> Void
  ) throws(Diagnostic) -> [UInt8]? {
    notice()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // Round up to the next millisecond, so that `poll` does not return before the time from `wait` has passed.
      let timeout = wait().map { Int32(clamping: max($0, .zero).wholeMilliseconds + 1) } ?? -1
      // poll(2) ignores the descriptor -1.
      let descriptors = [descriptor, end ?? -1] + others()
      var places = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let found = poll(&places, nfds_t(places.count), timeout)
      guard found >= 0 || errno == EINTR else { throw diagnostic }
      if places[1].revents != 0 { return nil }
      if found == 0 || places.dropFirst(2).contains(where: { $0.revents != 0 }) { notice() }
      guard places[0].revents != 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw diagnostic }
      return count == 0 ? nil : Array(buffer[..<count])
    }
  }

  private var diagnostic: Diagnostic { .inputUnreadable(name, errno: errno) }
}

extension Diagnostic {
  /// The error of a failed read from an input.
  package static func inputUnreadable(_ name: String = "standard input", errno: Int32) -> Diagnostic {
    Diagnostic(.inputUnreadable, name, "Klava cannot read the input: \(String(cString: strerror(errno))).")
  }
}
