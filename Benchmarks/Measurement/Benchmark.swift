// Measurement: how something is measured, and how what came of it is shown. It knows nothing of keyboards.
//
// For:    rows of benchmarks (`KlavaBenchmarks`, `Peers`), and the two programs that run them (`klava-bench`, `klava bench`).
// Never:  asserts a speed. A row throws where the work was wrong; a goal that is missed is shown and nothing more.
// Start:  `Benchmark`, then `Outcome` and `Figure`; `takeInTurn` for pairs; `Report` for the table and the JSON.
//
// Not a package for benchmarks such as ordo-one's: those measure one thing after the other, each in a process of its own, and
// what Benchmarks.md#taken-in-turn asks for are ratios of pairs that are taken in turn, in one run.

/// One row of Benchmarks.md#rows: does its work, sees that it was done, and says how long it took.
package protocol Benchmark {
  /// The word that names it on a command line.
  var name: String { get }
  /// What it measures, in a few words.
  var title: String { get }
  /// What is compared with what, and why that is fair: a sentence or two.
  var method: String { get }

  /// Measures; throws where the work was not done as it must be.
  func run(_ effort: Effort) throws -> Outcome
}

/// The work of a benchmark was not done as it must be, so that no time of it means anything.
package struct WrongWork: Error, CustomStringConvertible {
  /// What was wrong.
  package let description: String

  /// What was wrong, in a sentence.
  package init(_ description: String) { self.description = description }
}

/// Throws ``WrongWork`` unless the two are the same.
package func require<Value: Equatable>(_ found: Value, is expected: Value, _ what: @autoclosure () -> String) throws {
  guard found == expected else { throw WrongWork("\(what()): expected \(expected), found \(found)") }
}
