package import Diagnostics
internal import TextModel

/// Reads localized strings: old-style `"key" = "text";` files, and property lists.
package enum StringsTable {
  /// The maximum size of one table in bytes.
  package static let maximumBytes = 512 * 1024

  /// Reads the pairs of key and text.
  ///
  /// - Parameters:
  ///   - bytes: A property list (XML or binary), or an old-style file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - subject: The file's path, for messages.
  /// - Throws: `stringsMalformed`, or a problem of the property list.
  package static func read(_ bytes: [UInt8], subject: String) throws(Diagnostic) -> [String: String] {
    if bytes.starts(with: BinaryPropertyList.magic) || bytes.starts(with: Array("<?xml".utf8)) {
      var strings: [String: String] = [:]
      for (key, value) in try PropertyList.dictionary(reading: bytes, subject: subject) {
        // The dictionaries of a .stringsdict are plural rules. No function uses them.
        guard let text = value.string else { continue }
        guard BoundedText(key) != nil else {
          throw Diagnostic(.stringsMalformed, subject, "The strings table is malformed: \(unboundedKey).")
        }
        strings[key] = text
      }
      return strings
    }
    guard let text = decode(bytes) else {
      throw Diagnostic(.stringsMalformed, subject, "The strings table is neither UTF-8 nor UTF-16.")
    }
    var parser = Parser(text, subject: subject)
    return try parser.table()
  }

  private static let unboundedKey =
    "a key has more than \(BoundedText.bytes) bytes, or more than \(CombiningMarkCounter.longest) combining marks in a row"

  private static func decode(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= maximumBytes else { return nil }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: bytes.dropFirst(3), as: UTF8.self) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return String(validating: bytes, as: UTF8.self) }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (high, low) = isLittle ? (bytes[index + 1], bytes[index]) : (bytes[index], bytes[index + 1])
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(validating: units, as: UTF16.self)
  }

  /// A parser for old-style files: pairs with semicolons, quoted or bare strings, both kinds of comments.
  private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private let subject: String

    init(_ text: String, subject: String) {
      scalars = Array(text.unicodeScalars)
      self.subject = subject
    }

    mutating func table() throws(Diagnostic) -> [String: String] {
      var strings: [String: String] = [:]
      try skipBlanks()
      while index < scalars.count {
        let key = try string()
        try skipBlanks()
        var value = key
        if current == "=" {
          index += 1
          try skipBlanks()
          value = try string()
          try skipBlanks()
        }
        guard current == ";" else { throw fault("a semicolon is missing") }
        index += 1
        guard BoundedText(key) != nil else { throw fault(StringsTable.unboundedKey) }
        strings[key] = value
        try skipBlanks()
      }
      return strings
    }

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
    private var next: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

    private func fault(_ what: String) -> Diagnostic {
      let line = scalars.prefix(index).count { $0 == "\n" } + 1
      return Diagnostic(.stringsMalformed, subject, "The strings table is malformed: line \(line): \(what).")
    }

    private mutating func skipBlanks() throws(Diagnostic) {
      while let scalar = current {
        if scalar.properties.isWhitespace {
          index += 1
        } else if scalar == "/" && next == "/" {
          while let scalar = current, scalar != "\n" && scalar != "\r" { index += 1 }
        } else if scalar == "/" && next == "*" {
          index += 2
          while !(current == "*" && next == "/") {
            guard current != nil else { throw fault("a comment does not end") }
            index += 1
          }
          index += 2
        } else {
          return
        }
      }
    }

    private mutating func string() throws(Diagnostic) -> String {
      guard let quote = current, quote == "\"" || quote == "'" else { return try bareString() }
      index += 1
      var units: [UInt16] = []
      while let scalar = current, scalar != quote {
        index += 1
        if scalar == "\\" {
          try units.append(contentsOf: escape())
        } else {
          scalar.append(to: &units)
        }
      }
      guard current == quote else { throw fault("a string does not end") }
      index += 1
      guard let text = String(validating: units, as: UTF16.self) else {
        throw fault("an escape is half a surrogate pair")
      }
      return text
    }

    private mutating func bareString() throws(Diagnostic) -> String {
      var text = String.UnicodeScalarView()
      while let scalar = current, scalar.properties.isAlphabetic || "0123456789_.-$/:".unicodeScalars.contains(scalar) {
        text.append(scalar)
        index += 1
      }
      guard !text.isEmpty else { throw fault("a string is expected") }
      return String(text)
    }

    /// Reads the rest of an escape, after its backslash: a letter, up to three octal digits, or U and four
    /// hexadecimal ones.
    private mutating func escape() throws(Diagnostic) -> [UInt16] {
      guard let scalar = current else { throw fault("a string does not end") }
      index += 1
      switch scalar {
      case "n": return [0x0A]
      case "r": return [0x0D]
      case "t": return [0x09]
      case "a": return [0x07]
      case "b": return [0x08]
      case "f": return [0x0C]
      case "v": return [0x0B]
      case "U", "u": return [try number(radix: 16, digits: 4, least: 4)]
      case "0"..."7":
        index -= 1
        return [try number(radix: 8, digits: 3, least: 1)]
      default:
        var units: [UInt16] = []
        scalar.append(to: &units)
        return units
      }
    }

    private mutating func number(radix: Int, digits: Int, least: Int) throws(Diagnostic) -> UInt16 {
      var value = 0
      var count = 0
      while count < digits, let scalar = current, let digit = Character(scalar).hexDigitValue, digit < radix {
        value = value * radix + digit
        count += 1
        index += 1
      }
      guard count >= least else { throw fault("an escape lacks digits") }
      return UInt16(truncatingIfNeeded: value)
    }
  }
}

extension Unicode.Scalar {
  fileprivate func append(to units: inout [UInt16]) {
    if let unit = UInt16(exactly: value) { units.append(unit) } else { units.append(contentsOf: utf16) }
  }
}
