internal import CFFI

// The layout of values in the memory that libffi reads and writes.
//
// Arguments have their own size. Results do not: libffi widens every integer result that is narrower than a register
// to `ffi_arg`, and expects a closure to do the same. So this code always reads and writes integer results as
// `ffi_arg` and truncates them. It never trusts the upper part.
extension Value {
  /// The number of bytes that hold any argument or any result.
  static let slotSize = max(MemoryLayout<ffi_arg>.size, MemoryLayout<UInt64>.size)

  /// Reads an argument from libffi's memory.
  init(argumentAt address: UnsafeRawPointer, type: ValueType) {
    switch type {
    case .nothing: self = .void
    // A hostile caller may pass any byte for a `_Bool`. A Swift Bool with another value than 0 or 1 would be
    // undefined.
    case .bool: self = .bool(address.load(as: UInt8.self) != 0)
    case .int32: self = .int32(address.load(as: Int32.self))
    case .uint32: self = .uint32(address.load(as: UInt32.self))
    default: self.init(fullWidthAt: address, type: type)
    }
  }

  /// Reads a result from the `ffi_arg` to which libffi widened it.
  init(resultAt address: UnsafeRawPointer, type: ValueType) {
    switch type {
    case .nothing: self = .void
    case .bool: self = .bool(UInt8(truncatingIfNeeded: address.load(as: ffi_arg.self)) != 0)
    case .int32: self = .int32(Int32(truncatingIfNeeded: address.load(as: ffi_arg.self)))
    case .uint32: self = .uint32(UInt32(truncatingIfNeeded: address.load(as: ffi_arg.self)))
    default: self.init(fullWidthAt: address, type: type)
    }
  }

  /// Reads a value that has the same layout as an argument and as a result.
  private init(fullWidthAt address: UnsafeRawPointer, type: ValueType) {
    switch type {
    case .nothing, .bool, .int32, .uint32: self = .zero(of: type)
    case .int64: self = .int64(address.load(as: Int64.self))
    case .uint64: self = .uint64(address.load(as: UInt64.self))
    case .float: self = .float(address.load(as: Float.self))
    case .double: self = .double(address.load(as: Double.self))
    case .string, .key: self = .string(address.load(as: UnsafePointer<CChar>?.self))
    case .handle, .record: self = .pointer(address.load(as: UnsafeMutableRawPointer?.self))
    }
  }

  /// Writes an argument for libffi, in its own size.
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

  /// Writes the result of a closure, widened to `ffi_arg` with its sign.
  func storeResult(at address: UnsafeMutableRawPointer) {
    switch self {
    case .bool(let value): address.storeBytes(of: value ? 1 : 0, as: ffi_arg.self)
    case .int32(let value): address.storeBytes(of: ffi_arg(truncatingIfNeeded: value), as: ffi_arg.self)
    case .uint32(let value): address.storeBytes(of: ffi_arg(truncatingIfNeeded: value), as: ffi_arg.self)
    default: storeArgument(at: address)
    }
  }
}
