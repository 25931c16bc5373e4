internal import InstructionBudget

extension TurnKind {
  /// The identifier of the keyboard for this kind of turn.
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

  /// Returns the text that the field must have after a number of presses.
  func text(after count: Int) -> String {
    switch self {
    case .letter, .letterInside: String(repeating: "a", count: count)
    case .tenCalls: String(repeating: "aaaaa", count: count)
    // After each press, the insertion point is inside the inserted tag. The next press inserts a tag there.
    case .tag: String(repeating: "<b>", count: count) + String(repeating: "</b>", count: count)
    }
  }
}
