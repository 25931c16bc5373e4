package import Measurement

/// The rows, in the order of BENCH.md.
package enum Rows {
  /// Those that a build tree is measured by.
  ///
  /// - Parameters:
  ///   - ground: The build tree.
  ///   - others: What a key press is compared with.
  package static func all(_ ground: Ground, others: [OtherTyping] = []) -> [any Benchmark] {
    [
      TurnBenchmark(ground, others: others), InProcessBenchmark(ground), ProxyCallsBenchmark(ground),
      LibffiBenchmark(ground), ColdBenchmark(ground), AdvanceBenchmark(ground), RecoveryBenchmark(ground),
      ConfinementBenchmark(ground),
    ]
  }

  /// The names of those that a person can have measured.
  package static let personsNames = ["turn", "libffi", "cold", "advance"]

  /// Those that a person's keyboards are measured by.
  package static func ofPerson(_ ground: Ground, _ subjects: [Subject]) -> [any Benchmark] {
    [
      TurnBenchmark(ground, subjects), LibffiBenchmark(nil), ColdBenchmark(ground, subjects),
      AdvanceBenchmark(ground, subjects),
    ]
  }
}
