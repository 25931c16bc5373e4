import Foundation
import SeccompFilter
import Testing

@Suite("Filters in the kernel", .enabled(if: Machine.isX86))
struct KernelTests {
  /// Makes the system call of every line. In arguments that the filter does not check, all bits are 1. Such a value is
  /// not a valid address, descriptor or length, so an allowed call fails without an effect.
  @Test("For every line of the table, the kernel's decision equals the evaluated decision", arguments: Filter.allCases)
  func agreement(filter: Filter) throws {
    let calls = try GoldenTable.evaluated().decisions.keys
      .filter { $0.filter == filter && !Self.isLeftOut($0) }
      .map { SystemCall($0.number, $0.probe, others: .max) }
      .sorted { $0.number < $1.number }
    let decisions = try calls.map(filter.decision)
    let program = try filter.program()
    let outcomes = try Subject.outcomes(of: calls, under: program)
    try #require(outcomes.count == calls.count)
    // An allowed call must have the same result as in a process without a filter.
    let through = calls.indices.filter { decisions[$0] == .allow }
    let free = try Subject.outcomes(of: through.map { calls[$0] }, under: nil)
    try #require(free.count == through.count)
    var expected: [Int: Subject.Outcome] = Dictionary(uniqueKeysWithValues: zip(through, free))
    for (index, decision) in decisions.enumerated() where decision != .allow {
      switch decision {
      case .errno(0): expected[index] = .succeeded
      case .errno(let error): expected[index] = .failed(error)
      case .trap:
        let answer = program.trappedAnswers.first { $0.number == calls[index].number }
        expected[index] = .trapped(answer: Int32(answer?.errno ?? 0))
      case .kill: expected[index] = .died(signal: SIGSYS)
      case .allow, .other: break
      }
    }
    for (index, outcome) in outcomes.enumerated() where outcome != expected[index] {
      let call = calls[index], name = SystemCallNames.name(call.number)
      Issue.record("\(name) with \(call.arguments): \(outcome), expected \(String(describing: expected[index]))")
    }
  }

  /// Whether the test must not make this call.
  ///
  /// If the filter allows them, some calls would end the process, jump to another address or start a thread on an
  /// invalid stack. The kernel itself inserts the calls uretprobe and uprobe, does not pass them to a filter, and
  /// refuses them everywhere else.
  private static func isLeftOut(_ key: GoldenTable.Key) -> Bool {
    let name = SystemCallNames.name(key.number)
    return ["exit", "exit_group", "rt_sigreturn", "uretprobe", "uprobe"].contains(name)
      || (name == "clone" && key.probe[0] == 0x3D_0F00)
  }
}
