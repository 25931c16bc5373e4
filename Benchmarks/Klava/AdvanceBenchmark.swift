internal import KeyboardHost
package import Measurement

/// The globe key, until the next keyboard's interface is shown.
package struct AdvanceBenchmark: Benchmark {
  package let name = "advance"
  package let title = "the globe key, until the next keyboard's interface is shown"
  package let method = """
    The person rests \(Int(rest * 1000)) ms before each tap, in which the session makes the next keyboards ready as frontends let it. Once for \
    the first time in a session, when the next keyboard was never shown; then when both were.
    """
  private let ground: Ground
  private let subjects: [Subject]

  /// Seconds that a person looks at a keyboard before they want the next.
  private static let rest = 0.1

  /// The row for these keyboards, of which there must be two.
  package init(_ ground: Ground, _ subjects: [Subject] = [.swift, .c]) {
    self.ground = ground
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    guard subjects.count >= 2 else {
      return Outcome([.missing("to the next keyboard", .seconds, because: "there is one keyboard only")])
    }
    // From each to the one that follows it.
    let orders = subjects.indices.map { Array(subjects[$0...] + subjects[..<$0]) }
    let first = try takeInTurn(
      effort.samples(60, quick: 12),
      orders.map { order in { [try tap(in: try seat(order), from: order[0], to: order[1])] } }
    )
    let seats = try orders.map { try seat($0) }
    let again = try takeInTurn(
      effort.samples(60, quick: 12),
      zip(orders, seats).map { order, seat in
        {
          try seat.pick(order[0].identifier)
          return [try tap(in: seat, from: order[0], to: order[1])]
        }
      })
    return Outcome(
      zip(orders, first).flatMap { order, times in
        [
          Figure("to \(order[1].name) for the first time, p50", times.samples, .seconds, goal: .atMost(200e-6)),
          Figure("to \(order[1].name) for the first time, p99", times.samples, .seconds, at: 0.99),
        ]
      }
        + zip(orders, again).flatMap { order, times in
          [
            Figure("to \(order[1].name) again, p50", times.samples, .seconds, goal: .atMost(200e-6)),
            Figure("to \(order[1].name) again, p99", times.samples, .seconds, at: 0.99),
          ]
        })
  }

  private func seat(_ order: [Subject]) throws -> Seat {
    let seat = try Seat(ground, order.map(\.identifier))
    seat.focus()
    try seat.requireShown(order[0].identifier)
    return seat
  }

  private func tap(in seat: Seat, from one: Subject, to other: Subject) throws -> Double {
    try seat.requireShown(one.identifier)
    seat.rest(seconds: Self.rest)
    let time = try seconds(of: { try seat.session.advance() })
    try seat.requireShown(other.identifier)
    seat.focus()
    try seat.session.key(other.key)
    try require(seat.text, is: other.text(after: 1), "the text of \(other.name)")
    return time
  }
}
