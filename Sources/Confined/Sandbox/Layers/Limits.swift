internal import Glibc
internal import KeyboardProtocol
internal import LinuxShims
internal import SystemSupport

/// Resource limits, by setrlimit(2).
enum Limits {
  /// Applies the limits of a policy.
  ///
  /// This function limits the number of threads only in a fresh user namespace. Outside a fresh user namespace, the
  /// kernel counts the threads of all processes of the user, so the host counts the keyboard's threads instead
  /// (Sandbox.md#thread-limit).
  ///
  /// - Parameters:
  ///   - limits: The limits to apply.
  ///   - mapped: The address space that the process has mapped so far, in bytes (``mapped()``).
  ///   - withinNamespace: Whether the process is in a fresh user namespace.
  static func apply(
    _ limits: KeyboardLimits, mapped: UInt64, withinNamespace: Bool
  ) throws(ConfinementError) {
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_DATA, limits.memoryGiven)
    // RLIMIT_DATA counts only memory that is currently writable. RLIMIT_AS also bounds memory that was written and then
    // made read-only, stacks that grow, and the kernel's tables for reserved memory.
    try set(RLIMIT_AS, mapped + limits.addressSpace)
    try set(RLIMIT_STACK, mainStack)
    try set(RLIMIT_FSIZE, limits.fileSize)
    try set(RLIMIT_NOFILE, UInt64(limits.descriptors))
    try set(__RLIMIT_MEMLOCK, 0)
    try set(__RLIMIT_MSGQUEUE, 0)
    try set(__RLIMIT_RTPRIO, 0)
    try set(__RLIMIT_NICE, 0)
    try set(__RLIMIT_SIGPENDING, 64)
    // The hard limit is one second higher, so that SIGXCPU ends the process before SIGKILL can. Unlike SIGKILL, SIGXCPU
    // shows why the process ended.
    try set(RLIMIT_CPU, limits.processorTime, hard: limits.processorTime + 1)
    // Add two, because the kernel also counts the two processes that wait for this process.
    if withinNamespace { try set(__RLIMIT_NPROC, UInt64(limits.threads + 2)) }
  }

  /// Applies the limits of ``ReadingConfinement``. Memory and file size are in bytes, processor time in seconds. If
  /// `processorTime` is nil, the processor time has no limit.
  static func apply(memory: UInt64, fileSize: UInt64, processorTime: UInt64?) throws(ConfinementError) {
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_DATA, memory)
    try set(RLIMIT_AS, try mapped() + 2 * memory)
    try set(RLIMIT_STACK, mainStack)
    try set(RLIMIT_FSIZE, fileSize)
    try set(__RLIMIT_MEMLOCK, 0)
    try set(__RLIMIT_MSGQUEUE, 0)
    if let processorTime { try set(RLIMIT_CPU, processorTime, hard: processorTime + 1) }
  }

  /// The address space that the process has mapped, in bytes, from `/proc/self/statm`.
  static func mapped() throws(ConfinementError) -> UInt64 {
    let file = Descriptor(
      owning: try succeed(nil, "open(/proc/self/statm)", open("/proc/self/statm", O_RDONLY | O_CLOEXEC)))
    var text = [UInt8](repeating: 0, count: 128)
    let count = read(file.number, &text, text.count)
    guard count > 0, let field = text[..<count].split(separator: UInt8(ascii: " ")).first,
      let pages = UInt64(String(decoding: field, as: UTF8.self))
    else { throw ConfinementError(nil, "read(/proc/self/statm)") }
    return pages * UInt64(getpagesize())
  }

  /// The limit of the main thread's stack in bytes. The sandbox always sets a limit, because the user's own limit may
  /// be unlimited.
  private static let mainStack: UInt64 = 8 << 20

  private static func set(
    _ resource: __rlimit_resource, _ soft: UInt64, hard: UInt64? = nil
  ) throws(ConfinementError) {
    try succeed(nil, "setrlimit(\(resource.rawValue))", klv_limit(Int32(resource.rawValue), soft, hard ?? soft))
  }
}
