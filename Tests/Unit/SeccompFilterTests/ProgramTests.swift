import Foundation
import SeccompFilter
import Testing

@Suite("Filter programs", .enabled(if: Machine.isX86))
struct ProgramTests {
  /// Compares the filter program from libseccomp with a direct evaluation of the rules.
  @Test("For all arguments, a filter's decision follows its rules", arguments: Filter.allCases)
  func rules(filter: Filter) throws {
    for rule in filter.rules {
      for call in rule.calls {
        let number = try #require(SystemCallNames.number(call))
        let before = FilterRule.appliedFirst.first { $0.calls.contains(call) }?.verdict ?? .always(.allow)
        let probes = Probes.edges(of: rule.verdict) + Probes.edges(of: before)
        for arguments in probes.map({ SystemCall(0, $0).arguments }) + Samples.arguments {
          let first = try action(of: before, arguments)
          let action = first == .allow ? try action(of: rule.verdict, arguments) : first
          let decision = try filter.decision(SystemCall(number: number, arguments: arguments))
          #expect(decision == Decision(action), "\(call) with \(arguments)")
        }
      }
    }
  }

  @Test("A filter has one rule for each call", arguments: Filter.allCases)
  func eachOnce(filter: Filter) {
    let calls = filter.rules.flatMap(\.calls)
    #expect(calls.count == Set(calls).count)
  }

  @Test("The kernel accepts a filter's program, and the program is short", arguments: Filter.allCases)
  func length(filter: Filter) throws {
    let program = try filter.program()
    #expect(throws: Never.self) { try PacketFilter(program.instructions) }
    #expect(program.instructions.count < 1024)
    #expect(program.bytes.count == program.instructions.count * 8)
  }

  @Test("Patching changes only the process identifier and the descriptor in a filter", arguments: Filter.allCases)
  func identifiers(filter: Filter) throws {
    let program = try filter.program()
    #expect(!program.processIdentifierOffsets.isEmpty)
    let patched = program.bytes(forProcess: 0x0102_0304), plain = program.bytes
    let differing = plain.indices.filter { plain[$0] != patched[$0] }
    #expect(differing == program.processIdentifierOffsets.flatMap { offset in (4..<8).map { offset * 8 + $0 } })
    #expect(program.processIdentifierOffsets.allSatisfy { patched[$0 * 8 + 4] == 4 && patched[$0 * 8 + 7] == 1 })
    let both = program.bytes(forProcess: 0x0102_0304, library: 5)
    let moreDiffering = patched.indices.filter { patched[$0] != both[$0] }
    #expect(Set(moreDiffering.map { $0 / 8 }) == Set(program.libraryOffsets))
    #expect(!program.libraryOffsets.isEmpty && program.libraryOffsets.allSatisfy { both[$0 * 8 + 4] == 5 })
  }

  @Test("A filter has answers of the trap handler for exactly the calls that it traps", arguments: Filter.allCases)
  func answers(filter: Filter) throws {
    let program = try filter.program()
    let numbers = program.trappedAnswers.map(\.number)
    #expect(numbers == Set(numbers).sorted())
    let trapped = Set(
      try GoldenTable.evaluated().decisions.keys
        .filter { try $0.filter == filter && filter.decision(SystemCall($0.number, $0.probe)) == .trap }
        .map { UInt16($0.number) })
    #expect(Set(numbers) == trapped)
    #expect(program.trappedAnswers.allSatisfy { $0.errno > 0 })
    #expect(program.trappedAnswerBytes.count == numbers.count * 4)
  }

  @Test("For all calls that one rule traps, the trap handler answers with the same error", arguments: Filter.allCases)
  func oneAnswer(filter: Filter) {
    for rule in filter.rules {
      let answers = rule.verdict.actions.compactMap { if case .trap(let errno) = $0 { errno } else { nil } }
      #expect(Set(answers).count <= 1, "\(rule.calls)")
    }
  }

  /// The C library blocks all signals before it makes these calls. While SIGSYS is blocked, a trap ends the process.
  @Test(
    "A filter traps no call that the C library makes with all signals blocked",
    arguments: [
      "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "futex", "exit", "exit_group", "getpid", "gettid",
      "tgkill", "kill", "tkill", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "set_robust_list", "rseq", "clone3",
      "sched_setaffinity", "sched_setscheduler", "sched_getaffinity", "sched_yield", "setpriority", "umask", "getppid",
      "getrusage", "membarrier", "dup2", "dup3", "wait4", "waitid", "pkey_mprotect", "statx", "write", "clock_gettime",
    ], Filter.allCases)
  func untrapped(call: String, filter: Filter) throws {
    let number = try #require(SystemCallNames.number(call))
    for arguments in Samples.arguments {
      #expect(try filter.decision(SystemCall(number: number, arguments: arguments)) != .trap)
    }
    let spawning = SystemCall(try #require(SystemCallNames.number("clone")), [0: 0x4111])
    #expect(try filter.decision(spawning) == .errno(EPERM))
  }

  private func action(of verdict: FilterVerdict, _ arguments: [UInt64]) throws -> FilterAction {
    switch verdict {
    case .always(let action): return action
    case .depending(let clauses, let otherwise):
      let holding = clauses.filter { clause in clause.conditions.allSatisfy { holds($0, arguments) } }
      try #require(holding.count <= 1, "two clauses hold at once")
      return holding.first?.action ?? otherwise
    }
  }

  private func holds(_ condition: FilterCondition, _ arguments: [UInt64]) -> Bool {
    let value = arguments[Int(condition.argument)]
    return switch condition.comparison {
    case .is(let other): value == other
    case .isAtMost(let limit): value <= limit
    case .isAtLeast(let limit): value >= limit
    case .bits(let mask, let bits): value & mask == bits
    }
  }
}

extension Decision {
  fileprivate init(_ action: FilterAction) {
    switch action {
    case .allow: self = .allow
    case .errno(let number): self = .errno(number)
    case .trap: self = .trap
    case .kill: self = .kill
    }
  }
}
