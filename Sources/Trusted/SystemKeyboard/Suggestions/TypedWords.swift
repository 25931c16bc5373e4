internal import SuggestionProtocol
internal import TextModel

/// The words that the user typed in a field. When the user leaves the field, or an application takes the text, the
/// keyboard learns the typed words that the text still contains (Behavior.md#learned-words).
struct TypedWords: Hashable {
  /// The maximum number of words. A new word replaces the oldest word.
  static let maximum = 500

  private var typed: [TypedWord] = []
  private var accepted: [TypedWord] = []

  /// Adds a word that the user ended.
  mutating func add(_ word: TypedWord) {
    if typed.count >= Self.maximum { typed.removeFirst() }
    typed.append(word)
  }

  /// Moves the typed words that a text contains to ``accepted``, because the application took this text.
  mutating func accept(_ text: TextBuffer) {
    accepted = Array((accepted + words(in: text)).suffix(Self.maximum))
    typed = []
  }

  /// Returns the words to learn from the text of a field that the user leaves.
  func learned(leaving text: TextBuffer) -> [TypedWord] { accepted + words(in: text) }

  /// The typed words that a text contains, in their order. Contains each word at most as often as the text does.
  private func words(in text: TextBuffer) -> [TypedWord] {
    guard !typed.isEmpty else { return [] }
    let words = Self.words(of: text)
    var left: [String: Int] = [:]
    for word in words { left[word, default: 0] += 1 }
    let pairs = Set(zip(words, words.dropFirst()).map { [$0, $1] })
    var result: [TypedWord] = []
    for var word in typed.reversed() {
      guard let count = left[word.word], count > 0 else { continue }
      left[word.word] = count - 1
      if !pairs.contains([word.previous, word.word]) { word.previous = "" }
      result.append(word)
    }
    return result.reversed()
  }

  /// The words of a text, without a word that may continue beyond the start or the end of the text.
  private static func words(of text: TextBuffer) -> [String] {
    let scalars = Array((text.before + text.selected + text.after).unicodeScalars)
    var runs = scalars.split(omittingEmptySubsequences: false) { !$0.isOfWord }
    if text.isCutBefore { runs.removeFirst() }
    if text.isCutAfter, !runs.isEmpty { runs.removeLast() }
    return runs.filter { !$0.isEmpty }.map { String(String.UnicodeScalarView($0)) }
  }
}
