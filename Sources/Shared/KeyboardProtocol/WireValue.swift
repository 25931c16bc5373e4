/// A value with an encoding: every value has exactly one, and every value takes at least one byte.
package protocol WireValue {
  /// Appends the value's bytes.
  func encode(into writer: inout WireWriter)
  /// Reads the value, or throws and leaves the reader somewhere in it.
  init(from reader: inout WireReader) throws(WireError)
}

/// What fills a whole frame: the version byte and one value with nothing after it.
package protocol WireMessage: WireValue {
  /// The most bytes that its frame may have.
  var frameLimit: Int { get }
}

extension WireMessage {
  /// As many as the mailbox has.
  package var frameLimit: Int { .max }

  /// The message as a frame.
  package var frame: [UInt8] {
    var writer = WireWriter()
    writer.beginFrame()
    encode(into: &writer)
    return writer.bytes
  }

  /// The message that a frame holds.
  package init(frame: [UInt8]) throws(WireError) {
    try self.init(frame: frame, count: frame.count)
  }

  /// The message that the first `count` bytes of a buffer hold.
  package init(frame: [UInt8], count: Int) throws(WireError) {
    var reader = WireReader(frame, count: count)
    let version = try reader.readByte()
    guard version == WireFormat.version else { throw WireError(.unsupportedVersion(version), at: 0) }
    try self.init(from: &reader)
    guard reader.remaining == 0 else { throw WireError(.trailingBytes(reader.remaining), at: reader.offset) }
  }
}

extension WireValue where Self: RawRepresentable, RawValue == Int {
  /// Appends the raw value as one byte; no enumeration of the vocabulary has a raw value past 255.
  package func encode(into writer: inout WireWriter) { writer.writeByte(UInt8(truncatingIfNeeded: rawValue)) }

  /// Reads a raw value that one of the cases has.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let byte = try reader.readByte()
    guard let value = Self(rawValue: Int(byte)) else { throw WireError(.unknownCase(Int64(byte)), at: offset) }
    self = value
  }
}
