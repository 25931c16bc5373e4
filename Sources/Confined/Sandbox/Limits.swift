internal import Glibc
internal import LinuxShims
internal import TextInput

/// Resource limits, by setrlimit(2).
enum Limits {
  /// Puts a policy's limits in force. The number of threads is bounded only in a user namespace of the process's own:
  /// elsewhere the kernel counts all that the person runs, and the host counts instead (Sandbox.md#thread-limit).
  ///
  /// - Parameter mapped: Bytes of address space that the process has by now (``mapped()``).
  static func apply(
    _ limits: KeyboardLimits, mapped: UInt64, withinNamespace: Bool
  ) throws(ConfinementFailure) {
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_DATA, limits.memoryGiven)
    // RLIMIT_DATA counts what is writable at the moment. This bounds what was written and then made read-only, stacks
    // that grow, and the kernel's tables for memory that is only reserved.
    try set(RLIMIT_AS, mapped + limits.addressSpace)
    try set(RLIMIT_STACK, mainStack)
    try set(RLIMIT_FSIZE, limits.fileSize)
    try set(RLIMIT_NOFILE, UInt64(limits.descriptors))
    try set(__RLIMIT_MEMLOCK, 0)
    try set(__RLIMIT_MSGQUEUE, 0)
    try set(__RLIMIT_RTPRIO, 0)
    try set(__RLIMIT_NICE, 0)
    try set(__RLIMIT_SIGPENDING, 64)
    // The second more lets the process end by SIGXCPU, which names the cause, and not by SIGKILL.
    try set(RLIMIT_CPU, limits.processorTime, hard: limits.processorTime + 1)
    // The two processes that wait for this one count as well.
    if withinNamespace { try set(__RLIMIT_NPROC, UInt64(limits.threads + 2)) }
  }

  /// Puts limits in force for a process that only computes.
  static func apply(memory: UInt64, fileSize: UInt64, processorTime: UInt64) throws(ConfinementFailure) {
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_DATA, memory)
    try set(RLIMIT_STACK, mainStack)
    try set(RLIMIT_FSIZE, fileSize)
    try set(__RLIMIT_MEMLOCK, 0)
    try set(__RLIMIT_MSGQUEUE, 0)
    try set(RLIMIT_CPU, processorTime, hard: processorTime + 1)
  }

  /// Bytes of address space that the process has mapped, by `/proc/self/statm`.
  static func mapped() throws(ConfinementFailure) -> UInt64 {
    let file = try succeed(nil, "open(/proc/self/statm)", open("/proc/self/statm", O_RDONLY | O_CLOEXEC))
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = read(file, &text, text.count)
    guard count > 0, let field = text[..<count].split(separator: UInt8(ascii: " ")).first,
      let pages = UInt64(String(decoding: field, as: UTF8.self))
    else { throw ConfinementFailure(nil, "read(/proc/self/statm)") }
    return pages * UInt64(getpagesize())
  }

  /// Bytes; the person's own limit may be none.
  private static let mainStack: UInt64 = 8 << 20

  private static func set(
    _ resource: __rlimit_resource, _ soft: UInt64, hard: UInt64? = nil
  ) throws(ConfinementFailure) {
    try succeed(nil, "setrlimit(\(resource.rawValue))", klv_limit(Int32(resource.rawValue), soft, hard ?? soft))
  }
}
