internal import FoundationEssentials
internal import InstructionBudget
package import Measurement

/// The benchmark of the number of instructions of a turn, which is the same on a busy and on an idle machine.
package struct InstructionsBenchmark: Benchmark {
  package let name = "instructions"
  package let title = "instructions of a turn"
  package let method = """
    callgrind counts the instructions of both sides of a turn, the host's and the runner's, over a real link in one \
    process, without confinement and waiting. Benchmarks/instruction-budget.json has the recorded numbers, and \
    KLAVA_RECORD=1 replaces them. The program also counts the memory allocations of both sides.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let tree = URL(filePath: FileManager.default.currentDirectoryPath)
    let file = tree.appending(path: "Benchmarks/instruction-budget.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      return missing("the current folder is not a source tree of Klava")
    }
    guard TurnCount.isPossible else { return missing("valgrind or objcopy is not installed") }
    let products = URL(filePath: benchmarkEnvironment.buildFolder)
    let counts = try TurnCount.ofAll(tree: tree, products: products, turns: effort.samples(100, quick: 25))
    var budget = try InstructionBudget(reading: file)
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      for (kind, count) in counts { budget[kind] = count.instructions }
      try budget.write(to: file)
    }
    return Outcome(
      TurnKind.allCases.flatMap { kind -> [Figure] in
        counts[kind].map { count in
          let most = budget[kind].map { Double($0) * (1 + InstructionBudget.tolerance) }
          return [
            Figure(
              "a turn with \(kind.title)", Double(count.instructions), .instructions,
              goal: most.map {
                kind == .letter ? .atMost(min($0, 30_000)) : .atMost($0, source: "instruction-budget.json")
              }),
            Figure(
              "allocations of a turn with \(kind.title)", count.allocations, .count,
              goal: kind == .letter ? .atMost(TurnCount.maximumAllocations) : nil),
          ]
        } ?? []
      })
  }

  private func missing(_ reason: String) -> Outcome {
    Outcome(TurnKind.allCases.map { .missing("a turn with \($0.title)", .instructions, reason: reason) })
  }
}
