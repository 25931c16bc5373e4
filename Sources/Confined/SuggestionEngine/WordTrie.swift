/// The words of a language as a trie of UTF-16 code units, with the cost of each word.
///
/// The nodes are in breadth-first order, so the children of a node are adjacent.
package struct WordTrie: Sendable {
  /// A cost in centibels: a word that costs 100 more is ten times as rare.
  package typealias Cost = Int32
  /// The cost of a node at which no word ends.
  static let noWord = Cost.max
  /// The maximum length of a word in UTF-16 code units.
  package static let maximumLength = 48

  /// The code unit of each node: the last unit of the text that ends at the node.
  private(set) var labels: [UInt16] = [0]
  /// The index of the first child of each node. The last entry is the number of nodes.
  private(set) var firstChildren: [UInt32] = []
  /// The cost of the word that ends at each node.
  private(set) var costs: [Cost] = []
  /// The lowest cost of the words at and below each node.
  private(set) var lowestCosts: [Cost] = []
  /// The number of words.
  package private(set) var count = 0

  /// Creates a trie. If a word occurs several times, keeps its lowest cost. Leaves out words that are empty or too
  /// long.
  package init(_ words: [(word: String, cost: Cost)]) {
    var list = WordList()
    for (word, cost) in words { list.append(Array(word.utf16), cost: cost) }
    self.init(list)
  }

  /// Creates a trie of the words of a list.
  init(_ list: WordList) {
    let list = list.sorted()
    count = list.count
    list.withWords { unit, length, cost in
      var level: [(low: Int, high: Int)] = list.count > 0 ? [(0, list.count)] : [(0, 0)]
      var depth = 0
      while !level.isEmpty {
        var next: [(low: Int, high: Int)] = []
        for (start, high) in level {
          firstChildren.append(UInt32(labels.count))
          var low = start
          if low < high, length(low) == depth {
            costs.append(cost(low))
            low += 1
          } else {
            costs.append(Self.noWord)
          }
          while low < high {
            let label = unit(low, depth)
            var end = low + 1
            while end < high, unit(end, depth) == label { end += 1 }
            labels.append(label)
            next.append((low, end))
            low = end
          }
        }
        level = next
        depth += 1
      }
    }
    firstChildren.append(UInt32(labels.count))
    lowestCosts = costs
    for node in costs.indices.reversed() {
      for child in children(of: node) { lowestCosts[node] = min(lowestCosts[node], lowestCosts[child]) }
    }
  }

  func children(of node: Int) -> Range<Int> { Int(firstChildren[node])..<Int(firstChildren[node + 1]) }

  /// Returns the node at the end of a text; nil if no word begins with the text.
  func node(of text: [UInt16]) -> Int? {
    var node = 0
    for unit in text {
      guard let child = children(of: node).first(where: { labels[$0] == unit }) else { return nil }
      node = child
    }
    return node
  }

  /// The cost of a word; nil if the trie does not contain it.
  func cost(of word: [UInt16]) -> Cost? {
    guard let node = node(of: word), costs[node] != Self.noWord else { return nil }
    return costs[node]
  }
}

/// A list of words with their costs. All code units are in one array.
struct WordList {
  private var units: [UInt16] = []
  private var words: [(start: UInt32, length: UInt16, cost: WordTrie.Cost)] = []

  /// The number of words.
  var count: Int { words.count }

  /// Adds a word, unless it is empty or too long.
  mutating func append(_ word: [UInt16], cost: WordTrie.Cost) {
    guard !word.isEmpty, word.count <= WordTrie.maximumLength else { return }
    words.append((UInt32(units.count), UInt16(word.count), cost))
    units.append(contentsOf: word)
  }

  /// Returns the list in the order of the code units. If a word occurs several times, keeps only the occurrence with
  /// the lowest cost.
  func sorted() -> WordList {
    var result = self
    units.withUnsafeBufferPointer { units in
      func word(_ entry: (start: UInt32, length: UInt16, cost: WordTrie.Cost))
        -> UnsafeBufferPointer<UInt16>.SubSequence
      {
        units[Int(entry.start)..<Int(entry.start) + Int(entry.length)]
      }
      func precedes(
        _ one: (start: UInt32, length: UInt16, cost: WordTrie.Cost),
        _ other: (start: UInt32, length: UInt16, cost: WordTrie.Cost)
      ) -> Bool {
        var (left, right) = (Int(one.start), Int(other.start))
        let end = left + Int(min(one.length, other.length))
        while left < end {
          if units[left] != units[right] { return units[left] < units[right] }
          left += 1
          right += 1
        }
        return one.length == other.length ? one.cost < other.cost : one.length < other.length
      }
      // Sort only if necessary, because the words of a converted lexicon are sorted already.
      if !zip(words, words.dropFirst()).allSatisfy(precedes) { result.words.sort(by: precedes) }
      var last: (start: UInt32, length: UInt16, cost: WordTrie.Cost)?
      result.words.removeAll { entry in
        defer { last = entry }
        return last.map { word($0).elementsEqual(word(entry)) } ?? false
      }
    }
    return result
  }

  /// Calls `body` with three functions, which return a code unit, the length and the cost of the word at an index.
  func withWords(_ body: (_ unit: (Int, Int) -> UInt16, _ length: (Int) -> Int, _ cost: (Int) -> WordTrie.Cost) -> Void)
  {
    units.withUnsafeBufferPointer { units in
      words.withUnsafeBufferPointer { words in
        body({ units[Int(words[$0].start) + $1] }, { Int(words[$0].length) }, { words[$0].cost })
      }
    }
  }
}
