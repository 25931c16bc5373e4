import SeccompFilter

/// Sets of arguments: those that all rules look for somewhere, and others drawn from a seed.
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

/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
