package import TextModel

/// The user's own data and text shortcuts. Only the system keyboard gets the user's own data.
package struct PersonalTexts {
  let own: (TextContentType) -> [String]
  let shortcuts: () -> [String: String]

  /// Creates a source of texts. The keyboard calls both functions when a field gets the focus or when its traits
  /// change.
  ///
  /// - Parameters:
  ///   - own: Returns the user's own data for a content type, best first.
  ///   - shortcuts: Returns the text shortcuts: for each text that the user types, the text that the keyboard inserts.
  package init(
    own: @escaping (TextContentType) -> [String] = { _ in [] }, shortcuts: @escaping () -> [String: String] = { [:] }
  ) {
    self.own = own
    self.shortcuts = shortcuts
  }
}
