/// A message from the host to a keyboard's process.
package enum HostMessage: Hashable, Sendable {
  /// A turn. The process handles the event of the turn, and then sends a result.
  case turn(Turn)
  /// The reply to a request of the process. The process waits for the reply.
  case reply(HostReply)
}

/// A message from a keyboard's process to the host.
package enum RunnerMessage: Hashable, Sendable {
  /// The greeting: the process is ready to load keyboards for this version of the ABI.
  ///
  /// The process sends the greeting once, before any turn. `process` is the process ID in the host's PID namespace.
  case hello(version: UInt32, process: Int32)
  /// The result of the finished turn.
  case result(TurnResult)
  /// A request. The turn waits until the host replies.
  case request(HostRequest)
}

/// The kind of message in a frame. Messages to the runner and messages to the host have different numbers, so no
/// process can mistake its own message for a message from the other process.
private enum MessageTag: Int, WireValue {
  case turn = 0x01
  case reply = 0x02
  case hello = 0x81
  case result = 0x82
  case request = 0x83
}

extension HostMessage: WireMessage {
  /// Appends the message.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .turn(let turn): writer.write(MessageTag.turn, turn)
    case .reply(let reply): writer.write(MessageTag.reply, reply)
    }
  }

  /// Reads a message from the host.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    switch try MessageTag(from: &reader) {
    case .turn: self = .turn(try Turn(from: &reader))
    case .reply: self = .reply(try HostReply(from: &reader))
    case let other: throw WireError(.unknownCase(Int64(other.rawValue)), at: offset)
    }
  }
}

extension RunnerMessage: WireMessage {
  /// The maximum length of the frame. Only a message that stores a file may be longer than
  /// ``WireFormat/ordinaryBytes``.
  package var frameLimit: Int {
    if case .request(.containerWrite) = self { .max } else { WireFormat.ordinaryBytes }
  }

  /// Appends the message.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .hello(let version, let process): writer.write(MessageTag.hello, version, process)
    case .result(let result): writer.write(MessageTag.result, result)
    case .request(let request): writer.write(MessageTag.request, request)
    }
  }

  /// Reads a message from a keyboard's process.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    switch try MessageTag(from: &reader) {
    case .hello:
      try reader.checkOrdinaryLength()
      self = .hello(version: try UInt32(from: &reader), process: try Int32(from: &reader))
    case .result:
      try reader.checkOrdinaryLength()
      self = .result(try TurnResult(from: &reader))
    case .request: self = .request(try HostRequest(from: &reader))
    case let other: throw WireError(.unknownCase(Int64(other.rawValue)), at: offset)
    }
  }
}
