internal import Glibc

/// Measures the seconds that `body` takes, by the monotonic clock.
package func seconds(of body: () throws -> Void) rethrows -> Double {
  let start = Stopwatch()
  try body()
  return start.seconds
}

/// A stopwatch that uses the monotonic clock.
package struct Stopwatch: Sendable {
  private let start: UInt64

  /// Starts at the current time.
  package init() { start = Self.now }

  /// The seconds since the start of the stopwatch.
  package var seconds: Double { Double(Self.now &- start) / 1e9 }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Sleeps for a number of seconds, as a user pauses between two keys.
package func pause(seconds: Double) {
  let watch = Stopwatch()
  while true {
    let left = seconds - watch.seconds
    guard left > 0 else { return }
    var time = timespec(tv_sec: Int(left), tv_nsec: Int((left - left.rounded(.down)) * 1e9))
    nanosleep(&time, nil)
  }
}
