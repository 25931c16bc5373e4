internal import BundleFormat

/// The user's preferred languages, from the environment variables for POSIX locales and GNU's `LANGUAGE`.
package enum PreferredLanguages {
  /// The preferred languages as BCP 47 tags, best first. The list is empty if the environment sets no language.
  package static func read(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // As gettext does, ignore `LANGUAGE` if the locale is C.
    guard let locale, let tag = tag(locale) else { return [] }
    var tags: [String] = []
    let list = environment["LANGUAGE"]?.split(separator: ":").compactMap { Self.tag(String($0)) } ?? []
    for tag in list + [tag] where !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// Returns the tag for a locale such as `zh_CN.UTF-8@pinyin`; nil for `C`, `POSIX` and text that is not a locale.
  private static func tag(_ locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    guard name != "C", name != "POSIX", LanguageTag.isWellFormed(name) else { return nil }
    return name
  }
}
