/// Samples of one thing, in order of size. There is at least one.
package struct Distribution: Hashable, Sendable {
  /// The samples, smallest first.
  package let values: [Double]

  /// The distribution of these samples, of which there must be one or more.
  package init(_ samples: some Sequence<Double>) {
    values = samples.sorted()
    precondition(!values.isEmpty, "a distribution needs a sample")
  }

  /// How many there are.
  package var count: Int { values.count }
  /// The smallest.
  package var minimum: Double { values[0] }
  /// The largest.
  package var maximum: Double { values[count - 1] }
  /// The one in the middle.
  package var median: Double { quantile(0.5) }
  /// What a quarter of them does not exceed.
  package var lowerQuartile: Double { quantile(0.25) }
  /// What three quarters of them do not exceed.
  package var upperQuartile: Double { quantile(0.75) }
  /// What all but one in a hundred do not exceed.
  package var p99: Double { quantile(0.99) }

  /// The value below which this part of the samples lies, from 0 to 1, between two samples where it falls between them.
  package func quantile(_ part: Double) -> Double {
    let position = min(max(part, 0), 1) * Double(count - 1)
    let below = Int(position)
    guard below + 1 < count, position > Double(below) else { return values[below] }
    let share = position - Double(below)
    // Between equal samples lies nothing but them, whatever rounding would make of it.
    guard values[below] < values[below + 1] else { return values[below] }
    return values[below] + (values[below + 1] - values[below]) * share
  }

  /// The same samples in another unit.
  package func map(_ transform: (Double) -> Double) -> Distribution { Distribution(values.map(transform)) }
}
