internal import SuggestionProtocol
internal import TextModel

/// The words that the user typed in a field. When the user leaves the field, the keyboard learns the typed words that
/// the text still contains. The keyboard also learns the typed words of a text that the application removes, for
/// example to send a message (Behavior.md#learned-words).
struct TypedWords: Hashable {
  /// The maximum number of words. Beyond this number, a new word replaces the oldest word.
  static let maximumWords = 500

  private var typed: [Entry] = []
  private var accepted: [TypedWord] = []

  private struct Entry: Hashable {
    /// The word as the user typed it.
    var word: TypedWord
    let beginsSentence: Bool

    /// The word as the keyboard learns it. A capital at the start of a sentence does not belong to the word.
    var learned: TypedWord {
      var learned = word
      let lower = word.word.lowercased()
      if beginsSentence, lower.prefix(1).uppercased() + lower.dropFirst() == word.word { learned.word = lower }
      return learned
    }
  }

  /// Adds a word that the user has finished typing.
  ///
  /// - Parameter beginsSentence: Whether the word is the first word of a sentence.
  mutating func add(_ word: TypedWord, beginsSentence: Bool) {
    if typed.count >= Self.maximumWords { typed.removeFirst() }
    typed.append(Entry(word: word, beginsSentence: beginsSentence))
  }

  /// Moves the typed words that a text contains to ``accepted``, and drops the other typed words. Call this method when
  /// the application has removed the text, for example to send the text as a message.
  mutating func accept(_ text: TextBuffer) {
    accepted = Array((accepted + words(in: text)).suffix(Self.maximumWords))
    typed = []
  }

  /// Returns the words to learn when the user leaves a field with this text.
  func learned(leaving text: TextBuffer) -> [TypedWord] { accepted + words(in: text) }

  /// Returns the typed words that a text contains, in the order of typing. The result contains each word at most as
  /// often as the text contains it.
  private func words(in text: TextBuffer) -> [TypedWord] {
    guard !typed.isEmpty else { return [] }
    let words = Self.words(of: text)
    var left: [String: Int] = [:]
    for word in words { left[word, default: 0] += 1 }
    let pairs = Set(zip(words, words.dropFirst()).map { [$0, $1] })
    var result: [TypedWord] = []
    for var entry in typed.reversed() {
      let word = entry.word.word
      guard let count = left[word], count > 0 else { continue }
      left[word] = count - 1
      if !pairs.contains([entry.word.previous, word]) { entry.word.previous = "" }
      result.append(entry.learned)
    }
    return result.reversed()
  }

  /// Returns the words of a text. Leaves out the first or the last word if the document may continue beyond this end of
  /// the text.
  private static func words(of text: TextBuffer) -> [String] {
    let scalars = Array((text.before + text.selected + text.after).unicodeScalars)
    var runs = scalars.split(omittingEmptySubsequences: false) { !$0.isOfWord }
    if text.isCutBefore { runs.removeFirst() }
    if text.isCutAfter, !runs.isEmpty { runs.removeLast() }
    return runs.filter { !$0.isEmpty }.map { String(String.UnicodeScalarView($0)) }
  }
}
