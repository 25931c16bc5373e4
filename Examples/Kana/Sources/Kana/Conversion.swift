/// A text that can replace a reading (a word in kana), or the beginning of a reading.
struct Candidate: Hashable {
  let text: String
  /// The number of kana, from the beginning of the reading, that the text replaces.
  let length: Int
}

extension Dictionary {
  /// The maximum number of candidates.
  private static let maximumCandidates = 60
  /// The maximum number of kana after the stem of an inflected word.
  private static let maximumEndingLength = 4

  /// Returns the candidates for a reading, the best first.
  ///
  /// Words for the whole reading come first, then inflected words, then words for the beginning of the reading. The
  /// reading itself is the sixth candidate or an earlier one. The reading in katakana comes last.
  mutating func convert(_ reading: String) -> [Candidate] {
    let kana = Array(reading)
    guard reading.unicodeScalars.contains(where: { ("ぁ"..."ゖ").contains($0) }) else { return [] }
    var found = candidates(of: reading).map { Candidate(text: $0, length: kana.count) }
    // In SKK's dictionary, a stem ends with the first letter of the ending: おくr is the stem of おくる.
    for stem in stride(from: kana.count - 1, to: max(kana.count - Self.maximumEndingLength, 1) - 1, by: -1) {
      guard let letter = Romaji.initial(of: kana[stem]) else { continue }
      let ending = String(kana[stem...])
      found += candidates(of: String(kana[..<stem]) + String(letter)).map {
        Candidate(text: $0 + ending, length: kana.count)
      }
    }
    for length in stride(from: kana.count - 1, to: 0, by: -1) {
      found += candidates(of: String(kana[..<length])).prefix(3).map { Candidate(text: $0, length: length) }
    }
    found.insert(Candidate(text: reading, length: kana.count), at: min(found.count, 5))
    found.append(Candidate(text: Romaji.katakana(reading), length: kana.count))
    var seen: Set<Candidate> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(Self.maximumCandidates))
  }
}
