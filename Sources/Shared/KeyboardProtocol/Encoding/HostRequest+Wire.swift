internal import TextModel

extension HostRequest: WireValue {
  private enum Tag: Int, WireValue {
    case document = 0
    case resource = 1
    case resourceNames = 2
    case localizedStrings = 3
    case containerRead = 4
    case containerWrite = 5
    case containerRemove = 6
    case containerNames = 7
    case pasteboard = 8
    case network = 9
    case paths = 10
    case text = 11
    case spelling = 12
    case lexicon = 13
  }

  /// Appends the request and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .document(let edits): writer.write(Tag.document, edits)
    case .resource(let path): writer.write(Tag.resource, path)
    case .resourceNames(let folder): writer.write(Tag.resourceNames, folder)
    case .localizedStrings(let table, let language): writer.write(Tag.localizedStrings, table, language)
    case .containerRead(let name): writer.write(Tag.containerRead, name)
    case .containerWrite(let name, let bytes):
      writer.write(Tag.containerWrite, name)
      writer.writeBytes(bytes)
    case .containerRemove(let name): writer.write(Tag.containerRemove, name)
    case .containerNames: writer.write(Tag.containerNames)
    case .pasteboard(let request): writer.write(Tag.pasteboard, request)
    case .network(let request): writer.write(Tag.network, request)
    case .paths: writer.write(Tag.paths)
    case .text(let request): writer.write(Tag.text, request)
    case .spelling(let request): writer.write(Tag.spelling, request)
    case .lexicon: writer.write(Tag.lexicon)
    }
  }

  /// Reads a request. Throws if a name is not a ``BoundedText``. The host checks later whether the keyboard may use a
  /// path or name.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    try self.init(unchecked: &reader)
    guard hasBoundedNames else { throw WireError(.unboundedText, at: offset) }
  }

  private init(unchecked reader: inout WireReader) throws(WireError) {
    let tag = try Tag(from: &reader)
    if tag != .containerWrite { try reader.checkOrdinaryLength() }
    switch tag {
    case .document: self = .document(after: try reader.readArray(maximum: TurnLimit.edits))
    case .resource: self = .resource(path: try String(from: &reader))
    case .resourceNames: self = .resourceNames(folder: try String(from: &reader))
    case .localizedStrings:
      self = .localizedStrings(table: try String(from: &reader), language: try String(from: &reader))
    case .containerRead: self = .containerRead(name: try String(from: &reader))
    case .containerWrite: self = .containerWrite(name: try String(from: &reader), bytes: try reader.readBytes())
    case .containerRemove: self = .containerRemove(name: try String(from: &reader))
    case .containerNames: self = .containerNames
    case .pasteboard: self = .pasteboard(try PasteboardRequest(from: &reader))
    case .network: self = .network(try NetworkRequest(from: &reader))
    case .paths: self = .paths
    case .text: self = .text(try TextRequest(from: &reader))
    case .spelling: self = .spelling(try SpellingRequest(from: &reader))
    case .lexicon: self = .lexicon
    }
  }
}

extension HostReply: WireValue {
  private enum Tag: Int, WireValue {
    case document = 0
    case bytes = 1
    case names = 2
    case strings = 3
    case done = 4
    case refused = 5
    case text = 6
    case number = 7
    case pasteboard = 8
    case connection = 9
    case paths = 10
    case offsets = 11
  }

  /// Appends the number of the reply's case, and then the values of the reply.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .document(let snapshot): writer.write(Tag.document, snapshot)
    case .bytes(let bytes):
      writer.write(Tag.bytes)
      writer.writeBytes(bytes)
    case .names(let names): writer.write(Tag.names, names)
    case .strings(let strings): writer.write(Tag.strings, strings)
    case .done: writer.write(Tag.done)
    case .refused(let refusal): writer.write(Tag.refused, refusal)
    case .text(let text): writer.write(Tag.text, text)
    case .number(let number): writer.write(Tag.number, number)
    case .pasteboard(let status): writer.write(Tag.pasteboard, status.hasStrings, status.changeCount)
    case .connection(let state): writer.write(Tag.connection, state)
    case .paths(let paths): writer.write(Tag.paths, paths.bundle, paths.container)
    case .offsets(let offsets): writer.write(Tag.offsets, offsets)
    }
  }

  /// Reads a reply.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .document: self = .document(try DocumentSnapshot(from: &reader))
    case .bytes: self = .bytes(try reader.readBytes())
    case .names: self = .names(try [String](from: &reader))
    case .strings: self = .strings(try [String: String](from: &reader))
    case .done: self = .done
    case .refused: self = .refused(try Refusal(from: &reader))
    case .text: self = .text(try String?(from: &reader))
    case .number: self = .number(try UInt64(from: &reader))
    case .pasteboard:
      self = .pasteboard(
        PasteboardStatus(hasStrings: try Bool(from: &reader), changeCount: try UInt64(from: &reader)))
    case .connection: self = .connection(try ConnectionState(from: &reader))
    case .paths:
      self = .paths(KeyboardPaths(bundle: try String(from: &reader), container: try String(from: &reader)))
    case .offsets: self = .offsets(try [UInt32](from: &reader))
    }
  }
}

extension HostReply.Refusal: WireValue {
  /// Appends the ABI's error code.
  package func encode(into writer: inout WireWriter) { writer.write(rawValue) }

  /// Reads an error code. Throws if no case has this code.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let code = try Int32(from: &reader)
    guard let refusal = Self(rawValue: code) else { throw WireError(.unknownCase(Int64(code)), at: offset) }
    self = refusal
  }
}
