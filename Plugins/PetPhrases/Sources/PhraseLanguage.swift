/// The languages that the pets' phrases are translated into (Behavior.md#petphrases).
enum PhraseLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case polish = "pl"
  case chinese = "zh-Hans"
  case russian = "ru"

  /// The language of a BCP 47 tag; nil for one that the phrases are not translated into.
  ///
  /// Every Chinese is the one that there is: `zh-Hant` too, which its readers can still read.
  init?(tag: String?) {
    let base = (tag ?? "").lowercased().prefix { $0 != "-" && $0 != "_" }
    guard let language = Self.allCases.first(where: { $0.rawValue.prefix { $0 != "-" } == base }) else { return nil }
    self = language
  }

  /// The language's tag, and the name of its `.lproj` folder.
  var tag: String { rawValue }

  /// What the language key shows.
  var title: String {
    switch self {
    case .english: "EN"
    case .polish: "PL"
    case .chinese: "中"
    case .russian: "RU"
    }
  }

  /// The language after this one; after the last comes the first.
  var next: PhraseLanguage {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { all.index(after: $0) } ?? all.endIndex
    return index == all.endIndex ? .english : all[index]
  }
}
