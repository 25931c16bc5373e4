// InstructionBudget: the counted and the recorded numbers of instructions of a turn.
//
// For:    the benchmark `instructions`, and the test that detects slower code even on a busy machine.
// Never:  measures time. `turn-instructions` performs the turns, callgrind counts their instructions, and
//         `Benchmarks/instruction-budget.json` keeps the recorded numbers.
// Start:  `TurnCount` for counting, `InstructionBudget` for the file.

/// A kind of turn to count. The raw value is the name of the kind in the file.
package enum TurnKind: String, CaseIterable, Sendable {
  /// A key calls an action of a C library. The action inserts a letter.
  case letter = "one-letter"
  /// The same turn as ``letter``, but with the library in the host's process and without a link.
  case letterInside = "one-letter-in-process"
  /// A key calls an action of a C library. The action makes ten calls to the document proxy.
  case tenCalls = "ten-calls"
  /// HabrTags, a keyboard in Swift, inserts a tag and moves the insertion point into the tag.
  case tag = "habr-tag"
  /// A press of the globe key replaces the keyboard by another keyboard that the host has shown before.
  case globe = "globe-key"

  /// The turn as text for the report.
  package var title: String {
    switch self {
    case .letter: "a letter"
    case .letterInside: "a letter in the host's process"
    case .tenCalls: "ten proxy calls"
    case .tag: "a tag of HabrTags"
    case .globe: "the globe key"
    }
  }
}
