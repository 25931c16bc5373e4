internal import Diagnostics

/// A dictionary of a property list whose members are asked for by key and type.
struct PropertyListFields {
  /// The members, those that nobody asks for too.
  let contents: [String: PropertyList]
  /// The file, for messages.
  let subject: String
  /// Where in the file the dictionary is, such as `NSExtension` or `Rows[2][3].Key`; empty for the outermost.
  let path: String
  /// The code for a member of another type than is asked for.
  let wrongType: DiagnosticCode

  init(_ contents: [String: PropertyList], subject: String, path: String = "", wrongType: DiagnosticCode) {
    self.contents = contents
    self.subject = subject
    self.path = path
    self.wrongType = wrongType
  }

  /// The dictionary that `value` is.
  init(_ value: PropertyList, subject: String, path: String, wrongType: DiagnosticCode) throws(Diagnostic) {
    guard let contents = value.dictionary else {
      throw Self.wrongType(wrongType, subject, path, value, expected: "a dictionary")
    }
    self.init(contents, subject: subject, path: path, wrongType: wrongType)
  }

  /// Where the member with this key is.
  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The problem of a value that has another type than is expected.
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

  /// The string at this key; nil where there is none.
  func string(_ key: String) throws(Diagnostic) -> String? { try member(key, "a string") { $0.string } }
  /// The truth value at this key; nil where there is none.
  func boolean(_ key: String) throws(Diagnostic) -> Bool? { try member(key, "a Boolean") { $0.boolean } }
  /// The number at this key, whole or not; nil where there is none.
  func number(_ key: String) throws(Diagnostic) -> Double? { try member(key, "a number") { $0.number } }
  /// The array at this key; nil where there is none.
  func array(_ key: String) throws(Diagnostic) -> [PropertyList]? { try member(key, "an array") { $0.array } }

  /// The dictionary at this key; nil where there is none.
  func dictionary(_ key: String) throws(Diagnostic) -> PropertyListFields? {
    guard let value = contents[key] else { return nil }
    return try PropertyListFields(value, subject: subject, path: path(of: key), wrongType: wrongType)
  }
}
