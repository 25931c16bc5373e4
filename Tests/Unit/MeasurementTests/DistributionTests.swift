import Measurement
import TestSupport
import Testing

@Suite struct DistributionTests {
  /// Returns random samples. Their number depends on the seed, and some samples are equal.
  private static func samples(_ seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...200, using: &generator)
    return (0..<count).map { _ in (Double.random(in: -5...5, using: &generator) * 4).rounded() / 4 }
  }

  @Test("The correct number of samples is below and above each quantile", arguments: 0..<200 as Range<UInt64>)
  func quantiles(seed: UInt64) {
    let samples = Self.samples(seed)
    let distribution = Distribution(samples)
    var last = -Double.infinity
    for part in stride(from: 0.0, through: 1, by: 0.125) {
      let value = distribution.quantile(part)
      #expect(value >= last && distribution.minimum <= value && value <= distribution.maximum, "seed \(seed)")
      last = value
      let (notAbove, notBelow) = (samples.count { $0 <= value }, samples.count { $0 >= value })
      #expect(Double(notAbove) >= part * Double(samples.count - 1), "seed \(seed), \(part)")
      #expect(Double(notBelow) >= (1 - part) * Double(samples.count - 1), "seed \(seed), \(part)")
    }
    #expect(distribution.quantile(0) == samples.min() && distribution.quantile(1) == samples.max(), "seed \(seed)")
    #expect(distribution.quantile(-1) == samples.min() && distribution.quantile(2) == samples.max(), "seed \(seed)")
  }

  @Test("A distribution ignores the order of its samples, and map(_:) scales them", arguments: 0..<50 as Range<UInt64>)
  func orderAndScale(seed: UInt64) {
    let samples = Self.samples(seed)
    #expect(Distribution(samples) == Distribution(samples.reversed()), "seed \(seed)")
    #expect(Distribution(samples).map { $0 * 2 }.median == Distribution(samples).median * 2, "seed \(seed)")
  }

  @Test(
    "A few samples have the quartiles that were computed by hand",
    arguments: [
      ([7.0], [7.0, 7, 7]), ([1, 2], [1.25, 1.5, 1.75]), ([3, 1, 2], [1.5, 2, 2.5]), ([4, 1, 3, 2, 5], [2, 3, 4]),
    ])
  func known(samples: [Double], quartiles: [Double]) {
    let distribution = Distribution(samples)
    #expect([distribution.lowerQuartile, distribution.median, distribution.upperQuartile] == quartiles)
  }
}
