package import Diagnostics
internal import FoundationEssentials

/// A value of a property list.
package indirect enum PropertyList: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A Boolean.
  case boolean(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A date, in seconds since the start of 2001 (UTC).
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// An array.
  case array([PropertyList])
  /// A dictionary.
  case dictionary([String: PropertyList])

  /// The limits of a property list.
  package enum Limit {
    /// The maximum size of the file in bytes (Sandbox.md#bundle-limits).
    package static let bytes = 256 * 1024
    /// The maximum nesting depth of arrays and dictionaries.
    package static let depth = 32
    /// The maximum number of values. In a binary file, each reference to a value counts as one value.
    package static let values = 20_000
  }

  /// The name of the value's type with an article, such as "an array", for messages.
  package var typeName: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// The string; nil for another type.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The Boolean; nil for another type.
  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The integer or real as a `Double`; nil for another type.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
  /// The elements of an array; nil for another type.
  package var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
  /// The members of a dictionary; nil for another type.
  package var dictionary: [String: PropertyList]? { if case .dictionary(let value) = self { value } else { nil } }

  /// Returns the contents of an XML property list with this value as its root.
  ///
  /// - Parameter subject: The file's path, for messages.
  /// - Throws: `propertyListMalformed` if a text has a character that XML does not allow.
  package func xml(subject: String) throws(Diagnostic) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      return Array(try encoder.encode(self))
    } catch {
      var reason = "\(error)"
      if case EncodingError.invalidValue(_, let context) = error { reason = context.debugDescription }
      throw Diagnostic(.propertyListMalformed, subject, "Klava cannot write the property list as XML: \(reason).")
    }
  }
}

extension PropertyList: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .date(let seconds): try container.encode(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes): try container.encode(Data(bytes))
    case .array(let elements): try container.encode(elements)
    case .dictionary(let members): try container.encode(members)
    }
  }
}
