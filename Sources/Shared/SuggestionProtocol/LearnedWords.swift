package import KeyboardProtocol

/// A word that the user typed and did not change or delete.
package struct TypedWord: Hashable, Sendable {
  /// The word that the user typed.
  package var word: String
  /// The word before ``word``; empty at the start of a sentence.
  package var previous: String
  /// Whether the dictionary or the lexicon contains the word. If the word is known and not ``isChosen``, Klava learns
  /// only that the word follows ``previous``.
  package var isKnown: Bool
  /// Whether the user explicitly chose the word, by undoing a correction or by tapping the typed word in the suggestion
  /// bar.
  package var isChosen: Bool

  /// Creates a typed word.
  package init(_ word: String, after previous: String = "", isKnown: Bool, isChosen: Bool = false) {
    self.word = word
    self.previous = previous
    self.isKnown = isKnown
    self.isChosen = isChosen
  }
}

/// The words that the keyboard learned from the user in one language (Behavior.md#learned-words). Their number is
/// limited.
package struct LearnedWords: Hashable, Sendable {
  /// The maximum number of learned words. When the number of words reaches the maximum, a new word replaces the word
  /// that the user has not typed for the longest time.
  package static let maximumWords = 2_000
  /// The maximum number of learned pairs of words.
  package static let maximumPairs = 4_000
  /// The maximum length of a word in UTF-8 bytes.
  package static let wordBytes = 64
  /// The number of times that the user must type an unknown word until the word counts as correct.
  package static let timesToKnow = 2
  private static let maximumCount = 1_000

  /// A word or a pair of words, with the number of times that the user typed it. A space separates the words of a pair.
  /// Apostrophes are straight, as in dictionaries.
  package struct Entry: Hashable, Sendable {
    /// The word or the pair.
    package var text: String
    /// The number of times that the user typed the word or the pair.
    package var count: Int

    /// Creates an entry.
    package init(_ text: String, count: Int) {
      self.text = text.replacing("’", with: "'")
      self.count = count
    }
  }

  /// The learned words, with the most recently typed word last.
  package private(set) var words: [Entry] = []
  /// The learned pairs of words, with the most recently typed pair last.
  package private(set) var pairs: [Entry] = []

  /// Creates the learned words from entries. Drops entries that exceed the limits.
  package init(words: [Entry] = [], pairs: [Entry] = []) {
    self.words = Self.bounded(words, Self.maximumWords, parts: 1)
    self.pairs = Self.bounded(pairs, Self.maximumPairs, parts: 2)
  }

  private static func bounded(_ entries: [Entry], _ maximum: Int, parts: Int) -> [Entry] {
    var seen: Set<String> = []
    let valid = entries.filter { entry in
      let words = entry.text.split(separator: " ", omittingEmptySubsequences: false)
      return words.count == parts && words.allSatisfy { !$0.isEmpty && $0.utf8.count <= wordBytes }
        && entry.count > 0 && seen.insert(entry.text).inserted
    }
    return valid.suffix(maximum).map { Entry($0.text, count: min($0.count, maximumCount)) }
  }

  /// Whether the user has typed a word so often that the word counts as correct.
  package func knows(_ word: String) -> Bool { words.contains { $0.text == word && $0.count >= Self.timesToKnow } }

  /// Adds a word that the user typed.
  package mutating func learn(_ typed: TypedWord) {
    guard Self.isWord(typed.word) else { return }
    if !typed.isKnown || typed.isChosen {
      Self.add(typed.word, times: typed.isChosen ? Self.timesToKnow : 1, to: &words, maximum: Self.maximumWords)
    }
    guard Self.isWord(typed.previous) else { return }
    // Convert the previous word to lowercase, because its capital may come from the start of a sentence.
    Self.add("\(typed.previous.lowercased()) \(typed.word)", times: 1, to: &pairs, maximum: Self.maximumPairs)
  }

  /// Removes a word, and the pairs that contain the word. Returns whether the method removed anything.
  package mutating func forget(_ word: String) -> Bool {
    let count = words.count + pairs.count
    let word = Entry(word, count: 0).text
    words.removeAll { $0.text == word }
    let lower = word.lowercased()
    pairs.removeAll { $0.text.hasSuffix(" " + word) || $0.text.hasPrefix(lower + " ") }
    return words.count + pairs.count < count
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= wordBytes && !text.contains(where: \.isWhitespace)
  }

  private static func add(_ text: String, times: Int, to entries: inout [Entry], maximum: Int) {
    var entry = Entry(text, count: times)
    if let index = entries.lastIndex(where: { $0.text == entry.text }) {
      entry.count += entries.remove(at: index).count
    } else if entries.count >= maximum {
      entries.removeFirst()
    }
    entry.count = min(entry.count, maximumCount)
    entries.append(entry)
  }
}

extension TypedWord: WireValue {
  /// Appends the word's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) { writer.write(word, previous, isKnown, isChosen) }

  /// Reads a typed word.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), after: try String(from: &reader), isKnown: try Bool(from: &reader),
      isChosen: try Bool(from: &reader))
  }
}

extension LearnedWords.Entry: WireValue {
  /// Appends the text and the count.
  package func encode(into writer: inout WireWriter) { writer.write(text, count) }

  /// Reads an entry.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try String(from: &reader), count: try Int(from: &reader))
  }
}

extension LearnedWords: WireValue {
  /// Appends the words and the pairs.
  package func encode(into writer: inout WireWriter) { writer.write(words, pairs) }

  /// Reads learned words. Throws if there are too many words or pairs.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      words: try reader.readArray(maximum: Self.maximumWords), pairs: try reader.readArray(maximum: Self.maximumPairs))
  }
}
