internal import Glibc
internal import KeyboardProtocol
internal import TestSupport
internal import TextModel

extension HostilePeer {
  /// Sends one message in one state of the conversation, then does nothing more. The protocol may forbid this message
  /// in this state.
  func send(_ message: HostileMessage) -> Never {
    if message.state == .beforeGreeting { send(message.kind, in: Turn(serial: 1, event: .destroy)) }
    greet()
    while true {
      let turn = hearTurn()
      if turn.event.state == message.state { send(message.kind, in: turn) }
      reply(turn)
    }
  }

  private func send(_ kind: HostileMessage.Kind, in turn: Turn) {
    switch kind {
    case .hello: greet()
    case .resultOfTheTurn:
      // In a destroy event, an edit is no violation, but the host must not apply it.
      say(.result(TurnResult(serial: turn.serial, edits: turn.event == .destroy ? [.insertText("lost")] : [])))
    case .resultOfTheNextTurn: say(.result(TurnResult(serial: turn.serial &+ 1, edits: [.insertText("lost")])))
    case .documentRequest: return ask(.document(after: []))
    case .containerRequest: return ask(.containerNames)
    case .emptyFrame: say(frame: [])
    case .hostMessage: say(frame: HostMessage.turn(turn).frame)
    case .unknownTag: say(frame: [WireFormat.version, 0x82, 0xFF])
    }
    // The host replies only to requests. Any other message ends the turn, so send no result after it.
    stall()
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
  /// The state in which the runner receives this event; nil if no message is for this event.
  fileprivate var state: HostileMessage.State? {
    switch self {
    case .load: .load
    case .appear: .appear
    case .key: .key
    case .disappear: .disappear
    case .destroy: .destroy
    default: nil
    }
  }
}
