internal import Glibc
internal import TextInput

/// A timer that a keyboard asked for.
struct PendingTimer {
  let keyboard: String
  let identifier: UInt64
  var due: Duration
  /// The seconds after which it runs again; nil if it runs once.
  let interval: Duration?
}

extension KeyboardSession {
  /// When the next timer of the keyboard shown is due; nil if there is none.
  package var nextTimer: Duration? {
    timers.filter { $0.keyboard == keyboard }.map { max($0.due, timerRest) }.min()
  }

  /// How long it is until the next timer of the keyboard shown is due, by the session's clock; nil if there is none.
  package var timeUntilTimer: Duration? { nextTimer.map { $0 - clock.now } }

  /// Runs the timers of the keyboard shown that are due by now, in order. One that repeats and has fallen behind runs once.
  ///
  /// Timers get a share of time: after a timer's turn none runs for three times as long as it took. So the person's key
  /// presses mostly come between them.
  ///
  /// - Parameter others: Descriptors that become readable when the person does something. Then no further timer runs, and the
  ///   present turn has ``RunnerKeyboard/Deadlines/grace`` left before its process is ended.
  package func runDueTimers(unless others: [Int32] = []) {
    let now = clock.now
    let idle = IdleTime(endedBy: others)
    while timerRest <= clock.now, others.isEmpty || !idle.isOver, let index = earliestTimer(by: now) {
      let start = ContinuousClock.now
      runTimer(at: index, now: now, unless: others)
      // It stands still meanwhile.
      guard !clock.isVirtual else { continue }
      timerRest = clock.now + (ContinuousClock.now - start) * Self.restAfterTimers
    }
  }

  /// Time without timers for each unit of time that a timer's turn takes.
  private static let restAfterTimers = 3

  /// Lets time pass on a virtual clock: each timer runs at its own moment.
  package func wait(_ duration: Duration, on clock: VirtualClock) {
    let end = clock.now + duration
    while let index = earliestTimer(by: end) {
      letThreadsWork(clock)
      clock.move(to: timers[index].due)
      runTimer(at: index, now: clock.now, unless: nil)
    }
    clock.move(to: end)
  }

  /// Gives the threads of the keyboard shown the real time that they need: a task that takes a moment has its result by a
  /// timer of half a second, however little time passes in between. One that never rests is not waited for for ever.
  private func letThreadsWork(_ clock: VirtualClock) {
    let start = ContinuousClock.now
    // What one thread wakes is not asleep any more, but a signal may be on its way: it is looked at twice.
    var isAtRest = false
    while let keyboard = shownLife?.keyboard, ContinuousClock.now - start < clock.patience {
      let isBusy = keyboard.isBusy
      if !isBusy && isAtRest { break }
      isAtRest = !isBusy
      usleep(isBusy ? 1_000 : 200)
    }
    clock.patience -= min(ContinuousClock.now - start, clock.patience)
  }

  func startTimer(_ identifier: UInt64, of life: KeyboardInstance, seconds: Double, repeats: Bool) {
    // The numbers come from the keyboard's process, whatever its own checks were.
    guard seconds >= 0.01, seconds <= 86_400, timers.count(where: { $0.keyboard == life.identifier }) < 64 else {
      return
    }
    let interval = Duration.seconds(seconds)
    timers.append(
      PendingTimer(
        keyboard: life.identifier, identifier: identifier, due: clock.now + interval, interval: repeats ? interval : nil
      ))
  }

  func cancelTimer(_ identifier: UInt64, of life: KeyboardInstance) {
    timers.removeAll { $0.keyboard == life.identifier && $0.identifier == identifier }
  }

  /// A process that is gone has no timers.
  func forgetTimers(of life: KeyboardInstance) {
    timers.removeAll { $0.keyboard == life.identifier }
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
    if let life = shownLife { serve(.timer(timer.identifier), to: life, unless: others) }
  }
}
