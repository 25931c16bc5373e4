// Measurement: the framework for benchmarks and reports. The module is independent of keyboards.
//
// For:    benchmarks (`HostBenchmarks`, `Peers`) and the programs that run them (`klava-bench`, `klava bench`).
// Never:  asserts a speed. A benchmark throws if its work had a wrong result. If a goal is missed, the report says so,
//         and the benchmark throws no error.
// Start:  `Benchmark`, then `Outcome` and `Figure`; `sampleInTurn` for comparisons; `Report` for the table and JSON.
//
// Packages for benchmarks, such as package-benchmark, measure one function after another, each in a separate process.
// Klava does not use such a package, because Benchmarks.md#taken-in-turn requires that a benchmark measures the
// compared functions alternately, in one run.

/// A benchmark of Benchmarks.md#rows: it performs work, checks the result, and measures the time.
package protocol Benchmark {
  /// The name on the command line.
  var name: String { get }
  /// The measured quantity, in a few words.
  var title: String { get }
  /// A description of the method in one or two sentences: what the benchmark compares, and why the comparison is fair.
  var method: String { get }

  /// Runs the benchmark.
  ///
  /// - Throws: ``WrongWorkError`` if the result of the work is wrong.
  func run(_ effort: Effort) throws -> Outcome
}

/// An error for work with a wrong result. If a benchmark throws this error, the report contains the error instead of
/// figures.
package struct WrongWorkError: Error, CustomStringConvertible {
  /// The reason why the work counts as wrong.
  package let description: String

  /// Creates an error with a reason.
  package init(_ description: String) { self.description = description }
}

/// Checks that two values are equal.
///
/// - Throws: ``WrongWorkError`` if they differ.
package func require<Value: Equatable>(_ found: Value, is expected: Value, _ what: @autoclosure () -> String) throws {
  guard found == expected else { throw WrongWorkError("\(what()): expected \(expected), found \(found)") }
}
