internal import Glibc

/// The user's languages. The host passes the list of the user's languages to the keyboard's process in the environment
/// variable `LANGUAGE`.
@_spi(KlavaUIKit) public enum UserLanguages {
  /// The languages as BCP 47 tags, best first; empty if the user's environment sets no language.
  public static let preferred: [String] = {
    guard let list = getenv("LANGUAGE") else { return [] }
    return String(cString: list).split(separator: ":").map { tag in String(tag.map { $0 == "_" ? "-" : $0 }) }
  }()
}
