// ImportFormats: the file formats of other programs that Klava imports.
//
// For:    contacts of an address book (`VCard`), for `KeyboardStore`; the String Catalog of an Xcode project
//         (`StringCatalog`), for `BundleFiles`, which converts the catalog to tables of strings.
// Never:  opens a file, or stores a value.
// Start:  `VCard` below.

/// The texts of one contact in a vCard file of version 2.1, 3.0 or 4.0 (RFC 2426, RFC 6350).
///
/// There is no small and maintained library in Debian for all three versions of vCard. This type reads the few
/// properties of a contact that Klava needs, and ignores all other properties, such as photos.
package struct VCard: Hashable, Sendable {
  /// The maximum size of a file in bytes. The limit is high, because a vCard file can contain photos.
  package static let maximumBytes = 64 * 1_024 * 1_024
  /// The maximum number of contacts in a file.
  package static let maximumCards = 50_000
  /// The maximum number of properties that Klava keeps of a contact.
  private static let maximumProperties = 64
  /// The maximum number of components that Klava keeps of a property. A postal address has seven components.
  private static let maximumComponents = 8
  /// The maximum number of words that Klava keeps of a contact's names.
  private static let maximumNameWords = 16
  /// The maximum length in bytes of a property that Klava keeps.
  private static let maximumLine = 8_192

  /// A property that Klava reads.
  package enum Name: String, CaseIterable, Sendable {
    /// The parts of the name: family, given, middle, prefix, suffix.
    case name = "N"
    /// The whole name.
    case formattedName = "FN"
    /// Nicknames.
    case nickname = "NICKNAME"
    /// The organization and its units.
    case organization = "ORG"
    /// The job title.
    case title = "TITLE"
    /// An address: post office box, extension, street, city, state, postal code, country.
    case address = "ADR"
    /// A telephone number.
    case telephone = "TEL"
    /// An e-mail address.
    case email = "EMAIL"
    /// A URL.
    case url = "URL"
  }

  /// A property of a contact: its name, and its components after the removal of escape characters.
  package struct Property: Hashable, Sendable {
    /// The name.
    package var name: Name
    /// The components of the value, which semicolons separate in the file. A property without structure has one
    /// component.
    package var components: [String]
  }

  /// The properties, in the order of the file.
  package private(set) var properties: [Property] = []

  /// Creates a contact without properties.
  package init() {}

  /// The components of each property that has this name.
  package func values(_ name: Name) -> [[String]] { properties.filter { $0.name == name }.map(\.components) }

  /// The words of the contact's names, for the supplementary lexicon.
  package var nameWords: [String] {
    let parts = values(.name).flatMap { $0.prefix(3) } + values(.nickname).flatMap(\.self)
    let names = parts.contains { !$0.isEmpty } ? parts : values(.formattedName).flatMap(\.self)
    var words: [String] = []
    for name in names {
      for word in name.split(whereSeparator: { $0.isWhitespace || $0 == "," })
      where word.contains(where: \.isLetter) && word.utf8.count > 1 {
        guard words.count < Self.maximumNameWords else { return words }
        words.append(String(word))
      }
    }
    return words
  }

  // MARK: Reading

  /// Reads the contacts in the bytes of a file.
  ///
  /// - Throws: ``VCardError`` at the first malformed line, or if there are too many contacts.
  package static func read(_ bytes: [UInt8]) throws(VCardError) -> [VCard] {
    var reader = LineReader(bytes)
    var cards: [VCard] = []
    var card: VCard?
    while let line = reader.next() {
      func wrong(_ reason: String) -> VCardError { VCardError(line: line.number, reason: reason) }
      guard let colon = line.colon else {
        guard line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
          throw wrong("has no colon, so it is not a property of a vCard")
        }
        continue
      }
      var parameters = line.bytes[..<colon].split(separator: UInt8(ascii: ";")).map {
        String(decoding: $0, as: UTF8.self).uppercased()
      }
      // Ignore the group before the name, such as `item1` in `item1.EMAIL`.
      let name = parameters.isEmpty ? "" : parameters.removeFirst().split(separator: ".").last.map { String($0) } ?? ""
      let value = line.bytes[(colon + 1)...]
      switch name {
      case "BEGIN":
        guard isVCard(value) else { throw wrong("begins an object that is not a vCard") }
        guard card == nil else { throw wrong("begins a vCard inside another vCard") }
        guard cards.count < maximumCards else {
          throw wrong("begins one contact more than the maximum of \(maximumCards)")
        }
        card = VCard()
      case "END":
        guard isVCard(value), let ended = card else { throw wrong("ends a vCard that has not begun") }
        cards.append(ended)
        card = nil
      default:
        guard card != nil else { throw wrong("is outside of a vCard") }
        guard let name = Name(rawValue: name), !line.isCut, card?.properties.count ?? 0 < maximumProperties
        else { continue }
        guard let text = text(value, parameters) else { throw wrong("is not UTF-8") }
        card?.properties.append(Property(name: name, components: components(text, isStructured: name.isStructured)))
      }
    }
    if card != nil { throw VCardError(line: reader.number, reason: "is the last line, but the vCard does not end") }
    guard !cards.isEmpty else { throw VCardError(line: 1, reason: "does not begin a vCard") }
    return cards
  }

  private static func isVCard(_ value: ArraySlice<UInt8>) -> Bool {
    String(decoding: value, as: UTF8.self).uppercased().filter { !$0.isWhitespace } == "VCARD"
  }

  /// Decodes a value. Returns nil if the bytes are invalid in the encoding that the parameters name.
  private static func text(_ value: ArraySlice<UInt8>, _ parameters: [String]) -> String? {
    let isQuoted = parameters.contains { $0.hasSuffix("QUOTED-PRINTABLE") }
    let bytes = isQuoted ? decoded(value) : Array(value)
    // In a vCard of version 2.1, a parameter can name the encoding of the value. In later versions of vCard, values are
    // in UTF-8.
    if parameters.contains(where: { $0.hasPrefix("CHARSET=") && $0.contains("8859-1") }) {
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Decodes a value in the encoding quoted-printable. Invalid escapes stay unchanged.
  private static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "="), index + 2 < value.endIndex, value[index + 1] != UInt8(ascii: "+"),
        let byte = UInt8(String(decoding: value[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(value[index])
        index += 1
      }
    }
    return result
  }

  /// Splits a text at its semicolons and removes the escape characters. Replaces line breaks and other control
  /// characters by spaces.
  private static func components(_ text: String, isStructured: Bool) -> [String] {
    var components = [""]
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
        components[components.count - 1].unicodeScalars.append(character == "n" || character == "N" ? " " : character)
      } else if character == "\\" {
        isEscaped = true
      } else if character == ";", isStructured {
        guard components.count < maximumComponents else { break }
        components.append("")
      } else {
        let isControl = character.properties.generalCategory == .control
        components[components.count - 1].unicodeScalars.append(isControl ? " " : character)
      }
    }
    return components.map { component in
      let words = component.split(separator: " ")
      return words.joined(separator: " ")
    }
  }

  /// Reads the lines of a file. Joins each line with its continuation lines.
  private struct LineReader {
    struct Line {
      var number: Int
      var bytes: [UInt8]
      /// Whether the line was too long. If the line was too long, ``bytes`` contains only its start.
      var isCut = false
      /// The position of the colon after the name and the parameters.
      var colon: Int? {
        var isQuoted = false
        return bytes.firstIndex { byte in
          if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
          return byte == UInt8(ascii: ":") && !isQuoted
        }
      }
    }

    private let bytes: [UInt8]
    private var position = 0
    private(set) var number = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      // Skip a byte order mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func next() -> Line? {
      guard let first = physical() else { return nil }
      var line = Line(number: number, bytes: [])
      append(first, to: &line)
      let isQuoted = line.colon.map { colon in
        String(decoding: line.bytes[..<colon], as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
      }
      while position < bytes.count {
        let isFolded = bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
        let continues = isQuoted == true && line.bytes.last == UInt8(ascii: "=") && !line.isCut
        guard isFolded || continues, let next = physical() else { break }
        if continues { line.bytes.removeLast() }
        append(continues ? next : next.dropFirst(), to: &line)
      }
      return line
    }

    private func append(_ next: ArraySlice<UInt8>, to line: inout Line) {
      let free = VCard.maximumLine - line.bytes.count
      if next.count > free { line.isCut = true }
      line.bytes += next.prefix(max(free, 0))
    }

    private mutating func physical() -> ArraySlice<UInt8>? {
      guard position < bytes.count else { return nil }
      number += 1
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { position = end + 1 }
      let line = bytes[position..<end]
      return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
  }
}

extension VCard.Name {
  /// Whether semicolons separate the components of the property's value.
  fileprivate var isStructured: Bool {
    switch self {
    case .name, .address, .organization: true
    case .formattedName, .nickname, .title, .telephone, .email, .url: false
    }
  }
}

/// The reason why a file is not a vCard.
package struct VCardError: Error, Hashable {
  /// The number of the line, from 1.
  package var line: Int
  /// The fault of the line, for example "begins a vCard inside another vCard". The text completes a sentence that
  /// begins with "Line 5".
  package var reason: String

  /// Creates an error.
  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}
