@_spi(KlavaUIKit) internal import KlavaKit

// Members that replace Foundation's members with the same names, because Foundation for Linux does not read the user's
// languages.
extension Locale {
  /// The user's languages as BCP 47 tags, best first; English if the user's environment sets no language.
  public static var preferredLanguages: [String] {
    UserLanguages.preferred.isEmpty ? ["en"] : UserLanguages.preferred
  }

  /// The locale of the user's first language, with the first region in the list of the user's languages.
  ///
  /// Formatters use this locale by default. For a format style of Foundation, set this locale:
  /// `.number.locale(.current)`.
  public static var current: Locale { user }

  /// The same as `current`. The user's languages do not change while the process runs.
  public static var autoupdatingCurrent: Locale { user }

  private static let user: Locale = {
    let tags = UserLanguages.preferred.map { Locale.Language.Components(identifier: $0) }
    guard let language = tags.first, let code = language.languageCode?.identifier else {
      return Locale(identifier: "en_001")
    }
    let region = tags.lazy.compactMap { $0.region?.identifier }.first
    return Locale(identifier: [code, language.script?.identifier, region].compactMap(\.self).joined(separator: "_"))
  }()
}
