/// A search in a trie for the words that the user can mean with a typed text, the most probable word first.
///
/// The search is a best-first search. Each state stores the cost of the typing errors so far, and the lowest cost of
/// any word that continues from this state. The number of visited states is limited.
struct WordSearch {
  typealias Cost = WordTrie.Cost

  /// A word that the search found.
  struct Match {
    var word: [UInt16]
    /// The cost of the word and of the errors.
    var cost: Cost
    /// The cost of the errors, without the cost of the word.
    var errors: Cost
    /// Whether the typed text is only the beginning of the word.
    var isCompletion: Bool
  }

  /// The maximum number of states that a search visits.
  static let maximumStates = 12_000
  /// The cost of a completion, and the additional cost of each completed letter.
  private static let completion: Cost = 60
  private static let completedLetter: Cost = 12
  /// The percentage of a word's cost that the search adds to the cost of the errors.
  private static let rarity: Cost = 65

  private struct State {
    var priority: Cost
    var errors: Cost
    var node: UInt32
    var parent: Int32
    var position: UInt8
    var edits: UInt8
    var isCompletion: Bool
    var isWord: Bool
  }

  private let trie: WordTrie
  /// The costs of each typed letter (``TypingErrors/table(of:)``).
  private let tables: [[Cost]]
  private let typed: [UInt16]
  private let maximumEdits: UInt8
  private let completes: Bool
  private var heap = Heap()
  private var visited = StateSet()
  private var path: [(node: UInt32, parent: Int32)] = []
  private var states = 0

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - typed: The typed text in lowercase.
  ///   - trie: The words.
  ///   - errors: The costs of errors.
  ///   - completes: Whether to find words that begin with the typed text.
  init(_ typed: [UInt16], in trie: WordTrie, _ errors: TypingErrors, completes: Bool = true) {
    self.trie = trie
    tables = typed.map { errors.table(of: $0) }
    self.typed = typed
    self.completes = completes
    maximumEdits = typed.count < 2 ? 0 : typed.count < 4 ? 1 : typed.count < 9 ? 2 : 3
    push(node: 0, parent: -1, position: 0, errors: 0, edits: 0)
  }

  /// Returns the next word; nil at the end of the search.
  mutating func next() -> Match? {
    while states < Self.maximumStates, let state = heap.pop() {
      if state.isWord {
        return Match(
          word: word(at: state.parent), cost: state.priority, errors: state.errors, isCompletion: state.isCompletion)
      }
      let key =
        UInt64(state.node) << 16 | UInt64(state.position) << 8 | UInt64(state.edits) << 1 | (state.isCompletion ? 1 : 0)
      guard visited.insert(key) else { continue }
      states += 1
      expand(state)
    }
    return nil
  }

  /// Returns the letters of a word from its start to the given node of the search path.
  private func word(at index: Int32) -> [UInt16] {
    var result: [UInt16] = []
    var index = index
    while index >= 0, path[Int(index)].node != 0 {
      result.append(trie.labels[Int(path[Int(index)].node)])
      index = path[Int(index)].parent
    }
    return result.reversed()
  }

