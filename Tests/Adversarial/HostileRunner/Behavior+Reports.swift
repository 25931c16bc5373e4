internal import Glibc
internal import KeyboardProtocol
internal import TextModel

extension HostilePeer {
  /// Sends one kind of message in one state of the conversation, then does nothing more. The protocol may forbid this
  /// kind in this state.
  func say(_ kind: UInt64, inState state: UInt64) -> Never {
    if state == 0 { say(kind, of: Turn(serial: 1, event: .destroy)) }
    greet()
    while true {
      let turn = hearTurn()
      if turn.event.state == state { say(kind, of: turn) }
      reply(turn)
    }
  }

  private func say(_ kind: UInt64, of turn: Turn) {
    let result = TurnResult(serial: turn.serial, edits: [])
    switch kind {
    case 0: greet()
    case 1: say(.result(result))
    case 2: say(.result(TurnResult(serial: turn.serial &+ 1)))
    case 3: ask(.document(after: []))
    case 4: ask(.containerNames)
    case 5: say(frame: [])
    case 6: say(frame: HostMessage.turn(turn).frame)
    default: say(frame: [WireFormat.version, 0x82, 0xFF])
    }
    // Only kinds 3 and 4 are requests, which the host replies to. Any other message ends the turn, so send no result
    // after it.
    guard kind == 3 || kind == 4 else { stall() }
  }

  /// Answers a turn. If the turn is a key press, the result types what this process observed.
  func report(_ behavior: Behavior, _ turn: Turn) {
    guard case .key = turn.event else { return reply(turn) }
    let found = behavior == .typesDescriptors ? descriptors() : heardAnswer()
    say(.result(TurnResult(serial: turn.serial, edits: [.insertText(found)])))
  }

  private func heardAnswer() -> String {
    say(.request(.containerRead(name: "name")))
    guard case .reply(.bytes(let bytes)) = hear() else { return "nothing" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of each open descriptor and a letter: `c` for a device, `f` for a file, `p` for a pipe, `s` for a
  /// socket, `a` for any other kind.
  private func descriptors() -> String {
    (0..<Int32(1_024)).compactMap { descriptor in
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      let kind =
        switch status.st_mode & S_IFMT {
        case S_IFCHR: "c"
        case S_IFREG: "f"
        case S_IFIFO: "p"
        case S_IFSOCK: "s"
        default: "a"
        }
      return "\(descriptor)\(kind)"
    }.joined()
  }
}

extension TurnEvent {
  /// The number of the state in which the runner receives this event. State 0 comes before all events.
  fileprivate var state: UInt64 {
    switch self {
    case .load: 1
    case .appear: 2
    case .key: 3
    case .disappear: 4
    case .destroy: 5
    default: 9
    }
  }
}
