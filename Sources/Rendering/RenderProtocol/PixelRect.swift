package import KeyboardProtocol

/// A rectangle of pixels in a buffer. The rectangle is never empty.
package struct PixelRect: Hashable, Sendable {
  /// The distance from the left edge of the buffer, in pixels.
  package let x: Int
  /// The distance from the top edge of the buffer, in pixels.
  package let y: Int
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// The largest coordinate. The limit ensures that the sum of two coordinates cannot overflow.
  static let maximumLength = Int(Int32.max)

  /// Creates a rectangle; nil if it is empty, or if an edge is negative or too large.
  package init?(x: Int, y: Int, width: Int, height: Int) {
    guard [x, y, width, height].allSatisfy({ (0...Self.maximumLength).contains($0) }), width > 0, height > 0 else {
      return nil
    }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  private init(from left: Int, _ top: Int, to right: Int, _ bottom: Int) {
    x = left
    y = top
    width = right - left
    height = bottom - top
  }

  /// The first column to the right of the rectangle.
  package var maxX: Int { x + width }
  /// The first row below the rectangle.
  package var maxY: Int { y + height }
  /// The number of pixels.
  package var area: Int { width * height }

  /// Whether the rectangle contains another rectangle.
  package func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }

  /// Whether the rectangles have a pixel in common.
  package func intersects(_ other: PixelRect) -> Bool {
    other.x < maxX && x < other.maxX && other.y < maxY && y < other.maxY
  }

  /// The pixels in both rectangles; nil if there is none.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    guard intersects(other) else { return nil }
    return PixelRect(from: max(x, other.x), max(y, other.y), to: min(maxX, other.maxX), min(maxY, other.maxY))
  }

  /// The smallest rectangle that contains both rectangles.
  package func union(_ other: PixelRect) -> PixelRect {
    PixelRect(from: min(x, other.x), min(y, other.y), to: max(maxX, other.maxX), max(maxY, other.maxY))
  }
}

extension PixelRect: WireValue {
  /// Encodes the rectangle.
  package func encode(into writer: inout WireWriter) { writer.write(x, y, width, height) }

  /// Decodes a rectangle. Throws if the rectangle is empty, or if an edge is negative or too large.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let rect = PixelRect(
      x: try Int(from: &reader), y: try Int(from: &reader), width: try Int(from: &reader),
      height: try Int(from: &reader))
    guard let rect else { throw WireError(.outOfRange, at: offset) }
    self = rect
  }
}
