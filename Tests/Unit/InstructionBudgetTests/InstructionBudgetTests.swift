import Foundation
import TestSupport
import Testing
import InstructionBudget

/// Counts the instructions of a turn. Unlike the duration, this number shows even on a busy machine whether turns
/// became slower (Benchmarks.md#instruction-budget).
@Suite struct InstructionBudgetTests {
  private static let file = Repository.root.appending(path: "Benchmarks/instruction-budget.json")
  private static let isRecording = ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1"
  /// The counts of 25 turns of each kind. Counting takes seconds, so both tests use the same counts.
  private static let counts = Result {
    try TurnCount.ofAll(tree: Repository.root, products: Repository.products, turns: 25)
  }

  @Test(
    "A turn needs at most a fifth more instructions than the recorded number",
    .enabled(if: TurnCount.isPossible, "valgrind or objcopy is not installed"))
  func keepsBudget() throws {
    let counts = try Self.counts.get()
    var budget =
      FileManager.default.fileExists(atPath: Self.file.path)
      ? try InstructionBudget(reading: Self.file) : InstructionBudget()
    if Self.isRecording {
      for (kind, count) in counts { budget[kind] = count.instructions }
      try budget.write(to: Self.file)
    }
    for kind in TurnKind.allCases {
      let count = try #require(counts[kind])
      switch InstructionBudget.Verdict(count.instructions, budget: budget[kind]) {
      case .kept: break
      case .over(let share):
        Issue.record(
          """
          A turn with \(kind.title) takes \(count.instructions) instructions, \(Self.percent(share)) more than the \
          \(budget[kind] ?? 0) of \(InstructionBudget.thisBuild) in Benchmarks/instruction-budget.json. If the change \
          is worth the cost, record the new count with KLAVA_RECORD=1. The costliest functions of 25 such turns:
          \(count.costliestFunctions)
          """)
      case .farUnder(let share):
        Issue.record(
          """
          A turn with \(kind.title) takes \(Self.percent(share)) fewer instructions than Benchmarks/instruction-budget.json has for \
          \(InstructionBudget.thisBuild). Record the new count with KLAVA_RECORD=1.
          """, severity: .warning)
      case .unknown:
        Issue.record(
          "Benchmarks/instruction-budget.json has no counts for \(InstructionBudget.thisBuild). Record them with KLAVA_RECORD=1.",
          severity: .warning)
      }
    }
  }

  @Test(
    "In a release build, host and keyboard together make at most ten allocations for a key press that types a letter",
    .enabled(if: TurnCount.isPossible, "valgrind or objcopy is not installed"))
  func allocatesLittle() throws {
    #expect(try #require(Self.counts.get()[.letter]).allocations <= TurnCount.maximumAllocations)
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  @Test(
    "A deviation of up to a fifth passes, and the test reports a larger deviation",
    arguments: [
      (1_000, InstructionBudget.Verdict.kept), (1_200, .kept), (800, .kept), (1_500, .over(0.5)),
      (250, .farUnder(0.75)),
    ])
  func judges(count: Int, verdict: InstructionBudget.Verdict) {
    #expect(InstructionBudget.Verdict(count, budget: 1_000) == verdict)
    #expect(InstructionBudget.Verdict(count, budget: nil) == .unknown)
  }

  @Test("Reading and writing the budget file does not change its bytes")
  func staysTheSame() throws {
    let folder = try TemporaryDirectory()
    let file = folder.url.appending(path: "budget.json")
    var budget = InstructionBudget()
    for (index, kind) in TurnKind.allCases.enumerated() { budget[kind] = index + 1 }
    try budget.write(to: file)
    let bytes = try Data(contentsOf: file)
    let again = try InstructionBudget(reading: file)
    #expect(again == budget)
    try again.write(to: file)
    #expect(try Data(contentsOf: file) == bytes)
  }
}
