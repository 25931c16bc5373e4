import SeccompFilter
import TestSupport

/// Sets of arguments for system calls: random combinations of edge values of all rules, and random values. The seed is
/// fixed.
enum Samples {
  static let arguments: [[UInt64]] = {
    var generator = SeededGenerator(seed: 0x5EC_C0)
    let edges = Array(
      Set(Filter.allCases.flatMap(\.rules).flatMap { Probes.edges(of: $0.verdict) }.flatMap(\.values))
    ).sorted()
    var sets: [[UInt64]] = [[0, 0, 0, 0, 0, 0], Array(repeating: .max, count: 6)]
    for _ in 0..<60 {
      sets.append((0..<6).map { _ in edges.randomElement(using: &generator) ?? 0 })
      sets.append((0..<6).map { _ in UInt64.random(in: 0...4, using: &generator) })
      sets.append((0..<6).map { _ in UInt64.random(in: .min ... .max, using: &generator) })
    }
    return sets
  }()
}
