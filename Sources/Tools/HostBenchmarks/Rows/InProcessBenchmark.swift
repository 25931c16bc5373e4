package import Measurement

/// The benchmark of a key press with the keyboard in this process, to measure the cost of isolation.
package struct InProcessBenchmark: Benchmark {
  package let name = "in-process"
  package let title = "the same key press with the keyboard in the host's process"
  package let method = """
    Presses the keys of the row `turn`. Each round makes 100 presses with the keyboard in this process and 100 with \
    the keyboard in its sandboxed process. Then the round makes single presses in both processes after pauses of \
    100 ms. For single presses with empty caches, this process first reads \(Evicted.size >> 20) MB of other memory.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let subjects: [Subject]

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, _ subjects: [Subject] = [.swift, .c]) {
    self.benchmarkEnvironment = benchmarkEnvironment
    // Measure only trusted keyboards, because the sandbox does not confine code in this process.
    self.subjects = subjects.filter(\.isOwn)
  }

  package func run(_ effort: Effort) throws -> Outcome {
    var figures: [Figure] = []
    for subject in subjects {
      let (inside, outside) = (
        try RepeatedKeySession(subject, benchmarkEnvironment, inProcess: true),
        try RepeatedKeySession(subject, benchmarkEnvironment)
      )
      let burst = try sampleInTurn(
        effort.samples(200), [{ try inside.type(100) }, { try outside.type(100) }])
      figures += [
        Figure("\(subject.name), in process, burst, p50", burst[0].samples, .seconds, goal: .atMost(2e-6)),
        Figure("\(subject.name), in process, burst, p99", burst[0].samples, .seconds, at: 0.99),
        Figure("\(subject.name), sandboxed, burst, p50", burst[1].samples, .seconds),
        .difference("\(subject.name), cost of isolation, burst", of: burst[1], from: burst[0], .seconds),
      ]
      let keySessions = [inside, outside]
      for keySession in keySessions { keySession.begin() }
      let paced = try sampleInTurn(
        effort.samples(50, quick: 8),
        keySessions.map { keySession in
          {
            keySession.rest(seconds: 0.1)
            return [try keySession.press()]
          }
        })
      let other = Evicted()
      let cold = try sampleInTurn(
        effort.samples(50, quick: 8),
        [
          {
            try other.read()
            return [try inside.press()]
          }
        ])
      for keySession in keySessions { try keySession.check() }
      figures += [
        Figure("\(subject.name), in process, with empty caches, p50", cold[0].samples, .seconds),
        Figure("\(subject.name), in process, 100 ms apart, p50", paced[0].samples, .seconds),
        Figure("\(subject.name), sandboxed, 100 ms apart, p50", paced[1].samples, .seconds),
        .difference("\(subject.name), cost of isolation, 100 ms apart", of: paced[1], from: paced[0], .seconds),
      ]
    }
    return Outcome(figures)
  }
}

/// A block of memory that evicts everything else from the processor's caches when the benchmark reads it.
private struct Evicted {
  /// The size in bytes, larger than the caches of common machines.
  static let size = 128 << 20
  private static let line = 64

  private let bytes = [UInt8](repeating: 1, count: size)

  func read() throws {
    let sum = stride(from: 0, to: Self.size, by: Self.line).reduce(0) { $0 + Int(bytes[$1]) }
    guard sum == Self.size / Self.line else { throw WrongWorkError("the memory has wrong contents") }
  }
}
