internal import Diagnostics
internal import HostFiles
internal import TextModel

/// A scan of an XML property list before a parser reads it.
///
/// The parser recurses with the nesting and uses the encoding that the file declares. So the scan limits the nesting
/// and requires UTF-8. It also refuses declarations of entities and references to other files, which no property list
/// needs.
struct XMLPropertyListScan {
  private let bytes: [UInt8]
  private let subject: String

  init(_ bytes: [UInt8], subject: String) {
    self.bytes = bytes
    self.subject = subject
  }

  /// Checks the file.
  ///
  /// - Throws: The problem for which the file must not reach a parser.
  func check() throws(Diagnostic) {
    guard bytes.isValidUTF8 else { throw Diagnostic(.propertyListNotUTF8, subject) }
    guard !bytes.contains(0) else { throw Diagnostic(.propertyListMalformed, subject) }
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else {
      throw Diagnostic(.propertyListMalformed, subject)
    }
    var depth = 0
    var values = 0
    var marks = CombiningMarkCounter()
    while let start = next("<", from: index) {
      // The text between two tags. Tags and comments do not reset the counter: the parser may join the texts.
      try add(bytes[index..<start], into: &marks)
      if has("<!--", at: start) {
        index = try end(of: "a comment", closing: "-->", from: start + 4)
      } else if has("<![CDATA[", at: start) {
        index = try end(of: "a CDATA section", closing: "]]>", from: start + 9)
        try add(bytes[start + 9..<index - 3], into: &marks)
      } else if has("<?", at: start) {
        index = try end(of: "an instruction", closing: "?>", from: start + 2)
        try checkEncoding(bytes[start..<index])
      } else if has("<!", at: start) {
        index = try checkDeclaration(from: start)
      } else {
        index = try end(of: "a tag", closing: ">", from: start + 1)
        if has("</", at: start) {
          depth -= 1
        } else {
          values += 1
          if bytes[index - 2] != UInt8(ascii: "/") { depth += 1 }
        }
        // The limit counts containers. <plist> and the tag of a leaf are two more levels.
        guard depth <= PropertyList.Limit.depth + 2 else { throw Diagnostic(.propertyListTooDeep, subject) }
        guard values <= PropertyList.Limit.values else { throw Diagnostic(.propertyListRepeats, subject) }
      }
    }
  }

  /// Counts the combining marks of a text, literal or as character references.
  private func add(_ text: ArraySlice<UInt8>, into marks: inout CombiningMarkCounter) throws(Diagnostic) {
    var scalars = String(decoding: text, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      var read = scalar
      if scalar == "&", scalars.first == "#" {
        let reference = scalars.dropFirst().prefix { $0 != ";" }.prefix(12)
        let isHexadecimal = reference.first == "x" || reference.first == "X"
        let number = UInt32(String(isHexadecimal ? reference.dropFirst() : reference), radix: isHexadecimal ? 16 : 10)
        read = number.flatMap(Unicode.Scalar.init) ?? "?"
        scalars = scalars[reference.endIndex...].dropFirst()
      }
      guard marks.count(read) else { throw Diagnostic(endlessCharacterIn: subject) }
    }
  }

  /// Checks that the file declares no other encoding: the parser would read different text than this scan.
  private func checkEncoding(_ instruction: ArraySlice<UInt8>) throws(Diagnostic) {
    let text = String(decoding: instruction, as: UTF8.self).lowercased()
    guard text.hasPrefix("<?xml"), let name = text.split(separator: "encoding", maxSplits: 1).dropFirst().first else {
      return
    }
    let value = name.drop { $0 == "=" || $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.dropFirst()
      .prefix { $0 != "\"" && $0 != "'" }
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(value) else {
      throw Diagnostic(.propertyListNotUTF8, subject)
    }
  }

  /// Checks that a declaration is a DOCTYPE with Apple's own DTD or none. The parser does not load the DTD.
  private func checkDeclaration(from start: Int) throws(Diagnostic) -> Int {
    let end = try end(of: "a declaration", closing: ">", from: start + 2)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if text.contains("[") || !text.hasPrefix("<!DOCTYPE") {
      let rest = String(decoding: bytes[start...], as: UTF8.self).prefix(4_096)
      let declarations = rest.prefix(upTo: rest.firstRange(of: "]>")?.lowerBound ?? rest.endIndex)
      let isExternal = declarations.contains("SYSTEM") || declarations.dropFirst(9).contains("PUBLIC")
      throw Diagnostic(isExternal ? .propertyListExternalEntity : .propertyListEntities, subject)
    }
    if text.contains("SYSTEM") || (text.contains("PUBLIC") && !text.contains("apple.com/DTDs/PropertyList-1.0.dtd")) {
      throw Diagnostic(.propertyListExternalEntity, subject)
    }
    return end
  }

  private func has(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + $0.count]) }
  }

  private func next(_ text: StaticString, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if has(text, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// Returns the index after `closing`.
  private func end(of what: String, closing: StaticString, from start: Int) throws(Diagnostic) -> Int {
    guard let index = next(closing, from: start) else {
      throw Diagnostic(.propertyListMalformed, subject, "The file is not a valid property list (\(what) does not end).")
    }
    return index + closing.utf8CodeUnitCount
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension Collection<UInt8> {
  /// Whether the bytes are valid UTF-8.
  var isValidUTF8: Bool {
    String(validating: self, as: UTF8.self) != nil
  }
}
