internal import JSONSyntax

/// A JSON value (RFC 8259), for data in the bundle that a keyboard reads without Foundation.
///
/// ```swift
/// let table = try JSONValue(parsing: resources.text(at: "tags.json"))
/// let first = table.array?.first?["name"]?.string
/// ```
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number. The parser refuses a number whose magnitude is too large for `Double`. If the magnitude is too small for
  /// `Double`, the value is 0.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, which does not keep the order of the members in the text.
  case object([String: JSONValue])

  /// The maximum nesting depth of arrays and objects.
  public static let maximumDepth = 64

  /// Parses a text that contains one JSON value. White space may precede and follow the value.
  ///
  /// The parser follows RFC 8259 without extensions. In addition, the parser refuses an object with two members of the
  /// same name. Corresponds to `JSONSerialization.jsonObject(with:)`.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: A ``JSONError`` with the reason and the position of the error.
  public init(parsing text: String) throws(JSONError) {
    do {
      self = try Self(JSONSyntaxTree(parsing: Array(text.utf8), maximumDepth: Self.maximumDepth))
    } catch {
      throw JSONError(reason: error.reason, line: error.line, column: error.column)
    }
  }

  private init(_ tree: JSONSyntaxTree) {
    switch tree {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(_, let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(JSONValue.init))
    case .object(let members):
      self = .object(Dictionary(uniqueKeysWithValues: members.map { ($0.name, JSONValue($0.value)) }))
    }
  }

  /// The string, or nil for a value of another kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, or nil for a value of another kind.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The Boolean value, or nil for a value of another kind.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The elements of an array, or nil for a value of another kind.
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object, or nil for a value of another kind.
  public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The member with the given name; nil if the value is not an object, or if the object has no such member.
  ///
  /// - Parameter name: The name of the member.
  public subscript(name: String) -> JSONValue? { object?[name] }
}

/// An error in a JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, such as "a comma or ] is missing".
  public let reason: String
  /// The line of the error, from 1.
  public let line: Int
  /// The column of the error in Unicode scalars, from 1.
  public let column: Int

  /// The reason and the position in one line.
  public var description: String { "\(reason) (line \(line), column \(column))" }
}
