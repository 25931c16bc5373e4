internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
internal import LinuxShims
internal import TextModel

extension HostilePeer {
  /// Reacts to a key press with an attack: ends or stops the process, floods the host, or overwrites the link.
  func replyLoudly(_ behavior: Behavior, _ turn: Turn, _ lost: TurnResult) {
    switch behavior {
    case .stopsItself: raise(SIGSTOP)
    case .killsItself: raise(SIGKILL)
    case .exits: _exit(3)
    case .deniesItsLastTurn:
      denyHearing()
      _exit(3)
    case .exitsWithChild:
      spawnChild()
      _exit(0)
    case .leavesItsGroup:
      // Join the host's group, so that killing this process's group does not kill this process.
      setpgid(0, getpgid(getppid()))
      stall()
    case .closesEverything:
      klv_close_from(0)
      stall()
    case .diesBeforeWriting, .diesBeforeBytes, .diesAfterBytes, .diesBeforeCounting, .diesAfterAnswering:
      die(behavior, RunnerMessage.result(lost).frame)
    case .wakesForever: while true { klv_eventfd_signal(Self.eventDescriptor) }
    case .printsForever: while true { printLines(100) }
    case .printsAndAnswers:
      printLines(10_000)
      reply(turn)
    case .answersAtFullLength: say(frame: .filling(turn.serial))
    case .callsBackManyTimes:
      let callbacks = Array(repeating: KeyboardCallback.textDidChange, count: TurnLimit.requests)
      say(.result(TurnResult(serial: turn.serial, callbacks: callbacks)))
    case .startsManyTimers:
      let timers = (0..<UInt64(5_000)).map {
        KeyboardRequest.startTimer(identifier: $0, seconds: $0 % 3 == 0 ? .nan : 0.01, repeats: true)
      }
      say(.result(TurnResult(serial: turn.serial, requests: timers)))
    case .writesAllOver:
      scribble(over: 0..<Mailbox.Layout.size)
      klv_eventfd_signal(Self.eventDescriptor)
    case .writesToItself:
      scribble(over: 0..<Mailbox.Layout.toRunnerSize)
      reply(turn)
    case .shrinksTheLink:
      let isOpen = ftruncate(Self.memoryDescriptor, 0) == 0 || klv_memfd_seal(Self.memoryDescriptor) == 0
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText(isOpen ? "shrunk" : "h")])))
    case .makesTheEventBlocking:
      _ = fcntl(Self.eventDescriptor, F_SETFL, 0)
      reply(turn)
    default: stall()
    }
  }

  /// Dies at one step of writing a result (Sandbox.md#death-while-answering).
  private func die(_ behavior: Behavior, _ frame: [UInt8]) -> Never {
    if behavior != .diesBeforeWriting { begin() }
    if behavior == .diesAfterBytes || behavior == .diesBeforeCounting { write(frame) }
    if behavior == .diesAfterBytes { klv_store_release(word(Mailbox.Offset.length), 3) }
    if behavior == .diesAfterAnswering { say(frame: frame) }
    _exit(0)
  }

  /// Writes random words over a part of the link.
  func scribble(over range: Range<Int>) {
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      (memory + offset).storeBytes(of: random.next(), as: UInt64.self)
    }
  }

  /// Starts a process that outlives this process.
  private func spawnChild() {
    var child = pid_t()
    let arguments = [strdup("sleep"), strdup("1000"), nil]
    posix_spawn(&child, "/bin/sleep", nil, nil, arguments, nil)
  }

  private func printLines(_ count: Int) {
    let line = Array("a line that the host has to drain, and that is long enough to fill a pipe soon\n".utf8)
    for _ in 0..<count { _ = Glibc.write(1, line, line.count) }
  }

  /// Starts a thread that forever flips bits of the mailbox to the host, while this thread continues.
  func flip() {
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { memory in
        guard let memory else { return nil }
        let words = (memory + Mailbox.Layout.toHostOffset).assumingMemoryBound(to: UInt32.self)
        var state: UInt32 = 1
        while true {
          state = state &* 1_664_525 &+ 1_013_904_223
          // Rarely flips a bit of the header. Otherwise flips a bit at the start of the payload, where the result is.
          let place =
            state >> 24 == 0
            ? Int(state >> 8 & 1) : Mailbox.Offset.payload / 4 + Int(state >> 8 & 15)
          klv_store_release(words + place, klv_load_acquire(words + place) ^ (1 << (state >> 16 & 31)))
        }
      }, memory)
    guard status == 0 else { _exit(9) }
  }
}

extension [UInt8] {
  /// The longest possible result: one text that fills the frame.
  fileprivate static func filling(_ serial: UInt64) -> [UInt8] {
    let empty = RunnerMessage.result(TurnResult(serial: serial, edits: [.insertText("")])).frame.count
    let room = WireFormat.ordinaryBytes - empty
    let text = String(repeating: "x", count: room)
    return RunnerMessage.result(TurnResult(serial: serial, edits: [.insertText(text)])).frame
  }
}
