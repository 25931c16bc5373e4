extension TextBuffer {
  /// The most deletions that one word takes; what is left of a longer one goes with the next.
  private static let deletionLimit = 500

  /// How often to delete backward for the word before the insertion point to be gone, with what stands after it.
  ///
  /// A selection, and marked text, go at once. A word is a run of letters and digits; an ideograph, a character of a script
  /// that is written without spaces, an emoji or any other symbol is one by itself. It is never 0, so that a document of
  /// which nothing is held is asked for.
  package func deletionsOfLastWord(rules: EditingRules) -> Int {
    guard selected.isEmpty, !isSelectionCut, marking == nil else { return 1 }
    let start = bytesBeforeLastWord
    var rest = TextBuffer(before: before)
    var count = 0
    while rest.before.utf8.count > start, count < Self.deletionLimit {
      _ = rest.apply(.deleteBackward, rules: rules)
      count += 1
    }
    return max(count, 1)
  }

  /// UTF-8 bytes of ``before`` without its last word and what separates that from the insertion point.
  private var bytesBeforeLastWord: Int {
    var rest = before[...]
    while rest.last?.isBetweenWords == true { rest.removeLast() }
    guard let last = rest.popLast(), last.isInWord, !last.isWordByItself else { return rest.utf8.count }
    while let last = rest.last, last.isInWord, !last.isWordByItself { rest.removeLast() }
    return rest.utf8.count
  }
}

extension Character {
  /// Whether it separates words: white space and punctuation.
  fileprivate var isBetweenWords: Bool { isWhitespace || isPunctuation && !isInWord }

  /// Whether it is a letter of a script in which only a dictionary knows where a word ends.
  fileprivate var isWordByItself: Bool {
    guard let first = unicodeScalars.first else { return false }
    // Thai and Lao, Burmese, Khmer.
    let unspaced: [ClosedRange<UInt32>] = [0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF]
    return first.properties.isIdeographic || unspaced.contains { $0 ~= first.value }
  }
}
