internal import KeyboardHost
package import Measurement

/// The benchmark of the time from a press of the globe key until the input view of the next keyboard is visible.
package struct AdvanceBenchmark: Benchmark {
  package let name = "advance"
  package let title = "the globe key, until the input view of the next keyboard is visible"
  package let method = """
    The user waits \(Int(rest * 1000)) ms before each tap, and the session preloads the next keyboards meanwhile. \
    Measures the first tap in a session, later taps, and taps without a pause, which find warm processor caches.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let subjects: [Subject]

  /// The seconds for which the simulated user looks at a keyboard before the next tap.
  private static let rest = 0.1

  /// Creates the benchmark. The benchmark needs at least two keyboards.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, _ subjects: [Subject] = [.swift, .c]) {
    self.benchmarkEnvironment = benchmarkEnvironment
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    guard subjects.count >= 2 else {
      return Outcome([.missing("to the next keyboard", .seconds, reason: "only one keyboard is enabled")])
    }
    // The lists of keyboards, each with a different first keyboard. The benchmark switches from the first keyboard of a
    // list to the second.
    let orders = subjects.indices.map { Array(subjects[$0...] + subjects[..<$0]) }
    let first = try sampleInTurn(
      effort.samples(60, quick: 12),
      orders.map { order in { [try tap(in: try typingSession(order), from: order[0], to: order[1], rest: Self.rest)] } }
    )
    let typingSessions = try orders.map { try typingSession($0) }
    func again(_ count: Int, rest: Double?) throws -> [Series] {
      try sampleInTurn(
        count,
        zip(orders, typingSessions).map { order, typingSession in
          {
            try typingSession.pick(order[0].identifier)
            return [try tap(in: typingSession, from: order[0], to: order[1], rest: rest)]
          }
        })
    }
    let paced = try again(effort.samples(60, quick: 12), rest: Self.rest)
    let burst = try again(effort.samples(500), rest: nil)
    return Outcome(
      figures("for the first time", orders, first, goal: 400e-6)
        + figures("again", orders, paced, goal: 250e-6) + figures("again, at once", orders, burst, goal: 200e-6))
  }

  private func figures(_ when: String, _ orders: [[Subject]], _ series: [Series], goal: Double) -> [Figure] {
    zip(orders, series).flatMap { order, times in
      [
        Figure("to \(order[1].name) \(when), p50", times.samples, .seconds, goal: .atMost(goal)),
        Figure("to \(order[1].name) \(when), p99", times.samples, .seconds, at: 0.99),
      ]
    }
  }

  private func typingSession(_ order: [Subject]) throws -> TypingSession {
    let typingSession = try TypingSession(benchmarkEnvironment, order.map(\.identifier))
    typingSession.focus()
    try typingSession.requireShown(order[0].identifier)
    return typingSession
  }

  private func tap(in typingSession: TypingSession, from one: Subject, to other: Subject, rest: Double?) throws
    -> Double
  {
    try typingSession.requireShown(one.identifier)
    if let rest { typingSession.rest(seconds: rest) }
    let time = try seconds(of: { try typingSession.session.advance() })
    try typingSession.requireShown(other.identifier)
    typingSession.focus()
    try typingSession.session.key(other.key)
    try require(typingSession.text, is: other.text(after: 1), "the text of \(other.name)")
    return time
  }
}
