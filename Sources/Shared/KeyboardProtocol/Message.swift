package import TextInput

/// What a host says to a keyboard's process.
package enum HostMessage: Hashable, Sendable {
  /// Do this turn and answer with its result.
  case turn(Turn)
  /// The answer to the request that the process waits for.
  case reply(HostReply)
}

/// What a keyboard's process says to its host.
package enum RunnerMessage: Hashable, Sendable {
  /// The process's first word, said once before any turn: it is ready, loads keyboards of this ABI version, and has this
  /// number among the host's processes.
  case hello(version: UInt32, process: Int32)
  /// The turn is done.
  case result(TurnResult)
  /// The turn needs this of the host before it can go on.
  case request(HostRequest)
}

/// What kind of message a frame holds. The two directions share no number, so that neither side can be made to read its
/// own words as the other's.
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

  /// Reads a message of the host.
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
  /// A file to be stored may be longer than anything else that a process has to say.
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

  /// Reads a message of a keyboard's process.
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
