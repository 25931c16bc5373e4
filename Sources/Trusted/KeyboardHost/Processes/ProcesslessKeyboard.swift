package import KeyboardProtocol

/// A keyboard that runs in the host's process: the system keyboard, an application's own input view, or a keyboard of a
/// test. The host has no process to control.
package final class ProcesslessKeyboard: KeyboardProcess {
  private let keyboard: any Keyboard
  private let system: (any SystemTyping)?
  @exclusivity(unchecked) package private(set) var hasEnded = false
  package let hostTime: Duration

  /// Creates a keyboard other than the system keyboard.
  ///
  /// - Parameters:
  ///   - keyboard: Serves the turns.
  ///   - hostTime: The maximum time that the host itself may work for the keyboard in one turn.
  package init(_ keyboard: any Keyboard, hostTime: Duration = KeyboardLimits.hostTime) {
    self.keyboard = keyboard
    system = nil
    self.hostTime = hostTime
  }

  /// Creates the system keyboard.
  package init(system: any SystemTyping) {
    keyboard = system
    self.system = system
    hostTime = KeyboardLimits.hostTime
  }

  /// Serves the whole turn, because the host cannot interrupt a call in its own process.
  ///
  /// - Throws: ``KeyboardEndError`` if the keyboard refuses to load, or has already ended.
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

  package func begin(_ turn: Turn) -> Bool { false }
  package func kill() { hasEnded = true }
  package func killUnresponsive() { kill() }
  package func becomeReady() {}
  package func howItEnded() -> KeyboardEndError { .crashed("the host ended it") }
  /// Always false, because the keyboard has no process that could end before it receives a turn.
  package var endedBeforeTurn: Bool { false }
  package func drainJournal() -> KeyboardJournal { KeyboardJournal() }
  /// Whether the system keyboard waits for its suggestion process, and no answer has arrived yet.
  package var isBusy: Bool { awaitsAnswer && readTurnRequest() == .none }
  /// Always 0: the host does not measure the memory of its own process for a keyboard.
  package var memory: UInt64 { 0 }
  /// Whether the system keyboard waits for its suggestion process. For any other keyboard in the host's process, the
  /// value is false, because the host serves no main queue for it.
  package var hasMainQueue: Bool { awaitsAnswer }
  package var hasThreads: Bool { awaitsAnswer }
  private var awaitsAnswer: Bool { system?.awaitsAnswer ?? false }
  package var turnRequestDescriptor: Int32? { system?.turnRequestDescriptor }
  package var endDescriptor: Int32? { nil }
  /// The requested turn drains the descriptor, so a readable descriptor means that the request is pending.
  package func readTurnRequest() -> TurnRequest {
    guard let descriptor = turnRequestDescriptor else { return .none }
    return IdleTime(endedBy: [descriptor]).isOver ? .pending : .none
  }
  package func handleTurnRequests() {}
  package func drainMemoryWarning() -> Bool { false }
  /// The patience is one hour, because the host cannot interrupt a turn in its own process.
  package var patience: Duration { .seconds(3_600) }
  package var grace: Duration { .zero }
  package var timeForResult: Duration { hostTime }
  /// The keyboard runs only while the host calls it, so there is nothing to stop.
  package func stop() {}
  package func waitUntilStopped() -> Bool { true }
  package func wake() {}
  package func finishTurns(while idle: IdleTime?) {}
}
