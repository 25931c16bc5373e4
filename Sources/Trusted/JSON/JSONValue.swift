// JSON: JSON values and texts, for those programs of Klava that do not run in a sandbox.
//
// For:    Klava's own files, the lines of scripts, and everything that a command prints with `--json`.
// Never:  runs in a keyboard's process. Keyboards use KlavaKit's `JSONValue`.
// Start:  `JSONValue` for a value of any kind, `String.init(json:pretty:)` to write any `Encodable` value.

internal import JSONSyntax

/// A JSON value. An object keeps the order of its members.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number that is an integer, such as `1` or `1.0`.
  case integer(Int)
  /// Any other number.
  case real(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, with its members in the order in which ``json`` writes them.
  case object([Member])

  /// One member of an object.
  package struct Member: Hashable, Sendable {
    /// The member's name.
    package let name: String
    /// The member's value.
    package let value: JSONValue

    /// Creates a member.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The error that the parser throws for a text that is not valid JSON.
  package struct SyntaxError: Error {
    /// The reason, as the end of a sentence. For a syntax error, the reason includes the position: "a value is expected
    /// (line 3, column 4).".
    package let reason: String
    /// The reason for a text of one line, with only the column as the position.
    package let reasonInLine: String
    /// The reason, without text that the error quotes from the input.
    package let reasonWithoutText: String
    /// Whether the text is not valid UTF-8.
    package var isEncodingWrong = false

    /// Creates an error with a reason that quotes no text of the input.
    package init(reason: String) {
      (self.reason, reasonInLine, reasonWithoutText) = (reason, reason, reason)
    }

    /// Creates the error for a text that is not valid UTF-8, with the position of the first invalid byte.
    fileprivate init(invalidUTF8 text: [UInt8]) {
      var (bytes, parser) = (text.makeIterator(), Unicode.UTF8.ForwardParser())
      var (line, column) = (1, 1)
      while case .valid(let scalar) = parser.parseScalar(from: &bytes) {
        (line, column) = scalar.first == UInt8(ascii: "\n") ? (line + 1, 1) : (line, column + 1)
      }
      self.init(reason: "a byte is not valid UTF-8 (line \(line), column \(column)).")
      isEncodingWrong = true
    }

    fileprivate init(_ error: JSONSyntaxError) {
      let place = "(line \(error.line), column \(error.column))."
      (reason, reasonWithoutText) = ("\(error.reason) \(place)", "\(error.reasonWithoutText) \(place)")
      reasonInLine = "\(error.reason) (column \(error.column))."
    }
  }

  /// Parses a JSON text. In the result, the members of each object are sorted by name.
  ///
  /// - Throws: ``SyntaxError``. The function also throws if two members of an object have the same name, or if a comma
  ///   precedes `}` or `]`.
  package init(parsing text: [UInt8]) throws(SyntaxError) {
    guard String(validating: text, as: UTF8.self) != nil else { throw SyntaxError(invalidUTF8: text) }
    let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    do {
      self.init(try JSONSyntaxTree(parsing: bytes, maximumDepth: 128))
    } catch {
      throw SyntaxError(error)
    }
  }

  private init(_ tree: JSONSyntaxTree) {
    switch tree {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let text, let value):
      self = (Int(text) ?? Int(exactly: value)).map(JSONValue.integer) ?? .real(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(JSONValue.init))
    case .object(let members):
      let members = members.map { Member(name: $0.name, value: JSONValue($0.value)) }
      self = .object(members.sorted { $0.name < $1.name })
    }
  }

  /// Creates an object with the given members in the given order.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// Creates an object with these members, sorted by name.
  package static func object(sorting members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
  }

  /// The string, or nil for a value of another kind.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The Boolean value, or nil for a value of another kind.
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The integer, or nil for a value of another kind.
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  /// The integer or real as a `Double`, or nil for a value of another kind.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
  /// The elements of an array, or nil for a value of another kind.
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object by name, or nil for a value of another kind.
  package var members: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The value of an object's member; nil if there is no such member, or if the value is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
