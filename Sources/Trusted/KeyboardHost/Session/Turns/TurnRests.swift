/// The pauses in which the host runs no timers and no requested turns of a keyboard. Without pauses, timers and
/// requested turns could follow each other without a gap and delay key presses.
///
/// The pauses belong to a process. They end with the process. Otherwise, a process without full access could choose the
/// length of a pause, and a later process with full access could measure this length.
struct TurnRests {
  /// The length of the pause after a timer's turn, as a multiple of the duration of that turn.
  private static let restAfterTimers = 3
  /// The shortest pause after a timer's turn, and the shortest time between two requested turns. The shortest pause
  /// also limits how often a process can wake the host.
  private static let shortestRest: Duration = .milliseconds(5)

  /// The process to which the pauses belong.
  private weak var process: (any KeyboardProcess)?
  /// The time before which no timer runs.
  private var timers: Duration = .zero
  /// The time before which the host serves no requested turn.
  private var requests: Duration = .zero

  /// Ends the pauses if they belong to another process than `process`.
  mutating func begin(for process: (any KeyboardProcess)?) {
    guard process !== self.process else { return }
    self = TurnRests()
    self.process = process
  }

  /// Whether a timer may run now.
  func allowTimer(at now: Duration) -> Bool { timers <= now }

  /// Begins a pause after a timer's turn of a process. On a virtual clock, a turn takes no time, and no pause follows.
  mutating func timerRan(of process: (any KeyboardProcess)?, for duration: Duration, until now: Duration) {
    guard process === self.process else { return }
    timers = now + (duration > .zero ? max(duration * Self.restAfterTimers, Self.shortestRest) : .zero)
  }

  mutating func endRequestRest() { requests = .zero }

  /// Returns the time of the next timer or requested turn; nil if the keyboard has neither.
  ///
  /// - Parameter timer: The time of the keyboard's next timer; nil if the keyboard has no timer.
  mutating func nextTurn(
    of process: (any KeyboardProcess)?, withTimer timer: Duration?, at now: Duration
  ) -> Duration? {
    let isRequested = requests <= now && isTurnRequested(by: process, at: now)
    // The host must check for requests at the end of a pause, because the frontend does not watch the keyboard's
    // descriptor during the pause.
    let rest = max(requests, timers)
    let request = isRequested || (now < rest && process?.turnRequestDescriptor != nil) ? rest : nil
    return [timer.map { max($0, timers) }, request].compactMap(\.self).min()
  }

  /// Returns the time at which the host serves the turn that a keyboard requests; nil if the keyboard requests no turn.
  mutating func nextRequest(of process: (any KeyboardProcess)?, at now: Duration) -> Duration? {
    isTurnRequested(by: process, at: now) ? max(requests, now) : nil
  }

  /// Returns the descriptor that becomes readable when a keyboard requests a turn; nil during a pause.
  func descriptor(of process: (any KeyboardProcess)?, at now: Duration) -> Int32? {
    now < max(requests, timers) ? nil : process?.turnRequestDescriptor
  }

  /// Returns whether the host serves a requested turn now, and marks the requests that the turn serves as handled.
  mutating func beginRequestedTurn(of process: (any KeyboardProcess)?, at now: Duration) -> Bool {
    guard requests <= now, isTurnRequested(by: process, at: now) else { return false }
    process?.handleTurnRequests()
    requests = now + Self.shortestRest
    return true
  }

  /// Whether a keyboard requests a turn. If a process woke the host without a request, the host serves no request for a
  /// short time.
  private mutating func isTurnRequested(by process: (any KeyboardProcess)?, at now: Duration) -> Bool {
    switch process?.readTurnRequest() {
    case .pending: return true
    case .falseAlarm:
      requests = now + Self.shortestRest
      return false
    case .none?, nil: return false
    }
  }
}
