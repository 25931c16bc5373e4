internal import Glibc

/// Memory that this process shares with another, unmapped when its owner goes.
///
/// The other process may write any byte at any moment: read a word once, atomically, and copy before checking.
package struct SharedMapping: ~Copyable {
  /// The first byte; valid as long as the owner lives.
  package let base: UnsafeMutableRawPointer
  /// How many bytes are mapped.
  package let count: Int

  /// Maps the first `count` bytes of a descriptor, to read and to write.
  package init(_ descriptor: borrowing OwnedDescriptor, count: Int) throws(LinkError) {
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue, 0), base != MAP_FAILED
    else { throw .system(operation: "mmap", errno: errno) }
    self.base = base
    self.count = count
  }

  deinit { munmap(base, count) }
}
