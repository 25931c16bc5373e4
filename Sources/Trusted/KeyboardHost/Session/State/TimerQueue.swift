/// The timers of a keyboard's process. ``TurnTransaction`` limits the timers of a keyboard.
struct TimerQueue {
  private struct Timer {
    let identifier: UInt64
    var due: Duration
    /// The interval of a repeating timer; nil for a timer that fires once.
    let interval: Duration?
  }

  private var timers: [Timer] = []

  var count: Int { timers.count }

  /// The time of the next timer; nil if there is no timer.
  var next: Duration? { timers.lazy.map(\.due).min() }

  mutating func start(_ identifier: UInt64, seconds: Double, repeats: Bool, at now: Duration) {
    let interval = Duration.seconds(seconds)
    timers.append(Timer(identifier: identifier, due: now + interval, interval: repeats ? interval : nil))
  }

  mutating func cancel(_ identifier: UInt64) { timers.removeAll { $0.identifier == identifier } }

  /// Fires the earliest timer that is due by `end`. Removes the timer, or sets its next time if it repeats.
  ///
  /// - Parameter now: The current time. A late repeating timer continues from the current time.
  /// - Returns: The timer's identifier; nil if no timer is due.
  mutating func fire(by end: Duration, at now: Duration) -> UInt64? {
    let due = timers.indices.filter { timers[$0].due <= end }
    guard let index = due.min(by: { timers[$0].due < timers[$1].due }) else { return nil }
    let timer = timers[index]
    if let interval = timer.interval {
      timers[index].due = max(timer.due, now) + interval
    } else {
      timers.remove(at: index)
    }
    return timer.identifier
  }
}
