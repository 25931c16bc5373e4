/// The samples of one of the compared operations, by round.
package struct Series: Sendable {
  /// The samples of each round. A series has at least one round, and each round has at least one sample.
  package let rounds: [[Double]]

  /// Creates a series of rounds.
  package init(rounds: [[Double]]) { self.rounds = rounds }

  /// The samples of all rounds together.
  package var samples: Distribution { Distribution(rounds.joined()) }
}

/// An operation that a benchmark compares with other operations. A call of the function performs one round, and returns
/// at least one sample.
package typealias Contender = () throws -> [Double]

/// Takes samples of several contenders alternately, so that other load on the machine affects all contenders equally.
///
/// Each round begins with a different contender. The result omits the first `warmUps` rounds.
/// - Returns: A series for each contender, in the same order.
/// - Throws: ``WrongWorkError`` if a round returns no sample; the error of a contender.
package func sampleInTurn(_ rounds: Int, warmUps: Int = 1, _ contenders: [Contender]) throws -> [Series] {
  var taken = contenders.map { _ in [[Double]]() }
  for round in 0..<(warmUps + max(1, rounds)) {
    for place in contenders.indices {
      let index = (place + round) % contenders.count
      let samples = try contenders[index]()
      guard !samples.isEmpty else { throw WrongWorkError("a round returned no sample") }
      if round >= warmUps { taken[index].append(samples) }
    }
  }
  return taken.map(Series.init(rounds:))
}

/// Takes samples of one contender.
///
/// - Throws: ``WrongWorkError`` if a round returns no sample; the error of the contender.
package func sample(_ rounds: Int, warmUps: Int = 1, _ contender: @escaping Contender) throws -> Distribution {
  try sampleInTurn(rounds, warmUps: warmUps, [contender])[0].samples
}
