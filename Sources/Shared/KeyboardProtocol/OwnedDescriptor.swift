internal import Glibc

/// A file descriptor that is closed when its owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for system calls; valid as long as the owner lives.
  package let rawValue: Int32

  /// Owns a descriptor that nothing else closes.
  package init(owning descriptor: Int32) { rawValue = descriptor }

  /// Owns the descriptor that a system call answered, or throws its errno where it answered -1.
  package init(owning descriptor: Int32, of operation: String) throws(LinkError) {
    guard descriptor >= 0 else { throw .system(operation: operation, errno: errno) }
    rawValue = descriptor
  }

  /// Gives the descriptor to a caller who closes it.
  package consuming func release() -> Int32 {
    let descriptor = rawValue
    discard self
    return descriptor
  }

  deinit { close(rawValue) }
}
