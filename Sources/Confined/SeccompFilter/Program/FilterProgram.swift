// SeccompFilter: the rules for a keyboard process's system calls, and the kernel's filter program for them.
//
// For:    the table of rules (`FilterRule`) for each profile; the program that libseccomp builds from them
//         (`FilterProgram`); the errors that the trap handler must return. The host builds a program once and sends
//         it to each runner.
// Never: loads a filter, knows what a runner has mapped or opened, or runs in a runner. The library libseccomp runs in
//         the host, and in confined programs that build their own filter: `klava-renderer`, `klava-bundle-reader` and
//         `klava-suggester`.
// Start:  `FilterRule+Allowed.swift` and the files beside it; Sandbox.md#seccomp-filter has the reasons.
//
// The runner loads one filter before it maps any of the keyboard's code. A later filter would be too late, because
// dlopen(3) runs the library's constructors. The filter refuses all later calls of `seccomp(2)`.
//
// A call without a rule returns ENOSYS, so the filter also refuses calls that only newer kernels have. A call by the
// convention of another architecture (int 0x80, x32) ends the process.
internal import CSeccomp
internal import Glibc

/// A seccomp filter that a process can load to confine itself.
///
/// Building a filter takes about a millisecond, so the host caches a filter for each profile
/// (Sandbox.md#filters-are-built-once).
package struct FilterProgram: Sendable {
  /// The placeholder in the program for the identifier of the process that loads the program.
  ///
  /// No rule uses the number of the placeholder for another purpose. No process has the number as its identifier,
  /// because the identifiers of Linux are at most 2^22.
  package static let processIdentifierPlaceholder: UInt32 = 0x7FFF_4B4C
  /// The placeholder in the program for the descriptor of the keyboard's library.
  ///
  /// No process has a descriptor with the placeholder's number, so a program with the placeholder does not allow
  /// mapping any code.
  package static let libraryPlaceholder: UInt32 = 0x7FFF_4C49

  /// The instructions that the kernel executes for each system call.
  package let instructions: [FilterInstruction]
  /// The indices of instructions whose ``FilterInstruction/value`` is the placeholder for the process identifier.
  ///
  /// The process replaces the placeholders before it loads the program.
  package let processIdentifierOffsets: [Int]
  /// The indices of instructions whose ``FilterInstruction/value`` is the placeholder for the library's descriptor.
  ///
  /// The process replaces the placeholders with the descriptor number that the dynamic loader will get when it opens
  /// the library.
  package let libraryOffsets: [Int]
  /// The errors that the trap handler must return, one for each trapped call, sorted by the call's number.
  package let trappedAnswers: [TrappedAnswer]

  /// Builds the filter of a profile.
  ///
  /// - Throws: ``FilterError`` if libseccomp fails: it is too old, or the kernel has no seccomp.
  package init(profile: FilterProfile) throws(FilterError) {
    let rules = FilterRule.rules(for: profile)
    let first = try Self.instructions(FilterRule.appliedFirst, otherwise: .allow)
    let program = Self.continuing(first) + (try Self.instructions(rules, otherwise: .errno(ENOSYS)))
    var answers: [UInt16: TrappedAnswer] = [:]
    for rule in rules + FilterRule.appliedFirst {
      guard let errno = rule.verdict.trappedErrno else { continue }
      for name in rule.calls {
        guard let number = try FilterBuilder.number(of: name) else { continue }
        answers[UInt16(number)] = TrappedAnswer(number: UInt16(number), errno: UInt16(errno))
      }
    }
    instructions = program
    processIdentifierOffsets = program.indices.filter { program[$0].value == Self.processIdentifierPlaceholder }
    libraryOffsets = program.indices.filter { program[$0].value == Self.libraryPlaceholder }
    trappedAnswers = answers.values.sorted { $0.number < $1.number }
  }

  /// Builds a program from rules with libseccomp.
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

  /// Returns the program with each "allow" replaced by a jump past the last instruction, where the next program begins.
  private static func continuing(_ program: [FilterInstruction]) -> [FilterInstruction] {
    program.indices.map { index in
      guard program[index] == FilterInstruction(code: 0x06, value: FilterAction.allow.libraryValue) else {
        return program[index]
      }
      // BPF_JMP with BPF_JA: an unconditional jump.
      return FilterInstruction(code: 0x05, value: UInt32(program.count - index - 1))
    }
  }

  /// The program's bytes in this machine's byte order, eight for each instruction: an array of C's `struct
  /// sock_filter`.
  package var bytes: [UInt8] { instructions.withUnsafeBytes { Array($0) } }

  /// Returns the program's bytes with the placeholders replaced.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the process that loads the program.
  ///   - library: The descriptor of the keyboard's library. With the default value, the program does not allow mapping
  ///     any code.
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
