// Encodings of the standard library's types. A Boolean value takes one byte, and an integer takes as many bytes as its
// type. An array or a string starts with its number of elements or bytes, which takes four bytes.

internal import InputViewModel
internal import TextModel

extension Bool: WireValue {
  /// Appends 0 or 1.
  package func encode(into writer: inout WireWriter) { writer.writeByte(self ? 1 : 0) }
  /// Reads 0 or 1.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.readFlags(known: 1) == 1 }
}

extension WireValue where Self: FixedWidthInteger & BitwiseCopyable {
  /// Appends the bytes of the integer.
  package func encode(into writer: inout WireWriter) { writer.writeInteger(self) }
  /// Reads as many bytes as the type has.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.readInteger(Self.self) }
}

extension UInt64: WireValue {}
extension Int64: WireValue {}
extension Int32: WireValue {}
extension UInt32: WireValue {}

extension Int: WireValue {
  /// Appends eight bytes.
  package func encode(into writer: inout WireWriter) { writer.writeInteger(Int64(self)) }
  /// Reads eight bytes. Throws if the number does not fit in an `Int`.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    guard let value = Int(exactly: try reader.readInteger(Int64.self)) else { throw WireError(.outOfRange, at: offset) }
    self = value
  }
}

extension Double: WireValue {
  /// Appends the bits of the IEEE 754 representation.
  package func encode(into writer: inout WireWriter) { writer.writeInteger(bitPattern) }
  /// Reads a number, which can be infinite or NaN. The code that uses the number must check it.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(bitPattern: try reader.readInteger(UInt64.self))
  }
}

extension Float: WireValue {
  /// Appends the bits of the IEEE 754 representation.
  package func encode(into writer: inout WireWriter) { writer.writeInteger(bitPattern) }
  /// Reads a number, which can be infinite or NaN. The code that uses the number must check it.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(bitPattern: try reader.readInteger(UInt32.self))
  }
}

extension String: WireValue {
  /// Appends the number of UTF-8 bytes and the bytes.
  package func encode(into writer: inout WireWriter) { writer.writeString(self) }
  /// Reads the number of UTF-8 bytes and the bytes.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.readString() }
}

extension Optional: WireValue where Wrapped: WireValue {
  /// Appends 0 for nil. For a value, appends 1 and then the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(self != nil)
    self?.encode(into: &writer)
  }
  /// Reads a flag, and the value if the flag is set.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self = try Bool(from: &reader) ? try Wrapped(from: &reader) : nil
  }
}

extension Array: WireValue where Element: WireValue {
  /// Appends the count and the elements.
  package func encode(into writer: inout WireWriter) {
    writer.writeCount(count)
    for element in self { writer.write(element) }
  }
  /// Reads a count and the elements.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.readArray() }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
  /// Appends the count and the pairs, in the order of the keys' UTF-8 bytes.
  package func encode(into writer: inout WireWriter) {
    writer.writeCount(count)
    for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.write(key, value)
    }
  }
  /// Reads a count and the pairs.
  ///
  /// Throws if a key is not a ``BoundedText``, if the keys are not in ascending order, or if two keys are canonically
  /// equivalent.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    var last: String?
    for _ in 0..<(try reader.readCount()) {
      let offset = reader.offset
      guard let key = BoundedText(try String(from: &reader))?.string else {
        throw WireError(.unboundedText, at: offset)
      }
      guard last.map({ $0.utf8.lexicographicallyPrecedes(key.utf8) }) ?? true, self[key] == nil else {
        throw WireError(.unorderedKeys, at: offset)
      }
      self[key] = try Value(from: &reader)
      last = key
    }
  }
}
