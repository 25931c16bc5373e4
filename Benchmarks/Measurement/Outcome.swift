/// What a benchmark found.
package struct Outcome: Sendable {
  /// Its numbers, in the order in which a table shows them.
  package var figures: [Figure]
  /// How they change as work grows.
  package var curves: [Curve]

  /// An outcome.
  package init(_ figures: [Figure] = [], curves: [Curve] = []) {
    self.figures = figures
    self.curves = curves
  }
}
