package import Measurement

/// The benchmark of the time from a key press on a sandboxed keyboard until the document has the text.
package struct TurnBenchmark: Benchmark {
  package let name = "turn"
  package let title = "a key press, until the document has the text"
  package let method = """
    Measures the time from the call of the session until the text is in the document. For comparison, two processes \
    exchange one word by the same means, with and without spinning. The variants alternate: bursts of 100 presses, \
    and single presses \(Int(pace * 1000)) ms apart.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let subjects: [Subject]

  /// The seconds between two key presses of a user.
  private static let pace = 0.1
  private static let burst = 100

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, _ subjects: [Subject] = [.swift, .c]) {
    self.benchmarkEnvironment = benchmarkEnvironment
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    let keySessions = try subjects.map { try RepeatedKeySession($0, benchmarkEnvironment) }
    let balls = [try PingPong(), try PingPong(spins: false)]
    let burst = try sampleInTurn(
      effort.samples(100),
      keySessions.map { keySession in { try keySession.type(Self.burst) } }
        + balls.map { ball in
          { try (0..<Self.burst).map { _ in try seconds(of: { try ball.roundTrip() }) } }
        })
    for keySession in keySessions { keySession.begin() }
    let paced = try sampleInTurn(
      effort.samples(100, quick: 12),
      keySessions.map { keySession in
        {
          keySession.rest(seconds: Self.pace)
          return [try keySession.press()]
        }
      }
        + balls.map { ball in
          {
            pause(seconds: Self.pace)
            return [try seconds(of: { try ball.roundTrip() })]
          }
        })
    for keySession in keySessions { try keySession.check() }
    return Outcome(
      figures("burst", burst, isBurst: true) + figures("\(Int(Self.pace * 1000)) ms apart", paced, isBurst: false))
  }

  /// The figures for key presses at one rate. `series` contains the times of each keyboard, and then the times of
  /// `PingPong` with and without spinning.
  private func figures(_ pace: String, _ series: [Series], isBurst: Bool) -> [Figure] {
    let own = Array(zip(subjects, series))
    let (spinning, sleeping) = (series[subjects.count], series[subjects.count + 1])
    return own.flatMap { subject, times in
      [
        Figure(
          "\(subject.name), \(pace), p50", times.samples, .seconds,
          goal: isBurst ? subject.burstGoal.map { .atMost($0) } : nil),
        Figure("\(subject.name), \(pace), p99", times.samples, .seconds, at: 0.99),
      ]
    } + [
      Figure("ping-pong, \(pace), p50", spinning.samples, .seconds),
      Figure("ping-pong without spinning, \(pace), p50", sleeping.samples, .seconds),
    ]
      + own.flatMap { subject, times in
        [
          .ratio("\(subject.name) over ping-pong, \(pace)", of: times, to: spinning),
          .ratio(
            "\(subject.name) over ping-pong without spinning, \(pace)", of: times, to: sleeping,
            goal: isBurst ? .atMost(3) : nil),
        ]
      }
  }
}
