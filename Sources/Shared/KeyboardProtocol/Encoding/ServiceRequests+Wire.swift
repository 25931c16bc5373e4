internal import TextModel

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
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
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

  /// Reads a request. Does not check the numbers: the network service checks them.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
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
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .connecting: self = .connecting
    case .open: self = .open
    case .closed: self = .closed
    case .failed: self = .failed(try HostReply.Refusal(from: &reader))
    }
  }
}

extension TextRequest: WireValue {
  private enum Tag: Int, WireValue {
    case words = 0
    case sentences = 1
    case capitalizes = 2
  }

  /// Appends the request and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .words(let text): writer.write(Tag.words, text)
    case .sentences(let text, let language): writer.write(Tag.sentences, text, language)
    case .capitalizes(let type, let context, let language):
      writer.write(Tag.capitalizes, type, context.isCut)
      writer.write(context.text, language)
    }
  }

  /// Reads a request. Throws if an ``InsertionContext`` is too long. The text services check the length of all other
  /// texts.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .words: self = .words(try String(from: &reader))
    case .sentences: self = .sentences(try String(from: &reader), language: try String(from: &reader))
    case .capitalizes:
      let type = try TextAutocapitalizationType(from: &reader)
      let isCut = try Bool(from: &reader)
      let offset = reader.offset
      let text = try String(from: &reader)
      guard text.unicodeScalars.count <= InsertionContext.scalars else { throw WireError(.outOfRange, at: offset) }
      self = .capitalizes(type, after: InsertionContext(text, isCut: isCut), language: try String(from: &reader))
    }
  }
}
