internal import KeyboardABI

/// Reading and filling records that carry their size, in bytes, in their first four bytes
/// (PluginABI.md#record-size-first).
enum Records {
  /// A copy of a keyboard's record: zeros where it is shorter than ours.
  ///
  /// Throws one of three errors: too short for its own size, larger than the limit, or longer than what we know with
  /// something there that is not zero.
  static func read<Record>(_ record: UnsafeRawPointer, as type: Record.Type) throws(RecordError) -> Record {
    let length = Int(record.loadUnaligned(as: UInt32.self))
    guard length >= MemoryLayout<UInt32>.size else { throw .tooShort }
    guard length <= Int(KLV_RECORD_LIMIT) else { throw .tooLong }
    let known = min(length, MemoryLayout<Record>.size)
    let tail = UnsafeRawBufferPointer(start: record + known, count: length - known)
    guard tail.allSatisfy({ $0 == 0 }) else { throw .unknownTail }
    return copy(record, bytes: known, as: type)
  }

  /// A copy of the first bytes of a record, which are checked to be there, and zeros for the rest of ours.
  static func copy<Record>(_ record: UnsafeRawPointer, bytes count: Int, as type: Record.Type) -> Record {
    withUnsafeTemporaryAllocation(of: Record.self, capacity: 1) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: record, count: min(count, bytes.count)))
      return bytes.load(as: Record.self)
    }
  }

  /// Fills a keyboard's record, as far as its size says that it reaches.
  static func fill<Record>(_ record: UnsafeMutableRawPointer, with value: Record) throws(RecordError) {
    let length = Int(record.loadUnaligned(as: UInt32.self))
    guard length >= MemoryLayout<UInt32>.size else { throw .tooShort }
    guard length <= Int(KLV_RECORD_LIMIT) else { throw .tooLong }
    withUnsafeBytes(of: value) { bytes in
      // The size stays the keyboard's own.
      let filled = UnsafeRawBufferPointer(rebasing: bytes[MemoryLayout<UInt32>.size..<min(length, bytes.count)])
      UnsafeMutableRawBufferPointer(start: record + MemoryLayout<UInt32>.size, count: filled.count)
        .copyMemory(from: filled)
    }
  }
}

/// Why a record is refused; raw values are the ABI's codes.
enum RecordError: Int32, Error {
  case tooShort = -9
  case tooLong = -10
  case unknownTail = -11
}
