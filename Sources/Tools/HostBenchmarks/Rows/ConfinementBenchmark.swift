package import Measurement
internal import Sandbox

/// The benchmark of the sandbox's cost for well-behaved keyboards with different runtime libraries.
package struct ConfinementBenchmark: Benchmark {
  package let name = "confinement"
  package let title = "the cost of the sandbox for the start and the turns of a keyboard"
  package let method = """
    Starts and shows each kind of keyboard and presses a key, alternately without a sandbox, with all layers and \
    without namespaces. Then the keyboard types 100 times. The result is the first quartile of these turns, because \
    the time of a slower turn depends on whether the other process still ran or the kernel had to wake it.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  /// A kind of keyboard to measure. One key of the keyboard inserts a text and has no other effect.
  private struct Kind {
    let name: String
    let library: String
    let principalClass: String
    let key: String
    let text: String

    static let all =
      [Kind(name: "C", library: "CrashingKeyboard", principalClass: "klv_keyboard", key: "m", text: "m")]
      + ["Swift", "Concurrency", "Dispatch", "Essentials", "Foundation"].map { name in
        Kind(
          name: name, library: "Honest\(name)", principalClass: "Honest\(name).KeyboardViewController", key: "ok",
          text: "ok")
      }
  }

  /// A set of sandbox layers.
  private enum Hold: String, CaseIterable {
    case nothing = "without a sandbox"
    case everything = "with all layers"
    case withoutNamespaces = "without namespaces"

    var policy: Policy {
      get throws {
        let layers: Set<Layer> =
          switch self {
          case .nothing: []
          case .everything: Set(Layer.allCases)
          case .withoutNamespaces: [.landlock, .seccomp]
          }
        return try Policy(available: layers, unsafeWithout: Set(Layer.allCases).subtracting(layers))
      }
    }
  }

  package func run(_ effort: Effort) throws -> Outcome {
    Outcome(try Kind.all.flatMap { try figures(of: $0, effort) })
  }

  private func figures(of kind: Kind, _ effort: Effort) throws -> [Figure] {
    var turns = Hold.allCases.map { _ in [[Double]]() }
    let starts = try sampleInTurn(
      effort.samples(60, quick: 6), warmUps: 0,
      try Hold.allCases.enumerated().map { index, hold in
        let policy = try hold.policy
        return {
          let watch = Stopwatch()
          let keyboard = try BareKeyboard(
            library: benchmarkEnvironment.library(kind.library), principalClass: kind.principalClass, policy: policy,
            benchmarkEnvironment)
          try keyboard.press(kind.key, inserting: kind.text)
          let start = watch.seconds
          turns[index].append(
            try (0..<100).map { _ in try seconds(of: { try keyboard.press(kind.key, inserting: kind.text) }) })
          return [start]
        }
      })
    // One sample for each round: the first quartile of the round's times.
    let quick = turns.map { rounds in Series(rounds: rounds.map { [Distribution($0).lowerQuartile] }) }
    var figures = [
      Figure("\(kind.name), \(Hold.nothing.rawValue), start", starts[0].samples, .seconds),
      Figure("\(kind.name), \(Hold.nothing.rawValue), turn", quick[0].samples, .seconds),
    ]
    for (hold, (start, turn)) in zip(Hold.allCases, zip(starts, quick)).dropFirst() {
      figures.append(
        .difference(
          "\(kind.name), \(hold.rawValue), starts later by", of: start, from: starts[0], .seconds,
          goal: .atMost(3.5e-3, source: Self.promise)))
      figures.append(
        .ratio(
          "\(kind.name), \(hold.rawValue), turn, ratio to no sandbox", of: turn, to: quick[0],
          goal: .atMost(1.05, source: Self.promise)))
    }
    return figures
  }

  /// The source of the goals.
  private static let promise = "Benchmarks.md#confinement"
}
