internal import CZlib

/// A list of word frequencies that the user downloaded.
///
/// The list is a file of the Python package wordfreq (MessagePack, optionally compressed with gzip), or a text file.
/// Each line of a text file has a word and the number of its occurrences.
package enum FrequencyList {
  /// The maximum size of a list in bytes.
  package static let maximumBytes = 64 << 20
  /// The maximum size of a decompressed list in bytes.
  private static let maximumPlainBytes = 128 << 20

  /// A word of a list with its cost in centibels and its position, such as "the word in line 3".
  fileprivate typealias Entry = (word: String, cost: Int, position: Position)

  /// The position of a word in a list.
  fileprivate enum Position: CustomStringConvertible {
    case line(Int)
    case byte(Int)

    var description: String {
      switch self {
      case .line(let number): "the word in line \(number)"
      case .byte(let offset): "the word at byte \(offset)"
      }
    }
  }

  /// Returns the words of a list with their costs in centibels. Leaves out words that a keyboard cannot suggest.
  ///
  /// - Throws: ``LexiconError`` with the reason why the function cannot read the list.
  package static func read(_ bytes: [UInt8]) throws(LexiconError) -> [(word: String, cost: Int)] {
    let plain = bytes.starts(with: [0x1F, 0x8B]) ? try decompressed(bytes) : bytes
    let entries: [Entry]
    switch plain.first ?? 0 {
    case 0x90...0x9F, 0xDC, 0xDD: entries = try MessagePackReader(plain).frequencies()
    default: entries = try counts(plain)
    }
    var costs: [String: Int] = [:]
    for (word, cost, _) in entries where refusal(of: word, cost: cost) == nil {
      let word = word.lowercased()
      costs[word] = min(costs[word] ?? cost, cost)
    }
    guard costs.isEmpty else { return costs.map { ($0.key, $0.value) } }
    guard let first = entries.first, let reason = refusal(of: first.word, cost: first.cost) else {
      throw LexiconError("it has no words")
    }
    throw LexiconError("it has no word that a keyboard can suggest; for example, \(first.position) \(reason)")
  }

  /// The reason why a keyboard cannot suggest a text; nil for a word. A word is a letter, followed by letters,
  /// combining marks, apostrophes and hyphens.
  private static func refusal(of text: String, cost: Int) -> String? {
    if text.utf16.count > WordTrie.maximumLength { return "has more than \(WordTrie.maximumLength) UTF-16 code units" }
    let isWord =
      text.unicodeScalars.first?.properties.isAlphabetic == true
      && text.unicodeScalars.allSatisfy {
        $0.value <= 0xFFFF
          && ($0.properties.isAlphabetic || $0 == "'" || $0 == "-"
            || $0.properties.canonicalCombiningClass != .notReordered)
      }
    guard isWord else { return "does not consist of letters, apostrophes and hyphens" }
    return cost > LexiconFile.maximumCost ? "is too rare" : nil
  }

  /// Reads a list from a text file: each line has a word and a number.
  private static func counts(_ bytes: [UInt8]) throws(LexiconError) -> [Entry] {
    var counts: [(word: String, count: Double, line: Int)] = []
    var total = 0.0
    // Skip a byte order mark, which some editors write at the start of a file.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      func wrong(_ how: String) -> LexiconError {
        LexiconError("line \(index + 1) is not \(how), and the file is not a wordfreq list (MessagePack)")
      }
      guard let line = String(validating: line, as: UTF8.self) else { throw wrong("valid UTF-8") }
      let parts = line.utf8.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      if parts.isEmpty { continue }
      guard parts.count == 2, let word = String(parts[0]), let number = String(parts[1]), let count = Double(number),
        count.isFinite, count > 0
      else { throw wrong("a word and a number") }
      counts.append((word, count, index + 1))
      total += count
    }
    return counts.map { ($0.word, LexiconFile.cost(ofFrequency: $0.count / total), .line($0.line)) }
  }

  private static func decompressed(_ bytes: [UInt8]) throws(LexiconError) -> [UInt8] {
    var stream = z_stream()
    // The argument 16 + 15 means the gzip format with the largest window.
    guard inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw LexiconError("zlib cannot start")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    let status: Int32 = input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      var status = Z_OK
      while status == Z_OK, output.count <= maximumPlainBytes {
        let count = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return buffer.count - Int(stream.avail_out)
        }
        output += buffer[..<count]
      }
      return status
    }
    guard status == Z_STREAM_END else {
      throw LexiconError(
        output.count > maximumPlainBytes ? "it has more than \(maximumPlainBytes) bytes" : "its compression is damaged")
    }
    return output
  }
}

extension LexiconFile {
  /// Returns the cost, in centibels, of a word with a frequency between 0 and 1.
  static func cost(ofFrequency frequency: Double) -> Int {
    var cost = 0
    // Round up to a whole centibel. Use a loop instead of a logarithm, so that the module needs no mathematical
    // library.
    var bound = 1.0
    while bound > frequency, cost < maximumCost {
      bound *= 0.977_237_220_955_810_6
      cost += 1
    }
    return cost
  }
}

/// A reader of a frequency list of wordfreq: `[{"format": "cB", "version": 1}, [words], [words], …]`. The words in the
/// first list of words have the frequency 1. The words in a list after N other lists have the frequency 10^(-N/100).
private struct MessagePackReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func frequencies() throws(LexiconError) -> [FrequencyList.Entry] {
    var reader = self
    let lists = try reader.arrayCount()
    guard lists > 1, try reader.header() == ["format": "cB", "version": "1"] else { throw reader.malformed }
    var result: [FrequencyList.Entry] = []
    for cost in 0..<(lists - 1) {
      for _ in 0..<(try reader.arrayCount()) {
        let place = reader.place
        result.append((try reader.text(), cost, .byte(place)))
      }
    }
    guard reader.place == bytes.count else { throw reader.malformed }
    return result
  }

  private var malformed: LexiconError {
    LexiconError("byte \(place) differs from a wordfreq list in the format cB, version 1")
  }

  private mutating func header() throws(LexiconError) -> [String: String] {
    let byte = try next()
    guard byte & 0xF0 == 0x80 else { throw malformed }
    var result: [String: String] = [:]
    for _ in 0..<(byte & 0x0F) {
      let key = try text()
      if let byte = bytes[place...].first, byte < 0x80 {
        place += 1
        result[key] = String(byte)
      } else {
        result[key] = try text()
      }
    }
    return result
  }

  private mutating func arrayCount() throws(LexiconError) -> Int {
    switch try next() {
    case let byte where byte & 0xF0 == 0x90: Int(byte & 0x0F)
    case 0xDC: try number(bytes: 2)
    case 0xDD: try number(bytes: 4)
    default: throw malformed
    }
  }

  private mutating func text() throws(LexiconError) -> String {
    let count =
      switch try next() {
      case let byte where byte & 0xE0 == 0xA0: Int(byte & 0x1F)
      case 0xD9: try number(bytes: 1)
      case 0xDA: try number(bytes: 2)
      default: throw malformed
      }
    guard count <= bytes.count - place else { throw malformed }
    guard let text = String(validating: bytes[place..<place + count], as: UTF8.self) else {
      throw LexiconError("the text at byte \(place) is not valid UTF-8")
    }
    place += count
    return text
  }

  private mutating func number(bytes count: Int) throws(LexiconError) -> Int {
    var result = 0
    for _ in 0..<count { result = result << 8 | Int(try next()) }
    return result
  }

  private mutating func next() throws(LexiconError) -> UInt8 {
    guard place < bytes.count else { throw malformed }
    defer { place += 1 }
    return bytes[place]
  }
}
