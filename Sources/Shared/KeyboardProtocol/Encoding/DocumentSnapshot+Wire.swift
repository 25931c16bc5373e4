package import TextModel

extension DocumentIdentifier: WireValue {
  /// Appends both halves of the identifier.
  package func encode(into writer: inout WireWriter) { writer.write(high, low) }

  /// Reads both halves of the identifier.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(high: try UInt64(from: &reader), low: try UInt64(from: &reader))
  }
}

extension ContextPolicy: WireValue {
  private enum Tag: Int, WireValue {
    case window = 0
    case paragraph = 1
    case ios16 = 2
  }

  /// Appends the case and, for a window, the number of characters.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .window(let count): writer.write(Tag.window, count)
    case .paragraph: writer.write(Tag.paragraph)
    case .ios16: writer.write(Tag.ios16)
    }
  }

  /// Reads a policy. Throws for a window with a negative size.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .window:
      let offset = reader.offset
      let count = try Int(from: &reader)
      guard count >= 0 else { throw WireError(.outOfRange, at: offset) }
      self = .window(count)
    case .paragraph: self = .paragraph
    case .ios16: self = .ios16
    }
  }
}

extension TextBuffer.Marking: WireValue {
  /// Appends the number of marked code units on each side of the selection.
  package func encode(into writer: inout WireWriter) { writer.write(before, after) }

  /// Reads a marking. Does not check the numbers: ``TextBuffer`` checks them.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(before: try Int(from: &reader), after: try Int(from: &reader))
  }
}

extension TextBuffer: WireValue {
  private enum Flag {
    static let isCutBefore: UInt8 = 1
    static let isCutAfter: UInt8 = 2
    static let isSelectionCut: UInt8 = 4
    static let all: UInt8 = 7
  }

  /// Appends the flags, the text before, in and after the selection, and the extent of the marked text.
  package func encode(into writer: inout WireWriter) {
    var flags: UInt8 = 0
    if isCutBefore { flags |= Flag.isCutBefore }
    if isCutAfter { flags |= Flag.isCutAfter }
    if isSelectionCut { flags |= Flag.isSelectionCut }
    writer.writeByte(flags)
    writer.write(before, selected, after, marking)
  }

  /// Reads a buffer. Throws if the marked text extends past the buffer's text.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let flags = try reader.readFlags(known: Flag.all)
    let before = try String(from: &reader)
    let selected = try String(from: &reader)
    let after = try String(from: &reader)
    let offset = reader.offset
    let marking = try Marking?(from: &reader)
    self.init(
      before: before, selected: selected, after: after, marking: marking, isCutBefore: flags & Flag.isCutBefore != 0,
      isCutAfter: flags & Flag.isCutAfter != 0, isSelectionCut: flags & Flag.isSelectionCut != 0)
    // The initializer limits the marking to the text. If the initializer changed the marking, the message was invalid.
    guard self.marking == marking else { throw WireError(.outOfRange, at: offset) }
  }
}

extension DocumentSnapshot: WireValue {
  /// Appends the snapshot's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, revision, buffer)
    writer.write(policy, documentInputModeLanguage)
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try DocumentIdentifier(from: &reader), revision: try UInt64(from: &reader),
      buffer: try TextBuffer(from: &reader), policy: try ContextPolicy(from: &reader),
      documentInputModeLanguage: try String?(from: &reader))
  }
}
