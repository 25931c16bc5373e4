// JSONSyntax: the parser of JSON texts.
//
// For:    KlavaKit, and the module JSON of the host. KlavaKit and the module JSON each convert a `JSONSyntaxTree` to
//         their own values.
// Never:  uses Foundation. Foundation's parsers are unsuitable: the errors of JSONDecoder have no position, and
//         JSONSerialization delays the start of a program by 4 ms.
// Start:  `JSONSyntaxTree.init(parsing:maximumDepth:)`.

internal import TextModel

/// A parsed JSON text (RFC 8259).
package enum JSONSyntaxTree: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, as text and as a finite value.
  case number(String, Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONSyntaxTree])
  /// An object. The members have different names, and the same order as in the text.
  case object([(name: String, value: JSONSyntaxTree)])

  /// Parses a text that contains one JSON value and white space. The parser follows RFC 8259 without extensions. In
  /// addition, the parser refuses an object with two members of the same name. The parser also refuses a name with more
  /// than 30 combining marks in a row.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - maximumDepth: The maximum nesting depth of arrays and objects.
  /// - Throws: A ``JSONSyntaxError`` with the reason and the position of the error.
  package init(parsing bytes: [UInt8], maximumDepth: Int) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, maximumDepth: maximumDepth)
    self = try parser.document()
  }
}

/// An error in a JSON text, with its position.
package struct JSONSyntaxError: Error {
  /// The reason of the error, such as "a comma or ] is missing". The reason never quotes the input.
  package let reasonWithoutText: String
  /// The first characters of the key that appears twice in an object; nil for any other error.
  let key: String?
  /// The line of the error, from 1.
  package let line: Int
  /// The column of the error in Unicode scalars, from 1.
  package let column: Int

  /// The reason, which can quote a key of the input.
  package var reason: String { key.map { "the key \"\($0)\" appears twice" } ?? reasonWithoutText }
}

/// A parser of the grammar of RFC 8259. The parser reads the bytes of a text.
private struct JSONParser {
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: [UInt8]
  private var index = 0
  private let maximumDepth: Int
  private var depth = 0

  init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONSyntaxError) -> JSONSyntaxTree {
    let value = try value()
    guard index == bytes.count else { throw fault("text follows the value") }
    return value
  }

  /// Parses a value and the white space around it.
  private mutating func value() throws(JSONSyntaxError) -> JSONSyntaxTree {
    skipBlanks()
    let value: JSONSyntaxTree
    switch current {
    case UInt8(ascii: "{"): value = try nested { parser throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["): value = try nested { parser throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "t"): value = try literal("true", .boolean(true))
    case UInt8(ascii: "f"): value = try literal("false", .boolean(false))
    case UInt8(ascii: "n"): value = try literal("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): value = try number()
    default: throw fault("a value is expected")
    }
    skipBlanks()
    return value
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONSyntaxTree
  ) throws(JSONSyntaxError) -> JSONSyntaxTree {
    guard depth < maximumDepth else { throw fault("more than \(maximumDepth) arrays and objects are nested") }
    depth += 1
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONSyntaxTree {
    var values: [JSONSyntaxTree] = []
    skipBlanks()
    if consume("]") { return .array(values) }
    repeat { values.append(try value()) } while try consumeComma(before: "]")
    guard consume("]") else { throw fault("a comma or ] is missing") }
    return .array(values)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONSyntaxTree {
    var members: [(name: String, value: JSONSyntaxTree)] = []
    var names: Set<String> = []
    skipBlanks()
    if consume("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw fault("a member's name is expected") }
      let start = index
      let name = try string()
      // The time to compare or hash a long run of combining marks grows with the square of its length.
      guard name.isStreamSafe else {
        throw fault("a key has more than \(CombiningMarkCounter.maximumLength) combining marks in a row", at: start)
      }
      skipBlanks()
      guard consume(":") else { throw fault("a colon is missing") }
      guard names.insert(name).inserted else {
        throw fault("a key appears twice", of: String(name.prefix(64)), at: start)
      }
      members.append((name, try value()))
    } while try consumeComma(before: "}")
    guard consume("}") else { throw fault("a comma or } is missing") }
    return .object(members)
  }

  private mutating func literal(_ word: String, _ value: JSONSyntaxTree) throws(JSONSyntaxError) -> JSONSyntaxTree {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value is expected") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONSyntaxTree {
    let start = index
    _ = consume("-")
    if !consume("0") { try digits() }
    if consume(".") { try digits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw fault("the number is too large", at: start) }
    return .number(text, value)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = index
    while let byte = current, Self.digits.contains(byte) { index += 1 }
    guard index > start else { throw fault("a digit is expected") }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
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

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
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
  private mutating func codeUnit(of start: Int) throws(JSONSyntaxError) -> UInt16 {
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

  private mutating func consumeComma(before end: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
    let comma = index
    guard consume(",") else { return false }
    skipBlanks()
    guard current != UInt8(ascii: end) else { throw fault("a comma precedes \(end)", at: comma) }
    return true
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private func fault(_ reason: String, of key: String? = nil, at position: Int? = nil) -> JSONSyntaxError {
    let read = bytes[..<min(position ?? index, bytes.count)]
    let line = read.count { $0 == 0x0A } + 1
    let start = read.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Count only the first byte of each scalar: all other bytes of a scalar have the form 10xxxxxx.
    let column = read[start...].count { $0 & 0xC0 != 0x80 } + 1
    return JSONSyntaxError(reasonWithoutText: reason, key: key, line: line, column: column)
  }
}
