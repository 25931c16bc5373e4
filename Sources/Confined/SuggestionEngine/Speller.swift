internal import CHunspell
internal import Glibc

/// A spell checker with one hunspell dictionary.
package final class Speller {
  private let handle: OpaquePointer
  private let encoding: SpellerEncoding

  /// Loads a dictionary.
  ///
  /// - Parameters:
  ///   - affixes: The path of the `.aff` file.
  ///   - words: The path of the `.dic` file.
  ///   - encodings: The encodings that a dictionary can have.
  /// - Returns: Nil if hunspell cannot load the dictionary, or if the dictionary's encoding is unknown.
  package init?(affixes: String, words: String, encodings: SpellerEncodings) {
    guard let handle = Hunspell_create(affixes, words) else { return nil }
    guard let name = Hunspell_get_dic_encoding(handle).map({ String(cString: $0) }), let encoding = encodings[name]
    else {
      Hunspell_destroy(handle)
      return nil
    }
    self.handle = handle
    self.encoding = encoding
  }

  deinit { Hunspell_destroy(handle) }

  /// Decodes bytes of the dictionary's files as text.
  func decoded(_ bytes: some Sequence<UInt8>) -> String { encoding.decoded(bytes) }

  /// Whether hunspell accepts the word as correct.
  package func accepts(_ word: String) -> Bool {
    guard let word = encoding.encoded(word) else { return false }
    return Hunspell_spell(handle, word) != 0
  }

  /// Returns whether the speller accepts one of the first words of its dictionary.
  ///
  /// The check finds files that are not dictionaries: hunspell loads such a file without an error, but accepts no word.
  ///
  /// - Parameter dictionary: The first bytes of the `.dic` file.
  package func accepts(anyOf dictionary: [UInt8]) -> Bool {
    let lines = dictionary.split(separator: UInt8(ascii: "\n"), maxSplits: Self.sample).dropFirst()
    return lines.prefix(Self.sample).contains { line in
      let word = word(of: line)
      // Ignore words that do not begin with a letter, because hunspell accepts every number.
      return word.unicodeScalars.first?.properties.isAlphabetic == true && accepts(word)
    }
  }

  /// The maximum number of words that ``accepts(anyOf:)`` checks.
  private static let sample = 500

  /// Returns the word in a line of the `.dic` file, without the word's flags.
  func word(of line: ArraySlice<UInt8>) -> String {
    decoded(line.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") })
  }

  /// The corrections that hunspell suggests, best first. The search for corrections can take much longer than the other
  /// functions of the spell checker.
  package func corrections(of word: String) -> [String] {
    guard let word = encoding.encoded(word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Hunspell_suggest(handle, &list, word)
    guard count > 0, let list else { return [] }
    defer {
      var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
      Hunspell_free_list(handle, &list, count)
    }
    return (0..<Int(count)).compactMap { index in
      list[index].map { text in
        encoding.decoded(UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map(UInt8.init(bitPattern:)))
      }
    }
  }
}

/// The encoding of a dictionary.
struct SpellerEncoding: Sendable {
  /// The characters of the bytes from 128 on; nil for UTF-8.
  private let upper: [Unicode.Scalar?]?
  private let bytes: [Unicode.Scalar: UInt8]

  static let utf8 = SpellerEncoding(upper: nil)

  init(upper: [Unicode.Scalar?]?) {
    self.upper = upper
    bytes = Dictionary(
      (upper ?? []).enumerated().compactMap { index, scalar in scalar.map { ($0, UInt8(128 + index)) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns a word as a C string in the encoding; nil if the word contains U+0000, or a character that the encoding
  /// lacks.
  func encoded(_ word: String) -> [CChar]? {
    var result: [CChar] = []
    if upper == nil {
      result = word.utf8.map(CChar.init(bitPattern:))
    } else {
      for scalar in word.unicodeScalars {
        guard let byte = scalar.isASCII ? UInt8(scalar.value) : bytes[scalar] else { return nil }
        result.append(CChar(bitPattern: byte))
      }
    }
    return result.contains(0) ? nil : result + [0]
  }

  /// Decodes bytes in the encoding as text.
  func decoded(_ bytes: some Sequence<UInt8>) -> String {
    guard let upper else { return String(decoding: Array(bytes), as: UTF8.self) }
    var result = String.UnicodeScalarView()
    for byte in bytes { result.append(byte < 128 ? Unicode.Scalar(byte) : upper[Int(byte) - 128] ?? "\u{FFFD}") }
    return String(result)
  }
}

/// The encodings that dictionaries of hunspell use.
///
/// iconv(3) loads a library for each encoding. A confined process cannot load a library, so create this value before
/// the confinement.
package struct SpellerEncodings: Sendable {
  private static let names = [
    "ISO8859-1", "ISO8859-2", "ISO8859-3", "ISO8859-4", "ISO8859-5", "ISO8859-6", "ISO8859-7", "ISO8859-8",
    "ISO8859-9", "ISO8859-10", "ISO8859-13", "ISO8859-14", "ISO8859-15", "KOI8-R", "KOI8-U", "CP1251",
  ]

  private var encodings: [String: SpellerEncoding] = [:]

  /// Reads the character tables of all encodings.
  package init() {
    for name in Self.names {
      guard let upper = Self.upper(of: name) else { continue }
      encodings[Self.key(name)] = SpellerEncoding(upper: upper)
    }
  }

  /// The encoding with this name, as an `.aff` file writes the name; nil if the name is unknown.
  subscript(name: String) -> SpellerEncoding? {
    let key = Self.key(name)
    return key == "UTF8" ? .utf8 : encodings[key]
  }

  private static func key(_ name: String) -> String {
    let plain = name.uppercased().filter { $0.isLetter || $0.isNumber }
    return plain == "MICROSOFTCP1251" ? "CP1251" : plain
  }

  private static func upper(of name: String) -> [Unicode.Scalar?]? {
    guard let converter = iconv_open("UTF-32LE", name), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    return (128...255).map { byte in
      var input = CChar(bitPattern: UInt8(byte))
      var output: UInt32 = 0
      return withUnsafeMutablePointer(to: &input) { input in
        withUnsafeMutablePointer(to: &output) { output in
          var source: UnsafeMutablePointer<CChar>? = input
          var target: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(output).assumingMemoryBound(to: CChar.self)
          var (sourceCount, targetCount) = (1, 4)
          guard iconv(converter, &source, &sourceCount, &target, &targetCount) == 0, targetCount == 0 else {
            return nil
          }
          return Unicode.Scalar(UInt32(littleEndian: output.pointee))
        }
      }
    }
  }
}
