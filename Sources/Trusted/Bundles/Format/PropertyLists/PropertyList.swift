/// A value of a property list, by its exact type.
package indirect enum PropertyList: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A moment, in seconds since the start of 2001 (UTC).
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// Values in order.
  case array([PropertyList])
  /// Values by key.
  case dictionary([String: PropertyList])

  /// The most that a property list may hold.
  package enum Limit {
    /// Bytes of the file (Sandbox.md#bundle-limits).
    package static let bytes = 256 * 1024
    /// Containers inside each other.
    static let depth = 32
    /// Values that it stands for, each counted as often as it is referred to.
    static let values = 20_000
  }

  /// The type's name, with its article, as messages have it.
  package var typeName: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// The string; nil for another type.
  var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The truth value; nil for another type.
  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The number, whole or not; nil for another type.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
  /// The elements; nil for another type.
  var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
  /// The members; nil for another type.
  var dictionary: [String: PropertyList]? { if case .dictionary(let value) = self { value } else { nil } }
}
