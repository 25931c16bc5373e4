/// A sorted, non-empty list of samples.
package struct Distribution: Hashable, Sendable {
  /// The samples, smallest first.
  package let values: [Double]

  /// Creates a distribution. `samples` must have at least one element.
  package init(_ samples: some Sequence<Double>) {
    values = samples.sorted()
    precondition(!values.isEmpty, "a distribution needs a sample")
  }

  /// The number of samples.
  package var count: Int { values.count }
  /// The smallest sample.
  package var minimum: Double { values[0] }
  /// The largest sample.
  package var maximum: Double { values[count - 1] }
  /// The median of the samples.
  package var median: Double { quantile(0.5) }
  /// The first quartile of the samples.
  package var lowerQuartile: Double { quantile(0.25) }
  /// The third quartile of the samples.
  package var upperQuartile: Double { quantile(0.75) }
  /// The 99th percentile of the samples.
  package var p99: Double { quantile(0.99) }

  /// The quantile for a fraction from 0 to 1, interpolated between samples.
  package func quantile(_ part: Double) -> Double {
    let position = min(max(part, 0), 1) * Double(count - 1)
    let below = Int(position)
    guard below + 1 < count, position > Double(below) else { return values[below] }
    let share = position - Double(below)
    // Interpolation between equal samples could add a rounding error.
    guard values[below] < values[below + 1] else { return values[below] }
    return values[below] + (values[below + 1] - values[below]) * share
  }

  /// The distribution of the transformed samples, for example in a different unit.
  package func map(_ transform: (Double) -> Double) -> Distribution { Distribution(values.map(transform)) }
}
