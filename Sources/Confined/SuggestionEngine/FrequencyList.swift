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

  /// Returns the words of a list with their costs in centibels.
  ///
  /// - Throws: ``LexiconError`` with the reason why the list cannot be read.
  package static func read(_ bytes: [UInt8]) throws(LexiconError) -> [(word: String, cost: Int)] {
    let plain = bytes.starts(with: [0x1F, 0x8B]) ? try decompressed(bytes) : bytes
    let words: [(word: String, cost: Int)]
    switch plain.first ?? 0 {
    case 0x90...0x9F, 0xDC, 0xDD: words = try MessagePackReader(plain).frequencies()
    default: words = try counts(plain)
    }
    var costs: [String: Int] = [:]
    for (word, cost) in words where cost <= LexiconFile.maximumCost && isWord(word) {
      let word = word.lowercased()
      costs[word] = min(costs[word] ?? cost, cost)
    }
    guard !costs.isEmpty else { throw LexiconError("it has no words") }
    return costs.map { ($0.key, $0.value) }
  }

  /// Whether a text is a word that a keyboard can suggest: a letter, followed by letters, combining marks, apostrophes
  /// and hyphens.
  private static func isWord(_ text: String) -> Bool {
    guard (1...WordTrie.maximumLength).contains(text.utf16.count),
      text.unicodeScalars.first?.properties.isAlphabetic == true
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.value <= 0xFFFF
        && ($0.properties.isAlphabetic || $0 == "'" || $0 == "-"
          || $0.properties.canonicalCombiningClass != .notReordered)
    }
  }

  /// Reads a list from a text file: each line has a word and a number.
  private static func counts(_ bytes: [UInt8]) throws(LexiconError) -> [(word: String, cost: Int)] {
    var counts: [(word: String, count: Double)] = []
    var total = 0.0
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let parts = line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      if parts.isEmpty { continue }
      guard parts.count == 2, let count = Double(String(decoding: parts[1], as: UTF8.self)), count.isFinite, count > 0
      else {
        throw LexiconError(
          "line \(index + 1) is not a word and a number, and the file is not a wordfreq list (MessagePack)")
      }
      counts.append((String(decoding: parts[0], as: UTF8.self), count))
      total += count
    }
    return counts.map { ($0.word, LexiconFile.cost(ofFrequency: $0.count / total)) }
  }

  private static func decompressed(_ bytes: [UInt8]) throws(LexiconError) -> [UInt8] {
    var stream = z_stream()
    // 16 + 15: the gzip format with the largest window.
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
  /// The cost of a word with a frequency between 0 and 1.
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

  func frequencies() throws(LexiconError) -> [(word: String, cost: Int)] {
    var reader = self
    let lists = try reader.arrayCount()
    guard lists > 1, try reader.header() == ["format": "cB", "version": "1"] else { throw reader.malformed }
    var result: [(word: String, cost: Int)] = []
    for cost in 0..<(lists - 1) {
      for _ in 0..<(try reader.arrayCount()) { result.append((try reader.text(), cost)) }
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
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
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
