/// One argument or result of a C function. The value owns no memory.
///
/// The memory behind a pointer belongs to the code that created the pointer.
/// PluginABI.md#pointer-lifetimes-are-documented states how long a program may read the memory.
package enum Value: Equatable {
  /// No value: the result of a function that returns `void`.
  case void
  /// A C `_Bool` (signature letter `b`).
  case bool(Bool)
  /// A signed 32-bit integer (signature letter `i`).
  case int32(Int32)
  /// An unsigned 32-bit integer (signature letter `u`).
  case uint32(UInt32)
  /// A signed 64-bit integer (signature letter `q`).
  case int64(Int64)
  /// An unsigned 64-bit integer (signature letter `t`).
  case uint64(UInt64)
  /// A C `float` (signature letter `f`).
  case float(Float)
  /// A C `double` (signature letter `d`).
  case double(Double)
  /// NUL-terminated text (signature letters `s` and `k`). The bytes may be invalid UTF-8.
  case string(UnsafePointer<CChar>?)
  /// An address (signature letter `h`).
  case pointer(UnsafeMutableRawPointer?)

  /// The default result of a function with this result type: zero, false, NULL, or nothing.
  package static func zero(of type: ValueType) -> Value {
    switch type {
    case .nothing: .void
    case .bool: .bool(false)
    case .int32: .int32(0)
    case .uint32: .uint32(0)
    case .int64: .int64(0)
    case .uint64: .uint64(0)
    case .float: .float(0)
    case .double: .double(0)
    case .string, .key: .string(nil)
    case .handle: .pointer(nil)
    }
  }

  /// The type of this value: `string` for every string and `handle` for every address.
  package var type: ValueType {
    switch self {
    case .void: .nothing
    case .bool: .bool
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .float: .float
    case .double: .double
    case .string: .string
    case .pointer: .handle
    }
  }

  /// Whether this value is valid for a parameter or result of `type`. No conversion takes place, not even to a wider
  /// type.
  package func matches(_ type: ValueType) -> Bool {
    switch type {
    case .key: self.type == .string
    default: self.type == type
    }
  }
}
