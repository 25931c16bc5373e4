/// How much is done to measure well.
package enum Effort: String, Sendable {
  /// So little that all rows together take two minutes.
  case quick
  /// As much as the figures need.
  case full

  /// The number of samples: a tenth for a quick run where nothing else is said, and at least one.
  package func samples(_ full: Int, quick: Int? = nil) -> Int {
    switch self {
    case .full: max(1, full)
    case .quick: max(1, quick ?? full / 10)
    }
  }
}
