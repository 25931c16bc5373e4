internal import TextModel
internal import Glibc
internal import KeyboardProtocol

extension HostilePeer {
  /// Says one kind of message in one state of the conversation, where it may or may not belong, and then what belongs there.
  func say(_ kind: UInt64, inState state: UInt64) -> Never {
    if state == 0 { say(kind, of: Turn(serial: 1, event: .destroy)) }
    greet()
    while true {
      let turn = hearTurn()
      if turn.event.state == state { say(kind, of: turn) }
      answer(turn)
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
    // What it asked is answered; all else took the word from it, and what belongs there is out of turn then.
    guard kind == 3 || kind == 4 else { stall() }
  }

  /// Answers a turn, a key press with what it finds.
  func report(_ behavior: Behavior, _ turn: Turn) {
    guard case .key = turn.event else { return answer(turn) }
    let found = behavior == .typesDescriptors ? descriptors() : heardAnswer()
    say(.result(TurnResult(serial: turn.serial, edits: [.insertText(found)])))
  }

  private func heardAnswer() -> String {
    say(.request(.containerRead(name: "name")))
    guard case .reply(.bytes(let bytes)) = hear() else { return "nothing" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Each open descriptor's number with a letter: c for a device, f for a file, p for a pipe, s for a socket, a for what
  /// else there is.
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
  /// The state in which a runner is when it hears this; 0 is before all of them.
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
