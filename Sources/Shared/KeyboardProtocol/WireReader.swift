/// Reads values from bytes that may be anything.
///
/// Each read checks what is left before it takes or reserves anything, so no bytes make it trap, and none make it
/// reserve more than a small multiple of their own number.
package struct WireReader {
  private let bytes: [UInt8]
  private let end: Int
  /// How many bytes were read.
  package private(set) var offset = 0
  /// How many rows and columns of an interface lie around the value being read.
  private var depth = 0

  /// A reader of the first `count` bytes.
  package init(_ bytes: [UInt8], count: Int) {
    self.bytes = bytes
    end = min(max(count, 0), bytes.count)
  }

  /// How many bytes are left.
  package var remaining: Int { end - offset }

  /// Refuses a message that is longer than any but those that bring a file.
  func checkOrdinaryLength() throws(WireError) {
    guard end <= WireFormat.ordinaryBytes else { throw WireError(.tooLong(end), at: 0) }
  }

  /// Reads one byte.
  package mutating func readByte() throws(WireError) -> UInt8 {
    let start = try take(1)
    return bytes[start]
  }

  /// Reads an integer in its full width.
  package mutating func readInteger<Number: FixedWidthInteger>(_ type: Number.Type) throws(WireError) -> Number {
    let start = try take(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: type) })
  }

  /// Reads how many elements or bytes follow; each takes at least one byte, so more than are left is refused.
  package mutating func readCount(maximum: Int = .max) throws(WireError) -> Int {
    let start = offset
    let count = Int(try readInteger(UInt32.self))
    guard count <= remaining, count <= maximum else { throw WireError(.tooManyElements(count), at: start) }
    return count
  }

  /// Reads counted bytes.
  package mutating func readBytes() throws(WireError) -> [UInt8] {
    let count = try readCount()
    let start = try take(count)
    return [UInt8](bytes[start..<offset])
  }

  /// Reads a counted string; bytes that are not UTF-8 are refused, not repaired.
  package mutating func readString() throws(WireError) -> String {
    let count = try readCount()
    let start = try take(count)
    guard let text = String(validating: bytes[start..<offset], as: UTF8.self) else {
      throw WireError(.invalidUTF8, at: start)
    }
    return text
  }

  /// Reads a byte of flags, of which only those in `known` may be set.
  package mutating func readFlags(known: UInt8) throws(WireError) -> UInt8 {
    let start = offset
    let flags = try readByte()
    guard flags & ~known == 0 else { throw WireError(.invalidFlag(flags), at: start) }
    return flags
  }

  /// Reads counted elements, at most `maximum`.
  package mutating func readArray<Element: WireValue>(maximum: Int = .max) throws(WireError) -> [Element] {
    let count = try readCount(maximum: maximum)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try Element(from: &self)) }
    return elements
  }

  /// Reads the elements inside a row or column; one that lies too deep is refused before it is read.
  package mutating func readNestedArray<Element: WireValue>() throws(WireError) -> [Element] {
    guard depth < WireFormat.interfaceDepth else { throw WireError(.tooDeep, at: offset) }
    let count = try readCount()
    depth += 1
    // Nothing is reserved: of arrays inside each other every one could claim all that is left.
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try Element(from: &self)) }
    depth -= 1
    return elements
  }

  /// Takes so many bytes; answers where they start.
  private mutating func take(_ count: Int) throws(WireError) -> Int {
    guard count <= remaining else { throw WireError(.truncated(missing: count - remaining), at: offset) }
    let start = offset
    offset += count
    return start
  }
}
