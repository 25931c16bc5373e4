internal import CSeccomp
internal import Glibc

/// What becomes of a system call.
package enum FilterAction: Hashable, Sendable {
  /// The kernel executes it.
  case allow
  /// It is not executed and answers this error, or success for 0.
  case errno(Int32)
  /// It is not executed; SIGSYS is delivered, whose handler notes the call and answers this error.
  ///
  /// Where SIGSYS is blocked the kernel ends the process instead. So this is not for a call that the C library makes
  /// with all signals blocked, as it does while it makes a thread, ends one or spawns a process.
  case trap(answering: Int32)
  /// The process is ended, and no handler can prevent it.
  case kill

  /// libseccomp's number of the action.
  ///
  /// Its macros with an argument are unknown to Swift: `SCMP_ACT_ERRNO` is 0x00050000 with the error below.
  var libraryValue: UInt32 {
    switch self {
    case .allow: UInt32(SCMP_ACT_ALLOW)
    case .errno(let number): 0x0005_0000 | UInt32(number)
    case .trap: UInt32(SCMP_ACT_TRAP)
    case .kill: UInt32(SCMP_ACT_KILL_PROCESS)
    }
  }
}
