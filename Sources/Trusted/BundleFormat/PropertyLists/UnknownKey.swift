/// A key that Klava ignores in a dictionary of a property list, because the format of the dictionary does not define
/// the key.
package struct UnknownKey: Hashable, Sendable {
  /// The unknown key.
  package let key: String
  /// The path of the dictionary in the file, such as `Rows[2][3].Key`; empty for the outermost dictionary.
  package let dictionary: String
  /// The keys that Klava reads in the dictionary, sorted.
  package let known: [String]
  /// The known key that the author probably meant; nil if no known key is similar.
  package let meant: String?

  /// The path of the key in the file.
  package var path: String { dictionary.isEmpty ? key : "\(dictionary).\(key)" }

  /// The maximum number of unknown keys of one dictionary. Without this maximum, the search for similar keys could take
  /// seconds for a hostile file.
  private static let maximumCount = 100

  /// Returns the first unknown keys of a dictionary, sorted.
  package static func among(
    _ members: [String: PropertyList], of known: Set<String>, in dictionary: String = ""
  ) -> [UnknownKey] {
    members.keys.filter { !known.contains($0) }.sorted().prefix(maximumCount).map { key in
      let near = known.subtracting(members.keys).map { (name: $0, distance: key.distance(to: $0)) }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
      // An unknown key is similar to a known key if their edit distance is at most 3. Two exchanged letters count as 2.
      // A short key must also have more letters than the distance.
      let meant = near.flatMap { $0.distance <= min(3, key.count - 1) ? $0.name : nil }
      return UnknownKey(key: key, dictionary: dictionary, known: known.sorted(), meant: meant)
    }
  }
}

extension Sequence<String> {
  /// The word that the user probably meant, and that has an edit distance of at most 2; nil if no word is similar. The
  /// user's word must have more letters than the distance.
  package func similar(to word: String) -> String? {
    let near = map { (name: $0, distance: $0.distance(to: word)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.flatMap { $0.distance <= Swift.min(2, word.count - 1) ? $0.name : nil }
  }
}

extension String {
  /// The edit distance to another word: the number of letters to insert, delete or replace, regardless of case.
  fileprivate func distance(to other: String) -> Int {
    let one = Array(lowercased().prefix(64)), other = Array(other.lowercased().prefix(64))
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for place in other.indices {
        let change = corner + (letter == other[place] ? 0 : 1)
        corner = row[place + 1]
        row[place + 1] = Swift.min(change, row[place] + 1, corner + 1)
      }
    }
    return row[other.count]
  }
}
