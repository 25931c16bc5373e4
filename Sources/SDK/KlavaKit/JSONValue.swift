/// A JSON value (RFC 8259), for data in the bundle that a keyboard reads without Foundation.
///
/// ```swift
/// let table = try JSONValue(parsing: resources.text(at: "tags.json"))
/// let first = table.array?.first?["name"]?.string
/// ```
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number. The parser refuses a number that is too large for `Double`. A number with a magnitude that is too small
  /// becomes 0.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. The object does not keep the order of its members.
  case object([String: JSONValue])

  /// The maximum nesting depth of arrays and objects.
  public static let maximumDepth = 64

  /// Parses a text that contains one JSON value and white space.
  ///
  /// The parser follows RFC 8259 without extensions. The parser also refuses an object with two members of the same
  /// name. Corresponds to `JSONSerialization.jsonObject(with:)`.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: A ``JSONError`` with the reason and the position of the error.
  public init(parsing text: String) throws(JSONError) {
    var parser = JSONParser(text)
    self = try parser.document()
  }

  /// The string, or nil for a value of another kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, or nil for a value of another kind.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The Boolean value, or nil for a value of another kind.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The elements of an array, or nil for a value of another kind.
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object, or nil for a value of another kind.
  public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The member with this name, or nil if there is none or the value is not an object.
  ///
  /// - Parameter name: The name of the member.
  public subscript(name: String) -> JSONValue? { object?[name] }
}

/// An error in a JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, such as "a comma or ] is missing".
  public let reason: String
  /// The line of the error, from 1.
  public let line: Int
  /// The column of the error in Unicode scalars, from 1.
  public let column: Int

  /// The reason and the position in one line.
  public var description: String { "\(reason) (line \(line), column \(column))" }
}

/// A parser of the grammar of RFC 8259 on the bytes of a text.
private struct JSONParser {
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    guard index == bytes.count else { throw fault("text follows the value") }
    return value
  }

  /// Parses a value and the white space around it.
  private mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    let value: JSONValue
    switch current {
    case UInt8(ascii: "{"): value = try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): value = try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "t"): value = try literal("true", .boolean(true))
    case UInt8(ascii: "f"): value = try literal("false", .boolean(false))
    case UInt8(ascii: "n"): value = try literal("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): value = .number(try number())
    default: throw fault("a value is expected")
    }
    skipBlanks()
    return value
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < JSONValue.maximumDepth else {
      throw fault("more than \(JSONValue.maximumDepth) arrays and objects are nested")
    }
    depth += 1
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    skipBlanks()
    if consume("]") { return .array(values) }
    repeat { values.append(try value()) } while consume(",")
    guard consume("]") else { throw fault("a comma or ] is missing") }
    return .array(values)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if consume("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw fault("a member's name is expected") }
      let start = index
      let name = try string()
      skipBlanks()
      guard consume(":") else { throw fault("a colon is missing") }
      guard members.updateValue(try value(), forKey: name) == nil else {
        throw fault("two members of one object have this name", at: start)
      }
    } while consume(",")
    guard consume("}") else { throw fault("a comma or } is missing") }
    return .object(members)
  }

  private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value is expected") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = index
    _ = consume("-")
    if !consume("0") { try digits() }
    if consume(".") { try digits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try digits()
    }
    guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)), value.isFinite else {
      throw fault("the number is too large", at: start)
    }
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = current, Self.digits.contains(byte) { index += 1 }
    guard index > start else { throw fault("a digit is expected") }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text = ""
    var start = index
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a control character must be written as an escape") }
      guard byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      text += String(decoding: bytes[start..<index], as: UTF8.self)
      text.unicodeScalars.append(try escape())
      start = index
    }
    text += String(decoding: bytes[start..<index], as: UTF8.self)
    guard consume("\"") else { throw fault("a string does not end") }
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    let letter = current
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try codeUnit(of: start)
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard UTF16.isLeadSurrogate(unit), consume("\\"), consume("u") else {
        throw fault("an escape is half a surrogate pair", at: start)
      }
      let trail = try codeUnit(of: start)
      guard UTF16.isTrailSurrogate(trail) else { throw fault("an escape is half a surrogate pair", at: start) }
      return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    default: throw fault("there is no such escape", at: start)
    }
  }

  /// Parses the four hexadecimal digits of the escape sequence at `start`.
  private mutating func codeUnit(of start: Int) throws(JSONError) -> UInt16 {
    let digits = bytes[min(index, bytes.count)...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("an escape needs four hexadecimal digits", at: start) }
    index += 4
    return unit
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private func fault(_ reason: String, at position: Int? = nil) -> JSONError {
    let read = bytes[..<min(position ?? index, bytes.count)]
    let line = read.count { $0 == 0x0A } + 1
    let start = read.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Bytes of the form 10xxxxxx continue a scalar, so they do not count as columns.
    let column = read[start...].count { $0 & 0xC0 != 0x80 } + 1
    return JSONError(reason: reason, line: line, column: column)
  }
}
