// SeccompFilter: the system calls that a keyboard's process may make, and what becomes of the others.
//
// For:    the rules as a table (`FilterRule`), one for each profile, and the program of the kernel's packet
//         filter that libseccomp makes of them (`FilterProgram`), with what the signal handler must answer to the calls
//         that are trapped. The host builds a program once and hands it to each runner.
// Never:  loads a filter, knows what a runner has mapped or opened, or runs in a runner: libseccomp stays in the host.
// Start:  `FilterRule+Allowed.swift` and its neighbors, read as a page; Sandbox.md#seccomp-filter says why.
//
// One filter is loaded, before any of the keyboard's code is mapped, and `seccomp(2)` is refused from then on: constructors
// run inside dlopen(3), so a keyboard could get ahead of any later filter.
//
// Whatever no rule names answers ENOSYS, so that a newer kernel stays closed; another architecture's entry into the
// kernel (int 0x80, x32) ends the process.
internal import CSeccomp
internal import Glibc

/// A seccomp filter, ready to be loaded by the process that it is to hold.
///
/// Building one takes about a millisecond (Sandbox.md#filters-are-built-once), so the host keeps one for each profile.
package struct FilterProgram: Sendable {
  /// What stands in the program where the process's own number belongs.
  ///
  /// No rule has another use for it, and no process has this number: Linux gives none above 2^22.
  package static let processIdentifierPlaceholder: UInt32 = 0x7FFF_4B4C
  /// What stands in the program where the number of the library's descriptor belongs.
  ///
  /// No process has this descriptor, so a program that keeps it maps no code at all.
  package static let libraryPlaceholder: UInt32 = 0x7FFF_4C49

  /// The program as the kernel takes it.
  package let instructions: [FilterInstruction]
  /// The indices of the instructions whose ``FilterInstruction/value`` is the placeholder of the process's own number.
  ///
  /// Empty for a program that asks for none. The process replaces them before it loads the program.
  package let processIdentifierOffsets: [Int]
  /// The indices of the instructions whose ``FilterInstruction/value`` is the placeholder of the library's descriptor.
  ///
  /// The process replaces them by the number that the dynamic loader is about to get for the keyboard's library.
  package let libraryOffsets: [Int]
  /// What the handler of SIGSYS must answer for each call that the program traps, in the order of their numbers.
  package let trappedAnswers: [TrappedAnswer]

  /// Builds the filter of a profile.
  ///
  /// - Throws: ``FilterError`` when libseccomp refuses, which means that it is too old or that this kernel has no
  ///   seccomp.
  package init(profile: FilterProfile) throws(FilterError) {
    let rules = FilterRule.rules(for: profile)
    let first = try Self.instructions(FilterRule.lowMemory, otherwise: .allow)
    let program = Self.continuing(first) + (try Self.instructions(rules, otherwise: .errno(ENOSYS)))
    var answers: [TrappedAnswer] = []
    for rule in rules {
      guard let errno = rule.verdict.trappedErrno else { continue }
      for name in rule.calls {
        guard let number = try FilterBuilder.number(of: name) else { continue }
        answers.append(TrappedAnswer(number: UInt16(number), errno: UInt16(errno)))
      }
    }
    instructions = program
    processIdentifierOffsets = program.indices.filter { program[$0].value == Self.processIdentifierPlaceholder }
    libraryOffsets = program.indices.filter { program[$0].value == Self.libraryPlaceholder }
    trappedAnswers = answers.sorted { $0.number < $1.number }
  }

  /// What libseccomp makes of some rules.
  private static func instructions(
    _ rules: [FilterRule], otherwise action: FilterAction
  ) throws(FilterError) -> [FilterInstruction] {
    let builder = try FilterBuilder(otherwise: action)
    for rule in rules {
      for name in rule.calls {
        guard let number = try FilterBuilder.number(of: name) else { continue }
        try builder.add(rule.verdict, for: name, number: number)
      }
    }
    return try builder.export()
  }

  /// A program that goes on behind its last instruction where it allowed a call.
  private static func continuing(_ program: [FilterInstruction]) -> [FilterInstruction] {
    program.indices.map { index in
      guard program[index] == FilterInstruction(code: 0x06, value: FilterAction.allow.libraryValue) else {
        return program[index]
      }
      // BPF_JMP with BPF_JA.
      return FilterInstruction(code: 0x05, value: UInt32(program.count - index - 1))
    }
  }

  /// The program's bytes, eight an instruction, in this machine's order: an array of C's `struct sock_filter`.
  package var bytes: [UInt8] { instructions.withUnsafeBytes { Array($0) } }

  /// The program's bytes with a process's own number, and that of its library's descriptor, where they belong.
  package func bytes(forProcess identifier: Int32, library: UInt32 = libraryPlaceholder) -> [UInt8] {
    var patched = instructions
    for offset in processIdentifierOffsets { patched[offset].value = UInt32(bitPattern: identifier) }
    for offset in libraryOffsets { patched[offset].value = library }
    return patched.withUnsafeBytes { Array($0) }
  }

  /// The version of libseccomp that builds the filters, such as `2.5.4`.
  package static var libraryVersion: String {
    guard let version = seccomp_version()?.pointee else { return "unknown" }
    return "\(version.major).\(version.minor).\(version.micro)"
  }
}
