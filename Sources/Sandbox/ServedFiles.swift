internal import Glibc
internal import LinuxShims
internal import Wire

/// The files that a process without paths may still open, opened beforehand (SANDBOX.md, facts 2, 3 and 5).
struct ServedFiles {
  private var random: Int32 = -1
  private var status: Int32 = -1

  /// Opens what the policy needs.
  init(_ order: ConfinementOrder) throws(ConfinementFailure) {
    guard order.policy.layers.contains(.seccomp), order.policy.fileAccess == .noPaths else { return }
    random = try succeed(.seccomp, "open(/dev/urandom)", open("/dev/urandom", O_RDONLY | O_CLOEXEC))
    // What libdispatch asks of its threads: a running one keeps it from starting others without end.
    status = try succeed(.seccomp, "memfd_create", klv_memfd_create("klava-stat"))
    let text = Array("1 (klava) R 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0\n".utf8)
    guard write(status, text, text.count) == text.count else { throw ConfinementFailure(.seccomp, "write") }
    // Only to be read from here on, whoever has the number.
    let readable = open("/proc/self/fd/\(status)", O_RDONLY | O_CLOEXEC)
    close(status)
    status = try succeed(.seccomp, "open(/proc/self/fd)", readable)
  }

  /// Has the handler of refused calls serve them.
  func serve(library: Int32, as path: String) throws(ConfinementFailure) {
    guard random >= 0 else { return }
    try succeed(.seccomp, "the library's path is too long", klv_trap_serve(path, library))
    try succeed(.seccomp, "served files", klv_trap_serve("/dev/urandom", random))
    try succeed(.seccomp, "served files", klv_trap_serve("/proc/*/stat", status))
  }
}
