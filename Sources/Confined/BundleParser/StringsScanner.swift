/// A scanner that finds the first fault and the repeated keys of an old-style strings table, `"key" = "text";`.
/// Foundation reads strings tables, but does not report the line and cause of a fault, or a repeated key.
struct StringsScanner {
  /// A sentence about the first fault; nil if the scanner finds no fault.
  private(set) var fault: String?
  /// The keys that the table has more than once, in order.
  private(set) var repeated: [String] = []

  private let bytes: [UInt8]
  /// The length, in bytes, of a UTF-8 byte order mark of the file, which ``bytes`` does not contain; 0 if there is
  /// none.
  private let markLength: Int
  private var position = 0

  /// Scans a table.
  ///
  /// - Parameter bytes: The file, in UTF-8 or in UTF-16 with a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = Self.text(bytes)
    markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let sentence = utf8Fault() {
      fault = sentence
    } else {
      do {
        // A table in the form of a property list begins with `<`, `{` or `(`.
        if try skip(), let first = byte, "<{(".utf8.contains(first) { return }
        try scan()
      } catch {
        fault = "Line \(line(at: error.position)) of the table \(error.text)."
      }
    }
  }

  private struct SyntaxError: Error {
    let position: Int
    let text: String
  }

  /// The file's text in UTF-8, without a byte order mark.
  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? other << 8 | one : one << 8 | other
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func utf8Fault() -> String? {
    var rest = bytes[...]
    var decoder = UTF8()
    var iterator = rest.makeIterator()
    var count = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): count += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error:
        rest = rest.dropFirst(count)
        let value = String(rest.first ?? 0, radix: 16, uppercase: true)
        return
          "Line \(line(at: count)) of the table is not UTF-8: byte \(count + 1 + markLength) of the file is 0x\(value)."
      }
    }
  }

  private mutating func scan() throws(SyntaxError) {
    var keys: Set<String> = []
    while try skip() {
      let start = position
      guard let key = try token() else { throw SyntaxError(position: start, text: "does not begin with a key") }
      if !keys.insert(key).inserted, !repeated.contains(key) { repeated.append(key) }
      _ = try skip()
      if byte == UInt8(ascii: ";") {
        position += 1
        continue
      }
      guard byte == UInt8(ascii: "=") else {
        throw SyntaxError(position: start, text: "has no `=` after the key \(quoted(key))")
      }
      position += 1
      let end = position
      guard try skip() else { throw SyntaxError(position: start, text: "has no text for the key \(quoted(key))") }
      let value = position
      guard try token() != nil else {
        // The value of a key can be a list, which Klava ignores. Leave a table with a list to Foundation.
        if let byte, "<{(".utf8.contains(byte) { return repeated.removeAll() }
        throw SyntaxError(position: end, text: "has no text in quotation marks for the key \(quoted(key))")
      }
      guard try skip(), byte == UInt8(ascii: ";") else {
        throw SyntaxError(position: value, text: "has no `;` after the text of the key \(quoted(key))")
      }
      position += 1
    }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else if bytes[position...].starts(with: [0xE2, 0x80]), bytes.count > position + 2,
        [0xA8, 0xA9].contains(bytes[position + 2])
      {
        // Skip U+2028 and U+2029, which separate lines and paragraphs.
        position += 3
      } else {
        return
      }
    }
  }

  /// Skips white space and comments. Returns false at the end of the table.
  private mutating func skip() throws(SyntaxError) -> Bool {
    while true {
      skipSpace()
      let rest = bytes[position...]
      if rest.starts(with: "//".utf8) {
        position = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        let start = position
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        guard position < bytes.count else {
          throw SyntaxError(position: start, text: "begins a comment without an end")
        }
        position += 2
      } else {
        return position < bytes.count
      }
    }
  }

  /// Reads a string with or without quotation marks. Returns nil if no string begins here.
  private mutating func token() throws(SyntaxError) -> String? {
    let start = position
    if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      while let byte, byte != quote { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
      guard position < bytes.count else {
        throw SyntaxError(position: start, text: "begins a string without a closing quotation mark")
      }
      position += 1
      return String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
    }
    while let byte, Self.isBare(byte) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Whether a string without quotation marks can contain this byte.
  private static func isBare(_ byte: UInt8) -> Bool {
    let scalar = Character(UnicodeScalar(byte))
    return scalar.isASCII && (scalar.isLetter || scalar.isNumber) || "_$/:.-".utf8.contains(byte)
  }

  private func quoted(_ key: String) -> String { "\"\(key.prefix(64))\"" }

  private func line(at position: Int) -> Int {
    let start = bytes[..<position]
    return 1 + start.count { $0 == 0x0A } + zip(start, start.dropFirst() + [0]).count { $0 == 0x0D && $1 != 0x0A }
  }
}
