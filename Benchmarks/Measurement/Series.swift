/// The samples of one thing, by the rounds in which it was taken in turn with others.
package struct Series: Sendable {
  /// The samples of each round; there is at least one round, and one sample in each.
  package let rounds: [[Double]]

  /// A series of rounds.
  package init(rounds: [[Double]]) { self.rounds = rounds }

  /// All of them.
  package var samples: Distribution { Distribution(rounds.joined()) }
}

/// One of the things that are compared: takes the samples of one round, one or more.
package typealias Contender = () throws -> [Double]

/// Takes samples of several things alternately, so that what else the machine does meanwhile falls on all of them alike.
///
/// Each round begins with another of them. The first `warmUps` rounds are not counted.
/// - Returns: A series for each, in the same order.
package func takeInTurn(_ rounds: Int, warmUps: Int = 1, _ contenders: [Contender]) throws -> [Series] {
  var taken = contenders.map { _ in [[Double]]() }
  for round in 0..<(warmUps + max(1, rounds)) {
    for place in contenders.indices {
      let index = (place + round) % contenders.count
      let samples = try contenders[index]()
      guard !samples.isEmpty else { throw WrongWork("a round brought no sample") }
      if round >= warmUps { taken[index].append(samples) }
    }
  }
  return taken.map(Series.init(rounds:))
}

/// Takes samples of one thing.
package func take(_ rounds: Int, warmUps: Int = 1, _ contender: @escaping Contender) throws -> Distribution {
  try takeInTurn(rounds, warmUps: warmUps, [contender])[0].samples
}
