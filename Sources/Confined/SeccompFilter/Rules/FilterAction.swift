internal import CSeccomp
internal import Glibc

/// The kernel's reaction to a system call.
package enum FilterAction: Hashable, Sendable {
  /// The kernel executes the call.
  case allow
  /// The kernel does not execute the call. The call returns this error, or success for 0.
  case errno(Int32)
  /// The kernel sends SIGSYS instead of executing the call. The trap handler records the call and returns this error.
  ///
  /// Do not trap calls that the C library makes with all signals blocked: if SIGSYS is blocked, a trap ends the
  /// process. The C library blocks all signals while it creates or ends a thread, or spawns a process.
  case trap(answering: Int32)
  /// The kernel ends the process, and no signal handler can prevent this.
  case kill

  /// The action's number in libseccomp.
  ///
  /// Swift does not import libseccomp's macros with arguments: `SCMP_ACT_ERRNO` is 0x00050000 with the error in the
  /// lower 16 bits.
  var libraryValue: UInt32 {
    switch self {
    case .allow: UInt32(SCMP_ACT_ALLOW)
    case .errno(let number): 0x0005_0000 | UInt32(number)
    case .trap: UInt32(SCMP_ACT_TRAP)
    case .kill: UInt32(SCMP_ACT_KILL_PROCESS)
    }
  }
}
