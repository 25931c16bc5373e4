/// A growing sequence of bytes: little-endian, without padding.
package struct WireWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  package init() {}

  /// Discards the written bytes, keeps up to `capacity` bytes of memory, and writes the version byte.
  package mutating func beginFrame(keepingCapacity capacity: Int = 0) {
    bytes.removeAll(keepingCapacity: bytes.capacity <= capacity)
    bytes.append(WireFormat.version)
  }

  /// Appends values in order.
  package mutating func write<each Value: WireValue>(_ value: repeat each Value) {
    repeat (each value).encode(into: &self)
  }

  /// Appends one byte.
  package mutating func writeByte(_ byte: UInt8) { bytes.append(byte) }

  /// Appends an integer in its full width.
  package mutating func writeInteger(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the number of elements or bytes that follow.
  ///
  /// A number that does not fit in four bytes is clamped. The bytes after it then exceed the capacity of any link.
  package mutating func writeCount(_ count: Int) { writeInteger(UInt32(clamping: count)) }

  /// Appends the number of bytes and the bytes.
  package mutating func writeBytes(_ more: [UInt8]) {
    writeCount(more.count)
    bytes.append(contentsOf: more)
  }

  /// Appends the number of UTF-8 bytes and the bytes.
  package mutating func writeString(_ text: String) {
    writeCount(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }
}
