/// What the handler of SIGSYS answers to one trapped system call.
///
/// The filter cannot carry it: libseccomp's trap has no room for an error.
package struct TrappedAnswer: Hashable, Sendable, BitwiseCopyable {
  /// The call's number.
  package let number: UInt16
  /// The error that the call fails with.
  package let errno: UInt16

  /// An answer of these parts.
  package init(number: UInt16, errno: UInt16) {
    self.number = number
    self.errno = errno
  }
}

extension FilterProgram {
  /// The bytes of ``trappedAnswers``, four an answer: the number, then the error, in this machine's order.
  package var trappedAnswerBytes: [UInt8] { trappedAnswers.withUnsafeBytes { Array($0) } }
}
