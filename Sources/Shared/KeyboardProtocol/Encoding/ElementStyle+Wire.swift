package import InputViewModel

extension FontWeight: WireValue {}

extension TextAlignment: WireValue {}

extension FixedSize: WireValue {
  /// Appends width and height.
  package func encode(into writer: inout WireWriter) { writer.write(width, height) }

  /// Reads a size.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(width: try Double?(from: &reader), height: try Double?(from: &reader))
  }
}

extension InputViewColor: WireValue {
  /// Appends the color of each appearance.
  package func encode(into writer: inout WireWriter) { writer.write(light, dark) }

  /// Reads a color.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try UInt32(from: &reader), dark: try UInt32(from: &reader))
  }
}

extension ElementStyle: WireValue {
  /// Appends the style's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(foreground, background, cornerRadius, opacity)
    writer.write(fontSize, fontWeight, alignment)
  }

  /// Reads a style. Does not check the style's numbers: ``InputViewTree/validate()`` checks them.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      foreground: try InputViewColor?(from: &reader), background: try InputViewColor?(from: &reader),
      cornerRadius: try Double?(from: &reader), opacity: try Double(from: &reader),
      fontSize: try Double?(from: &reader),
      fontWeight: try FontWeight?(from: &reader), alignment: try TextAlignment?(from: &reader))
  }
}
