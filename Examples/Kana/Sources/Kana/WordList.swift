/// A part of a dictionary: each line has a reading and its candidates, such as `かな/仮名/假名`. The lines are sorted by the
/// bytes of the readings.
struct WordList {
  private let bytes: [UInt8]

  /// Creates a list from the bytes of a file. If the lines are not sorted, searches can miss readings.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the candidates for a reading, in the order of the file.
  func candidates(of reading: String) -> [String] {
    let wanted = Array(reading.utf8)
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      let start = bytes[..<middle].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
      let end = bytes[middle...].firstIndex(of: Self.lineFeed) ?? bytes.count
      let line = bytes[start..<end]
      let found = line.prefix { $0 != Self.slash }
      if found.elementsEqual(wanted) {
        return line.dropFirst(wanted.count).split(separator: Self.slash).map { String(decoding: $0, as: UTF8.self) }
      }
      if found.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
    }
    return []
  }

  /// Sorts the lines of a text by the bytes of their readings, and returns the sorted lines as bytes.
  static func sorted(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let sorted = lines.sorted { a, b in
      a.utf8.prefix { $0 != slash }.lexicographicallyPrecedes(b.utf8.prefix { $0 != slash })
    }
    return Array(sorted.joined(separator: "\n").utf8)
  }

  private static let slash = UInt8(ascii: "/")
  private static let lineFeed = UInt8(ascii: "\n")
}

/// The dictionary: the words in words.txt, and the parts of SKK's dictionary if the bundle contains it.
struct Dictionary {
  private let own: WordList
  /// The first reading and the name of each part of SKK's dictionary. The keyboard loads a part when a search needs
  /// this part for the first time.
  private let parts: [(first: [UInt8], name: String)]
  private let read: (String) -> [UInt8]
  private var loaded: [(name: String, list: WordList)] = []

  /// The maximum number of parts in memory. A part has about 500,000 bytes.
  private static let maximumLoaded = 4

  /// Creates a dictionary.
  ///
  /// - Parameters:
  ///   - words: The contents of words.txt, with lines in any order.
  ///   - index: One line for each part of SKK's dictionary: the name of the part, a space, and the first reading of the
  ///     part. The lines are sorted by reading. The text is empty if the bundle does not contain SKK's dictionary.
  ///   - read: Returns the bytes of the part with this name. Returns an empty array if the part cannot be read.
  init(words: String, index: String = "", read: @escaping (String) -> [UInt8] = { _ in [] }) {
    own = WordList(WordList.sorted(words))
    parts = index.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      return fields.count == 2 ? (Array(fields[1].utf8), String(fields[0])) : nil
    }
    self.read = read
  }

  /// Returns the candidates for a reading. The candidates from words.txt come first.
  mutating func candidates(of reading: String) -> [String] {
    var candidates = own.candidates(of: reading)
    let bytes = Array(reading.utf8)
    guard let part = parts.last(where: { !bytes.lexicographicallyPrecedes($0.first) }) else { return candidates }
    let list: WordList
    if let known = loaded.first(where: { $0.name == part.name }) {
      list = known.list
    } else {
      list = WordList(read(part.name))
      loaded.append((part.name, list))
      if loaded.count > Self.maximumLoaded { loaded.removeFirst() }
    }
    for text in list.candidates(of: reading) where !candidates.contains(text) { candidates.append(text) }
    return candidates
  }
}
