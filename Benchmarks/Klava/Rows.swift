package import Measurement

/// The benchmarks, in the order of Benchmarks.md#rows.
package enum Rows {
  /// The benchmarks for a build tree.
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

  /// The names of the benchmarks for the user's keyboards.
  package static let personsNames = ["turn", "libffi", "cold", "advance", "memory"]

  /// The names of those benchmarks that need no keyboard.
  package static let keyboardlessNames: Set = ["libffi"]

  /// The benchmarks for the user's keyboards.
  package static func ofPerson(_ ground: BenchmarkEnvironment, _ subjects: [Subject]) -> [any Benchmark] {
    [
      TurnBenchmark(ground, subjects), LibffiBenchmark(nil), ColdBenchmark(ground, subjects),
      AdvanceBenchmark(ground, subjects), MemoryBenchmark(ground, ofPerson: subjects),
    ]
  }
}
