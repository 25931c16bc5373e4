/// One argument or result of a C function, held without any memory of its own.
///
/// A value with a pointer in it owns nothing: the memory belongs to whoever made the pointer, and what
/// PluginABI.md#pointer-lifetimes-are-documented says of the function tells until when it may be read.
package enum Value: Equatable {
  /// No value: the result of a function that returns `void`.
  case void
  /// A C `_Bool`, for `b`.
  case bool(Bool)
  /// For `i`.
  case int32(Int32)
  /// For `u`.
  case uint32(UInt32)
  /// For `q`.
  case int64(Int64)
  /// For `t`.
  case uint64(UInt64)
  /// For `f`.
  case float(Float)
  /// For `d`.
  case double(Double)
  /// NUL-terminated text, for `s` and `k`. Nothing has checked that it is UTF-8.
  case string(UnsafePointer<CChar>?)
  /// An address, for `h` and `p`.
  case pointer(UnsafeMutableRawPointer?)

  /// The value that a function of this type returns if it does nothing: zero, false, NULL, or nothing.
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
    case .handle, .record: .pointer(nil)
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

  /// Whether this value can stand where a signature says `type`: there are no conversions, not even widening ones.
  package func matches(_ type: ValueType) -> Bool {
    switch type {
    case .key: self.type == .string
    case .record: self.type == .handle
    default: self.type == type
    }
  }
}
