internal import Diagnostics
internal import Foundation

/// A value of one of Klava's own JSON files.
enum JSONValue: Hashable, Sendable {
  case null
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Why bytes are not JSON, with the place where that is known.
  struct Malformed: Error {
    /// What a person can look for, such as "Invalid value around line 3, column 4".
    let reason: String
  }

  /// The value that these bytes hold.
  init(reading bytes: [UInt8]) throws(Malformed) {
    guard bytes.isStreamSafeJSON else { throw Malformed(reason: "A character has more than 30 combining marks.") }
    do {
      self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw Malformed(reason: reason ?? "It is not valid JSON.")
    }
  }

  private init(_ object: Any) {
    switch object {
    case let string as String: self = .string(string)
    // Before the number: whether they are one is asked by bridging all that they hold.
    case let array as [Any]: self = .array(array.map(JSONValue.init))
    case let object as [String: Any]: self = .object(object.mapValues(JSONValue.init))
    case let number as NSNumber:
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
      case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
      default: self = .integer(number.int64Value)
      }
    default: self = .null
    }
  }

  /// The value as JSON; on several lines for a file that people may read, on one for a line of a log.
  func bytes(pretty: Bool) throws(Diagnostic) -> [UInt8] {
    do {
      let options: JSONSerialization.WritingOptions =
        pretty
        ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        : [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
      return [UInt8](try JSONSerialization.data(withJSONObject: object, options: options))
    } catch {
      throw Diagnostic(.internalFault, "JSON", "Klava cannot write a value as JSON: \(error).")
    }
  }

  private var object: Any {
    switch self {
    case .null: NSNull()
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): value
    // JSON has no such numbers; nothing that is stored may be one.
    case .real(let value): value.isFinite ? value as Any : NSNull()
    case .array(let values): values.map(\.object)
    case .object(let members): members.mapValues(\.object)
    }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
