internal import Glibc
internal import LinuxShims
internal import KeyboardProtocol

/// The files that a process may open though they are not at its hand (Sandbox.md#served-files).
struct ServedFiles {
  private var threadStatus: Int32 = -1
  private var random: Int32 = -1

  /// Opens what the policy needs.
  init(_ order: ConfinementOrder) throws(ConfinementFailure) {
    guard order.policy.layers.contains(.seccomp) else { return }
    let file = try succeed(.seccomp, "memfd_create", klv_memfd_create("klava-stat"))
    defer { close(file) }
    let text = Self.threadStatusText
    try succeed(.seccomp, "write", Int32(clamping: write(file, text.utf8Start, text.utf8CodeUnitCount)))
    try succeed(.seccomp, "fcntl(F_ADD_SEALS)", klv_memfd_seal_content(file))
    // For reading alone, as all files are that a keyboard's process has.
    threadStatus = try succeed(.seccomp, "open(/proc/self/fd)", open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC))
    guard order.policy.fileAccess == .noPaths else { return }
    random = try succeed(.seccomp, "open(/dev/urandom)", open("/dev/urandom", O_RDONLY | O_CLOEXEC))
  }

  /// Has the handler of refused calls serve them.
  func serve(library: Int32, as path: String) throws(ConfinementFailure) {
    // libdispatch gives the process up where it cannot read of its threads (Sandbox.md#libdispatch-proc-stat), and
    // there is no /proc. One of its threads reads this file, so copies of one descriptor may share their place in it.
    try succeed(.seccomp, "served files", klv_trap_serve("/proc/*/stat", threadStatus))
    guard random >= 0 else {
      klv_trap_paths_are_real()
      return
    }
    try succeed(.seccomp, "the library's path is too long", klv_trap_serve(path, library))
    try succeed(.seccomp, "served files", klv_trap_serve("/dev/urandom", random))
  }

  /// What libdispatch asks of its threads: a running one keeps it from starting others without end.
  private static let threadStatusText: StaticString = "1 (klava) R 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0\n"
}
