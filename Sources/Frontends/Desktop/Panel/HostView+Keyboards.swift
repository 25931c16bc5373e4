internal import BundleFormat
internal import Diagnostics
internal import KeyboardHost
internal import KeyboardLayouts
internal import Scripting
internal import Translations

extension HostView {
  /// Returns the list of the input modes that the user can choose now.
  static func modes(of keyboards: UserKeyboards, _ texts: HostTexts) -> HostView {
    let session = keyboards.session
    return .modes(
      session.availableModes.map { identifier in
        Mode(
          identifier: identifier, name: keyboards.displayName(of: identifier, texts),
          language: keyboards.primaryLanguage(of: identifier).map {
            (LanguageName.name(of: $0, in: keyboards.language) ?? $0).sanitized(limit: 64)
          },
          isShown: identifier == session.keyboard)
      })
  }

  /// Returns the explanation of the first start, with the enabled keyboards.
  static func welcome(_ keyboards: UserKeyboards, _ texts: HostTexts) -> HostView {
    .welcome(Welcome(keyboards: keyboards.source.modes().map { keyboards.displayName(of: $0.identifier, texts) }))
  }
}

extension UserKeyboards {
  /// The user's first language as a BCP 47 tag.
  var language: String { languages.first ?? "en" }

  /// The name of a keyboard in a view of the host.
  fileprivate func displayName(of identifier: String, _ texts: HostTexts) -> String {
    identifier == KeyboardIdentifier.system ? texts.systemKeyboard : name(of: identifier).sanitized(limit: 64)
  }
}
