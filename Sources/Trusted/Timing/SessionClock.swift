// Timing: the clocks of a session, and rate limiters.
//
// For:    timers and rate limits. Timers use the machine's clock or, in a script, a virtual clock.
// Never:  sleeps, starts a thread, or imports Foundation.
// Start:  `SessionClock` below; `RateLimiter.swift` for limits per second.

internal import Glibc

/// The clock of a session's timers.
package protocol SessionClock: AnyObject {
  /// The time since the clock started.
  var now: Duration { get }

  /// The machine's uptime (``SystemClock/uptime``) at which the clock started; nil for a ``VirtualClock``.
  var start: Duration? { get }
}

/// A clock that only ``move(to:)`` advances, so that waiting in a script takes no real time.
package final class VirtualClock: SessionClock {
  package private(set) var now: Duration = .zero
  package let start: Duration? = nil

  /// The remaining real time for which a session with a virtual clock may wait for a keyboard's threads.
  package var patience: Duration = .seconds(2)
  /// The remaining real time for which a session with a virtual clock may wait for a keyboard's main queue.
  package var mainQueuePatience: Duration = .seconds(10)

  /// Creates a clock at zero.
  package init() {}

  /// Moves the clock forward to a time. Does nothing if the time is earlier than ``now``.
  package func move(to time: Duration) {
    now = max(now, time)
  }
}

/// A clock that measures time with CLOCK_BOOTTIME, and so advances even while the machine sleeps.
package final class SystemClock: SessionClock {
  /// The time since the machine started. `ContinuousClock` returns the same time, but is slower, because the compiler
  /// does not know the size of `ContinuousClock.Instant`.
  package static var uptime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Duration(
      secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }

  package let start: Duration?
  private let begin = SystemClock.uptime

  /// Creates a clock that starts now.
  package init() { start = begin }

  package var now: Duration { Self.uptime - begin }
}