  private mutating func expand(_ state: State) {
    let node = Int(state.node)
    let position = Int(state.position)
    path.append((state.node, state.parent))
    let parent = Int32(path.count - 1)
    if position == typed.count {
      if trie.costs[node] != WordTrie.noWord { pushWord(state, node: node, parent: parent) }
      if completes || state.isCompletion {
        let first = state.isCompletion ? 0 : Self.completion
        for child in trie.children(of: node) {
          push(
            node: child, parent: parent, position: position, errors: state.errors + first + Self.completedLetter,
            edits: state.edits, isCompletion: true)
        }
      }
      guard !state.isCompletion else { return }
    }
    let mayErr = state.edits < maximumEdits
    let isFirst: Cost = position == 0 ? TypingErrors.firstLetter : 0
    for child in trie.children(of: node) {
      let label = trie.labels[child]
      if position < typed.count {
        let table = tables[position]
        let wrong =
          Int(label) < table.count ? table[Int(label)] : label == typed[position] ? 0 : TypingErrors.otherLetter
        if wrong == 0 {
          push(
            node: child, parent: parent, position: position + 1, errors: state.errors, edits: state.edits)
        } else if wrong == TypingErrors.accent {
          // Many users type no accents at all, so a missing accent costs no more in the first letter than in any other
          // letter.
          push(
            node: child, parent: parent, position: position + 1, errors: state.errors + wrong, edits: state.edits)
        } else if mayErr {
          push(
            node: child, parent: parent, position: position + 1, errors: state.errors + wrong + isFirst,
            edits: state.edits + 1)
        }
      }
      // A missing letter.
      if label == TypingErrors.apostrophe {
        push(
          node: child, parent: parent, position: position, errors: state.errors + TypingErrors.missingApostrophe,
          edits: state.edits)
      } else if mayErr {
        let isDouble = node != 0 && trie.labels[node] == label
        push(
          node: child, parent: parent, position: position,
          errors: state.errors + (isDouble ? TypingErrors.doubledLetter : TypingErrors.missingLetter) + isFirst,
          edits: state.edits + 1)
      }
      // Two letters in the wrong order.
      if mayErr, position + 1 < typed.count, typed[position + 1] == label, typed[position] != label {
        for grandchild in trie.children(of: child) where trie.labels[grandchild] == typed[position] {
          path.append((UInt32(child), parent))
          push(
            node: grandchild, parent: Int32(path.count - 1), position: position + 2,
            errors: state.errors + TypingErrors.transposition + isFirst, edits: state.edits + 1)
        }
      }
    }
    // An additional letter.
    if mayErr, position < typed.count {
      let isDouble = position > 0 && typed[position] == typed[position - 1]
      push(
        node: node, parent: state.parent, position: position + 1,
        errors: state.errors + (isDouble ? TypingErrors.doubledLetter : TypingErrors.extraLetter) + isFirst,
        edits: state.edits + 1)
    }
  }

  private mutating func push(
    node: Int, parent: Int32, position: Int, errors: Cost, edits: UInt8, isCompletion: Bool = false
  ) {
    guard trie.lowestCosts[node] != WordTrie.noWord else { return }
    heap.push(
      State(
        priority: errors + Self.weighted(trie.lowestCosts[node]), errors: errors, node: UInt32(node), parent: parent,
        position: UInt8(position), edits: edits, isCompletion: isCompletion, isWord: false))
  }

  private mutating func pushWord(_ state: State, node: Int, parent: Int32) {
    var word = state
    word.priority = state.errors + Self.weighted(trie.costs[node])
    word.parent = parent
    word.isWord = true
    heap.push(word)
  }

  /// The part of a word's cost that the search adds to the cost of the errors.
  static func weighted(_ cost: Cost) -> Cost { cost * rarity / 100 }

  /// A set of visited states, as a hash table with open addressing.
  private struct StateSet {
    private static let size = 1 << 15
    private var slots = [UInt64](repeating: .max, count: size)

    /// Adds a state. Returns false if the set already contains the state. The caller may add at most ``maximumStates``
    /// states.
    mutating func insert(_ key: UInt64) -> Bool {
      var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 49)
      while slots[slot] != .max {
        if slots[slot] == key { return false }
        slot = (slot + 1) & (Self.size - 1)
      }
      slots[slot] = key
      return true
    }
  }

  /// A binary heap, in which the state with the lowest `priority` comes first.
  private struct Heap {
    private var states: [State] = []

    mutating func push(_ state: State) {
      states.append(state)
      var index = states.count - 1
      while index > 0, case let above = (index - 1) / 2, state.priority < states[above].priority {
        states[index] = states[above]
        index = above
      }
      states[index] = state
    }

    mutating func pop() -> State? {
      guard let first = states.first else { return nil }
      let last = states.removeLast()
      guard !states.isEmpty else { return first }
      var index = 0
      while true {
        var below = 2 * index + 1
        guard below < states.count else { break }
        if below + 1 < states.count, states[below + 1].priority < states[below].priority { below += 1 }
        guard states[below].priority < last.priority else { break }
        states[index] = states[below]
        index = below
      }
      states[index] = last
      return first
    }
  }
}
