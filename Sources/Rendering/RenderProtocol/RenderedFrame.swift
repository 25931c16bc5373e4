package import KeyboardProtocol

/// The answer to a ``RenderOrder``. The render process decoded untrusted files, so its answer is untrusted.
package struct RenderedFrame: Hashable, Sendable {
  /// The number of the rendered buffer.
  package var buffer: Int
  /// The parts of the buffer that the process redrew; empty if no pixel changed. Outside of the damaged parts, the
  /// pixels are the same as in the previous frame, and as in the previous content of the same buffer.
  package var damage: [PixelRect]
  /// The reasons why the process did not draw pictures from the bundle inside ``damage``, by path. In place of a
  /// missing picture, the frame shows the element's title. Sanitize the reasons before you show them.
  package var troubles: [String: String]
  /// Texts inside ``damage`` with characters that no font of this machine contains, each of at most
  /// ``maximumCharacters`` characters. The list may be incomplete.
  package var textsWithoutFont: [String]

  /// The maximum number of characters of a text without a font.
  package static let maximumCharacters = 64

  /// The maximum number of rectangles in ``damage``.
  package static let maximumRectangles = 8

  /// Creates an answer.
  package init(
    buffer: Int, damage: [PixelRect], troubles: [String: String] = [:], textsWithoutFont: [String] = []
  ) {
    self.buffer = buffer
    self.damage = damage
    self.troubles = troubles
    self.textsWithoutFont = textsWithoutFont
  }
}

extension RenderedFrame: WireMessage {
  /// Encodes the answer.
  package func encode(into writer: inout WireWriter) { writer.write(buffer, damage, troubles, textsWithoutFont) }

  /// Decodes an answer. Does not check whether the damage is inside the buffer.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    let buffer = try Int(from: &reader)
    guard RenderOrder.buffers.contains(buffer) else { throw WireError(.unknownCase(Int64(buffer)), at: start) }
    self.init(
      buffer: buffer, damage: try reader.readArray(maximum: Self.maximumRectangles),
      troubles: try [String: String](from: &reader), textsWithoutFont: try [String](from: &reader))
  }
}
