internal import TextInput

/// How a field's return key looks: its title, and whether it can be pressed (Behavior.md#field-traits).
struct ReturnKey: Hashable, Sendable {
  /// What is written on it.
  let title: String
  /// Whether it can be pressed.
  let isEnabled: Bool

  /// The return key of a field with these traits, whose document has text or has none.
  init(traits: TextInputTraits, hasText: Bool) {
    title = traits.returnKeyType.title
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
