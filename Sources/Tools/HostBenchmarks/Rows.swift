package import Measurement

/// The benchmarks, in the order of Benchmarks.md#rows.
package enum Rows {
  /// The benchmarks for a build tree.
  package static func all(_ benchmarkEnvironment: BenchmarkEnvironment) -> [any Benchmark] {
    [
      TurnBenchmark(benchmarkEnvironment), InProcessBenchmark(benchmarkEnvironment),
      ProxyCallsBenchmark(benchmarkEnvironment),
      LibffiBenchmark(benchmarkEnvironment), ColdBenchmark(benchmarkEnvironment),
      AdvanceBenchmark(benchmarkEnvironment), RecoveryBenchmark(benchmarkEnvironment),
      ConfinementBenchmark(benchmarkEnvironment),
      MemoryBenchmark(benchmarkEnvironment), DocumentSizeBenchmark(benchmarkEnvironment),
      KeyboardsBenchmark(benchmarkEnvironment), RestBenchmark(benchmarkEnvironment),
      SessionsBenchmark(benchmarkEnvironment), InputViewSizeBenchmark(benchmarkEnvironment),
      ServeBenchmark(benchmarkEnvironment), HostWorkBenchmark(benchmarkEnvironment),
      InstructionsBenchmark(benchmarkEnvironment),
    ]
  }

  /// The names of the benchmarks for the user's keyboards.
  package static let namesForUsers = ["turn", "libffi", "cold", "advance", "memory"]

  /// The names of the user benchmarks that need no keyboard.
  package static let keyboardlessNames: Set = ["libffi"]

  /// The benchmarks for the user's keyboards.
  package static func forUsers(_ benchmarkEnvironment: BenchmarkEnvironment, _ subjects: [Subject]) -> [any Benchmark] {
    [
      TurnBenchmark(benchmarkEnvironment, subjects), LibffiBenchmark(nil),
      ColdBenchmark(benchmarkEnvironment, subjects),
      AdvanceBenchmark(benchmarkEnvironment, subjects), MemoryBenchmark(benchmarkEnvironment, forUsers: subjects),
    ]
  }
}
