internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import TextModel

extension HostilePeer {
  /// Behaves at random: mostly as a correct runner, so that the conversation with the host continues. Sometimes this
  /// process violates the protocol.
  func doAnything() -> Never {
    switch random.integer(below: 40) {
    case 0: say(.hello(version: UInt32(truncatingIfNeeded: random.next()), process: getpid()))
    case 1: say(.hello(version: Self.version, process: random.one(of: [0, 1, -1, getppid(), .max, .min])))
    default: greet()
    }
    if random.integer(below: 40) == 0 { flip() }
    while true { doAnything(with: hearTurn()) }
  }

  private func doAnything(with turn: Turn) {
    if case .load = turn.event, random.integer(below: 20) > 0 { return reply(turn) }
    for _ in 0..<random.integer(below: 3) { ask(request()) }
    switch random.integer(below: 40) {
    case 0: say(frame: random.bytes())
    case 1: say(frame: mutated(RunnerMessage.result(result(turn)).frame))
    case 2: say(.result(result(turn, serial: turn.serial &+ UInt64(random.integer(below: 3)) &- 1)))
    case 3: say(random.runnerMessage())
    case 4:
      say(.result(result(turn)))
      if random.boolean() { usleep(UInt32(random.integer(below: 2_000))) }
      say(.result(result(turn)))
    case 5: behaveLoudly(turn)
    case 6:
      say(.result(result(turn)))
      scribble(over: 0..<Mailbox.Layout.toRunnerSize)
    case 7:
      begin()
      write(RunnerMessage.result(result(turn)).frame)
      usleep(UInt32(random.integer(below: 5_000)))
      finish()
    case 8:
      klv_store_release(word(4 * random.integer(below: 32)), UInt32(truncatingIfNeeded: random.next()))
      say(.result(result(turn)))
    default: say(.result(result(turn)))
    }
  }

  /// Performs a random behavior that ends this process or makes the host end it.
  private func behaveLoudly(_ turn: Turn) {
    let loud: [Behavior] = [
      .stopsItself, .killsItself, .exits, .exitsWithChild, .leavesItsGroup, .closesEverything, .diesBeforeWriting,
      .diesBeforeBytes, .diesAfterBytes, .diesBeforeCounting, .diesAfterAnswering, .wakesForever, .printsAndAnswers,
      .answersAtFullLength, .callsBackManyTimes, .startsManyTimers, .writesAllOver, .writesToItself, .shrinksTheLink,
      .makesTheEventBlocking,
    ]
    replyLoudly(random.one(of: loud), turn, result(turn))
  }

  private func request() -> HostRequest {
    random.boolean()
      ? .document(after: edits()) : random.hostRequest(random.integer(below: SeededGenerator.Kinds.hostRequest))
  }

  private func edits() -> [Edit] { random.list { $0.edit($0.integer(below: SeededGenerator.Kinds.edit)) } }

  /// A well-formed result that the protocol may or may not allow.
  private func result(_ turn: Turn, serial: UInt64? = nil) -> TurnResult {
    var result = TurnResult(serial: serial ?? turn.serial)
    switch turn.event {
    case .key, .timer, .documentChanged, .traitsChanged: result.edits = edits()
    default: if random.integer(below: 20) == 0 { result.edits = edits() }
    }
    if random.integer(below: 4) == 0 {
      result.requests = random.list {
        $0.keyboardRequest($0.integer(below: SeededGenerator.Kinds.keyboardRequest))
      }
    }
    if random.integer(below: 20) == 0 {
      result.failure = KeyboardError(step: random.any(KeyboardError.Step.self), message: random.text())
    }
    return result
  }

  private func mutated(_ frame: [UInt8]) -> [UInt8] {
    var frame = frame
    for _ in 0...random.integer(below: 3) where !frame.isEmpty {
      frame[random.integer(below: frame.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    return frame
  }
}
