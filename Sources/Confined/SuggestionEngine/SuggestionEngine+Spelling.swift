internal import KeyboardProtocol
package import SuggestionProtocol

// The answers for the spell checker that third-party keyboards can use. The spell checker has an engine without learned
// words.
extension SuggestionEngine {
  /// The maximum number of words that a search for completions looks up in the dictionary.
  private static let completionLookups = 100

  /// Replies to a question about spelling.
  package func reply(to question: SpellingQuestion) -> SpellingAnswer {
    var answer = SpellingAnswer(number: question.number)
    switch question.kind {
    case .misspelled(let words):
      answer.misspelled = words.indices.filter { isMisspelled(words[$0]) }.map { UInt32($0) }
    case .guesses(let word): answer.words = guesses(of: word)
    case .completions(let text): answer.words = completions(of: text)
    }
    return answer
  }

  /// Whether a word is misspelled. A word that is too long for the dictionary counts as correct.
  private func isMisspelled(_ word: String) -> Bool {
    let plain = word.replacing("’", with: "'")
    guard !plain.isEmpty, plain.utf16.count <= WordTrie.maximumLength else { return false }
    return !isKnown(plain, plain.lowercased())
  }

  private func guesses(of word: String) -> [String] {
    let typed = word.replacing("’", with: "'")
    guard !typed.isEmpty, typed.utf16.count <= WordTrie.maximumLength else { return [] }
    return words(
      candidates(typed, typed.lowercased(), isKnown: false).filter { !$0.isCompletion }.map(\.text), like: word)
  }

  private func completions(of text: String) -> [String] {
    let lower = text.replacing("’", with: "'").lowercased()
    guard !lower.isEmpty, lower.utf16.count <= WordTrie.maximumLength else { return [] }
    var found: [String] = []
    var search = search(lower)
    var lookups = 0
    while found.count < SpellingRequest.maximumWords, lookups < Self.completionLookups, let match = search.next() {
      guard match.isCompletion, match.word.starts(with: lower.utf16) else { continue }
      lookups += 1
      guard let word = spelled(String(decoding: match.word, as: UTF16.self)), !found.contains(word) else { continue }
      found.append(word)
    }
    return words(found, like: text)
  }

  /// Returns words without duplicates, with the capitals and the apostrophes of a typed text.
  private func words(_ words: [String], like typed: String) -> [String] {
    let shape = LetterCase(typed)
    var result: [String] = []
    for word in words where result.count < SpellingRequest.maximumWords {
      let word = typed.contains("’") ? shape.applied(to: word).replacing("'", with: "’") : shape.applied(to: word)
      if word != typed, !result.contains(word) { result.append(word) }
    }
    return result
  }
}
