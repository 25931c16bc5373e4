/// The text that the user is composing: a reading, its candidates, and the candidate that the user has chosen.
struct Composition: Hashable {
  /// The reading: the kana and letters that the user has typed.
  private(set) var romaji = Romaji()
  /// The candidates for the reading.
  private(set) var candidates: [Candidate] = []
  /// The index of the chosen candidate; nil if the user has not chosen a candidate.
  private(set) var chosen: Int?

  /// Whether the reading is empty.
  var isEmpty: Bool { romaji.text.isEmpty }

  /// The marked text: the chosen candidate, followed by the rest of the reading. Without a chosen candidate, the marked
  /// text is the whole reading.
  var text: String {
    guard let chosen else { return romaji.text }
    return candidates[chosen].text + rest(after: candidates[chosen]).text
  }

  /// Divides the candidates into groups of `count`, and returns the group with the chosen candidate. The last group can
  /// be smaller.
  func page(of count: Int) -> [Candidate] {
    let start = (chosen ?? 0) / count * count
    return Array(candidates.dropFirst(start).prefix(count))
  }

  /// Adds a letter to the reading. Call this method only while no candidate is chosen.
  mutating func press(_ letter: Character, _ dictionary: inout Dictionary) {
    romaji.press(letter)
    candidates = dictionary.convert(romaji.finished)
  }

  /// Chooses the next candidate. If the last candidate is chosen, chooses the first.
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

  /// Removes the part of the reading that a candidate replaces. The rest of the reading becomes a new composition.
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
