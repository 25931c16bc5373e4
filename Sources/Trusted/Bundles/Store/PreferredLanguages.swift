/// The languages that a person prefers, as the environment of a program says (POSIX locales, GNU's `LANGUAGE`).
package enum PreferredLanguages {
  /// BCP 47 tags, best first; none where the environment asks for no language.
  package static func read(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // As gettext has it: the list counts only where there is a locale that is not C.
    guard let locale, let tag = tag(locale) else { return [] }
    var tags: [String] = []
    let list = environment["LANGUAGE"]?.split(separator: ":").compactMap { Self.tag(String($0)) } ?? []
    for tag in list + [tag] where !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// The tag for a locale such as `zh_CN.UTF-8@pinyin`; nil for `C`, `POSIX` and what is no locale.
  private static func tag(_ locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    guard name != "C", name != "POSIX", LanguageTag.isWellFormed(name) else { return nil }
    return name
  }
}
