internal import Glibc
internal import LinuxShims

/// A descriptor that a test makes readable, as a user's key press makes an input.
package final class ReadableInput {
  private var ends: [Int32] = [-1, -1]

  /// Readable after ``becomeReadable()``.
  package var descriptor: Int32 { ends[0] }

  /// An input that is not readable; throws the number of the error if there are no descriptors left.
  package init() throws(Errno) {
    guard klv_pipe(&ends) == 0 else { throw Errno(number: errno) }
  }

  deinit { for end in ends where end >= 0 { close(end) } }

  package func becomeReadable() { _ = write(ends[1], "x", 1) }

  /// A system call failed with this error number.
  package struct Errno: Error { package let number: Int32 }
}
