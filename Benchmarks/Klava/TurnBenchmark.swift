internal import KeyboardHost
package import Measurement

/// A key press on a keyboard in its sandboxed process, until the document has the text.
package struct TurnBenchmark: Benchmark {
  package let name = "turn"
  package let title = "a key press, until the document has the text"
  package var method: String {
    """
    From the session's call until the text is in the document, in the session that frontends have; beside it a word that \
    two processes hand to each other by the same means, with nothing else. All are taken in turn: in a burst 100 presses \
    each, one straight after the other, and at a person's pace one press each after \(Int(Self.pace * 1000)) ms in which \
    nothing happens.\(others.isEmpty ? "" : " The others are pressed at the same paces, until their client has the text.")
    """
  }
  private let ground: Ground
  private let subjects: [Subject]
  private let others: [OtherTyping]

  /// Seconds between two keys of a person.
  private static let pace = 0.1
  private static let burst = 100

  /// The row for these keyboards, and what they are compared with.
  package init(_ ground: Ground, _ subjects: [Subject] = [.swift, .c], others: [OtherTyping] = []) {
    self.ground = ground
    self.subjects = subjects
    self.others = others
  }

  package func run(_ effort: Effort) throws -> Outcome {
    let desks = try subjects.map { try Desk($0, ground) }
    let pingPong = try PingPong()
    let present = others.filter { $0.missingBecause == nil }
    let burst = try takeInTurn(
      effort.samples(100),
      desks.map { desk in { try desk.type(Self.burst) } }
        + [{ try Self.times(Self.burst) { try pingPong.roundTrip() } }]
        + present.map { other in { try (0..<Self.burst).map { _ in try other.press() } } })
    for desk in desks { desk.begin() }
    let paced = try takeInTurn(
      effort.samples(100, quick: 12),
      desks.map { desk in
        {
          pause(seconds: Self.pace)
          let time = try desk.press()
          desk.rest()
          return [time]
        }
      }
        + [
          {
            pause(seconds: Self.pace)
            return try Self.times(1) { try pingPong.roundTrip() }
          }
        ]
        + present.map { other in
          {
            pause(seconds: Self.pace)
            return [try other.press()]
          }
        })
    for desk in desks { try desk.check() }
    return Outcome(
      figures("burst", burst, present, pingPongGoal: .atMost(3))
        + figures("\(Int(Self.pace * 1000)) ms apart", paced, present, pingPongGoal: nil)
        + others.compactMap { other in
          other.missingBecause.map {
            .missing("a turn, over \(other.name)'s", .ratio, because: $0, goal: other.goal)
          }
        })
  }

  /// A pace's figures, of series in the order in which they were taken.
  private func figures(
    _ pace: String, _ series: [Series], _ present: [OtherTyping], pingPongGoal: Goal?
  ) -> [Figure] {
    let own = Array(series.prefix(subjects.count))
    let pingPong = series[subjects.count]
    let theirs = zip(present, series.dropFirst(subjects.count + 1))
    var figures: [Figure] = []
    for (subject, times) in zip(subjects, own) {
      figures.append(Figure("\(subject.name), \(pace), p50", times.samples, .seconds))
      figures.append(Figure("\(subject.name), \(pace), p99", times.samples, .seconds, at: 0.99))
    }
    figures.append(Figure("ping-pong, \(pace), p50", pingPong.samples, .seconds))
    for (other, times) in theirs {
      figures.append(Figure("\(other.name), \(pace), p50", times.samples, .seconds))
      figures.append(Figure("\(other.name), \(pace), p99", times.samples, .seconds, at: 0.99))
    }
    for (subject, times) in zip(subjects, own) {
      figures.append(.ratio("\(subject.name) over ping-pong, \(pace)", of: times, to: pingPong, goal: pingPongGoal))
      for (other, theirTimes) in theirs {
        figures.append(
          .ratio("\(subject.name) over \(other.name), \(pace)", of: times, to: theirTimes, goal: other.goal))
      }
    }
    return figures
  }

  private static func times(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    try (0..<count).map { _ in try seconds(of: body) }
  }
}

/// Something else that types, which Klava is compared with.
package struct OtherTyping {
  /// What a table calls it.
  package let name: String
  /// How Klava's time over its time should be.
  package let goal: Goal?
  /// Why it cannot be measured here; nil where it can.
  package let missingBecause: String?
  /// Presses one key; answers the seconds until the text was there.
  package let press: () throws -> Double

  /// One that is there.
  package init(_ name: String, goal: Goal?, press: @escaping () throws -> Double) {
    self.name = name
    self.goal = goal
    self.press = press
    missingBecause = nil
  }

  /// One that is not, for a reason such as "not installed".
  package init(_ name: String, goal: Goal?, missingBecause reason: String) {
    self.name = name
    self.goal = goal
    missingBecause = reason
    press = { throw WrongWork("\(name): \(reason)") }
  }
}
