/// The goal of a figure.
package struct Goal: Hashable, Sendable {
  /// The kind of limit and its value.
  package enum Bound: Hashable, Sendable {
    case atMost(Double)
    case atLeast(Double)
  }

  /// The limit for the figure.
  package let bound: Bound
  /// The source of the goal.
  package let source: String

  /// Creates a goal with an upper limit.
  package static func atMost(_ limit: Double, source: String = "Benchmarks.md#goals") -> Goal {
    Goal(bound: .atMost(limit), source: source)
  }

  /// Creates a goal with a lower limit.
  package static func atLeast(_ limit: Double, source: String = "Benchmarks.md#goals") -> Goal {
    Goal(bound: .atLeast(limit), source: source)
  }

  /// Whether a value meets the goal.
  package func isMet(by value: Double) -> Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// The goal as text in the figure's unit: `≤ 10 ms`.
  package func text(_ unit: Unit) -> String {
    switch bound {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .atLeast(let limit): "≥ \(unit.text(limit))"
    }
  }
}
