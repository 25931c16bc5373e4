package import Diagnostics
internal import FoundationEssentials
internal import Glibc

extension String {
  /// Creates the JSON text of a value, on several lines if `pretty` is true, and otherwise on one line. Members are
  /// sorted by name.
  ///
  /// JSON escapes replace the characters that are not safe to show on a terminal. All other characters outside ASCII
  /// stay unchanged.
  ///
  /// - Throws: `internalFault` if JSON cannot represent the value.
  package init(json value: some Encodable, pretty: Bool = false) throws(Diagnostic) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      self = String(decoding: try encoder.encode(value), as: UTF8.self).sanitizedJSON
    } catch {
      throw Diagnostic(.internalFault, "JSON", "Klava cannot write a value as JSON: \(error).")
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line, without spaces after commas and colons. Escapes strings as
  /// ``Swift/String/init(json:pretty:)`` does.
  package var json: String { json(comma: ",", colon: ":") }

  /// The value as JSON on one line with spaces after commas and colons.
  package var spacedJSON: String { json(comma: ", ", colon: ": ") }

  /// Writes the value as JSON. Uses `JSONEncoder` only for strings, because the encoder does not keep the order of an
  /// object's members.
  private func json(comma: String, colon: String) -> String {
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let number): return String(number)
    case .real(let number): return number.isFinite ? String(number) : "null"
    case .string(let string):
      do {
        return try String(json: string)
      } catch {
        // The program never gets here, because the encoding of a string cannot fail.
        return "\"\""
      }
    case .array(let values):
      return "[" + values.map { $0.json(comma: comma, colon: colon) }.joined(separator: comma) + "]"
    case .object(let members):
      let members = members.map { member in
        JSONValue.string(member.name).json + colon + member.value.json(comma: comma, colon: colon)
      }
      return "{" + members.joined(separator: comma) + "}"
    }
  }
}

extension JSONValue: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
    case .array(let values): try values.encode(to: encoder)
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .integer(let number): try container.encode(number)
      // JSON cannot represent infinity or NaN.
      case .real(let number) where number.isFinite: try container.encode(number)
      case .string(let string): try container.encode(string)
      default: try container.encodeNil()
      }
    }
  }
}
