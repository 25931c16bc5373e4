import SeccompFilter

/// Values for the arguments that a rule checks, by the index of the argument.
typealias Probe = [UInt32: UInt64]

/// Finds edge values of a rule's conditions: allowed values, their neighbors, forbidden bits, upper halves, zero, and a
/// value with all bits set.
enum Probes {
  /// Returns sets of argument values at the edges of a rule. If the rule checks no argument, the result has only an
  /// empty set.
  static func edges(of verdict: FilterVerdict) -> [Probe] {
    guard case .depending(let clauses, _) = verdict else { return [[:]] }
    let examined = Set(clauses.flatMap(\.conditions).map(\.argument))
    var probes: [Probe] = []
    for clause in clauses {
      // Try all edge values of one argument at a time, while the other arguments satisfy the clause.
      let base = Dictionary(
        uniqueKeysWithValues: examined.sorted().map { argument in
          (argument, clause.conditions.first { $0.argument == argument }.map { satisfying($0.comparison) } ?? 0)
        })
      for argument in examined.sorted() {
        let isLookedAt = clause.conditions.contains { $0.argument == argument }
        let conditions = isLookedAt ? clauses.flatMap(\.conditions).filter { $0.argument == argument } : []
        let values = conditions.flatMap { edges(of: $0.comparison) }
        for value in Set(values + [0, .max]).sorted() { probes.append(base.merging([argument: value]) { $1 }) }
      }
    }
    var seen: Set<Probe> = []
    return probes.filter { seen.insert($0).inserted }
  }

  private static func satisfying(_ comparison: FilterCondition.Comparison) -> UInt64 {
    switch comparison {
    case .is(let value), .isAtMost(let value), .isAtLeast(let value), .bits(_, let value): value
    }
  }

  private static func edges(of comparison: FilterCondition.Comparison) -> [UInt64] {
    let high: [UInt64] = [1 << 32, 1 << 63]
    switch comparison {
    case .is(let value), .isAtMost(let value), .isAtLeast(let value), .bits(0xFFFF_FFFF, let value):
      return [value &- 1, value, value &+ 1, 1 << 31] + high.map { $0 | value }
    case .bits(let mask, let value):
      let free = ~mask & 0xFFFF_FFFF
      let bits = (0..<32).map { UInt64(1) << $0 }
      return [value, value | free] + bits.map { value ^ $0 } + high.map { value ^ $0 }
    }
  }
}

extension SystemCall {
  /// Creates a system call with the arguments of a probe, and the value `others` for all other arguments.
  init(_ number: UInt32, _ probe: Probe, others: UInt64 = 0) {
    self.init(number: number)
    arguments = (0..<6).map { probe[$0] ?? others }
  }
}
