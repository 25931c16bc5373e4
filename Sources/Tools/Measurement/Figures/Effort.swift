/// The effort of a run.
package enum Effort: String, Sendable {
  /// Few samples. A quick run of all benchmarks needs two minutes.
  case quick
  /// As many samples as the figures need.
  case full

  /// The number of samples, at least 1: `full` for a full run, and `quick` for a quick run. The default of `quick` is a
  /// tenth of `full`.
  package func samples(_ full: Int, quick: Int? = nil) -> Int {
    switch self {
    case .full: max(1, full)
    case .quick: max(1, quick ?? full / 10)
    }
  }
}
