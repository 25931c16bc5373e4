/// The result of a benchmark.
package struct Outcome: Sendable {
  /// The figures, in the order of the table.
  package var figures: [Figure]
  /// The curves, each of which a report shows as a picture.
  package var curves: [Curve]

  /// Creates the result of a benchmark.
  package init(_ figures: [Figure] = [], curves: [Curve] = []) {
    self.figures = figures
    self.curves = curves
  }
}
