package import TextInput

extension DocumentIdentifier: WireValue {
  /// Appends both halves.
  package func encode(into writer: inout WireWriter) { writer.write(high, low) }

  /// Reads both halves.
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

  /// Appends the case, and a window's size.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .window(let count): writer.write(Tag.window, count)
    case .paragraph: writer.write(Tag.paragraph)
    case .ios16: writer.write(Tag.ios16)
    }
  }

  /// Reads a policy; a window of less than no characters is refused.
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
  /// Appends how far it reaches on each side.
  package func encode(into writer: inout WireWriter) { writer.write(before, after) }

  /// Reads a marking of any reach; the buffer that holds it checks that.
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

  /// Appends the flags, the three texts, and how far the marked text reaches.
  package func encode(into writer: inout WireWriter) {
    var flags: UInt8 = 0
    if isCutBefore { flags |= Flag.isCutBefore }
    if isCutAfter { flags |= Flag.isCutAfter }
    if isSelectionCut { flags |= Flag.isSelectionCut }
    writer.writeByte(flags)
    writer.write(before, selected, after, marking)
  }

  /// Reads a buffer; marked text that reaches past the text is refused.
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
    // The initializer brings a marking into the text's bounds; no buffer holds one that had to be brought there.
    guard self.marking == marking else { throw WireError(.outOfRange, at: offset) }
  }
}

extension DocumentSnapshot: WireValue {
  /// Appends the parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, revision, buffer, policy, documentInputModeLanguage)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try DocumentIdentifier(from: &reader), revision: try UInt64(from: &reader),
      buffer: try TextBuffer(from: &reader), policy: try ContextPolicy(from: &reader),
      documentInputModeLanguage: try String?(from: &reader))
  }
}
