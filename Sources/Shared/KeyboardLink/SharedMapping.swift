internal import Glibc
package import SystemSupport

/// Memory that this process shares with another process. Destroying this value unmaps the memory.
///
/// The other process can write any byte at any moment. Read each control word once with an atomic load, and copy all
/// other bytes before you check them.
package struct SharedMapping: ~Copyable {
  /// The address of the first byte. The address is valid until this value is destroyed.
  package let base: UnsafeMutableRawPointer
  /// The number of mapped bytes.
  package let count: Int

  /// Maps the first `count` bytes of a descriptor for reading and writing.
  ///
  /// - Throws: ``LinkError`` if `mmap(2)` fails.
  package init(_ descriptor: borrowing Descriptor, count: Int) throws(LinkError) {
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0), base != MAP_FAILED
    else { throw .system(operation: "mmap", errno: errno) }
    self.base = base
    self.count = count
  }

  deinit { munmap(base, count) }
}
