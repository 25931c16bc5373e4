package import KeyboardProtocol
internal import TextModel

extension WireReader {
  /// Reads a text that the host can compare and hash fast. Throws an error for a text that is not bounded text.
  fileprivate mutating func readBoundedText() throws(WireError) -> String {
    let start = offset
    guard let text = BoundedText(try readString()) else { throw WireError(.unboundedText, at: start) }
    return text.string
  }
}

extension ELFImage: WireValue {
  /// The maximum number of libraries that a library can need. Usual libraries need at most a few dozen other libraries.
  private static var maximumNeededLibraries: Int { 4_096 }

  /// Appends the facts about the library.
  package func encode(into writer: inout WireWriter) {
    writer.write(symbols, neededLibraries, soname)
    writer.write(wantsExecutableStack, hasTextRelocations)
  }

  /// Reads the facts about a library.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    symbols = try [String: SymbolKind](from: &reader)
    // The host compares and hashes the names of symbols and libraries, so it accepts only bounded texts.
    neededLibraries = try (0..<reader.readCount(maximum: Self.maximumNeededLibraries)).map { _ throws(WireError) in
      try reader.readBoundedText()
    }
    soname = try Bool(from: &reader) ? try reader.readBoundedText() : nil
    wantsExecutableStack = try Bool(from: &reader)
    hasTextRelocations = try Bool(from: &reader)
  }
}
