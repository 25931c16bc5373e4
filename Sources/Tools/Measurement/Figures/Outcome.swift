/// The result of a benchmark.
package struct Outcome: Sendable {
  /// The figures, in the order of the table.
  package var figures: [Figure]
  /// The curves.
  package var curves: [Curve]

  /// Creates a result.
  package init(_ figures: [Figure] = [], curves: [Curve] = []) {
    self.figures = figures
    self.curves = curves
  }
}
