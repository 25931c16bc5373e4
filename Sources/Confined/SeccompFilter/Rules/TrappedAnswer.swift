/// The error that the trap handler returns for one trapped system call.
///
/// The filter cannot contain the error, because libseccomp's trap action has no parameter for an error.
package struct TrappedAnswer: Hashable, Sendable, BitwiseCopyable {
  /// The number of the system call.
  package let number: UInt16
  /// The error that the call returns.
  package let errno: UInt16

  /// Creates a value from its parts.
  package init(number: UInt16, errno: UInt16) {
    self.number = number
    self.errno = errno
  }
}

extension FilterProgram {
  /// The bytes of ``trappedAnswers`` in this machine's byte order: for each answer, two bytes of the number, then two
  /// bytes of the error.
  package var trappedAnswerBytes: [UInt8] { trappedAnswers.withUnsafeBytes { Array($0) } }
}
