internal import TurnBudget

extension TurnKind {
  /// The keyboard that is pressed.
  var keyboard: String {
    switch self {
    case .letter, .tenCalls: JoinedSource.Name.actions
    case .tag: JoinedSource.Name.tags
    }
  }

  /// The key that is pressed.
  var key: String {
    switch self {
    case .letter: "letter"
    case .tenCalls: "calls"
    case .tag: "Жирный"
    }
  }

  /// What so many presses leave in the field.
  func text(after count: Int) -> String {
    switch self {
    case .letter: String(repeating: "a", count: count)
    case .tenCalls: String(repeating: "aaaaa", count: count)
    // The insertion point is inside of each tag, where the next goes.
    case .tag: String(repeating: "<b>", count: count) + String(repeating: "</b>", count: count)
    }
  }
}
