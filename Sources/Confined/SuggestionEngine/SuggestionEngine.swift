// SuggestionEngine: completions, corrections and next words for a typed text.
//
// For:    `klava-suggester`, the confined process that reads dictionaries.
// Never:  opens a file by a path that the host did not pass, or stores typed text other than the learned words.
// Start:  `SuggestionEngine` below; `WordSearch` finds the words, `TypingErrors` has the costs of errors, `Speller` is
//         hunspell.
//
// Costs are in centibels, as in the lists of wordfreq: a word that costs 100 more is ten times as rare. The costs of
// typing errors are in centibels too, so the engine can add the cost of an error to the cost of a word.

package import SuggestionProtocol

/// An engine that finds suggestions in one language.
package final class SuggestionEngine {
  typealias Cost = WordTrie.Cost

  /// The maximum total cost of typing errors at which the engine corrects a word.
  private static let maximumCorrectionCost: Cost = 430
  /// If the errors in a word cost more than this value, the engine corrects the word only to a frequent or learned
  /// word.
  private static let singleError: Cost = 230
  /// The maximum total cost of typing errors at which the engine corrects a word of two letters.
  private static let maximumShortCorrectionCost: Cost = 180
  /// The two limits for a correction if there is no lexicon: the highest cost of the candidate's errors, and the lowest
  /// difference from the next candidate.
  ///
  /// Without the frequencies from a lexicon, the first of several similar words is often the wrong word.
  private static let maximumCostWithoutFrequency: Cost = 220
  private static let marginWithoutFrequency: Cost = 45
  /// The minimum margin if the first candidate has the typed letters in another order. The margin is the difference
  /// between the costs of the errors in the first two candidates. The value is smaller than ``marginWithoutFrequency``,
  /// because a candidate with the same letters is seldom a coincidence.
  private static let marginOfTransposition: Cost = 5
  /// The highest cost of a common word. If the typed word is common but not in the dictionary, the engine corrects
  /// only the accents of the word.
  private static let commonWord: Cost = 440
  /// The highest cost at which a word of the lexicon counts as correct, if there is no dictionary.
  private static let knownWord: Cost = 600
  /// The cost of a dictionary word if there is no lexicon, and the additional cost of each of the word's letters.
  private static let wordWithoutFrequency: Cost = 450
  private static let letterWithoutFrequency: Cost = 10
  /// The reduction of a dictionary word's cost for each of its flags, up to ``maximumFlags`` flags. Frequent words have
  /// more flags, because they have more forms.
  private static let flagWithoutFrequency: Cost = 14
  private static let maximumFlags = 6
  /// The additional cost of a name or an abbreviation, which the dictionary writes with a capital.
  private static let capitalWithoutFrequency: Cost = 90
  /// The additional cost of a correction that hunspell found but ``WordSearch`` did not. The engine only suggests such
  /// a distant correction, and never makes it automatically.
  private static let distantCorrection: Cost = 420
  /// The maximum number of words that one query looks up in the dictionary.
  private static let maximumLookups = 40
  /// The maximum number of candidates that one query collects.
  private static let candidates = 8

  private let speller: Speller?
  private let words: WordTrie
  private let hasLexicon: Bool
  /// Whether all nouns begin with a capital, as in German. In other languages, a capital marks a name.
  private let capitalizesNouns: Bool
  /// Whether the word `i` is always written as a capital, as in English.
  private let capitalizesI: Bool
  private var errors = TypingErrors([])
  private var learned: LearnedWords

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - speller: The dictionary; nil if there is none.
  ///   - lexicon: The lexicon of the language; nil if there is none.
  ///   - dictionary: The bytes of the dictionary's words (`.dic`), for completions without a lexicon.
  ///   - learned: The words that the engine learned from the user.
  ///   - language: The language as a BCP 47 tag.
  package init(
    speller: Speller?, lexicon: WordTrie?, dictionary: [UInt8] = [], learned: LearnedWords = LearnedWords(),
    language: String = ""
  ) {
    self.speller = speller
    self.learned = learned
    hasLexicon = lexicon != nil
    let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    capitalizesNouns = ["de", "lb"].contains(code)
    capitalizesI = code == "en"
    words = lexicon ?? speller.map { Self.words(of: dictionary, $0) } ?? WordTrie([])
  }

  /// Whether the engine has a dictionary or a lexicon.
  package var hasWords: Bool { speller != nil || hasLexicon }

  /// Sets the positions of the keys.
  package func setKeys(_ keys: [KeyPosition]) { errors = TypingErrors(keys) }

  /// Learns a word that the user typed and kept.
  package func learn(_ word: TypedWord) { learned.learn(word) }

  /// The words of a `.dic` file: each line has a word and, after a slash, its flags.
  private static func words(of dictionary: [UInt8], _ speller: Speller) -> WordTrie {
    var list = WordList()
    for line in dictionary.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let text = speller.word(of: line)
      let units = Array(text.lowercased().utf16)
      let flags = line.drop { $0 != UInt8(ascii: "/") }.dropFirst().prefix { $0 > UInt8(ascii: " ") }.count
      let reduction = flagWithoutFrequency * Cost(clamping: min(flags, maximumFlags))
      list.append(units, cost: cost(of: text, units) - reduction)
    }
    return WordTrie(list)
  }

  // MARK: Answers

  /// A word to suggest.
  struct Candidate {
    var text: String
    var cost: Cost
    var errors: Cost
    var isCompletion: Bool
  }

  /// Replies to a query.
  package func reply(to query: SuggestionQuery) -> SuggestionAnswer {
    let typed = query.typed.replacing("’", with: "'")
    var query = query
    query.previous.replace("’", with: "'")
    guard !typed.isEmpty else {
      return SuggestionAnswer(number: query.number, suggestions: nextWords(query))
    }
    guard typed.utf16.count <= WordTrie.maximumLength else {
      return SuggestionAnswer(number: query.number, suggestions: [])
    }
    // The dictionary accepts the word `i`, but in an English text, the user means the pronoun `I`.
    if capitalizesI, typed == "i" {
      return SuggestionAnswer(number: query.number, suggestions: ["I"], correction: "I")
    }
    let lower = typed.lowercased()
    let isKnown = isKnown(typed, lower)
    let candidates = candidates(typed, lower, isKnown: isKnown, previous: query.previous)
    var correction: Candidate?
    let shape = LetterCase(typed)
    let isName = shape == .capitalized && !query.previous.isEmpty && !capitalizesNouns
    // The words that the dictionary has only in capitals, such as `OK`. If the user did not type capitals, do not write
    // such a word, and do not correct `ok`, because it looks right (Behavior.md#abbreviations).
    let abbreviations = shape == .upper ? [] : candidates.filter { LetterCase($0.text) == .upper }.map(\.text)
    if !isKnown, !abbreviations.contains(where: { $0.lowercased() == lower }) {
      let corrections = candidates.filter {
        isCorrection($0, of: lower, isName: isName) && !abbreviations.contains($0.text)
      }
      correction = hasLexicon ? corrections.first : corrections.min { $0.errors < $1.errors }
    }
    if !hasLexicon, let first = correction {
      let margin = first.errors == TypingErrors.transposition ? Self.marginOfTransposition : Self.marginWithoutFrequency
      let isClear = candidates.allSatisfy {
        $0.isCompletion || $0.text == first.text || $0.errors >= first.errors + margin
      }
      // Many words of two letters resemble each other, so correct only accents in them.
      let limit = lower.utf16.count > 2 ? Self.maximumCostWithoutFrequency : TypingErrors.accent
      if !isClear || first.errors > limit { correction = nil }
    }
    var suggestions: [String] = []
    func shaped(_ candidate: Candidate) -> String {
      let text = shape.applied(to: candidate.text)
      return query.typed.contains("’") ? text.replacing("'", with: "’") : text
    }
    func add(_ text: String) {
      if suggestions.count < SuggestionAnswer.maximumSuggestions, !suggestions.contains(text) {
        suggestions.append(text)
      }
    }
    let corrected = correction.map(shaped)
    if let corrected {
      add(corrected)
    } else if !isKnown, candidates.isEmpty {
      return SuggestionAnswer(number: query.number, suggestions: [], isKnown: false)
    }
    for candidate in candidates { add(shaped(candidate)) }
    suggestions.removeAll { $0 == query.typed }
    return SuggestionAnswer(
      number: query.number, suggestions: suggestions,
      correction: corrected.flatMap { suggestions.contains($0) ? $0 : nil },
      isKnown: isKnown)
  }

  func isKnown(_ typed: String, _ lower: String) -> Bool {
    if learned.knows(typed) || learned.knows(lower) { return true }
    let cost = words.cost(of: Array(lower.utf16))
    guard let speller else { return cost.map { !hasLexicon || $0 <= Self.knownWord } ?? false }
    return speller.accepts(typed)
  }

  /// Whether a candidate can be the correction of a typed word. The typed word must be unknown (``isKnown(_:_:)``).
  private func isCorrection(_ candidate: Candidate, of typed: String, isName: Bool) -> Bool {
    guard !candidate.isCompletion else { return false }
    if let apostrophe = typed.firstIndex(of: "'") {
      // A lexicon has no elisions such as j'ai. If there is no dictionary, an unknown elision can be correct, so do not
      // change it.
      if speller == nil, typed[..<apostrophe].utf16.count <= 2 { return false }
      if !candidate.text.contains("'") { return false }
    }
    let length = typed.utf16.count
    let isSmall = candidate.errors <= TypingErrors.accent
    if isName { return isSmall }
    if hasLexicon, let cost = words.cost(of: Array(typed.utf16)), cost <= Self.commonWord { return isSmall }
    if length < 2 { return candidate.errors == 0 }
    // Do not correct a typed word with costly errors to a rare word, because the similarity can be a coincidence:
    // `vscode` does not mean `viscose`.
    if hasLexicon, candidate.errors > Self.singleError, !learned.knows(candidate.text),
      words.cost(of: Array(candidate.text.lowercased().utf16)) ?? Self.knownWord >= Self.knownWord
    {
      return false
    }
    return candidate.errors <= (length == 2 ? Self.maximumShortCorrectionCost : Self.maximumCorrectionCost)
  }

  /// Begins a search for words.
  func search(_ lower: String) -> WordSearch { WordSearch(Array(lower.utf16), in: words, errors) }

  func candidates(_ typed: String, _ lower: String, isKnown: Bool, previous: String = "") -> [Candidate] {
    var found: [Candidate] = []
    var search = search(lower)
    var lookups = 0
    while found.count < Self.candidates, lookups < Self.maximumLookups, let match = search.next() {
      lookups += 1
      guard let text = spelled(String(decoding: match.word, as: UTF16.self)),
        !found.contains(where: { $0.text == text })
      else { continue }
      found.append(Candidate(text: text, cost: match.cost, errors: match.errors, isCompletion: match.isCompletion))
    }
    for entry in learned.words where entry.count >= LearnedWords.timesToKnow && entry.text.lowercased().hasPrefix(lower)
    {
      guard !found.contains(where: { $0.text == entry.text }) else { continue }
      found.append(
        Candidate(
          text: entry.text, cost: 300, errors: 0, isCompletion: entry.text.utf16.count > lower.utf16.count))
    }
    // The search for corrections in the dictionary is slow, so make it at most once.
    lazy var corrections = isKnown || lower.utf16.count <= 2 ? [] : speller?.corrections(of: typed) ?? []
    if !hasLexicon,
      !found.contains(where: { $0.errors == 0 || !$0.isCompletion && $0.errors <= TypingErrors.doubledLetter })
    {
      addForms(corrections, of: lower, to: &found)
    }
    if !isKnown, lower.utf16.count > 2, !found.contains(where: { !$0.isCompletion || $0.errors < 200 }) {
      for (index, text) in corrections.prefix(4).enumerated()
      where !found.contains(where: { $0.text == text }) && !text.contains(" ") {
        let rarity = words.cost(of: Array(text.lowercased().utf16)) ?? 700
        found.append(
          Candidate(
            text: text, cost: Self.distantCorrection + Cost(index) * 20 + WordSearch.weighted(rarity),
            errors: Self.maximumCorrectionCost + 1, isCompletion: false))
      }
    }
    for index in found.indices { found[index].cost -= bonus(of: found[index].text, after: previous) }
    return found.sorted { $0.cost < $1.cost }
  }

  /// Adds corrections that the dictionary has only as forms of other words, such as `errors`. Without a lexicon, the
  /// search knows only the words in the dictionary's file.
  private func addForms(_ corrections: [String], of lower: String, to found: inout [Candidate]) {
    var texts: [String: String] = [:]
    var list = WordList()
    for text in corrections.prefix(Self.candidates) where !text.contains(" ") && texts[text.lowercased()] == nil {
      let units = Array(text.lowercased().utf16)
      texts[text.lowercased()] = text
      list.append(units, cost: Self.cost(of: text, units))
    }
    var search = WordSearch(Array(lower.utf16), in: WordTrie(list), errors, completes: false)
    while let match = search.next() {
      guard let text = texts[String(decoding: match.word, as: UTF16.self)], !found.contains(where: { $0.text == text })
      else { continue }
      found.append(Candidate(text: text, cost: match.cost, errors: match.errors, isCompletion: false))
    }
  }

  /// The cost of a word of the dictionary without a lexicon.
  private static func cost(of text: String, _ units: [UInt16]) -> Cost {
    wordWithoutFrequency + letterWithoutFrequency * Cost(clamping: units.count)
      + (text.first?.isUppercase == true ? capitalWithoutFrequency : 0)
  }

  /// The reduction of the cost of a word that the user has typed before.
  private func bonus(of word: String, after previous: String) -> Cost {
    let pair = "\(previous.lowercased()) \(word)"
    let single = learned.words.first { $0.text == word }.map { min(Cost($0.count) * 20, 120) } ?? 0
    let follows =
      previous.isEmpty ? 0 : learned.pairs.first { $0.text == pair }.map { min(Cost($0.count) * 60, 200) } ?? 0
    return single + follows
  }

  /// A word of the lexicon with the capitals of the dictionary; nil if the dictionary does not contain it. The words of
  /// the lexicon are in lowercase.
  func spelled(_ word: String) -> String? {
    guard let speller else { return word }
    if speller.accepts(word) { return word }
    let capitalized = word.prefix(1).uppercased() + word.dropFirst()
    if speller.accepts(capitalized) { return capitalized }
    let upper = word.uppercased()
    return word.count > 1 && word.count <= 4 && speller.accepts(upper) ? upper : nil
  }

  private func nextWords(_ query: SuggestionQuery) -> [String] {
    var result: [String] = []
    func add(_ word: String) {
      let text = query.capitalizes ? LetterCase.capitalized.applied(to: word) : word
      if result.count < SuggestionAnswer.maximumSuggestions, !result.contains(text) { result.append(text) }
    }
    if !query.previous.isEmpty {
      let prefix = query.previous.lowercased() + " "
      let pairs = learned.pairs.filter { $0.text.hasPrefix(prefix) }.enumerated().sorted {
        ($0.element.count, $0.offset) > ($1.element.count, $1.offset)
      }
      for pair in pairs { add(String(pair.element.text.dropFirst(prefix.count))) }
    }
    guard hasLexicon else { return result }
    for word in commonWords { add(word) }
    return result
  }

  /// The most frequent words.
  private lazy var commonWords: [String] = {
    var search = WordSearch([], in: words, errors)
    var result: [String] = []
    while result.count < SuggestionAnswer.maximumSuggestions, let match = search.next() {
      if match.word.count > 1, let word = spelled(String(decoding: match.word, as: UTF16.self)) { result.append(word) }
    }
    return result
  }()
}

/// The capitals of a typed word.
enum LetterCase {
  /// The word keeps the capitals of the dictionary.
  case asIs
  /// The first letter is a capital.
  case capitalized
  /// All letters are capitals.
  case upper

  init(_ typed: String) {
    let letters = typed.filter(\.isLetter)
    if letters.count > 1, letters.allSatisfy(\.isUppercase) {
      self = .upper
    } else {
      self = letters.first?.isUppercase == true ? .capitalized : .asIs
    }
  }

  /// Returns the word with the capitals of this case.
  func applied(to word: String) -> String {
    switch self {
    case .asIs: word
    case .capitalized: word.prefix(1).uppercased() + word.dropFirst()
    case .upper: word.uppercased()
    }
  }
}
