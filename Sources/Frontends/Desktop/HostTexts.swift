internal import BundleFormat

/// The texts of the host's own views in one language. The initializer requires all texts, so each language has all of
/// them.
struct HostTexts: Hashable, Sendable {
  /// The name of the system keyboard in the list of keyboards.
  let systemKeyboard: String
  let hideKeyboard: String
  /// The name of the handle of a hidden keyboard, for a screen reader.
  let showKeyboard: String
  /// The name of the handle of a floating keyboard, for a screen reader.
  let moveKeyboard: String
  /// The title of the key that brings a cleared text back.
  let undoClearing: String
  let close: String
  let `continue`: String
  /// The text between two names.
  let listSeparator: String
  /// The first sentence of the first start. `%@` stands for the names of the keyboards.
  let keyboards: String
  /// The second sentence of the first start.
  let adding: String
  /// The third sentence of the first start.
  let access: String

  /// Returns the texts in the best of the user's languages.
  static func best(for languages: [String]) -> HostTexts {
    LanguageTag.best(of: Array(all.keys), for: languages).flatMap { all[$0] } ?? english
  }

  /// The sentences of the first start.
  ///
  /// - Parameter names: The names of the enabled keyboards, sanitized.
  func explanation(keyboards names: [String]) -> [String] {
    [keyboards.replacing("%@", with: names.map(Self.isolated).joined(separator: listSeparator)), adding, access]
  }

  /// Returns a name or a command, isolated so that it does not change the writing direction of the text around it.
  private static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
}
