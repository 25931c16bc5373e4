internal import Glibc

/// An `errno` with its text for the user.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The error number.
  package let number: Int32

  /// Creates the error with this number.
  package init(_ number: Int32) { self.number = number }

  /// The error of the last failed system call of this thread.
  package static var last: SystemError { SystemError(errno) }

  /// The C library's text about the error.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
