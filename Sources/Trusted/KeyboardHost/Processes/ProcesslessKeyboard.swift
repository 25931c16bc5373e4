package import KeyboardProtocol

/// A keyboard that runs in the host's process: the system keyboard, an application's own input view, or a keyboard of
/// a test. There is no process to control.
package final class ProcesslessKeyboard: KeyboardProcess {
  private let keyboard: any Keyboard
  package private(set) var hasEnded = false
  package let hostTime: Duration

  /// Creates a keyboard.
  ///
  /// - Parameters:
  ///   - keyboard: Serves the turns.
  ///   - hostTime: The limit of host time for one turn.
  package init(_ keyboard: any Keyboard, hostTime: Duration = KeyboardLimits.hostTime) {
    self.keyboard = keyboard
    self.hostTime = hostTime
  }

  /// Serves the whole turn: a call in the host's process cannot be interrupted.
  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    guard !hasEnded else { throw .crashed("the host ended it") }
    return try keyboard.serve(turn, while: nil, answering: answer)
  }

  /// Sends the destroy event.
  package func end() {
    guard !hasEnded else { return }
    hasEnded = true
    _ = try? keyboard.serve(Turn(serial: .max, event: .destroy)) { _ in .refused(.notNow) }
  }

  package func kill() { hasEnded = true }
  package func recordStack() {}
  package func becomeReady() {}
  package func howItEnded() -> KeyboardEndError { .crashed("the host ended it") }
  /// Always false: the keyboard receives each turn at once.
  package var endedBeforeTurn: Bool { false }
  package func drainJournal() -> KeyboardJournal { KeyboardJournal() }
  /// Always false: the host does not measure the threads and the memory of its own process for a keyboard.
  package var isBusy: Bool { false }
  package var memory: UInt64 { 0 }
  /// Always false: only keyboards in processes have main queues that the host serves.
  package var hasMainQueue: Bool { false }
  package var hasThreads: Bool { false }
  package var turnRequestDescriptor: Int32? { nil }
  package func readTurnRequest() -> TurnRequest { .none }
  package func handleTurnRequests() {}
  package func drainMemoryWarning() -> Bool { false }
  /// Always one hour, because the host cannot interrupt a turn in its own process.
  package var patience: Duration { .seconds(3_600) }
  package var grace: Duration { .zero }
  package var timeForResult: Duration { hostTime }
  /// The keyboard runs only while the host calls it, so there is nothing to stop.
  package func stop() {}
  package func waitUntilStopped() -> Bool { true }
  package func wake() {}
  package func keepFiles(while idle: IdleTime?) {}
}
