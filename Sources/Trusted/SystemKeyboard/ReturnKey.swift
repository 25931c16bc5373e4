internal import TextModel

/// The title and the state of a field's return key (Behavior.md#field-traits).
struct ReturnKey: Hashable, Sendable {
  let title: String
  /// Whether the user can press the key.
  let isEnabled: Bool

  /// Creates a return key with another effect, such as inserting the first emoji that a search found.
  init(title: String, isEnabled: Bool) {
    self.title = title
    self.isEnabled = isEnabled
  }

  /// Creates the return key of a field.
  ///
  /// - Parameters:
  ///   - traits: The traits of the field.
  ///   - hasText: Whether the document has text.
  ///   - language: The language of the keyboard as a BCP 47 tag. CLDR has no word for the return key, so in languages
  ///     other than English, the title of a return key of the default type is an arrow.
  init(traits: TextInputTraits, hasText: Bool, language: String) {
    let isEnglish = language.isEmpty || language.prefix { $0 != "-" && $0 != "_" }.lowercased() == "en"
    title = traits.returnKeyType == .default && !isEnglish ? "↵" : traits.returnKeyType.title
    isEnabled = hasText || !traits.enablesReturnKeyAutomatically
  }
}

extension ReturnKeyType {
  fileprivate var title: String {
    switch self {
    case .default: "return"
    case .go: "Go"
    case .google: "Google"
    case .join: "Join"
    case .next: "Next"
    case .route: "Route"
    case .search: "Search"
    case .send: "Send"
    case .yahoo: "Yahoo"
    case .done: "Done"
    case .emergencyCall: "Emergency Call"
    case .continue: "Continue"
    }
  }
}
