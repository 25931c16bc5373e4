internal import Foundation

/// A value of a script's line, or of the answer to one.
package enum ScriptValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case real(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([ScriptValue])
  /// An object; its members are written in this order.
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable {
    /// Its name.
    package let name: String
    /// Its value.
    package let value: ScriptValue
  }

  /// Why a text is not JSON.
  struct Malformed: Error {
    /// What a person can look for, such as "Unexpected end of file".
    let reason: String
  }

  /// The value that a JSON text holds; the members of its objects are in the order of their names.
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

  /// An object of these members, in this order.
  static func object(_ members: KeyValuePairs<String, ScriptValue>) -> ScriptValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The string, or null for nil.
  static func string(orNull string: String?) -> ScriptValue { string.map(ScriptValue.string) ?? .null }

  /// An array of these strings.
  static func strings(_ strings: some Sequence<String>) -> ScriptValue { .array(strings.map(ScriptValue.string)) }

  /// The value of an object's member; nil if there is none, or this is no object.
  subscript(name: String) -> ScriptValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// What kind of value it is, for a sentence.
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

  /// Whether both are the same: numbers by value, strings by code points, objects whatever the order of their members.
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
