internal import InputViewModel
internal import KeyboardLayouts
internal import SuggestionProtocol
internal import TextModel

/// The suggestions for the word before the insertion point of a field (Behavior.md#suggestions).
struct WordSuggestions {
  /// The identifier of the suggestion bar.
  static let bar = "suggestions"
  /// The characters that end a word. If the word has a correction, the keyboard replaces the word with the correction
  /// when the user types a character that ends a word.
  static let wordEnds: Set<String> = [" ", ".", ",", "!", "?", ";", ":", ")"]
  /// The characters that replace the space that the keyboard inserted after a chosen suggestion.
  static let spaceEaters: Set<String> = [".", ",", "!", "?", ";", ":", ")"]
  /// The words with which addresses begin. The keyboard does not correct the first word of an address.
  private static let addressWords: Set<String> = ["ftp", "http", "https", "mailto", "sftp", "ssh", "www"]
  /// The maximum length of a word in characters.
  private static let maximumLength = 32
  /// The maximum number of words in ``kept``.
  private static let maximumKept = 64

  /// The word at the insertion point.
  struct WordPosition: Hashable {
    /// The letters of the word before the insertion point; empty if the insertion point is between words.
    var typed: String
    /// The word before ``typed`` if only spaces separate the two words; otherwise empty.
    var previous: String
    /// Whether the keyboard would type the next letter as a capital.
    var capitalizes: Bool

    /// Whether the last letter is an apostrophe, which can also be a closing quotation mark.
    var endsWithApostrophe: Bool { typed.last == "'" || typed.last == "’" }

    /// Whether `other` can follow from this position when the user types more letters of the same word.
    func isBeginning(of other: WordPosition?) -> Bool {
      guard let other, !typed.isEmpty else { return false }
      return previous == other.previous && other.typed.hasPrefix(typed)
    }
  }

  /// The content of the suggestion bar.
  struct Bar: Hashable {
    /// The texts of the suggestions, in the order of the bar.
    var texts: [String] = []
    /// The index of the suggestion that replaces the typed word when the user finishes the word; nil if the keyboard
    /// does not correct the word.
    var correction: Int?
  }

  private(set) var bar = Bar()
  /// Whether the keyboard corrects words automatically.
  var corrects: Bool {
    didSet { if !corrects, bar.correction != nil { bar = Bar(texts: answer?.suggestions ?? []) } }
  }
  /// The user's text shortcuts: for each text that the user types, the text that the keyboard inserts.
  var shortcuts: [String: String] = [:]
  private var number: UInt64 = 0
  private var place: WordPosition?
  private var repeatsQuery = false
  /// The answer for ``place``; nil until the answer arrives.
  private var answer: SuggestionAnswer?
  /// The words that the keyboard does not correct in this field, because the user restored or chose these words.
  private var kept: Set<String> = []
  /// The words that the keyboard may learn when the user leaves the field.
  var typedWords = TypedWords()

  init(corrects: Bool) { self.corrects = corrects }

  // MARK: Questions and answers

  /// Makes the next call of ``query(for:)`` return a query even if the word has not changed.
  mutating func repeatQuery() { repeatsQuery = true }

  /// Returns the query for the current word; nil if the word has not changed.
  mutating func query(for place: WordPosition?) -> SuggestionQuery? {
    guard place != self.place || repeatsQuery else { return nil }
    repeatsQuery = false
    if place != self.place {
      let isSameWord = place.map { self.place?.isBeginning(of: $0) == true || $0.isBeginning(of: self.place) } ?? false
      // While the user types the next letters of a word, keep the old suggestions until the answer arrives, so that the
      // bar does not flicker.
      bar = isSameWord ? Bar(texts: bar.correction == nil ? bar.texts : []) : Bar()
      self.place = place
      answer = nil
    }
    guard let place else { return nil }
    number += 1
    return SuggestionQuery(
      number: number, typed: place.typed, previous: place.previous, capitalizes: place.capitalizes)
  }

  /// Shows the suggestions of an answer. Ignores an answer for an earlier word.
  mutating func show(_ answer: SuggestionAnswer) {
    guard answer.number == number, let place else { return }
    var answer = answer
    if Self.addressWords.contains(place.typed.lowercased()) { answer.correction = nil }
    if place.endsWithApostrophe {
      // An apostrophe at the end can be a closing quotation mark, so no suggestion may replace it.
      let typed = place.typed.lowercased()
      answer.correction = nil
      answer.suggestions.removeAll { !$0.lowercased().hasPrefix(typed) }
    }
    self.answer = answer
    let shortcut = shortcuts[place.typed] ?? shortcuts[place.typed.lowercased()]
    if let shortcut {
      answer.correction = shortcut
      answer.suggestions = [shortcut] + answer.suggestions.filter { $0 != shortcut }
    }
    // The delete key must be able to undo a correction. A deletion can remove a single combining mark instead of a
    // character, so accept only a correction in which each character is one scalar.
    guard corrects, let correction = answer.correction, !kept.contains(place.typed),
      correction.count == correction.unicodeScalars.count
    else {
      bar = Bar(texts: Array(answer.suggestions.prefix(SuggestionAnswer.maximumSuggestions)))
      return
    }
    let others = answer.suggestions.filter { $0 != correction }
    bar = Bar(
      texts: Array((["“\(place.typed)”", correction] + others).prefix(SuggestionAnswer.maximumSuggestions)),
      correction: 1)
  }

  // MARK: Words

