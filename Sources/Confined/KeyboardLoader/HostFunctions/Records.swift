internal import KeyboardABI

/// Reads and fills records. The first four bytes of a record contain its size in bytes
/// (PluginABI.md#record-size-first).
enum Records {
  /// Copies a keyboard's record, padded with zeros if it is shorter than the host's version of the record.
  ///
  /// - Throws: ``RecordError`` if the record is too short for its size field, larger than the limit, or has nonzero
  ///   bytes after the known part.
  static func read<Record>(_ record: UnsafeRawPointer, as type: Record.Type) throws(RecordError) -> Record {
    let length = Int(record.loadUnaligned(as: UInt32.self))
    guard length >= MemoryLayout<UInt32>.size else { throw .tooShort }
    guard length <= Int(KLV_RECORD_LIMIT) else { throw .tooLong }
    let known = min(length, MemoryLayout<Record>.size)
    let tail = UnsafeRawBufferPointer(start: record + known, count: length - known)
    guard tail.allSatisfy({ $0 == 0 }) else { throw .unknownTail }
    return copy(record, bytes: known, as: type)
  }

  /// Copies the first bytes of a record whose length the caller has checked, and pads the copy with zeros.
  static func copy<Record>(_ record: UnsafeRawPointer, bytes count: Int, as type: Record.Type) -> Record {
    withUnsafeTemporaryAllocation(of: Record.self, capacity: 1) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: record, count: min(count, bytes.count)))
      return bytes.load(as: Record.self)
    }
  }

  /// Copies a value into a keyboard's record, but no more bytes than the record's size field states.
  static func fill<Record>(_ record: UnsafeMutableRawPointer, with value: Record) throws(RecordError) {
    let length = Int(record.loadUnaligned(as: UInt32.self))
    guard length >= MemoryLayout<UInt32>.size else { throw .tooShort }
    guard length <= Int(KLV_RECORD_LIMIT) else { throw .tooLong }
    withUnsafeBytes(of: value) { bytes in
      // Do not change the size field of the record.
      let filled = UnsafeRawBufferPointer(rebasing: bytes[MemoryLayout<UInt32>.size..<min(length, bytes.count)])
      UnsafeMutableRawBufferPointer(start: record + MemoryLayout<UInt32>.size, count: filled.count)
        .copyMemory(from: filled)
    }
  }
}

/// The reason why a record is invalid. Raw values are the ABI's error codes.
enum RecordError: Int32, Error, CustomStringConvertible {
  case tooShort = -9
  case tooLong = -10
  case unknownTail = -11

  /// The fault, as a clause without a period.
  var description: String {
    switch self {
    case .tooShort: "size is less than 4, the size of the member itself"
    case .tooLong: "size is more than \(KLV_RECORD_LIMIT)"
    case .unknownTail: "a byte after the members that this version of Klava knows is not zero"
    }
  }
}
