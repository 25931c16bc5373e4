/// A number in the result of a benchmark, or the reason why it is missing.
package struct Figure: Hashable, Sendable {
  /// The result of a measurement.
  package enum Outcome: Hashable, Sendable {
    /// A value, with its samples if the benchmark took several samples.
    case value(Double, spread: Distribution?)
    /// No value, for a reason such as "not installed".
    case missing(String)
  }

  /// The label of the figure.
  package let label: String
  /// The result of the measurement.
  package let finding: Outcome
  /// The unit of the value.
  package let unit: Unit
  /// The goal; nil if the figure has no goal.
  package let goal: Goal?
  /// A note for the reader.
  package let note: String?

  /// Creates a figure from a value, with samples that show its spread.
  package init(
    _ label: String, _ value: Double, _ unit: Unit, spread: Distribution? = nil, goal: Goal? = nil, note: String? = nil
  ) {
    self.init(label, .value(value, spread: spread), unit, goal: goal, note: note)
  }

  /// Creates a figure from a quantile of samples, by default the median.
  package init(
    _ label: String, _ samples: Distribution, _ unit: Unit, at quantile: Double = 0.5, goal: Goal? = nil,
    note: String? = nil
  ) {
    self.init(label, .value(samples.quantile(quantile), spread: samples), unit, goal: goal, note: note)
  }

  private init(_ label: String, _ finding: Outcome, _ unit: Unit, goal: Goal?, note: String?) {
    self.label = label
    self.finding = finding
    self.unit = unit
    self.goal = goal
    self.note = note
  }

  /// Creates a figure without a value.
  package static func missing(_ label: String, _ unit: Unit, reason: String, goal: Goal? = nil) -> Figure {
    Figure(label, .missing(reason), unit, goal: goal, note: nil)
  }

  /// Creates the ratio of two series. The ratio of a round is the median of `one` divided by the median of `other` in
  /// this round. The figure is the median of all these ratios.
  package static func ratio(
    _ label: String, of one: Series, to other: Series, goal: Goal? = nil, note: String? = nil
  ) -> Figure {
    let rounds = zip(one.rounds, other.rounds).map { Distribution($0).median / Distribution($1).median }
    return Figure(label, Distribution(rounds), .ratio, goal: goal, note: note)
  }

  /// Creates the difference of two series. The difference of a round is the median of `one` minus the median of `other`
  /// in this round, divided by `count`. The figure is the median of all these differences.
  ///
  /// `count` is the number of operations in a sample.
  package static func difference(
    _ label: String, of one: Series, from other: Series, per count: Double = 1, _ unit: Unit, goal: Goal? = nil,
    note: String? = nil
  ) -> Figure {
    let rounds = zip(one.rounds, other.rounds).map { (Distribution($0).median - Distribution($1).median) / count }
    return Figure(label, Distribution(rounds), unit, goal: goal, note: note)
  }

  /// The value; nil if the figure has no value.
  package var value: Double? { if case .value(let value, _) = finding { value } else { nil } }

  /// Whether the value meets the goal; nil if there is no goal or no value.
  package var isMet: Bool? {
    guard let goal, let value else { return nil }
    return goal.isMet(by: value)
  }
}
