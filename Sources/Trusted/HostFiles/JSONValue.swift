package import Diagnostics
internal import Foundation

/// A JSON value in one of Klava's own files.
package enum JSONValue: Hashable, Sendable {
  case null
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The error for bytes that are not valid JSON.
  package struct Malformed: Error {
    /// A reason for the user, with the place if the parser knows it: "Invalid value around line 3, column 4".
    package let reason: String
  }

  /// Parses a JSON text.
  package init(reading bytes: [UInt8]) throws(Malformed) {
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
    // Before `NSNumber`: a cast of a collection to a number would bridge all elements.
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

  /// Writes the value as JSON: on several lines for a file that a user may read, on one line for a log.
  package func bytes(pretty: Bool) throws(Diagnostic) -> [UInt8] {
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
    // JSON cannot represent these numbers, and Klava stores none.
    case .real(let value): value.isFinite ? value as Any : NSNull()
    case .array(let values): values.map(\.object)
    case .object(let members): members.mapValues(\.object)
    }
  }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
