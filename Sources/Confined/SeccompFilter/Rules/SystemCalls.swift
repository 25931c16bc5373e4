internal import CSeccomp
internal import Glibc

/// The system calls of this machine's architecture.
package enum SystemCalls {
  /// Returns the name of the call with this number; nil if there is none.
  package static func name(of number: UInt32) -> String? {
    guard let number = Int32(exactly: number),
      let name = seccomp_syscall_resolve_num_arch(UInt32(SCMP_ARCH_NATIVE), number)
    else { return nil }
    defer { free(name) }
    return String(cString: name)
  }
}
