internal import Bundles
internal import Foundation

/// Where lines come from: a file, or standard input.
struct ScriptInput {
  private let descriptor: Int32
  private let name: String

  /// The file at this path; `-` is standard input.
  init(_ path: String) throws(Problem) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem }
  }

  /// The next piece; nil at the end. `notice` is called first, for what happened since the last piece, and whenever the
  /// other descriptor is readable while none has come.
  func read(whileWatching other: Int32?, _ notice: () -> Void) throws(Problem) -> [UInt8]? {
    notice()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // A negative descriptor is passed over.
      var places = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&places, 2, -1) >= 0 || errno == EINTR else { throw problem }
      if places[1].revents != 0 { notice() }
      guard places[0].revents != 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw problem }
      return count == 0 ? nil : Array(buffer[..<count])
    }
  }

  private var problem: Problem {
    errno == EBADF
      ? Problem(.inputUnreadable, name, "It is closed.", remedy: "Give the script's path, or leave the input open.")
      : Problem(.inputUnreadable, name, "The script cannot be read: \(String(cString: strerror(errno))).")
  }
}
