internal import JSON

extension JSONValue {
  /// The JSON value of a string, or JSON's null if the string is nil.
  static func string(orNull string: String?) -> JSONValue { string.map(JSONValue.string) ?? .null }

  /// A JSON array of the given strings.
  static func strings(_ strings: some Sequence<String>) -> JSONValue { .array(strings.map(JSONValue.string)) }

  /// The kind of the value with an article, such as "a number", for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether two values are equal. Numbers are compared by value, strings by code points, and objects without regard to
  /// the order of their members.
  func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one.elementsEqual(other) { $0.isSame(as: $1) }
    case (.object(let one), .object(let members)):
      one.count == members.count && one.allSatisfy { other[$0.name]?.isSame(as: $0.value) ?? false }
    case (.integer, .real), (.real, .integer): number == other.number
    default: self == other
    }
  }
}
