/// A parser of strict JSON (RFC 8259), with the error messages of Foundation's `JSONSerialization`.
///
/// `JSONSerialization` needs all of Foundation, which delays the start of a program by 4 ms. `JSONDecoder` needs three
/// times as long for values of unknown types, and its errors have no positions.
struct JSONParser {
  private static let maximumDepth = 512

  private let bytes: ArraySlice<UInt8>
  private let start: Int
  private var index: Int
  private var depth = 0

  init(_ text: [UInt8]) {
    bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    start = bytes.startIndex
    index = start
  }

  mutating func document() throws(JSONValue.SyntaxError) -> JSONValue {
    let value = try value()
    guard index == bytes.endIndex else { throw unexpected() }
    return value
  }

  /// Parses a value and the white space around it.
  private mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
    skipBlanks()
    let value: JSONValue
    switch current {
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.maximumDepth else { throw fault("Too many nested arrays or dictionaries around character", 1) }
      depth += 1
      value = consume("{") ? .object(try members()) : .array(try elements())
      depth -= 1
    case UInt8(ascii: "t"): value = try literal("true", .boolean(true))
    case UInt8(ascii: "f"): value = try literal("false", .boolean(false))
    case UInt8(ascii: "n"): value = try literal("null", .null)
    case let byte where byte == UInt8(ascii: "-") || byte.isDigit: value = try number()
    default: throw unexpected()
    }
    skipBlanks()
    return value
  }

  private mutating func elements() throws(JSONValue.SyntaxError) -> [JSONValue] {
    index += 1
    var values: [JSONValue] = []
    skipBlanks()
    if consume("]") { return values }
    while true {
      values.append(try value())
      if consume("]") { return values }
      guard consume(",") else { throw unexpected() }
      skipBlanks()
      guard current != UInt8(ascii: "]") else { throw JSONValue.SyntaxError(reason: "a comma precedes ].") }
    }
  }

  /// Parses the rest of an object after its brace, and sorts the members by name.
  private mutating func members() throws(JSONValue.SyntaxError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipBlanks()
    if consume("}") { return members }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      skipBlanks()
      guard consume(":") else { throw unexpected() }
      members.append(JSONValue.Member(name: name, value: try value()))
      guard names.insert(name).inserted else {
        throw JSONValue.SyntaxError(reason: "the key \(JSONValue.string(name).json) appears twice.")
      }
      if consume("}") { return members.sorted { $0.name < $1.name } }
      guard consume(",") else { throw unexpected() }
      skipBlanks()
      guard current != UInt8(ascii: "}") else { throw JSONValue.SyntaxError(reason: "a comma precedes }.") }
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONValue.SyntaxError) -> JSONValue {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard current == byte else {
        if index + 1 >= bytes.endIndex { index = bytes.endIndex }
        throw unexpected()
      }
      index += 1
    }
    return value
  }

  private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
    let first = index
    _ = consume("-")
    if consume("0") {
      if current.isDigit { throw fault("Number with leading zero around character", 0) }
    } else {
      try digits()
    }
    if consume(".") { try digits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try digits()
    }
    switch current {
    case nil, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: break
    default: throw unexpected()
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    if let integer = Int(text) { return .integer(integer) }
    guard let real = Double(text), real.isFinite else {
      throw JSONValue.SyntaxError(reason: "Number \(text) is not representable in Swift.")
    }
    return Int(exactly: real).map(JSONValue.integer) ?? .real(real)
  }

  private mutating func digits() throws(JSONValue.SyntaxError) {
    guard current.isDigit else { throw unexpected() }
    while current.isDigit { index += 1 }
  }

  private mutating func string() throws(JSONValue.SyntaxError) -> String {
    index += 1
    var text = ""
    var first = index
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("Unescaped control character around character", 0) }
      index += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      text += String(decoding: bytes[first..<index - 1], as: UTF8.self)
      text.unicodeScalars.append(try escape())
      first = index
    }
    text += String(decoding: bytes[first..<index], as: UTF8.self)
    guard consume("\"") else { throw unexpected() }
    return text
  }

  /// Parses an escape after its backslash.
  private mutating func escape() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
    guard let letter = current else { throw unexpected() }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw fault("Invalid escape sequence around character", -2)
    }
    let unit = try codeUnit()
    guard UTF16.isLeadSurrogate(unit) else {
      if let scalar = Unicode.Scalar(unit) { return scalar }
      throw JSONValue.SyntaxError(
        reason: "Unable to convert hex escape sequence (no high character) to UTF8-encoded character.")
    }
    guard index + 2 <= bytes.endIndex else { throw Self.end }
    if consume("\\"), consume("u") {
      let trail = try codeUnit()
      if UTF16.isTrailSurrogate(trail) { return UTF16.decode(UTF16.EncodedScalar([unit, trail])) }
    }
    throw JSONValue.SyntaxError(
      reason:
        "Unexpected end of file during string parse (expected low-surrogate code point but did not find one).")
  }

  /// Parses the four hexadecimal digits of an escape.
  private mutating func codeUnit() throws(JSONValue.SyntaxError) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4 else { throw Self.end }
    let text = String(decoding: digits, as: UTF8.self)
    guard text.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 }), let unit = UInt16(text, radix: 16) else {
      throw fault("Invalid hex encoded sequence in \"\(text)\" at", 0)
    }
    index += 4
    return unit
  }

  private var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private static let end = JSONValue.SyntaxError(reason: "Unexpected end of file during JSON parse.")

  /// The error for the byte at the index, or for the end of the text.
  private func unexpected() -> JSONValue.SyntaxError {
    current == nil ? Self.end : fault("Invalid value around character", 0)
  }

  private func fault(_ reason: String, _ offset: Int) -> JSONValue.SyntaxError {
    JSONValue.SyntaxError(reason: "\(reason) \(index - start + offset).")
  }
}

extension UInt8? {
  fileprivate var isDigit: Bool { map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false }
}
