internal import Glibc
internal import LinuxShims

/// Resource limits, by setrlimit(2).
enum Limits {
  /// Puts a policy's limits in force. The number of threads is bounded only in a user namespace of the process's own:
  /// elsewhere the kernel counts all that the person runs, and the host counts instead (SANDBOX.md, fact 7).
  static func apply(_ limits: Policy.Limits, withinNamespace: Bool) throws(ConfinementFailure) {
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_DATA, limits.memory)
    // Far more than anybody needs: it bounds what the kernel's tables for untouched memory take, which nobody counts.
    try set(RLIMIT_AS, addressSpace)
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

  /// Bytes; a table of 4 KiB stands for each 2 MiB of it.
  private static let addressSpace: UInt64 = 4 << 30

  private static func set(
    _ resource: __rlimit_resource, _ soft: UInt64, hard: UInt64? = nil
  ) throws(ConfinementFailure) {
    try succeed(nil, "setrlimit(\(resource.rawValue))", klv_limit(Int32(resource.rawValue), soft, hard ?? soft))
  }
}
