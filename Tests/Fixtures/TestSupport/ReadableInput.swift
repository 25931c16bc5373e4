internal import Glibc
internal import LinuxShims

/// A descriptor that a test can make readable, as a key press makes a terminal readable.
package final class ReadableInput {
  private var ends: [Int32] = [-1, -1]

  /// The descriptor, which is readable after ``becomeReadable()``.
  package var descriptor: Int32 { ends[0] }

  /// Creates an input that is not readable yet. Throws the error number if no descriptors are left.
  package init() throws(Errno) {
    guard klv_pipe(&ends) == 0 else { throw Errno(number: errno) }
  }

  deinit { for end in ends where end >= 0 { close(end) } }

  package func becomeReadable() { _ = write(ends[1], "x", 1) }

  /// A failed system call, with its error number.
  package struct Errno: Error { package let number: Int32 }
}
