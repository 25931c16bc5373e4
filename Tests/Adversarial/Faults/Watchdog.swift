internal import Glibc

/// Ends the program if a call into the session does not return, and prints the call's description.
enum Watchdog {
  /// The description of the current call, as bytes that a signal handler can write without allocating memory.
  nonisolated(unsafe) private static let place = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
  nonisolated(unsafe) private static var length = 0

  /// The time limit of one call. The limit is much longer than the sum of all deadlines in the call, even on a busy
  /// machine.
  private static let seconds: UInt32 = 60

  /// Starts to watch a call, and stops watching the previous call.
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

  /// Stops watching.
  static func rest() { alarm(0) }
}
