internal import Glibc

/// An IP address. The type converts an IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) to the IPv4 address.
enum NetworkAddress: Hashable, Sendable {
  /// An IPv4 address, with the first byte as the most significant byte.
  case v4(UInt32)
  /// An IPv6 address in two halves, with the network interface of a link-local address.
  case v6(high: UInt64, low: UInt64, scope: UInt32)

  /// Creates an address from a socket address; nil if the socket address is neither IPv4 nor IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        .v4(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      let (high, low, scope) = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
          (
            UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)), address.pointee.sin6_scope_id
          )
        }
      }
      self =
        high == 0 && low >> 32 == 0xFFFF
        ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low, scope: scope)
    default: return nil
    }
  }

  /// The address family of a socket for this address.
  var family: Int32 {
    switch self {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  /// Calls `body` with the socket address that combines this address and a port.
  func withSocketAddress<Result>(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    switch self {
    case .v4(let number):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = number.bigEndian
      return Self.with(&address, body)
    case .v6(let high, let low, let scope):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &address.sin6_addr) {
        $0.storeBytes(of: high.bigEndian, as: UInt64.self)
        $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      return Self.with(&address, body)
    }
  }

  private static func with<Address, Result>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
