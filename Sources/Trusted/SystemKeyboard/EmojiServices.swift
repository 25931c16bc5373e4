package import EmojiData

/// The data of the emoji plane: the emoji, the languages of their names, and the recent ones.
package struct EmojiServices {
  let library: EmojiLibrary
  let languages: [String]
  let recent: () -> [String]
  let record: (String) -> Void

  /// Creates services.
  ///
  /// - Parameters:
  ///   - library: The emoji and their names.
  ///   - languages: The user's languages, best first, as BCP 47 tags.
  ///   - recent: Returns the recent emoji, the last one first. The default remembers none.
  ///   - record: Records an emoji that the user typed.
  package init(
    library: EmojiLibrary = EmojiLibrary(), languages: [String] = [], recent: @escaping () -> [String] = { [] },
    record: @escaping (String) -> Void = { _ in }
  ) {
    self.library = library
    self.languages = languages
    self.recent = recent
    self.record = record
  }

  /// The languages for the names in a field: that of the field, those of the user, and English. At most four.
  func languages(in field: String) -> [String] {
    var all: [String] = []
    for language in [field] + languages.prefix(2) + ["en"] where !all.contains(language) { all.append(language) }
    return all
  }
}
