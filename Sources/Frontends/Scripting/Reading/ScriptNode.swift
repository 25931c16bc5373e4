internal import BundleFormat
package import Diagnostics
package import JSON
internal import TextModel

/// A JSON value in a line of a script, with its path, so that diagnostics can name the value.
package struct ScriptNode {
  /// The JSON value of the node.
  package let value: JSONValue
  /// The path from the line's object to the value, such as `focus.traits.keyboardType`; empty for the line's object
  /// itself.
  package let path: String
  /// The line, such as `line 3`; empty if the input has no lines.
  package let subject: String
  /// The rules for messages about a node that is not part of a script; nil for a script.
  private let use: Use?

  /// The rules for messages about a node that is not part of a script.
  package struct Use: Sendable {
    /// Whether messages omit all values, because a value can be the text of a secure field.
    package var hidesValues: Bool
    /// The remedy for an unknown name. The remedy says where the user finds the known names.
    package var remedy: String

    /// Creates the rules for messages.
    package init(hidesValues: Bool, remedy: String) {
      self.hidesValues = hidesValues
      self.remedy = remedy
    }
  }

  /// Creates a node for a value at a path.
  package init(value: JSONValue, path: String, subject: String, use: Use? = nil) {
    self.value = value
    self.path = path
    self.subject = subject
    self.use = use
  }

  /// Whether the value is null.
  package var isNull: Bool { if case .null = value { true } else { false } }

  /// The members of an object, in the order of their names.
  ///
  /// - Throws: `scriptWrongType` if the value is not an object.
  package func members() throws(Diagnostic) -> [(name: String, node: ScriptNode)] {
    guard case .object(let members) = value else { throw wrong("an object") }
    return members.map { ($0.name, child($0.name, $0.value)) }
  }

  /// The elements of an array. The number of elements must be in the range `counts`.
  ///
  /// - Throws: `scriptWrongType` if the value is not an array, or has another number of elements.
  package func elements(_ counts: ClosedRange<Int>, _ expected: String) throws(Diagnostic) -> [ScriptNode] {
    guard case .array(let values) = value else { throw wrong(expected) }
    guard counts.contains(values.count) else {
      let count = "\(values.count) \(values.count == 1 ? "element" : "elements")"
      throw diagnostic(.scriptWrongType, "\(quotedPath) has \(count); expected \(expected).")
    }
    return values.enumerated().map {
      ScriptNode(value: $0.element, path: "\(path)[\($0.offset)]", subject: subject, use: use)
    }
  }

  /// The string value, which must be a name. A name has at most 30 combining marks in a row, so hashing and comparing
  /// names is fast.
  ///
  /// - Throws: `scriptWrongType` if the value is not a string, or has too many combining marks in a row.
  package func string() throws(Diagnostic) -> String {
    let string = try text()
    guard string.isStreamSafe else {
      throw diagnostic(
        .scriptWrongType, "\(quotedPath) has more than \(CombiningMarkCounter.maximumLength) combining marks in a row.")
    }
    return string
  }

  /// The string value, which may be any text of a document.
  ///
  /// - Throws: `scriptWrongType` if the value is not a string.
  package func text() throws(Diagnostic) -> String {
    guard case .string(let string) = value else { throw wrong("a string") }
    return string
  }

  /// The Boolean value.
  ///
  /// - Throws: `scriptWrongType` if the value is not a Boolean value.
  package func boolean() throws(Diagnostic) -> Bool {
    guard case .boolean(let value) = value else { throw wrong("true or false") }
    return value
  }

  /// The string, which must be a BCP 47 language tag.
  func languageTag() throws(Diagnostic) -> String {
    let text = try string()
    guard LanguageTag.isWellFormed(text) else { throw wrongValue("a language tag such as en-US") }
    return text
  }

  /// The integer, which must be in a range.
  ///
  /// - Throws: `scriptWrongType` if the value is not an integer; `scriptValueOutOfRange` if it is outside the range.
  package func integer(in range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    let number: Int
    switch value {
    case .integer(let integer): number = integer
    case .real(let real) where Int(exactly: real) != nil: number = Int(exactly: real) ?? 0
    default: throw wrong("an integer")
    }
    guard range.contains(number) else { throw outside("\(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// The number, which must be in a range.
  ///
  /// - Throws: `scriptWrongType` if the value is not a number; `scriptValueOutOfRange` if it is outside the range.
  package func real(in range: ClosedRange<Double>) throws(Diagnostic) -> Double {
    guard let number = value.number else { throw wrong("a number") }
    guard range.contains(number) else { throw outside("\(number: range.lowerBound) to \(number: range.upperBound)") }
    return number
  }

  /// A diagnostic for a value of the wrong type.
  package func wrong(_ expected: String) -> Diagnostic {
    diagnostic(.scriptWrongType, "\(quotedPath) is \(found); expected \(expected).")
  }

  /// A diagnostic for a value of the right type that is none of the expected values. The diagnostic quotes the value,
  /// so the value must not be the text of a field.
  package func wrongValue(_ expected: String, _ code: DiagnosticCode = .scriptWrongType) -> Diagnostic {
    diagnostic(code, "\(quotedPath) is \(value.json.count > 80 ? value.kind : value.json); expected \(expected).")
  }

  /// A diagnostic for an object that lacks required members.
  package func lacks(_ members: String...) -> Diagnostic {
    let names = members.map { "\"\($0)\"" }.joined(separator: " and ")
    return diagnostic(
      .scriptWrongType, "\(quotedPath) has no \(members.count == 1 ? "member" : "members") \(names).",
      remedy: members.count == 1 ? "Add the member." : "Add the members.")
  }

  /// A diagnostic for a member that the object cannot have.
  package func unknown(among known: some Collection<String>, _ code: DiagnosticCode = .scriptOptionUnknown)
    -> Diagnostic
  {
    diagnostic(code, "\(quotedPath) is unknown; expected one of \(known.sorted().joined(separator: ", ")).")
  }

  /// Creates a diagnostic whose subject is ``subject``.
  package func diagnostic(_ code: DiagnosticCode, _ sentence: String, remedy: String? = nil) -> Diagnostic {
    // The usual remedy of these three codes refers to the help of `klava play`, so use another remedy for values
    // outside of scripts.
    let names: Set<DiagnosticCode> = [.scriptOptionUnknown, .scriptCommandUnknown, .scriptNoCommand]
    return Diagnostic(code, subject, sentence, remedy: names.contains(code) ? use?.remedy : remedy)
  }

  /// The value as text for messages: its kind, then the value itself if messages may quote it and its JSON is short.
  var found: String {
    switch value {
    case .null, .array, .object: value.kind
    case .boolean, .integer, .real, .string:
      use?.hidesValues == true || value.json.count > 80 ? value.kind : "\(value.kind), \(value.json)"
    }
  }

  var quotedPath: String { path.isEmpty ? "the line" : "\"\(path.shortened)\"" }

  private func child(_ name: String, _ value: JSONValue) -> ScriptNode {
    ScriptNode(value: value, path: path.isEmpty ? name : "\(path).\(name)", subject: subject, use: use)
  }

  private func outside(_ range: String) -> Diagnostic {
    // The diagnostic may quote the value: where a number is expected, a number is not the text of a field.
    diagnostic(.scriptValueOutOfRange, "\(quotedPath) is \(value.json), which is outside of the range \(range).")
  }
}

extension DefaultStringInterpolation {
  /// Appends a number without the decimal places of a whole number.
  fileprivate mutating func appendInterpolation(number: Double) {
    if let whole = Int(exactly: number) { appendInterpolation(whole) } else { appendInterpolation(number) }
  }
}

extension String {
  /// The text, shortened to at most 80 characters and an ellipsis, for a message.
  package var shortened: String { shortened(to: 80) }

  /// The text if it has at most `count` characters, else its first `count` characters and an ellipsis.
  package func shortened(to count: Int) -> String {
    let start = prefix(count)
    return start.endIndex == endIndex ? self : start + "…"
  }
}
