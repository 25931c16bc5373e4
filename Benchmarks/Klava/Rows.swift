package import Measurement

/// The rows, in the order of Benchmarks.md#rows.
package enum Rows {
  /// Those that a build tree is measured by.
  package static func all(_ ground: BenchmarkEnvironment) -> [any Benchmark] {
    [
      TurnBenchmark(ground), InProcessBenchmark(ground), ProxyCallsBenchmark(ground),
      LibffiBenchmark(ground), ColdBenchmark(ground), AdvanceBenchmark(ground), RecoveryBenchmark(ground),
      ConfinementBenchmark(ground),
      MemoryBenchmark(ground), DocumentSizeBenchmark(ground), KeyboardsBenchmark(ground), RestBenchmark(ground),
      SessionsBenchmark(ground), InterfaceSizeBenchmark(ground), HostWorkBenchmark(ground),
      InstructionsBenchmark(ground),
    ]
  }

  /// The names of those that a person can have measured.
  package static let personsNames = ["turn", "libffi", "cold", "advance", "memory"]

  /// The names of those among them that need no keyboard.
  package static let keyboardlessNames: Set = ["libffi"]

  /// Those that a person's keyboards are measured by.
  package static func ofPerson(_ ground: BenchmarkEnvironment, _ subjects: [Subject]) -> [any Benchmark] {
    [
      TurnBenchmark(ground, subjects), LibffiBenchmark(nil), ColdBenchmark(ground, subjects),
      AdvanceBenchmark(ground, subjects), MemoryBenchmark(ground, ofPerson: subjects),
    ]
  }
}
