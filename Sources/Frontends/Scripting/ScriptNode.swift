internal import Diagnostics
internal import JSON

/// A JSON value in a line of a script, with its path, so that diagnostics can name the value.
struct ScriptNode {
  let value: JSONValue
  /// The path of the value in the line's object, such as `focus.traits.keyboardType`; empty for the object itself.
  let path: String
  /// The line, such as `line 3`; empty if the input has no lines.
  let subject: String

  /// The members of an object, in the order of their names.
  func members() throws(Diagnostic) -> [(name: String, node: ScriptNode)] {
    guard case .object(let members) = value else { throw wrong("an object") }
    return members.map { ($0.name, child($0.name, $0.value)) }
  }

  /// The elements of an array whose number of elements is in a range.
  func elements(_ counts: ClosedRange<Int>, _ expected: String) throws(Diagnostic) -> [ScriptNode] {
    guard case .array(let values) = value, counts.contains(values.count) else { throw wrong(expected) }
    return values.enumerated().map {
      ScriptNode(value: $0.element, path: "\(path)[\($0.offset)]", subject: subject)
    }
  }

  func string() throws(Diagnostic) -> String {
    guard case .string(let string) = value else { throw wrong("a string") }
    return string
  }

  func boolean() throws(Diagnostic) -> Bool {
    guard case .boolean(let value) = value else { throw wrong("true or false") }
    return value
  }

  func integer(in range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    let number: Int
    switch value {
    case .integer(let integer): number = integer
    case .real(let real) where Int(exactly: real) != nil: number = Int(exactly: real) ?? 0
    default: throw wrong("an integer")
    }
    guard range.contains(number) else { throw outside("\(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  func real(in range: ClosedRange<Double>) throws(Diagnostic) -> Double {
    guard let number = value.number else { throw wrong("a number") }
    guard range.contains(number) else { throw outside("\(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// A diagnostic for a value of the wrong type.
  func wrong(_ expected: String) -> Diagnostic {
    diagnostic(.scriptWrongType, "\(quotedPath) is \(found); expected \(expected).")
  }

  /// A diagnostic for a member that the object cannot have.
  func unknown(among known: some Collection<String>, _ code: DiagnosticCode = .scriptOptionUnknown) -> Diagnostic {
    diagnostic(code, "\(quotedPath) is unknown; expected one of \(known.sorted().joined(separator: ", ")).")
  }

  func diagnostic(_ code: DiagnosticCode, _ sentence: String) -> Diagnostic {
    Diagnostic(code, subject, sentence)
  }

  /// The value as text for messages: its kind and, if it is short, the value itself.
  var found: String {
    switch value {
    case .null, .array, .object: value.kind
    case .boolean, .integer, .real, .string: value.json.count > 80 ? "\(value.kind)" : "\(value.kind), \(value.json)"
    }
  }

  var quotedPath: String { path.isEmpty ? "the line" : "\"\(path)\"" }

  private func child(_ name: String, _ value: JSONValue) -> ScriptNode {
    ScriptNode(value: value, path: path.isEmpty ? name : "\(path).\(name)", subject: subject)
  }

  private func outside(_ range: String) -> Diagnostic {
    diagnostic(.scriptValueOutOfRange, "\(quotedPath) is \(value.json); expected \(range).")
  }
}
