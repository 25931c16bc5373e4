internal import Glibc

/// Seconds that `body` takes, by the monotonic clock.
package func seconds(of body: () throws -> Void) rethrows -> Double {
  let start = Stopwatch()
  try body()
  return start.seconds
}

/// A moment of the monotonic clock, to count from.
package struct Stopwatch: Sendable {
  private let start: UInt64

  /// Now.
  package init() { start = Self.now }

  /// Seconds since then.
  package var seconds: Double { Double(Self.now &- start) / 1e9 }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Lets time pass without doing anything, as a person does between two keys.
package func pause(seconds: Double) {
  let watch = Stopwatch()
  while true {
    let left = seconds - watch.seconds
    guard left > 0 else { return }
    var time = timespec(tv_sec: Int(left), tv_nsec: Int((left - left.rounded(.down)) * 1e9))
    nanosleep(&time, nil)
  }
}
