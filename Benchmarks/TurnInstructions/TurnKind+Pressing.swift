internal import InstructionBudget

extension TurnKind {
  /// The keyboard's identifier.
  var keyboard: String {
    switch self {
    case .letter, .tenCalls: JoinedSource.Name.actions
    case .letterInside: JoinedSource.Name.inside
    case .tag: JoinedSource.Name.tags
    }
  }

  var key: String {
    switch self {
    case .letter, .letterInside: "letter"
    case .tenCalls: "calls"
    case .tag: "Жирный"
    }
  }

  /// The text of the field after a number of presses.
  func text(after count: Int) -> String {
    switch self {
    case .letter, .letterInside: String(repeating: "a", count: count)
    case .tenCalls: String(repeating: "aaaaa", count: count)
    // The insertion point is inside each tag, so the next tag goes there.
    case .tag: String(repeating: "<b>", count: count) + String(repeating: "</b>", count: count)
    }
  }
}
