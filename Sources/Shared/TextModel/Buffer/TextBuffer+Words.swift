extension TextBuffer {
  /// The maximum number of deletions for one word. If a word is longer, the next deletion of a word removes the
  /// remaining part of this word.
  private static let maximumDeletions = 500

  /// Returns the number of backward deletions that remove the word before the insertion point and the separators after
  /// that word.
  ///
  /// Removing a selection or marked text takes one deletion. A word is a run of letters, digits, apostrophes and
  /// underscores. An ideograph, a character of a script without spaces, an emoji and any other symbol each count as one
  /// word. The result is at least 1, because a deletion in an empty buffer makes the host send more text.
  package func deletionsOfLastWord(rules: EditingRules) -> Int {
    guard selected.isEmpty, !isSelectionCut, marking == nil else { return 1 }
    return max(deletions(leaving: bytesBeforeLastWord, rules: rules), 1)
  }

  /// Returns the number of backward deletions after which at most `bytes` UTF-8 bytes of ``before`` remain.
  ///
  /// The result can be greater than the number of removed characters, because a deletion can remove only a combining
  /// mark.
  package func deletions(leaving bytes: Int, rules: EditingRules) -> Int {
    var rest = TextBuffer(before: before)
    var count = 0
    while rest.before.utf8.count > bytes, count < Self.maximumDeletions {
      _ = rest.apply(.deleteBackward, rules: rules)
      count += 1
    }
    return count
  }

  /// The size of ``before`` in UTF-8 bytes, without its last word and the separators after that word.
  package var bytesBeforeLastWord: Int {
    var rest = before[...]
    while rest.last?.isBetweenWords == true { rest.removeLast() }
    guard let last = rest.popLast(), last.isInWord, !last.isWordByItself else { return rest.utf8.count }
    while let last = rest.last, last.isInWord, !last.isWordByItself { rest.removeLast() }
    return rest.utf8.count
  }
}

extension Character {
  /// Whether the character separates words: white space or punctuation.
  fileprivate var isBetweenWords: Bool { isWhitespace || isPunctuation && !isInWord }

  /// Whether the character belongs to a script in which only a dictionary can find the boundaries of words.
  fileprivate var isWordByItself: Bool {
    guard let first = unicodeScalars.first else { return false }
    // Thai and Lao, Burmese, Khmer.
    let unspaced: [ClosedRange<UInt32>] = [0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF]
    return first.properties.isIdeographic || unspaced.contains { $0 ~= first.value }
  }
  /// Whether the character is a letter or a digit of a script with spaces between all words.
  package var isOfSpacedWord: Bool {
    guard isLetter || isNumber, !isWordByItself, let first = unicodeScalars.first?.value else { return false }
    // Hangul, kana and Bopomofo. In Hangul, a particle follows its word without a space.
    let exempt: [ClosedRange<UInt32>] = [
      0x1100...0x11FF, 0x3040...0x31FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFF66...0xFFDC,
    ]
    return !exempt.contains { $0 ~= first }
  }
}
