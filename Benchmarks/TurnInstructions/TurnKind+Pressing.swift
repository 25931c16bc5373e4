internal import InstructionBudget
internal import KeyboardHost

extension TurnKind {
  /// The identifiers of the enabled keyboards, in the order of the user's keyboard list. The first keyboard is on the
  /// screen.
  var keyboards: [String] {
    switch self {
    case .letter, .tenCalls: [JoinedSource.Name.actions]
    case .letterInside: [JoinedSource.Name.inside]
    case .tag: [JoinedSource.Name.tags]
    case .globe: [JoinedSource.Name.tags, JoinedSource.Name.actions]
    }
  }

  /// Presses the key once. For the globe key, one press advances to the keyboard in C, and the next press returns to
  /// the first keyboard.
  func press(in session: KeyboardSession) throws {
    switch self {
    case .letter, .letterInside: try session.key("letter")
    case .tenCalls: try session.key("calls")
    case .tag: try session.key("Жирный")
    case .globe: try session.advance()
    }
  }

  /// Returns the text that the field must have after a number of presses.
  func text(after count: Int) -> String {
    switch self {
    case .letter, .letterInside: String(repeating: "a", count: count)
    case .tenCalls: String(repeating: "aaaaa", count: count)
    // After each press, the insertion point is inside the inserted tag, so the next press inserts a tag inside this
    // tag.
    case .tag: String(repeating: "<b>", count: count) + String(repeating: "</b>", count: count)
    case .globe: ""
    }
  }
}
