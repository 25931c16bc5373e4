internal import CSeccomp
internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// A filter context of libseccomp, which this value owns.
struct FilterBuilder: ~Copyable {
  private let context: scmp_filter_ctx
  private let otherwise: FilterAction

  /// Starts a filter for this machine's architecture. Calls of any other architecture end the process.
  ///
  /// - Parameter action: The action for calls without a rule.
  init(otherwise action: FilterAction) throws(FilterError) {
    guard let started = seccomp_init(action.libraryValue) else { throw .notStarted }
    do throws(FilterError) {
      try Self.set(SCMP_FLTATR_ACT_BADARCH, to: FilterAction.kill.libraryValue, in: started)
      // Level 2 sorts the rules into a binary tree. With the tree, the time of a system call grows only slowly with the
      // number of rules.
      try Self.set(SCMP_FLTATR_CTL_OPTIMIZE, to: 2, in: started)
    } catch {
      seccomp_release(started)
      throw error
    }
    context = started
    otherwise = action
  }

  deinit { seccomp_release(context) }

  private static func set(
    _ attribute: scmp_filter_attr, to value: UInt32, in context: scmp_filter_ctx
  ) throws(FilterError) {
    let answer = seccomp_attr_set(context, attribute, value)
    guard answer == 0 else { throw .refused(function: "seccomp_attr_set", call: nil, errno: -answer) }
  }

  /// Returns the number of a system call; nil if this architecture does not have the call.
  ///
  /// - Throws: `unknownCall` if libseccomp does not know the name.
  static func number(of name: String) throws(FilterError) -> Int32? {
    let number = seccomp_syscall_resolve_name(name)
    guard number != __NR_SCMP_ERROR else { throw .unknownCall(name) }
    return number < 0 ? nil : number
  }

  /// Adds the rules for one system call.
  func add(_ verdict: FilterVerdict, for name: String, number: Int32) throws(FilterError) {
    switch verdict {
    case .always(let action):
      try add(action, when: [], for: name, number: number)
    case .depending(let clauses, let remainder):
      for clause in clauses { try add(clause.action, when: clause.conditions, for: name, number: number) }
      // libseccomp tests the rules of a call in its own order: rules for the last argument come first, and comparisons
      // for equality come before other comparisons. The rule for all remaining calls has the condition that the first
      // argument is at least 0. This condition is always true, and libseccomp tests it last.
      try add(remainder, when: [.argument(0, .isAtLeast(0))], for: name, number: number)
    }
  }

  private func add(
    _ action: FilterAction, when conditions: [FilterCondition], for name: String, number: Int32
  ) throws(FilterError) {
    // A call without a rule gets the default action. libseccomp refuses rules with the default action.
    guard action != otherwise else { return }
    let comparisons = conditions.map(\.libraryComparison)
    let answer = seccomp_rule_add_exact_array(
      context, action.libraryValue, number, UInt32(comparisons.count), comparisons)
    guard answer == 0 else {
      throw .refused(function: "seccomp_rule_add_exact_array", call: name, errno: -answer)
    }
  }

  /// Exports the filter as instructions for the kernel.
  consuming func export() throws(FilterError) -> [FilterInstruction] {
    let number = klv_memfd_create("klava-filter")
    guard number >= 0 else { throw .system(operation: "memfd_create", errno: errno) }
    let file = Descriptor(owning: number)
    let answer = seccomp_export_bpf(context, file.number)
    guard answer == 0 else { throw .refused(function: "seccomp_export_bpf", call: nil, errno: -answer) }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .system(operation: "fstat", errno: errno) }
    let length = Int(status.st_size), stride = MemoryLayout<FilterInstruction>.stride
    guard length > 0, length.isMultiple(of: stride), length / stride <= Int(BPF_MAXINSNS) else {
      throw .badLength(length)
    }
    var instructions = [FilterInstruction](repeating: FilterInstruction(code: 0), count: length / stride)
    let read = instructions.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
    guard read == length else { throw .system(operation: "pread", errno: errno) }
    return instructions
  }
}
