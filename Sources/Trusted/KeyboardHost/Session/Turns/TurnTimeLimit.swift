internal import KeyboardProtocol
internal import Timing

/// A limit on the duration of a turn, in addition to the deadlines of the keyboard's process.
enum TurnTimeLimit {
  case none
  /// All turns of a key press share the deadline of one turn. If the process has not loaded the keyboard by that
  /// deadline, the host does not blame the keyboard. `at` is the `SystemClock.uptime` of the key press.
  case keyPress(at: Duration)
  /// The user is idle until one of these descriptors becomes readable. When a descriptor is readable, the turn must end
  /// within ``KeyboardProcess/grace``.
  case idle(endedBy: [Int32])

  /// Whether the turn belongs to a key press whose time limit has passed.
  func isOver(for keyboard: any KeyboardProcess) -> Bool {
    if case .keyPress(let begin) = self { SystemClock.uptime >= begin + keyboard.patience } else { false }
  }

  /// Sends a turn to its keyboard and waits for the result. Kills the keyboard's process if the time limit passes.
  ///
  /// - Throws: ``KeyboardEndError``, as ``Keyboard/serve(_:while:answering:)``, or if the time limit passes.
  func serve(
    _ turn: Turn, with keyboard: any KeyboardProcess, answering reply: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult {
    let error: KeyboardEndError
    switch self {
    case .none:
      if let result = try keyboard.serve(turn, while: nil, answering: reply) { return result }
      error = .protocolViolation("it did not finish the event")
    case .keyPress(let begin):
      let idle = IdleTime(until: begin + keyboard.patience)
      if let result = try keyboard.serve(turn, while: idle, answering: reply) { return result }
      error = turn.event.isLoad ? .loadedTooLate(after: keyboard.patience) : .hung(after: keyboard.patience)
    case .idle(let descriptors):
      let idle = IdleTime(endedBy: descriptors)
      if let result = try keyboard.serve(turn, while: idle, answering: reply) { return result }
      let grace = IdleTime(endedBy: [], within: keyboard.grace)
      if let result = try keyboard.serve(turn, while: grace, answering: reply) { return result }
      error = .heldUp(after: keyboard.grace)
    }
    keyboard.killUnresponsive()
    throw error
  }
}
