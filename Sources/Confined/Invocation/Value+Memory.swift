internal import CFFI

// The layout of values in the memory that libffi reads and writes.
//
// An argument has the size of its type. A result may be larger than its type: if an integer result is narrower than a
// register, libffi widens the result to `ffi_arg`. The upper bytes of the `ffi_arg` may have any value, so this code
// reads an integer result as `ffi_arg` and truncates it.
extension Value {
  /// The number of bytes that is enough for any argument and any result.
  static let slotSize = max(MemoryLayout<ffi_arg>.size, MemoryLayout<UInt64>.size)

  /// Reads a result. libffi has widened a narrow integer result to an `ffi_arg`.
  init(resultAt address: UnsafeRawPointer, type: ValueType) {
    switch type {
    case .nothing: self = .void
    case .bool: self = .bool(UInt8(truncatingIfNeeded: address.load(as: ffi_arg.self)) != 0)
    case .int32: self = .int32(Int32(truncatingIfNeeded: address.load(as: ffi_arg.self)))
    case .uint32: self = .uint32(UInt32(truncatingIfNeeded: address.load(as: ffi_arg.self)))
    case .int64: self = .int64(address.load(as: Int64.self))
    case .uint64: self = .uint64(address.load(as: UInt64.self))
    case .float: self = .float(address.load(as: Float.self))
    case .double: self = .double(address.load(as: Double.self))
    case .string, .key: self = .string(address.load(as: UnsafePointer<CChar>?.self))
    case .handle: self = .pointer(address.load(as: UnsafeMutableRawPointer?.self))
    }
  }

  /// Writes an argument for libffi, in the size of its type.
  func storeArgument(at address: UnsafeMutableRawPointer) {
    switch self {
    case .void: break
    case .bool(let value): address.storeBytes(of: value ? 1 : 0, as: UInt8.self)
    case .int32(let value): address.storeBytes(of: value, as: Int32.self)
    case .uint32(let value): address.storeBytes(of: value, as: UInt32.self)
    case .int64(let value): address.storeBytes(of: value, as: Int64.self)
    case .uint64(let value): address.storeBytes(of: value, as: UInt64.self)
    case .float(let value): address.storeBytes(of: value, as: Float.self)
    case .double(let value): address.storeBytes(of: value, as: Double.self)
    case .string(let value): address.storeBytes(of: value, as: UnsafePointer<CChar>?.self)
    case .pointer(let value): address.storeBytes(of: value, as: UnsafeMutableRawPointer?.self)
    }
  }
}
