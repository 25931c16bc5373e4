/// The languages of the pets' phrases (Behavior.md#petphrases).
enum PhraseLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case polish = "pl"
  case chinese = "zh-Hans"
  case russian = "ru"

  /// Creates the language of a BCP 47 tag. Returns nil if the phrases have no translation into the language.
  ///
  /// Every Chinese tag, such as `zh-Hant`, selects the same Chinese translation.
  init?(tag: String?) {
    let base = (tag ?? "").lowercased().prefix { $0 != "-" && $0 != "_" }
    guard let language = Self.allCases.first(where: { $0.rawValue.prefix { $0 != "-" } == base }) else { return nil }
    self = language
  }

  /// The BCP 47 tag of the language, which is also the name of its `.lproj` folder.
  var tag: String { rawValue }

  /// The title of the language key.
  var title: String {
    switch self {
    case .english: "EN"
    case .polish: "PL"
    case .chinese: "中"
    case .russian: "RU"
    }
  }

  /// The next language; after the last language, the first language.
  var next: PhraseLanguage {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { all.index(after: $0) } ?? all.endIndex
    return index == all.endIndex ? .english : all[index]
  }
}
