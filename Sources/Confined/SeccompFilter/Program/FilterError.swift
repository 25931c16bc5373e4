/// A failure to build a filter.
package enum FilterError: Error, Hashable, Sendable {
  /// libseccomp does not know a system call in a rule. The installed libseccomp is too old.
  case unknownCall(String)
  /// `seccomp_init` failed: libseccomp is broken, or the kernel has no seccomp.
  case notStarted
  /// A function of libseccomp failed. If the function added a rule, `call` is the system call of that rule.
  case refused(function: String, call: String?, errno: Int32)
  /// The exported filter has an invalid length in bytes.
  case badLength(Int)
  /// A system call of the process that builds the filter failed.
  case system(operation: String, errno: Int32)
}

extension FilterError: CustomStringConvertible {
  /// A sentence that says what failed.
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
