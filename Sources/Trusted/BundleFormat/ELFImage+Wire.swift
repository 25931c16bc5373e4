package import KeyboardProtocol

extension ELFImage: WireValue {
  /// Appends the facts.
  package func encode(into writer: inout WireWriter) {
    writer.write(symbols, neededLibraries, soname)
    writer.write(wantsExecutableStack, hasTextRelocations)
  }

  /// Reads facts.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    symbols = try [String: SymbolKind](from: &reader)
    neededLibraries = try [String](from: &reader)
    soname = try String?(from: &reader)
    wantsExecutableStack = try Bool(from: &reader)
    hasTextRelocations = try Bool(from: &reader)
  }
}
