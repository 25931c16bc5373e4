/// Bytes that grow at their end: little-endian, nothing padded.
package struct WireWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// A writer with nothing written.
  package init() {}

  /// Forgets what was written, keeps up to `capacity` bytes of memory, and writes the version byte.
  package mutating func beginFrame(keepingCapacity capacity: Int = 0) {
    bytes.removeAll(keepingCapacity: bytes.capacity <= capacity)
    bytes.append(WireFormat.version)
  }

  /// Appends values, one after the other.
  package mutating func write<each Value: WireValue>(_ value: repeat each Value) {
    repeat (each value).encode(into: &self)
  }

  /// Appends one byte.
  package mutating func writeByte(_ byte: UInt8) { bytes.append(byte) }

  /// Appends an integer in its full width.
  package mutating func writeInteger(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the number of elements or bytes that follow. One that four bytes cannot hold is clamped: what follows it
  /// then passes any link's capacity.
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
