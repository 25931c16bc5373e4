/// Why a filter could not be built.
package enum FilterError: Error, Hashable, Sendable {
  /// libseccomp does not know a system call that a rule names; it is older than Klava needs.
  case unknownCall(String)
  /// libseccomp refused to start a filter at all: it is broken, or this kernel has no seccomp.
  case notStarted
  /// A function of libseccomp refused; for a rule, `call` is the system call that it is for.
  case refused(function: String, call: String?, errno: Int32)
  /// What libseccomp wrote is not a whole number of instructions that a kernel takes.
  case badLength(Int)
  /// A system call of the host failed.
  case system(operation: String, errno: Int32)
}

extension FilterError: CustomStringConvertible {
  /// One sentence that says what failed.
  package var description: String {
    switch self {
    case .unknownCall(let name): "libseccomp does not know the system call \(name); use version 2.5 or later."
    case .notStarted: "seccomp_init of libseccomp failed; the kernel may lack seccomp."
    case .refused(let function, let call?, let errno):
      "\(function) of libseccomp refused a rule for \(call) with errno \(errno)."
    case .refused(let function, nil, let errno): "\(function) of libseccomp failed with errno \(errno)."
    case .badLength(let length): "libseccomp wrote an invalid filter of \(length) bytes."
    case .system(let operation, let errno): "\(operation) failed with errno \(errno)."
    }
  }
}
