package import KeyboardProtocol

extension SettingValue {
  /// Creates a setting's value from JSON; nil for null, an array or an object.
  package init?(json value: JSONValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(Int64(value))
    case .real(let value): self = .real(value)
    case .string(let value): self = .string(value)
    case .null, .array, .object: return nil
    }
  }

  /// The value as JSON.
  package var json: JSONValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(Int(value))
    case .real(let value): .real(value)
    case .string(let value): .string(value)
    }
  }
}
