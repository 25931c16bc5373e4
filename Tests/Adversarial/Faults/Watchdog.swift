internal import Glibc

/// Ends the program, with the place on its lips, if a call into the session does not return.
enum Watchdog {
  /// What is under way, as bytes that a signal handler can write without making anything.
  nonisolated(unsafe) private static let place = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
  nonisolated(unsafe) private static var length = 0

  /// Much longer than all deadlines of one call together, on a busy machine too.
  private static let seconds: UInt32 = 60

  /// Watches what is under way now, in place of what was.
  static func watch(_ what: String) {
    alarm(0)
    length = 0
    for byte in "klava-faults: a call does not return: \(what)\n".utf8.prefix(place.count) {
      place[length] = byte
      length += 1
    }
    signal(SIGALRM) { _ in
      write(2, Watchdog.place.baseAddress, Watchdog.length)
      _exit(3)
    }
    alarm(seconds)
  }

  /// Nothing is under way.
  static func rest() { alarm(0) }
}
