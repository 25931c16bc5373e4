internal import SuggestionProtocol
internal import TextModel

/// The words that the user typed in a field. When the user leaves the field, the keyboard learns the typed words that
/// the text still contains. The keyboard also learns the typed words of a text that the application removes, for
/// example to send a message (Behavior.md#learned-words).
struct TypedWords: Hashable {
  /// The maximum number of words. Beyond this number, a new word replaces the oldest word.
  static let maximumWords = 500

  private var typed: [TypedWord] = []
  private var accepted: [TypedWord] = []

  /// Adds a word that the user has finished typing.
  mutating func add(_ word: TypedWord) {
    if typed.count >= Self.maximumWords { typed.removeFirst() }
    typed.append(word)
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
    for var word in typed.reversed() {
      guard let count = left[word.word], count > 0 else { continue }
      left[word.word] = count - 1
      if !pairs.contains([word.previous, word.word]) { word.previous = "" }
      result.append(word)
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
