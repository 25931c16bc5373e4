package import KeyboardProtocol

/// The position of a buffer's pixels in the pool, which is the shared memory for all buffers. Every area fits into a
/// pool of ``maximumPoolBytes`` bytes.
package struct BufferArea: Hashable, Sendable {
  /// The number of bytes before the first pixel.
  package let offset: Int
  /// The number of bytes from the start of a row to the start of the next row.
  package let stride: Int
  /// The number of pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int

  /// The number of the pool's descriptor in the render process.
  static let poolNumber: Int32 = 4
  /// The largest size of a pool in bytes.
  package static let maximumPoolBytes = 256 * 1_024 * 1_024

  /// Creates an area. A pixel has four bytes.
  ///
  /// The initializer returns nil in each of these cases:
  ///
  /// - The area is empty.
  /// - The area has more than ``PictureOrder/maximumPixels`` pixels, or more than 32,768 rows or columns.
  /// - The area is not inside a pool of ``maximumPoolBytes`` bytes.
  /// - A row is longer than the stride, or the stride exceeds 262,144 bytes.
  /// - The offset or the stride is not a multiple of four.
  package init?(offset: Int, stride: Int, width: Int, height: Int) {
    let maximumLength = 1 << 15
    guard (1...maximumLength).contains(width), (1...maximumLength).contains(height), stride >= width * 4,
      stride <= maximumLength * 8,
      stride % 4 == 0, offset >= 0, offset % 4 == 0, Double(width * height) <= PictureOrder.maximumPixels,
      offset <= Self.maximumPoolBytes - (stride * (height - 1) + width * 4)
    else { return nil }
    self.offset = offset
    self.stride = stride
    self.width = width
    self.height = height
  }

  /// The offset of the first byte after the last pixel.
  package var end: Int { offset + stride * (height - 1) + width * 4 }

  /// Whether the areas may have a byte in common.
  package func overlaps(_ other: BufferArea) -> Bool { offset < other.end && other.offset < end }
}

extension BufferArea: WireValue {
  /// Encodes the area.
  package func encode(into writer: inout WireWriter) { writer.write(offset, stride, width, height) }

  /// Decodes an area. Throws if ``init(offset:stride:width:height:)`` would return nil.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    let area = BufferArea(
      offset: try Int(from: &reader), stride: try Int(from: &reader), width: try Int(from: &reader),
      height: try Int(from: &reader))
    guard let area else { throw WireError(.outOfRange, at: start) }
    self = area
  }
}
