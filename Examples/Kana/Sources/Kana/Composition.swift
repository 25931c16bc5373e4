/// The text that the user composes: a reading, and the candidate that is chosen for it.
struct Composition: Hashable {
  /// The reading.
  private(set) var romaji = Romaji()
  /// The candidates for the reading.
  private(set) var candidates: [Candidate] = []
  /// The index of the candidate that the marked text shows; nil if it shows the reading.
  private(set) var chosen: Int?

  /// Whether there is nothing to compose.
  var isEmpty: Bool { romaji.text.isEmpty }

  /// The marked text: the chosen candidate and the rest of the reading; the whole reading if no candidate is chosen.
  var text: String {
    guard let chosen else { return romaji.text }
    return candidates[chosen].text + rest(after: candidates[chosen]).text
  }

  /// The group of `count` candidates that contains the chosen candidate. The last group can be smaller.
  func page(of count: Int) -> [Candidate] {
    let start = (chosen ?? 0) / count * count
    return Array(candidates.dropFirst(start).prefix(count))
  }

  /// Adds a letter to the reading. Call this method only if no candidate is chosen.
  mutating func press(_ letter: Character, _ dictionary: inout Dictionary) {
    romaji.press(letter)
    candidates = dictionary.convert(romaji.finished)
  }

  /// Chooses the next candidate. After the last candidate comes the first.
  mutating func chooseNext(_ dictionary: inout Dictionary) {
    guard !candidates.isEmpty else { return }
    chosen = ((chosen ?? -1) + 1) % candidates.count
  }

  /// Undoes the choice of a candidate. If no candidate is chosen, deletes the last letter or kana.
  mutating func deleteBackward(_ dictionary: inout Dictionary) {
    if chosen != nil {
      chosen = nil
    } else {
      romaji.deleteBackward()
      candidates = dictionary.convert(romaji.finished)
    }
  }

  /// Removes the part of the reading that a candidate stands for. The rest becomes a new composition.
  mutating func accept(_ candidate: Candidate, _ dictionary: inout Dictionary) {
    romaji = rest(after: candidate)
    chosen = nil
    candidates = dictionary.convert(romaji.finished)
  }

  private func rest(after candidate: Candidate) -> Romaji {
    guard candidate.length <= romaji.kana.count else { return Romaji() }
    var rest = Romaji(kana: String(romaji.kana.dropFirst(candidate.length)))
    for letter in romaji.letters { rest.press(letter) }
    return rest
  }
}
