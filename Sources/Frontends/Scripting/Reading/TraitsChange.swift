internal import Diagnostics
internal import JSON
package import TextModel

/// A change of traits that a script requests with UIKit's names of the traits (Behavior.md#field-traits).
package struct TraitsChange: Sendable {
  private var changes: [@Sendable (inout TextInputTraits) -> Void] = []

  /// The names of all traits.
  static let names = [
    "autocapitalizationType", "autocorrectionType", "enablesReturnKeyAutomatically", "inlinePredictionType",
    "isSecureTextEntry", "keyboardAppearance", "keyboardType", "passwordRules", "returnKeyType",
    "smartDashesType", "smartInsertDeleteType", "smartQuotesType", "spellCheckingType", "textContentType",
  ]

  /// Creates a change that sets no trait.
  package init() {}

  /// Creates a change that sets all traits.
  package init(_ traits: TextInputTraits) { changes = [{ $0 = traits }] }

  /// Reads a change from a JSON object in a line of a script. Null restores UIKit's default of a trait.
  init(_ node: ScriptNode) throws(Diagnostic) {
    for (name, node) in try node.members() { try add(name, node) }
  }

  /// Sets the traits that the change contains.
  package func apply(to traits: inout TextInputTraits) {
    for change in changes { change(&traits) }
  }

  private mutating func add(_ name: String, _ node: ScriptNode) throws(Diagnostic) {
    let usual = TextInputTraits()
    switch name {
    case "autocapitalizationType":
      let value = try node.choice(usual.autocapitalizationType)
      changes.append { $0.autocapitalizationType = value }
    case "keyboardType":
      let value = try node.choice(usual.keyboardType, ["alphabet": .asciiCapable])
      changes.append { $0.keyboardType = value }
    case "keyboardAppearance":
      let value = try node.choice(usual.keyboardAppearance, ["alert": .alert])
      changes.append { $0.keyboardAppearance = value }
    case "returnKeyType":
      let value = try node.choice(usual.returnKeyType)
      changes.append { $0.returnKeyType = value }
    case "enablesReturnKeyAutomatically":
      let value = try node.isNull ? usual.enablesReturnKeyAutomatically : node.boolean()
      changes.append { $0.enablesReturnKeyAutomatically = value }
    case "isSecureTextEntry":
      let value = try node.isNull ? usual.isSecureTextEntry : node.boolean()
      changes.append { $0.isSecureTextEntry = value }
    case "textContentType":
      let value = try node.isNull ? nil : node.contentType()
      changes.append { $0.textContentType = value }
    case "passwordRules":
      let value = try node.isNull ? nil : node.string()
      changes.append { $0.passwordRules = value }
    default: try addSwitch(name, node)
    }
  }

  /// Adds a trait whose value is `yes`, `no` or `default`.
  private mutating func addSwitch(_ name: String, _ node: ScriptNode) throws(Diagnostic) {
    guard Self.names.contains(name) else { throw node.unknown(among: Self.names, .scriptTraitUnknown) }
    let value = try node.choice(TextTraitSwitch.default)
    switch name {
    case "autocorrectionType": changes.append { $0.autocorrectionType = value }
    case "spellCheckingType": changes.append { $0.spellCheckingType = value }
    case "smartQuotesType": changes.append { $0.smartQuotesType = value }
    case "smartDashesType": changes.append { $0.smartDashesType = value }
    case "smartInsertDeleteType": changes.append { $0.smartInsertDeleteType = value }
    default: changes.append { $0.inlinePredictionType = value }
    }
  }
}

extension ScriptNode {
  /// Returns the case of a UIKit enumeration. The script contains the case's name, an alternative name or the raw
  /// value. JSON's null selects the case `usual`.
  func choice<Value: CaseIterable & RawRepresentable<Int>>(
    _ usual: Value, _ otherNames: [String: Value] = [:]
  ) throws(Diagnostic) -> Value {
    let choice: Value?
    switch value {
    case .null: return usual
    case .integer(let number): choice = Value(rawValue: number)
    case .string:
      let name = try string()
      choice = Value.allCases.first { String(describing: $0) == name } ?? otherNames[name]
    default: throw wrong("the name or the number of a case")
    }
    guard let choice else { throw unknownValue(Value.allCases.map { String(describing: $0) }) }
    return choice
  }

  fileprivate func contentType() throws(Diagnostic) -> TextContentType {
    let name = try string()
    guard
      let known = TextContentType.names.first(where: { $0.name == name })
        ?? TextContentType.names.first(where: { $0.rawValue == name })
    else { throw unknownValue(TextContentType.names.map(\.name)) }
    return TextContentType(rawValue: known.rawValue)
  }

  private func unknownValue(_ known: [String]) -> Diagnostic {
    wrongValue("one of \(known.joined(separator: ", "))", .scriptTraitValueUnknown)
  }
}
