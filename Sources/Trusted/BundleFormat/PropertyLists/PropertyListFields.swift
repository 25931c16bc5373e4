internal import Diagnostics

/// Typed access to the members of a dictionary in a property list.
struct PropertyListFields {
  /// All members, including unknown members.
  let contents: [String: PropertyList]
  /// The file's path, for messages.
  let subject: String
  /// The path of the dictionary in the file, such as `NSExtension` or `Rows[2][3].Key`; empty for the outermost
  /// dictionary.
  let path: String
  /// The diagnostic code for a member whose value has the wrong type.
  let wrongType: DiagnosticCode

  init(_ contents: [String: PropertyList], subject: String, path: String = "", wrongType: DiagnosticCode) {
    self.contents = contents
    self.subject = subject
    self.path = path
    self.wrongType = wrongType
  }

  /// Creates the fields of a value, which must be a dictionary.
  init(_ value: PropertyList, subject: String, path: String, wrongType: DiagnosticCode) throws(Diagnostic) {
    guard let contents = value.dictionary else {
      throw Self.wrongType(wrongType, subject, path, value, expected: "a dictionary")
    }
    self.init(contents, subject: subject, path: path, wrongType: wrongType)
  }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  static func wrongType(
    _ code: DiagnosticCode, _ subject: String, _ path: String, _ value: PropertyList, expected: String
  ) -> Diagnostic {
    Diagnostic(code, subject, "\(path) is \(value.typeName), not \(expected).", remedy: "Use \(expected).")
  }

  private func member<Value>(
    _ key: String, _ expected: String, _ convert: (PropertyList) -> Value?
  ) throws(Diagnostic) -> Value? {
    guard let value = contents[key] else { return nil }
    guard let converted = convert(value) else {
      throw Self.wrongType(wrongType, subject, path(of: key), value, expected: expected)
    }
    return converted
  }

  /// Returns the string at this key; nil if there is no such key.
  func string(_ key: String) throws(Diagnostic) -> String? { try member(key, "a string") { $0.string } }
  /// Returns the Boolean at this key; nil if there is no such key.
  func boolean(_ key: String) throws(Diagnostic) -> Bool? { try member(key, "a Boolean") { $0.boolean } }
  /// Returns the integer or real at this key as a `Double`; nil if there is no such key.
  func number(_ key: String) throws(Diagnostic) -> Double? { try member(key, "a number") { $0.number } }
  /// Returns the array at this key; nil if there is no such key.
  func array(_ key: String) throws(Diagnostic) -> [PropertyList]? { try member(key, "an array") { $0.array } }

  /// Returns the dictionary at this key; nil if there is no such key.
  func dictionary(_ key: String) throws(Diagnostic) -> PropertyListFields? {
    guard let value = contents[key] else { return nil }
    return try PropertyListFields(value, subject: subject, path: path(of: key), wrongType: wrongType)
  }
}
