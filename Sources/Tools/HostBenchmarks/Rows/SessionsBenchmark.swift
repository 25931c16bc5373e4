package import Measurement

/// The benchmark of a key press, by the number of open sessions. Each session has a process with a keyboard.
package struct SessionsBenchmark: Benchmark {
  package let name = "sessions"
  package let title = "a key press, by the number of sessions"
  package let method = """
    Several sessions in one host, each with a process of the same keyboard in C. Each round presses one key in each \
    session in turn, so that the presses alternate between the processes.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let counts = [1, 2, 4, 8, 16, 32]
  private static let rounds = 20

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let subject = Subject.c
    let keySessions = try (0..<(Self.counts.last ?? 1)).map { _ in try RepeatedKeySession(subject, benchmarkEnvironment)
    }
    let series = try sampleInTurn(
      effort.samples(60),
      Self.counts.map { count in
        {
          let some = keySessions.prefix(count)
          for keySession in some { keySession.begin() }
          // Divide by the number of sessions, so that the total number of presses is the same for each number of
          // sessions.
          let rounds = Self.rounds * 32 / count
          let times = try (0..<rounds).flatMap { _ in try some.map { try $0.press() } }
          for keySession in some { try keySession.check() }
          return times
        }
      })
    let points = zip(Self.counts, series).map { Curve.Point(Double($0), $1.samples) }
    let curve = Curve(
      name, title: "A key press, by the number of sessions",
      horizontal: Curve.Axis("sessions, each with a keyboard's process", .count, isLogarithmic: true),
      vertical: Curve.Axis("time of a key press", .seconds), lines: [Curve.Line(subject.name, points)])
    let (first, last) = (series[0], series[series.count - 1])
    return Outcome(
      [
        Figure("1 session, p50", first.samples, .seconds), Figure("32 sessions, p50", last.samples, .seconds),
        .ratio("32 sessions over 1", of: last, to: first, goal: .atMost(3)),
      ], curves: [curve])
  }
}
