/// One thing that a pet can say.
struct PetPhrase: Hashable, Sendable {
  /// The identifier of its key.
  let identifier: String
  /// What is said, and typed.
  let text: String
  /// The path of its picture; nil for a phrase that the person added, which has none.
  let picture: String?

  /// What the key is called: the phrase, shortened where it is too long for a key.
  var title: String {
    guard text.utf8.count > Self.maximumTitleBytes else { return text }
    var title = ""
    for character in text {
      guard title.utf8.count + character.utf8.count <= Self.maximumTitleBytes else { break }
      title.append(character)
    }
    return title + "…"
  }

  private static let maximumTitleBytes = 200
}

extension PetPhrase {
  /// The phrases to show.
  ///
  /// - Parameters:
  ///   - setting: What the person's settings hold for a key: `phrase.food` replaces the translated phrase in all languages,
  ///     `phrase.extra1`, `…2` and `…3` add one. What is empty or blank counts as not set.
  ///   - translation: The text for a key in the language at hand.
  static func phrases(setting: (String) -> String?, translation: (String) -> String) -> [PetPhrase] {
    func personal(_ name: String) -> String? {
      setting("phrase.\(name)").flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    let pictured = ["food", "outside", "stop"].map { name in
      PetPhrase(identifier: name, text: personal(name) ?? translation(name), picture: "Pictures/\(name).svg")
    }
    let added = ["extra1", "extra2", "extra3"].compactMap { name in
      personal(name).map { PetPhrase(identifier: name, text: $0, picture: nil) }
    }
    return pictured + added
  }
}
