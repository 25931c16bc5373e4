/// The time by which a session's timers run.
package protocol SessionClock: AnyObject {
  /// Time since the clock began.
  var now: Duration { get }

  /// Whether it moves only when it is told.
  var isVirtual: Bool { get }
}

/// A clock that moves only when it is told, so that a script's waiting takes no time.
package final class VirtualClock: SessionClock {
  package private(set) var now: Duration = .zero
  package let isVirtual = true

  /// The real time for which it still waits for threads, which it cannot move.
  var patience: Duration = .seconds(2)

  /// A clock at zero.
  package init() {}

  /// Moves forward; never back.
  package func move(to time: Duration) {
    now = max(now, time)
  }
}

/// The machine's clock, which goes on while the machine sleeps.
package final class SystemClock: SessionClock {
  private let start = ContinuousClock.now

  /// A clock that begins now.
  package init() {}

  package var now: Duration { ContinuousClock.now - start }
  package let isVirtual = false
}
