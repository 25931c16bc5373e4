/// A phrase of a pet.
struct PetPhrase: Hashable, Sendable {
  /// The identifier of the phrase's key.
  let identifier: String
  /// The text that the keyboard types.
  let text: String
  /// The path of the picture; nil for a phrase that the user added.
  let picture: String?

  /// The title of the key: the phrase, shortened to the maximum length of a title.
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
  /// Returns the phrases to show.
  ///
  /// - Parameters:
  ///   - setting: A function that returns the value of the user's setting with the given name. `phrase.food`,
  ///     `phrase.outside` and `phrase.stop` each replace a translated phrase in all languages. `phrase.extra1`,
  ///     `phrase.extra2` and `phrase.extra3` each add a phrase. An empty or blank value has no effect.
  ///   - translation: A function that returns the phrase with the given name, such as `food`, in the current language.
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
