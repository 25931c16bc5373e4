internal import Glibc
package import SystemSupport

extension Descriptor {
  /// Creates the owner of a descriptor that a system call returned.
  ///
  /// - Throws: ``LinkError/system(operation:errno:)`` if the call returned a negative number.
  package init(_ number: Int32, of operation: String) throws(LinkError) {
    guard number >= 0 else { throw .system(operation: operation, errno: errno) }
    self.init(owning: number)
  }
}