  /// The typed word and its correction; nil if the keyboard does not correct the word.
  var correction: (typed: String, corrected: String)? {
    guard let index = bar.correction, let place else { return nil }
    return (place.typed, bar.texts[index])
  }

  /// Records that the user typed the current word. Call this method when the user has finished the word.
  ///
  /// - Parameter own: The part of the word at the insertion point that this keyboard typed. The keyboard must not learn
  ///   a word that another keyboard or the application inserted.
  /// - Parameter beginsSentence: Whether the word is the first word of a sentence.
  mutating func endWord(own: WordPosition, beginsSentence: Bool) {
    // Do not learn a word for which the suggestion bar offers a correction, because such a word is probably wrong.
    guard let place, !place.typed.isEmpty, !place.endsWithApostrophe, own.typed == place.typed, let answer,
      bar.correction == nil
    else { return }
    typedWords.add(
      TypedWord(place.typed, after: own.previous, isKnown: answer.isKnown), beginsSentence: beginsSentence)
  }

  /// Records the word with which the keyboard replaced the typed word.
  mutating func endWord(with word: String, own: WordPosition?) {
    let previous = own?.typed == place?.typed ? own?.previous : nil
    typedWords.add(TypedWord(word, after: previous ?? "", isKnown: true), beginsSentence: false)
  }

  /// Prevents further corrections of a word in this field, because the user restored or chose the word.
  ///
  /// - Parameter beginsSentence: Whether the word is the first word of a sentence.
  mutating func keep(_ word: String, beginsSentence: Bool) {
    if kept.count < Self.maximumKept {
      kept.insert(word)
      // The capital of a first word belongs to the sentence, so keep the word in the middle of a sentence too.
      if beginsSentence { kept.insert(word.lowercased()) }
    }
    typedWords.add(TypedWord(word, after: "", isKnown: false, isChosen: true), beginsSentence: beginsSentence)
    if bar.correction != nil { bar = Bar(texts: answer?.suggestions ?? []) }
  }

  /// Returns the index of the suggestion whose key has this identifier; nil for any other key.
  static func index(_ identifier: String) -> Int? {
    identifier.hasPrefix(bar + ".") ? Int(identifier.dropFirst(bar.count + 1)) : nil
  }

  /// The effect of choosing a suggestion.
  enum Choice: Hashable {
    /// Replaces the typed word.
    case replace(typed: String, with: String)
    /// Keeps the typed word.
    case keep(String)
  }

  /// Returns the effect of choosing the key with this identifier; nil if the bar has no such key.
  func choice(_ identifier: String) -> Choice? {
    guard let index = Self.index(identifier), bar.texts.indices ~= index, let place else { return nil }
    if index == 0, bar.correction != nil { return .keep(place.typed) }
    return .replace(typed: place.typed, with: bar.texts[index])
  }

  /// Returns the word at the insertion point of a document; nil if the keyboard cannot suggest words at this position.
  static func place(in buffer: TextBuffer, capitalizes: Bool) -> WordPosition? {
    guard buffer.selected.isEmpty, !buffer.isSelectionCut, buffer.marking == nil,
      buffer.after.unicodeScalars.first.map({ !$0.isOfWord && $0.properties.numericType == nil }) ?? true
    else { return nil }
    let scalars = buffer.before.unicodeScalars
    let word = scalars.reversed().prefix(maximumLength + 1).prefix { $0.isOfWord }
    guard word.count <= maximumLength else { return nil }
    let start = scalars.index(scalars.endIndex, offsetBy: -word.count)
    if start == scalars.startIndex { if buffer.isCutBefore { return nil } }
    let typed = String(scalars[start...])
    // A backward deletion can remove a single combining mark instead of a character, so the keyboard does not replace a
    // word with combining marks.
    guard typed.count == word.count else { return nil }
    var before = scalars[..<start]
    if let last = before.last {
      guard last.properties.isWhitespace || (!typed.isEmpty && last.canPrecedeWord) else { return nil }
    }
    if let first = typed.unicodeScalars.first, !first.properties.isAlphabetic { return nil }
    while before.last == " " || before.last == "\u{A0}" { before.removeLast() }
    let previous = before.reversed().prefix(maximumLength).prefix { $0.isOfWord }
    return WordPosition(
      typed: typed, previous: String(String.UnicodeScalarView(previous.reversed())),
      capitalizes: typed.isEmpty && capitalizes)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can be a part of a word: true for letters and apostrophes.
  var isOfWord: Bool { properties.isAlphabetic || self == "'" || self == "’" }

  /// Whether a word can begin directly after this scalar. Letters after any other scalar belong to an address or a
  /// code.
  fileprivate var canPrecedeWord: Bool {
    switch properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation: true
    default: self == "\"" || self == "¿" || self == "¡"
    }
  }
}

extension KeyPlane {
  /// The positions of the keys that type letters.
  var keyPositions: [KeyPosition] {
    rows.enumerated().flatMap { row, cells in
      let width = cells.reduce(0) { $0 + $1.weight }
      var x = -width / 2
      return cells.compactMap { cell -> KeyPosition? in
        defer { x += cell.weight }
        let letter: String
        switch cell {
        case .key(.letter(let text), _): letter = text.lowercased()
        case .key(.symbol(let key), _) where key.base.isLetter: letter = key.base.text.lowercased()
        default: return nil
        }
        return KeyPosition(letter, x: x + cell.weight / 2, y: Double(row))
      }
    }
  }
}
