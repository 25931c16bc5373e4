internal import Glibc
internal import LinuxShims

/// Makes forbidden calls before the process loads the keyboard's code. If a sandbox layer does not refuse a call, the
/// process exits.
enum SelfCheck {
  /// Tries forbidden calls.
  ///
  /// - Throws: ``ConfinementError`` for the first call that succeeds or fails with an unexpected error.
  static func run(_ policy: Policy) throws(ConfinementError) {
    guard geteuid() != 0 && getuid() != 0 || policy.layers.contains(.namespaces) else {
      throw ConfinementError(nil, "the process is still root", errno: 0)
    }
    if policy.layers.contains(.namespaces) {
      guard getpid() == 2 else { throw ConfinementError(.namespaces, "the process ID is not 2", errno: 0) }
    }
    if let layer = fileLayer(policy) {
      try expect([ENOENT, EACCES], "open(/etc/passwd)", of: layer) { open("/etc/passwd", O_RDONLY | O_CLOEXEC) }
    }
    guard policy.layers.contains(.seccomp) else { return }
    try expect([EACCES], "socket(AF_INET)", of: .seccomp) { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    try expect([EACCES], "socket(AF_UNIX)", of: .seccomp) { socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0) }
    try expect([EPERM], "fork", of: .seccomp) {
      let child = klv_fork()
      if child == 0 { _exit(0) }
      return child
    }
    // Without the filter, the call of fchmod(2) would fail with EBADF.
    try expect([EPERM], "fchmod", of: .seccomp) { fchmod(-1, 0) }
  }

  /// The layer that must keep the process from opening a file that does not belong to the keyboard; nil if no layer
  /// does.
  private static func fileLayer(_ policy: Policy) -> Layer? {
    if !policy.reachesFolders { return .seccomp }
    return policy.layers.subtracting([.seccomp]).min()
  }

  private static func expect(
    _ errors: [Int32], _ step: String, of layer: Layer, _ attempt: () -> Int32
  ) throws(ConfinementError) {
    let result = attempt()
    guard result < 0 else { throw ConfinementError(layer, "\(step) was not refused", errno: 0) }
    guard errors.contains(errno) else { throw ConfinementError(layer, "\(step) failed with an unexpected error") }
  }
}
