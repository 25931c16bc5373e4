/// One number of a row, or why there is none.
package struct Figure: Hashable, Sendable {
  /// What was found.
  package enum Finding: Hashable, Sendable {
    /// A value, and the samples that it was taken from where there were several.
    case value(Double, spread: Distribution?)
    /// Nothing, for a reason such as "not installed".
    case missing(String)
  }

  /// What it is a number of.
  package let label: String
  /// The number.
  package let finding: Finding
  /// What it counts.
  package let unit: Unit
  /// What it should be.
  package let goal: Goal?
  /// What a reader has to know of it.
  package let note: String?

  /// A value, and the samples that show how it varies.
  package init(
    _ label: String, _ value: Double, _ unit: Unit, spread: Distribution? = nil, goal: Goal? = nil, note: String? = nil
  ) {
    self.init(label, .value(value, spread: spread), unit, goal: goal, note: note)
  }

  /// The median of samples, or what all but a small part of them does not exceed.
  package init(
    _ label: String, _ samples: Distribution, _ unit: Unit, at quantile: Double = 0.5, goal: Goal? = nil,
    note: String? = nil
  ) {
    self.init(label, .value(samples.quantile(quantile), spread: samples), unit, goal: goal, note: note)
  }

  private init(_ label: String, _ finding: Finding, _ unit: Unit, goal: Goal?, note: String?) {
    self.label = label
    self.finding = finding
    self.unit = unit
    self.goal = goal
    self.note = note
  }

  /// A number that could not be had here.
  package static func missing(_ label: String, _ unit: Unit, because reason: String, goal: Goal? = nil) -> Figure {
    Figure(label, .missing(reason), unit, goal: goal, note: nil)
  }

  /// How many times as much one thing takes as another: the median of the ratios of the rounds in which both were taken.
  package static func ratio(
    _ label: String, of one: Series, to other: Series, goal: Goal? = nil, note: String? = nil
  ) -> Figure {
    let rounds = zip(one.rounds, other.rounds).map { Distribution($0).median / Distribution($1).median }
    return Figure(label, Distribution(rounds), .ratio, goal: goal, note: note)
  }

  /// What one thing takes beyond another, for each of `count` parts of it: the median of the differences of the rounds in
  /// which both were taken.
  package static func difference(
    _ label: String, of one: Series, from other: Series, per count: Double = 1, _ unit: Unit, goal: Goal? = nil,
    note: String? = nil
  ) -> Figure {
    let rounds = zip(one.rounds, other.rounds).map { (Distribution($0).median - Distribution($1).median) / count }
    return Figure(label, Distribution(rounds), unit, goal: goal, note: note)
  }

  /// The number; nil where there is none.
  package var value: Double? { if case .value(let value, _) = finding { value } else { nil } }

  /// Whether it is as it should be; nil where nothing is asked of it, or it could not be had.
  package var isMet: Bool? {
    guard let goal, let value else { return nil }
    return goal.isMet(by: value)
  }
}
