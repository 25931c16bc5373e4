/// What a figure should be.
package struct Goal: Hashable, Sendable {
  /// On which side of a value it should be.
  package enum Bound: Hashable, Sendable {
    case atMost(Double)
    case atLeast(Double)
  }

  /// On which side of which value.
  package let bound: Bound
  /// Who wants it so.
  package let source: String

  /// No more than this.
  package static func atMost(_ limit: Double, source: String = "Benchmarks.md#goals") -> Goal {
    Goal(bound: .atMost(limit), source: source)
  }

  /// No less than this.
  package static func atLeast(_ limit: Double, source: String = "Benchmarks.md#goals") -> Goal {
    Goal(bound: .atLeast(limit), source: source)
  }

  /// Whether a value is as it should be.
  package func isMet(by value: Double) -> Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// The goal for a person, in the figure's unit: `≤ 10 ms`.
  package func text(_ unit: Unit) -> String {
    switch bound {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .atLeast(let limit): "≥ \(unit.text(limit))"
    }
  }
}
