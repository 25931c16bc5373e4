/// A value with an encoding. Each value has exactly one encoding, which has at least one byte.
package protocol WireValue {
  /// Appends the bytes of the value.
  func encode(into writer: inout WireWriter)
  /// Reads the value. If the initializer throws, the reader's position is somewhere inside the value.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  init(from reader: inout WireReader) throws(WireError)
}

/// A value that a process can send as one message. A frame consists of the version byte and one encoded message.
package protocol WireMessage: WireValue {
  /// The largest length of the frame in bytes.
  var frameLimit: Int { get }
}

extension WireMessage {
  /// The default implementation, which sets no limit. The size of the mailbox still limits the frame.
  package var frameLimit: Int { .max }

  /// The message as a frame.
  package var frame: [UInt8] { WireWriter.bytes { encodeFrame(into: &$0) } }

  /// Appends the version byte and the message.
  package func encodeFrame(into writer: inout WireWriter) {
    writer.writeByte(WireFormat.version)
    encode(into: &writer)
  }

  /// Decodes the message of a frame.
  ///
  /// - Throws: ``WireError`` if the bytes do not encode exactly one valid message.
  package init(frame: [UInt8]) throws(WireError) {
    self = try frame.withUnsafeBufferPointer { (bytes) throws(WireError) in
      try Self(frame: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Decodes the message of a frame. The frame must be in private memory, so first copy a frame out of shared memory.
  ///
  /// - Throws: ``WireError`` if the bytes do not encode exactly one valid message.
  package init(frame: UnsafeRawBufferPointer) throws(WireError) {
    var reader = WireReader(frame)
    let version = try reader.readByte()
    guard version == WireFormat.version else { throw WireError(.unsupportedVersion(version), at: 0) }
    try self.init(from: &reader)
    guard reader.remaining == 0 else { throw WireError(.trailingBytes(reader.remaining), at: reader.offset) }
  }
}

extension WireValue where Self: RawRepresentable, RawValue == Int {
  /// Appends the raw value as one byte. No enumeration of the protocol has a raw value above 255.
  package func encode(into writer: inout WireWriter) { writer.writeByte(UInt8(truncatingIfNeeded: rawValue)) }

  /// Reads a raw value. Throws if no case has this raw value.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let byte = try reader.readByte()
    guard let value = Self(rawValue: Int(byte)) else { throw WireError(.unknownCase(Int64(byte)), at: offset) }
    self = value
  }
}
