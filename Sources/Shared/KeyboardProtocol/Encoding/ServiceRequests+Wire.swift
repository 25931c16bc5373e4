extension PasteboardRequest: WireValue {
  private enum Tag: Int, WireValue {
    case string = 0
    case setString = 1
    case status = 2
  }

  /// Appends the request and its text.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .string: writer.write(Tag.string)
    case .setString(let text): writer.write(Tag.setString, text)
    case .status: writer.write(Tag.status)
    }
  }

  /// Reads a request. Does not check the length of the text.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .string: self = .string
    case .setString: self = .setString(try String?(from: &reader))
    case .status: self = .status
    }
  }
}

extension NetworkRequest: WireValue {
  private enum Tag: Int, WireValue {
    case connect = 0
    case state = 1
    case send = 2
    case receive = 3
    case close = 4
  }

  /// Appends the request and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .connect(let name, let port): writer.write(Tag.connect, name, port)
    case .state(let connection): writer.write(Tag.state, connection)
    case .send(let connection, let bytes):
      writer.write(Tag.send, connection)
      writer.writeBytes(bytes)
    case .receive(let connection, let capacity, let seconds):
      writer.write(Tag.receive, connection, capacity, seconds)
    case .close(let connection): writer.write(Tag.close, connection)
    }
  }

  /// Reads a request. Does not check its numbers; the network service checks them.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .connect: self = .connect(name: try String(from: &reader), port: try UInt64(from: &reader))
    case .state: self = .state(connection: try UInt64(from: &reader))
    case .send: self = .send(connection: try UInt64(from: &reader), bytes: try reader.readBytes())
    case .receive:
      self = .receive(
        connection: try UInt64(from: &reader), capacity: try UInt64(from: &reader),
        seconds: try Double(from: &reader))
    case .close: self = .close(connection: try UInt64(from: &reader))
    }
  }
}

extension ConnectionState: WireValue {
  private enum Tag: Int, WireValue {
    case connecting = 0
    case open = 1
    case closed = 2
    case failed = 3
  }

  /// Appends the state, and the error of a failed connection.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .connecting: writer.write(Tag.connecting)
    case .open: writer.write(Tag.open)
    case .closed: writer.write(Tag.closed)
    case .failed(let refusal): writer.write(Tag.failed, refusal)
    }
  }

  /// Reads a state.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .connecting: self = .connecting
    case .open: self = .open
    case .closed: self = .closed
    case .failed: self = .failed(try HostReply.Refusal(from: &reader))
    }
  }
}
