// TurnBudget: how many instructions a turn takes, and how many it may take.
//
// For:    the test that sees a slow change on any machine, however busy, and the benchmark's row of the same.
// Never:  times. `turn-instructions` does the turns, callgrind counts them, `Benchmarks/turn-budget.json` has what they may cost.
// Start:  `TurnCount` for counting, `TurnBudget` for the file.

/// A kind of turn that is counted; the raw value is its name in the file.
package enum TurnKind: String, CaseIterable, Sendable {
  /// A key of a library in C calls an action, which inserts a letter.
  case letter = "one-letter"
  /// The same, and the action makes ten calls of the proxy.
  case tenCalls = "ten-calls"
  /// HabrTags, a keyboard in Swift, inserts a tag and moves into it.
  case tag = "habr-tag"

  /// What happens, in words.
  package var title: String {
    switch self {
    case .letter: "a letter"
    case .tenCalls: "ten proxy calls"
    case .tag: "a tag of HabrTags"
    }
  }
}
