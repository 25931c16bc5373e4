internal import BundleFormat
internal import Diagnostics
internal import KeyboardHost
internal import KeyboardLayouts
internal import Scripting
internal import Translations

extension HostView {
  /// Returns the list of the input modes that the user can choose now, with the names of languages in `language`.
  static func modes(of keyboards: UserKeyboards, _ texts: HostTexts, in language: String) -> HostView {
    let session = keyboards.session
    return .modes(
      session.availableModes.map { identifier in
        Mode(
          identifier: identifier, name: keyboards.displayName(of: identifier, texts),
          language: keyboards.primaryLanguage(of: identifier).map {
            (LanguageName.name(of: $0, in: language) ?? $0).sanitized(limit: 64)
          },
          isShown: identifier == session.keyboard)
      }, notice: session.shownBecause?.notice(texts))
  }

  /// Returns the explanation of the first start, with the enabled keyboards.
  static func welcome(_ keyboards: UserKeyboards, _ texts: HostTexts) -> HostView {
    .welcome(Welcome(keyboards: keyboards.source.modes().map { keyboards.displayName(of: $0.identifier, texts) }))
  }
}

extension ShownBecause {
  /// The reason for the system keyboard, in the language of the host's views; nil if the user has enabled no other
  /// keyboard.
  func notice(_ texts: HostTexts) -> String? {
    switch self {
    case .secureTextEntry, .phonePad, .namePhonePad, .appForbids, .notASCIICapable: texts.onlySystemKeyboard
    case .screenLocked: texts.screenLocked
    case .crashed, .quarantined: texts.keyboardFailed
    case .hung: texts.keyboardHung
    case .noneEnabled: nil
    }
  }

  /// Whether the reason is a failure of the chosen keyboard, and not the field or the user's list of keyboards.
  var isFailure: Bool { self == .crashed || self == .hung || self == .quarantined }
}

extension UserKeyboards {
  /// The name of a keyboard in a view of the host.
  fileprivate func displayName(of identifier: String, _ texts: HostTexts) -> String {
    identifier == KeyboardIdentifier.system ? texts.systemKeyboard : name(of: identifier).sanitized(limit: 64)
  }
}
