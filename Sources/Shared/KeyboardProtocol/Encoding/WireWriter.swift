/// A writer of values into memory of a fixed size: little-endian, without padding.
///
/// A hostile process may share the memory of the writer, so the writer only stores bytes, and never reads the stored
/// bytes. The decisions of the writer depend only on its own properties.
package struct WireWriter {
  private let start: UnsafeMutableRawPointer?
  /// The number of bytes that fit in the memory. After a value that did not fit, ``capacity`` is the number of bytes
  /// before that value.
  private var capacity: Int
  /// The number of bytes of all values, including values that did not fit.
  package private(set) var count = 0

  /// Creates a writer into memory. The memory must stay valid until the last use of the writer.
  package init(into memory: UnsafeMutableRawBufferPointer) {
    start = memory.baseAddress
    capacity = memory.count
  }

  /// Whether a value did not fit. The writer stored neither that value nor any value after it.
  package var overflowed: Bool { count > capacity }

  /// The number of bytes that the writer stored.
  package var storedCount: Int { min(count, capacity) }

  /// Returns the bytes that `body` writes. Calls `body` twice: first to count the bytes, and then to write them.
  package static func bytes(writtenBy body: (inout WireWriter) -> Void) -> [UInt8] {
    var measure = WireWriter(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    body(&measure)
    return [UInt8](unsafeUninitializedCapacity: measure.count) { memory, count in
      var writer = WireWriter(into: UnsafeMutableRawBufferPointer(memory))
      body(&writer)
      count = writer.storedCount
    }
  }

  // `write` has overloads instead of a parameter pack, because the compiler does not specialize a parameter pack, and
  // copies each value.

  /// Appends a value.
  @inline(__always)
  package mutating func write(_ value: some WireValue) { value.encode(into: &self) }

  /// Appends two values.
  @inline(__always)
  package mutating func write(_ first: some WireValue, _ second: some WireValue) {
    first.encode(into: &self)
    second.encode(into: &self)
  }

  /// Appends three values.
  @inline(__always)
  package mutating func write(_ first: some WireValue, _ second: some WireValue, _ third: some WireValue) {
    write(first, second)
    third.encode(into: &self)
  }

  /// Appends four values.
  @inline(__always)
  package mutating func write(
    _ first: some WireValue, _ second: some WireValue, _ third: some WireValue, _ fourth: some WireValue
  ) {
    write(first, second)
    write(third, fourth)
  }

  /// Appends one byte.
  @inline(__always)
  package mutating func writeByte(_ byte: UInt8) { reserve(1)?.storeBytes(of: byte, as: UInt8.self) }

  /// Appends all bytes of an integer, even if the integer is small.
  @inline(__always)
  package mutating func writeInteger<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)?.storeBytes(of: number.littleEndian, as: Number.self)
  }

  /// Appends the number of elements or bytes that follow.
  ///
  /// If the number does not fit in four bytes, writes the largest 32-bit number. The wrong number is harmless, because
  /// a value with so many elements or bytes does not fit in a mailbox.
  package mutating func writeCount(_ count: Int) { writeInteger(UInt32(clamping: count)) }

  /// Appends the number of bytes and the bytes.
  package mutating func writeBytes(_ bytes: [UInt8]) { bytes.withUnsafeBytes { writeCounted($0) } }

  /// Appends the number of UTF-8 bytes and the bytes.
  package mutating func writeString(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ writeCounted(UnsafeRawBufferPointer($0)) }) == nil {
      writeBytes(Array(text.utf8))
    }
  }

  private mutating func writeCounted(_ bytes: UnsafeRawBufferPointer) {
    writeCount(bytes.count)
    if let source = bytes.baseAddress { reserve(bytes.count)?.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// Adds `size` bytes to ``count``, and returns the address for the new bytes; nil if the new bytes do not fit.
  @inline(__always)
  private mutating func reserve(_ size: Int) -> UnsafeMutableRawPointer? {
    let offset = count
    count += size
    guard count <= capacity else {
      capacity = min(capacity, offset)
      return nil
    }
    return start.map { $0 + offset }
  }
}
