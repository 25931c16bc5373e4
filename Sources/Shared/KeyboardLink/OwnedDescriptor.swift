internal import Glibc

/// A file descriptor that closes itself at the end of its owner's life.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number for system calls. Valid as long as the owner lives.
  package let rawValue: Int32

  /// Takes ownership of a descriptor that no other code closes.
  package init(owning descriptor: Int32) { rawValue = descriptor }

  /// Takes ownership of the descriptor that a system call returned.
  ///
  /// - Throws: ``LinkError/system(operation:errno:)`` if the call returned a negative number.
  package init(owning descriptor: Int32, of operation: String) throws(LinkError) {
    guard descriptor >= 0 else { throw .system(operation: operation, errno: errno) }
    rawValue = descriptor
  }

  /// Gives the descriptor to the caller, who must close it.
  package consuming func release() -> Int32 {
    let descriptor = rawValue
    discard self
    return descriptor
  }

  deinit { close(rawValue) }
}
