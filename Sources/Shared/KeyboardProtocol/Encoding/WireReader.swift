internal import InputViewModel

/// A reader of values from untrusted bytes.
///
/// Each read checks the number of remaining bytes before it reads or allocates anything. As a result, no input can
/// crash the process, and the reader allocates at most a small multiple of the input's size.
package struct WireReader {
  private let bytes: UnsafeRawBufferPointer
  /// The number of bytes read so far.
  package private(set) var offset = 0
  /// The number of stacks that contain the value that the reader is reading.
  private var depth = 0

  /// Creates a reader of bytes that no other process can change. The bytes must stay valid until the last use of the
  /// reader.
  ///
  /// Never pass the shared memory of a link: the other process could change a byte between the reader's check and use
  /// of the byte.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes that the reader has not read.
  package var remaining: Int { bytes.count - offset }

  /// Throws if the message exceeds the limit for messages that contain no file.
  func checkOrdinaryLength() throws(WireError) {
    guard bytes.count <= WireFormat.ordinaryBytes else { throw WireError(.tooLong(bytes.count), at: 0) }
  }

  /// Reads one byte.
  ///
  /// - Throws: ``WireError`` at the end of the bytes.
  @inline(__always)
  package mutating func readByte() throws(WireError) -> UInt8 {
    let start = try advance(1)
    return bytes.load(fromByteOffset: start, as: UInt8.self)
  }

  /// Reads all bytes of an integer, even if the integer is small.
  ///
  /// - Throws: ``WireError`` at the end of the bytes.
  @inline(__always)
  package mutating func readInteger<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(WireError) -> Number {
    let start = try advance(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: type))
  }

  /// Reads the number of elements or bytes that follow. Each element has at least one byte, so a count above
  /// ``remaining`` is invalid.
  ///
  /// - Throws: ``WireError`` if the number exceeds the maximum or the number of remaining bytes, or at the end of the
  ///   bytes.
  package mutating func readCount(maximum: Int = .max) throws(WireError) -> Int {
    let start = offset
    let count = Int(try readInteger(UInt32.self))
    guard count <= remaining, count <= maximum else { throw WireError(.tooManyElements(count), at: start) }
    return count
  }

  /// Reads a count and that many bytes.
  ///
  /// - Throws: ``WireError`` if the bytes end early.
  package mutating func readBytes() throws(WireError) -> [UInt8] {
    let count = try readCount()
    let start = try advance(count)
    return [UInt8](bytes[start..<offset])
  }

  /// Reads a number of bytes, and then a string of that many bytes. Throws if the bytes are not valid UTF-8.
  ///
  /// - Throws: ``WireError`` if the bytes end early or are not UTF-8.
  package mutating func readString() throws(WireError) -> String {
    let count = try readCount()
    let start = try advance(count)
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<offset]).assumingMemoryBound(to: UInt8.self)
    do {
      return String(copying: try UTF8Span(validating: text.span))
    } catch {
      throw WireError(.invalidUTF8, at: start)
    }
  }

  /// Reads a byte of flags. Throws if a flag outside `known` is set.
  ///
  /// - Throws: ``WireError`` for an unknown flag, or at the end of the bytes.
  package mutating func readFlags(known: UInt8) throws(WireError) -> UInt8 {
    let start = offset
    let flags = try readByte()
    guard flags & ~known == 0 else { throw WireError(.invalidFlag(flags), at: start) }
    return flags
  }

  /// Reads a count and that many elements. Throws if the count exceeds `maximum`.
  ///
  /// - Throws: ``WireError`` if there are too many elements, or an element is invalid.
  package mutating func readArray<Element: WireValue>(maximum: Int = .max) throws(WireError) -> [Element] {
    let count = try readCount(maximum: maximum)
    var elements: [Element] = []
    guard count > 0 else { return elements }
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try Element(from: &self)) }
    return elements
  }

  /// Reads the elements inside a stack. If too many stacks are nested, throws before it reads an element.
  ///
  /// - Throws: ``WireError`` if the elements are nested too deeply, or an element is invalid.
  package mutating func readNestedArray<Element: WireValue>() throws(WireError) -> [Element] {
    guard depth < InputViewTree.Limit.depth else { throw WireError(.tooDeep, at: offset) }
    let count = try readCount()
    depth += 1
    // Reserve no memory for `count` elements. In a hostile message, each of several nested arrays can claim one element
    // for each remaining byte.
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try Element(from: &self)) }
    depth -= 1
    return elements
  }

  /// Advances past the next `count` bytes, and returns the offset of the first of these bytes.
  @inline(__always)
  private mutating func advance(_ count: Int) throws(WireError) -> Int {
    guard count <= remaining else { throw WireError(.truncated(missing: count - remaining), at: offset) }
    let start = offset
    offset += count
    return start
  }
}
