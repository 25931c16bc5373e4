/// The timers of all keyboards in a session. ``TurnTransaction`` limits the timers of a keyboard.
struct TimerQueue {
  /// A timer that a keyboard started.
  private struct Timer {
    let instance: Int
    let identifier: UInt64
    var due: Duration
    /// The interval of a repeating timer; nil for a timer that fires once.
    let interval: Duration?
  }

  private var timers: [Timer] = []

  /// Returns the number of timers of a keyboard.
  func count(of instance: Int) -> Int { timers.count { $0.instance == instance } }

  /// Adds a timer.
  mutating func start(_ identifier: UInt64, of instance: Int, seconds: Double, repeats: Bool, at now: Duration) {
    let interval = Duration.seconds(seconds)
    timers.append(
      Timer(instance: instance, identifier: identifier, due: now + interval, interval: repeats ? interval : nil))
  }

  /// Removes one timer.
  mutating func cancel(_ identifier: UInt64, of instance: Int) {
    timers.removeAll { $0.instance == instance && $0.identifier == identifier }
  }

  /// Removes all timers of a keyboard whose process has ended.
  mutating func forget(_ instance: Int) {
    if !timers.isEmpty { timers.removeAll { $0.instance == instance } }
  }

  /// Returns the time of a keyboard's next timer; nil if the keyboard has no timer.
  func next(of instance: Int) -> Duration? {
    timers.lazy.filter { $0.instance == instance }.map(\.due).min()
  }

  /// Fires a keyboard's earliest timer that is due by `end`. Removes this timer or, if the timer repeats, sets its next
  /// time.
  ///
  /// - Parameter now: The current time. A late repeating timer continues from the current time.
  /// - Returns: The timer's identifier; nil if no timer is due.
  mutating func fire(of instance: Int, by end: Duration, at now: Duration) -> UInt64? {
    let due = timers.indices.filter { timers[$0].instance == instance && timers[$0].due <= end }
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
