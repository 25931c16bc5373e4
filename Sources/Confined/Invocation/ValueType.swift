/// The C type of an argument or result, written as one letter in a signature.
///
/// PluginABI.md#signatures lists the letters.
package enum ValueType: Character, Sendable, CaseIterable {
  /// No value. For results only.
  case nothing = "v"
  /// An 8-bit C `_Bool`.
  case bool = "b"
  /// A signed integer of 32 bits.
  case int32 = "i"
  /// An unsigned integer of 32 bits.
  case uint32 = "u"
  /// A signed integer of 64 bits.
  case int64 = "q"
  /// An unsigned integer of 64 bits.
  case uint64 = "t"
  /// A C `float`.
  case float = "f"
  /// A C `double`.
  case double = "d"
  /// A pointer to NUL-terminated UTF-8. The called function must not keep the pointer.
  case string = "s"
  /// The host pointer, through which the keyboard calls host functions. For arguments only.
  case handle = "h"
  /// The title of the key that sent the action, as a `const char *`. For arguments only.
  case key = "k"

  /// The name of the type for an error message.
  package var name: String {
    switch self {
    case .nothing: "nothing"
    case .bool: "bool"
    case .int32: "32-bit signed integer"
    case .uint32: "32-bit unsigned integer"
    case .int64: "64-bit signed integer"
    case .uint64: "64-bit unsigned integer"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .handle: "handle"
    case .key: "key"
    }
  }
}
