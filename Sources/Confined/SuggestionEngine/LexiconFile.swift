/// A lexicon: the words of a language with their frequencies, in the format that `klava lexicon install` writes.
///
/// A lexicon is a text file in UTF-8. The first line is `klava-lexicon 1`. Each other line has a word in lowercase, a
/// tab, and the cost of the word in centibels. A word with the cost 0 has the frequency 1, as if texts contained only
/// this word. A word that is ten times as rare costs 100 more.
package enum LexiconFile {
  /// The first line of each lexicon.
  package static let header = "klava-lexicon 1\n"
  /// The maximum size of a lexicon in bytes.
  package static let maximumBytes = 16 << 20
  /// The maximum number of words in a lexicon.
  package static let maximumWords = 500_000
  /// The largest cost of a word, in centibels.
  package static let maximumCost = 2_000

  /// Returns the text of a lexicon. Leaves out the rarest words if the lexicon would exceed ``maximumWords`` or
  /// ``maximumBytes``.
  package static func text(of words: [(word: String, cost: Int)]) -> String {
    var bytes = header.utf8.count
    let kept = words.sorted { ($0.cost, $0.word) < ($1.cost, $1.word) }.prefix(maximumWords).prefix { word in
      bytes += word.word.utf8.count + String(word.cost).utf8.count + 2
      return bytes <= maximumBytes
    }
    let lines = kept.map { (units: Array($0.word.utf16), line: "\($0.word)\t\($0.cost)\n") }
      .sorted { $0.units.lexicographicallyPrecedes($1.units) }
    return header + lines.map(\.line).joined()
  }

  /// Reads a lexicon.
  ///
  /// - Throws: ``LexiconError`` with the reason why the lexicon cannot be used.
  package static func read(_ bytes: [UInt8]) throws(LexiconError) -> WordTrie {
    var list = WordList()
    guard bytes.starts(with: header.utf8) else {
      throw LexiconError("it does not begin with the line \"klava-lexicon 1\"")
    }
    var start = header.utf8.count
    var line = 1
    while start < bytes.count {
      line += 1
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
        let tab = bytes[start..<end].firstIndex(of: UInt8(ascii: "\t")),
        let cost = number(bytes[(tab + 1)..<end]), line <= maximumWords + 1
      else { throw LexiconError("line \(line) is not a word, a tab and a cost up to \(maximumCost)") }
      list.append(Array(String(decoding: bytes[start..<tab], as: UTF8.self).utf16), cost: WordTrie.Cost(cost))
      start = end + 1
    }
    guard list.count > 0 else { throw LexiconError("it has no words") }
    return WordTrie(list)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return number <= maximumCost ? number : nil
  }
}

/// The reason why a lexicon cannot be used.
package struct LexiconError: Error, Hashable, CustomStringConvertible {
  /// The reason, without a final period.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}
