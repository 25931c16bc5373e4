import SeccompFilter
import TestSupport

/// Sets of arguments: random combinations of all rules' edges, and random values from a fixed seed.
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
