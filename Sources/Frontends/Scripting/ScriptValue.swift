internal import Foundation

/// A value in a line of a script, or in an answer.
package enum ScriptValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// An integer.
  case integer(Int)
  /// Any other number.
  case real(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([ScriptValue])
  /// An object. Its members are written in this order.
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable {
    /// The member's name.
    package let name: String
    /// The member's value.
    package let value: ScriptValue
  }

  /// An error about a text that is not JSON.
  struct Malformed: Error {
    /// The reason in words, such as "Unexpected end of file".
    let reason: String
  }

  /// Parses JSON text. The members of objects are in the order of their names.
  init(parsing text: String) throws(Malformed) {
    do {
      self.init(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
      if let fault = Self.fault(inJSON: text) { throw Malformed(reason: fault) }
    } catch let error as Malformed {
      throw error
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw Malformed(reason: reason ?? "it is not valid JSON")
    }
  }

  private init(_ object: Any) {
    switch object {
    case let string as String: self = .string(string)
    case let number as NSNumber: self.init(number)
    case let array as [Any]: self = .array(array.map(ScriptValue.init))
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: ScriptValue($0.value)) })
    default: self = .null
    }
  }

  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
    default: self = Int(exactly: number).map(ScriptValue.integer) ?? .real(number.doubleValue)
    }
  }

  /// Creates an object with these members, in this order.
  static func object(_ members: KeyValuePairs<String, ScriptValue>) -> ScriptValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The string, or null for nil.
  static func string(orNull string: String?) -> ScriptValue { string.map(ScriptValue.string) ?? .null }

  /// An array of strings.
  static func strings(_ strings: some Sequence<String>) -> ScriptValue { .array(strings.map(ScriptValue.string)) }

  /// The value of an object's member; nil if there is none, or if the value is not an object.
  subscript(name: String) -> ScriptValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of value in words.
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

  /// Whether two values are equal: numbers by value, strings by code points, objects in any order of members.
  func isSame(as other: ScriptValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.integer(let one), .real(let other)), (.real(let other), .integer(let one)): Double(one) == other
    case (.real(let one), .real(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one.elementsEqual(other) { $0.isSame(as: $1) }
    case (.object(let one), .object(let members)):
      one.count == members.count && one.allSatisfy { other[$0.name]?.isSame(as: $0.value) ?? false }
    default: false
    }
  }
}
