internal import Diagnostics
internal import Foundation
internal import KeyboardHost

/// Where lines come from: a file, or standard input.
struct ScriptInput {
  private let descriptor: Int32
  private let name: String

  /// The file at this path; `-` is standard input.
  init(_ path: String) throws(Diagnostic) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem }
  }

  /// The next piece; nil at the end. `notice` is called first, for what happened since the last piece. While no piece has
  /// come it is also called when the other descriptor is readable, and when the time that `wait` returns has passed.
  func read(
    whileWatching other: Int32?, for wait: () -> Duration? = { nil }, _ notice: () -> Void
  ) throws(Diagnostic) -> [UInt8]? {
    notice()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // A negative descriptor is passed over.
      var places = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      // Rounded up, so that what is due after that time is due then.
      let timeout = wait().map { Int32(clamping: max($0, .zero).wholeMilliseconds + 1) } ?? -1
      let found = poll(&places, 2, timeout)
      guard found >= 0 || errno == EINTR else { throw problem }
      if found == 0 || places[1].revents != 0 { notice() }
      guard places[0].revents != 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw problem }
      return count == 0 ? nil : Array(buffer[..<count])
    }
  }

  private var problem: Diagnostic {
    errno == EBADF
      ? Diagnostic(
        .inputUnreadable, name, "Standard input is closed.",
        remedy: "Give the path of the script, or open standard input.")
      : Diagnostic(.inputUnreadable, name, "Klava cannot read the script: \(String(cString: strerror(errno))).")
  }
}
