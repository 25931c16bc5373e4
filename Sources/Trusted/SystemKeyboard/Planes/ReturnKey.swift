internal import KeyboardStore
internal import TextModel
internal import Translations

/// The title and the state of a field's return key (Behavior.md#field-traits).
struct ReturnKey: Hashable, Sendable {
  let title: String
  /// The name for a screen reader; nil if the screen reader can read the title.
  let spoken: String?
  /// Whether the user can press the key.
  let isEnabled: Bool

  /// Creates a return key with a special effect, such as inserting the first emoji that a search found.
  init(title: String, isEnabled: Bool) {
    self.title = title
    spoken = nil
    self.isEnabled = isEnabled
  }

  /// Creates the return key of a field.
  ///
  /// - Parameters:
  ///   - traits: The traits of the field.
  ///   - hasText: Whether the document has text.
  ///   - texts: The texts of keys in the user's language.
  ///   - keyboardTexts: The texts of keys in the language of the keyboard layout; nil if the host has no such texts.
  ///     With nil, the title of a default return key is an arrow.
  init(traits: TextInputTraits, hasText: Bool, texts: SystemKeyTexts, keyboardTexts: SystemKeyTexts?) {
    let type = traits.returnKeyType
    let name = type.name(texts)
    title = keyboardTexts.map(type.name) ?? (type == .default ? "↵" : name)
    spoken = name == title ? nil : name
    isEnabled = hasText || !traits.enablesReturnKeyAutomatically
  }
}

extension ReturnKeyType {
  fileprivate func name(_ texts: SystemKeyTexts) -> String {
    switch self {
    case .default: texts.return
    case .go: texts.go
    case .google: "Google"
    case .join: texts.join
    case .next: texts.next
    case .route: texts.route
    case .search: texts.search
    case .send: texts.send
    case .yahoo: "Yahoo"
    case .done: texts.done
    case .emergencyCall: texts.emergencyCall
    case .continue: texts.continue
    }
  }
}
