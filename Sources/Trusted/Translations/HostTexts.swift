internal import BundleFormat

/// The texts of the host's own views and of the system keyboard in one language. The initializer requires every text,
/// so that no language lacks a text.
package struct HostTexts: Hashable, Sendable {
  /// The titles of the system keyboard's settings.
  package let settings: SystemSettingTitles
  /// The texts of the system keyboard's keys.
  package let keys: SystemKeyTexts
  /// The name of the system keyboard in the list of keyboards.
  package let systemKeyboard: String
  package let hideKeyboard: String
  /// The name for screen readers of the handle that stays visible while the keyboard is hidden.
  package let showKeyboard: String
  /// The name for screen readers of the handle with which the user moves a floating keyboard.
  package let moveKeyboard: String
  /// The title of the key that restores a cleared text.
  package let undoClearing: String
  /// The text that Klava shows if the system keyboard replaces a keyboard that crashed or that Klava cannot start.
  package let keyboardFailed: String
  /// The text that Klava shows if the system keyboard replaces a keyboard that did not answer in time.
  package let keyboardHung: String
  /// The text that Klava shows in the list of keyboards if the field gets only the system keyboard.
  package let onlySystemKeyboard: String
  /// The text that Klava shows in the list of keyboards while the screen is locked.
  package let screenLocked: String
  package let close: String
  package let `continue`: String
  /// The title of the key that removes all copied texts from the history.
  package let clear: String
  /// The name of the key ``clear``, for a screen reader.
  package let forgetCopiedTexts: String
  /// The title of the alternative that removes a copied text from the history. The alternative appears while the user
  /// holds the key of the copied text.
  package let remove: String
  /// The text that Klava shows if there are no copied texts.
  package let noCopiedTexts: String
  /// The title of a copied text that has only white space.
  package let blankText: String
  /// The title of the key that shows the copied texts.
  package let clip: String
  /// The name of the key ``clip``, for a screen reader.
  package let copiedTexts: String
  /// The name of the key that shows the plane of emoji, for a screen reader.
  package let emoji: String
  /// The name of the key that shows the recent emoji, for a screen reader.
  package let recentEmoji: String
  /// The name of the key that begins a search for emoji, for a screen reader.
  package let searchEmoji: String
  /// The text of an empty search field.
  package let searchPrompt: String
  /// The text that Klava shows if a search finds no emoji.
  package let noEmojiFound: String
  /// The text that Klava shows if there are no recent emoji.
  package let noRecentEmoji: String
  /// The name of the key that ends a search, for a screen reader.
  package let endSearch: String
  /// The name of the search field, for a screen reader.
  package let searchField: String
  /// The name of an empty search field, for a screen reader.
  package let emptySearchField: String
  /// The separator between two names in a list of names.
  package let listSeparator: String
  /// The first part of the explanation that Klava shows at its first start. The placeholder `%@` stands for the names
  /// of the keyboards.
  package let keyboards: String
  /// The second part of the explanation that Klava shows at its first start.
  package let adding: String
  /// The third part of the explanation that Klava shows at its first start.
  package let access: String

  /// The texts of all languages, by BCP 47 tag.
  package static let all: [String: HostTexts] = [
    "en": english,
    "ar": arabic,
    "de": german,
    "es": spanish,
    "fr": french,
    "it": italian,
    "ja": japanese,
    "pl": polish,
    "pt": portuguese,
    "ru": russian,
    "uk": ukrainian,
    "zh-Hans": simplifiedChinese,
    "zh-Hant": traditionalChinese,
  ]

  /// Returns the texts in the best of the user's languages.
  package static func best(for languages: [String]) -> HostTexts {
    LanguageTag.best(of: all, for: languages) ?? english
  }

  /// Returns the texts in a language; nil if there are no texts in this language.
  package static func texts(in language: String) -> HostTexts? {
    LanguageTag.best(of: Array(all.keys), for: [language], development: "").flatMap { all[$0] }
  }

  /// Whether `texts` contains ``close``, ``hideKeyboard`` or ``continue``. Each of the host's own views has a key with
  /// one of these titles.
  package func isAmong(_ texts: [String]) -> Bool {
    !Set(texts).isDisjoint(with: [close, hideKeyboard, `continue`])
  }

  /// The texts that Klava shows on its first start.
  ///
  /// - Parameter names: The names of the enabled keyboards, sanitized.
  package func explanation(keyboards names: [String]) -> [String] {
    [keyboards.replacing("%@", with: names.map(Self.isolated).joined(separator: listSeparator)), adding, access]
  }

  /// Joins texts with ``listSeparator``, such as the name of a key and its state.
  package func list(_ texts: String...) -> String { texts.joined(separator: listSeparator) }

  /// Returns a name between isolating characters, so that the name does not change the writing direction of the
  /// surrounding text.
  private static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
}
