internal import KeyboardHost
package import Measurement

/// The benchmark of the globe key, until the input view of the next keyboard is visible.
package struct AdvanceBenchmark: Benchmark {
  package let name = "advance"
  package let title = "the globe key, until the input view of the next keyboard is visible"
  package let method = """
    The user waits \(Int(rest * 1000)) ms before each tap, and the session preloads the next keyboards meanwhile. Measures the \
    first tap in a session, later taps, and taps without a pause, which find warm processor caches.
    """
  private let ground: BenchmarkEnvironment
  private let subjects: [Subject]

  /// Seconds for which the user looks at a keyboard before the next tap.
  private static let rest = 0.1

  /// Creates the benchmark. It needs at least two keyboards.
  package init(_ ground: BenchmarkEnvironment, _ subjects: [Subject] = [.swift, .c]) {
    self.ground = ground
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    guard subjects.count >= 2 else {
      return Outcome([.missing("to the next keyboard", .seconds, because: "only one keyboard is enabled")])
    }
    // From each keyboard to the next one.
    let orders = subjects.indices.map { Array(subjects[$0...] + subjects[..<$0]) }
    let first = try takeInTurn(
      effort.samples(60, quick: 12),
      orders.map { order in { [try tap(in: try seat(order), from: order[0], to: order[1], rest: Self.rest)] } }
    )
    let seats = try orders.map { try seat($0) }
    func again(_ count: Int, rest: Double?) throws -> [Series] {
      try takeInTurn(
        count,
        zip(orders, seats).map { order, seat in
          {
            try seat.pick(order[0].identifier)
            return [try tap(in: seat, from: order[0], to: order[1], rest: rest)]
          }
        })
    }
    let paced = try again(effort.samples(60, quick: 12), rest: Self.rest)
    let burst = try again(effort.samples(500), rest: nil)
    return Outcome(
      figures("for the first time", orders, first)
        + figures("again", orders, paced) + figures("again, at once", orders, burst))
  }

  private func figures(_ when: String, _ orders: [[Subject]], _ series: [Series]) -> [Figure] {
    zip(orders, series).flatMap { order, times in
      [
        Figure("to \(order[1].name) \(when), p50", times.samples, .seconds, goal: .atMost(200e-6)),
        Figure("to \(order[1].name) \(when), p99", times.samples, .seconds, at: 0.99),
      ]
    }
  }

  private func seat(_ order: [Subject]) throws -> TypingSession {
    let seat = try TypingSession(ground, order.map(\.identifier))
    seat.focus()
    try seat.requireShown(order[0].identifier)
    return seat
  }

  private func tap(in seat: TypingSession, from one: Subject, to other: Subject, rest: Double?) throws -> Double {
    try seat.requireShown(one.identifier)
    if let rest { seat.rest(seconds: rest) }
    let time = try seconds(of: { try seat.session.advance() })
    try seat.requireShown(other.identifier)
    seat.focus()
    try seat.session.key(other.key)
    try require(seat.text, is: other.text(after: 1), "the text of \(other.name)")
    return time
  }
}
