internal import Glibc
internal import KeyboardProtocol
package import Timing

/// A timer that a keyboard started.
struct PendingTimer {
  let keyboard: String
  let identifier: UInt64
  var due: Duration
  /// The interval of a repeating timer; nil for a timer that fires once.
  let interval: Duration?
}

extension KeyboardSession {
  /// The time of the next timer of the shown keyboard, on the session's clock; nil if there is none.
  package var nextTimer: Duration? {
    timers.filter { $0.keyboard == keyboard }.map { max($0.due, timerRest) }.min()
  }

  /// The time until the next timer of the shown keyboard, on the session's clock; nil if there is none.
  package var timeUntilTimer: Duration? { nextTimer.map { $0 - clock.now } }

  /// Runs the due timers of the shown keyboard, in order. A repeating timer that has fallen behind runs once.
  ///
  /// Timers get a share of the time: after a timer's turn no timer runs for three times as long as the turn took. So
  /// the user's key presses mostly come between timers.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something. Then no further timer runs,
  ///   and the current turn has ``RunnerKeyboard/Deadlines/grace`` left before the host ends its process.
  package func runDueTimers(unless others: [Int32] = []) {
    let now = clock.now
    let idle = IdleTime(endedBy: others)
    while timerRest <= clock.now, others.isEmpty || !idle.isOver, let index = earliestTimer(by: now) {
      let start = ContinuousClock.now
      runTimer(at: index, now: now, unless: others)
      // A virtual clock stands still during the turn.
      guard !clock.isVirtual else { continue }
      timerRest = clock.now + (ContinuousClock.now - start) * Self.restAfterTimers
    }
  }

  /// The time without timers, as a multiple of the time that a timer's turn took.
  private static let restAfterTimers = 3

  /// Lets time pass on a virtual clock. Each timer runs at its own time.
  package func wait(_ duration: Duration, on clock: VirtualClock) {
    let end = clock.now + duration
    while let index = earliestTimer(by: end) {
      letThreadsWork(clock)
      clock.move(to: timers[index].due)
      runTimer(at: index, now: clock.now, unless: nil)
    }
    clock.move(to: end)
  }

  /// Gives the threads of the shown keyboard the real time that they need.
  ///
  /// A short background task then has its result when a timer half a second later runs, although virtual time takes
  /// no real time. The session waits at most ``VirtualClock/patience`` for threads that never rest.
  private func letThreadsWork(_ clock: VirtualClock) {
    let start = ContinuousClock.now
    // A thread that another one wakes runs at once, but a signal may still be on its way. So the session checks
    // twice.
    var isAtRest = false
    while let keyboard = shownInstance?.keyboard, ContinuousClock.now - start < clock.patience {
      let isBusy = keyboard.isBusy
      if !isBusy && isAtRest { break }
      isAtRest = !isBusy
      usleep(isBusy ? 1_000 : 200)
    }
    clock.patience -= min(ContinuousClock.now - start, clock.patience)
  }

  func startTimer(_ identifier: UInt64, of instance: KeyboardInstance, seconds: Double, repeats: Bool) {
    // The numbers come from the keyboard's process, which may have skipped its own checks.
    guard KeyboardLimits.timerDelays.contains(seconds),
      timers.count(where: { $0.keyboard == instance.identifier }) < KeyboardLimits.timers
    else { return }
    let interval = Duration.seconds(seconds)
    timers.append(
      PendingTimer(
        keyboard: instance.identifier, identifier: identifier, due: clock.now + interval,
        interval: repeats ? interval : nil
      ))
  }

  func cancelTimer(_ identifier: UInt64, of instance: KeyboardInstance) {
    timers.removeAll { $0.keyboard == instance.identifier && $0.identifier == identifier }
  }

  /// Removes the timers of a keyboard whose process has ended.
  func forgetTimers(of instance: KeyboardInstance) {
    timers.removeAll { $0.keyboard == instance.identifier }
  }

  private func earliestTimer(by end: Duration) -> Int? {
    timers.indices.filter { timers[$0].keyboard == keyboard && timers[$0].due <= end }.min {
      timers[$0].due < timers[$1].due
    }
  }

  private func runTimer(at index: Int, now: Duration, unless others: [Int32]?) {
    let timer = timers[index]
    if let interval = timer.interval {
      timers[index].due = max(timer.due, now) + interval
    } else {
      timers.remove(at: index)
    }
    report.events.append(.timer)
    if let instance = shownInstance { serve(.timer(timer.identifier), to: instance, unless: others) }
  }
}
