extension NetworkAddress {
  /// The kind of network to which an address belongs. The kind depends only on the value of the address, and not on the
  /// networks to which this machine is connected (``LocalNetworks``). A kind with a lower raw value is more restricted.
  enum Reach: Int, Comparable, Sendable {
    /// An address that belongs to no single machine: unspecified, multicast, broadcast or reserved.
    case nowhere
    /// An address of this machine or of a local network: loopback, link-local or private.
    case localNetwork
    /// Any other address, which belongs to the internet.
    case internet

    /// Orders the kinds so that a more restricted kind is less than a less restricted kind.
    static func < (one: Reach, other: Reach) -> Bool { one.rawValue < other.rawValue }
  }

  /// The kind of network according to the registries of special-purpose addresses (RFC 6890 and its successors).
  ///
  /// An IPv6 address for a translator or a tunnel contains an IPv4 address, and belongs to the same kind of network as
  /// this IPv4 address.
  var reach: Reach {
    switch self {
    case .v4(let number): Self.reach(number)
    case .v6(let high, let low, _): Self.reach(high, low)
    }
  }

  /// A block of IPv4 addresses.
  private struct Block {
    let first: UInt32
    let length: UInt32

    init(_ first: UInt32, _ length: UInt32) {
      self.first = first
      self.length = length
    }

    func contains(_ number: UInt32) -> Bool { (number ^ first) >> (32 - length) == 0 }
  }

  private static let localBlocks = [
    Block(0x0A00_0000, 8),  // 10.0.0.0/8, private
    Block(0x6440_0000, 10),  // 100.64.0.0/10, carrier-grade NAT
    Block(0x7F00_0000, 8),  // 127.0.0.0/8, loopback
    Block(0xA9FE_0000, 16),  // 169.254.0.0/16, link-local
    Block(0xAC10_0000, 12),  // 172.16.0.0/12, private
    Block(0xC0A8_0000, 16),  // 192.168.0.0/16, private
    Block(0xC612_0000, 15),  // 198.18.0.0/15, benchmarks; some proxies assign addresses in it
  ]

  private static let reservedBlocks = [
    Block(0x0000_0000, 8),  // 0.0.0.0/8, "this network": the kernel treats 0.0.0.0 as loopback
    Block(0xC000_0000, 24),  // 192.0.0.0/24, protocol assignments
    Block(0xC000_0200, 24),  // 192.0.2.0/24, documentation
    Block(0xC058_6300, 24),  // 192.88.99.0/24, 6to4 relays (deprecated)
    Block(0xC633_6400, 24),  // 198.51.100.0/24, documentation
    Block(0xCB00_7100, 24),  // 203.0.113.0/24, documentation
    Block(0xE000_0000, 4),  // 224.0.0.0/4, multicast
    Block(0xF000_0000, 4),  // 240.0.0.0/4, reserved and broadcast
  ]

  private static func reach(_ number: UInt32) -> Reach {
    if localBlocks.contains(where: { $0.contains(number) }) { return .localNetwork }
    return reservedBlocks.contains { $0.contains(number) } ? .nowhere : .internet
  }

  private static func reach(_ high: UInt64, _ low: UInt64) -> Reach {
    if high == 0, low == 1 { return .localNetwork }  // ::1, loopback
    if let held = heldAddresses(high, low) { return held.map { reach($0) }.min() ?? .nowhere }
    switch high >> 48 {
    case 0xFC00...0xFDFF, 0xFE80...0xFEFF: return .localNetwork  // fc00::/7 private; fe80::/10, fec0::/10 local
    case 0x0064 where high >> 16 == 0x0064_FF9B_0001: return .localNetwork  // 64:ff9b:1::/48, a local translator
    case 0x2001 where (high >> 32) & 0xFFFF == 0x0DB8: return .nowhere  // 2001:db8::/32, documentation
    case 0x2000...0x3FFF: return .internet
    default: return .nowhere
    }
  }

  /// Returns the IPv4 addresses that an IPv6 address contains; nil if the IPv6 address contains no IPv4 address.
  private static func heldAddresses(_ high: UInt64, _ low: UInt64) -> [UInt32]? {
    let last = UInt32(truncatingIfNeeded: low)
    switch (high, low >> 32) {
    // ::/96, which includes ::, has IPv4-compatible addresses; ::ffff:0:0/96 has IPv4-mapped addresses; ::ffff:0:0:0/96
    // has IPv4-translated addresses.
    case (0, 0), (0, 0xFFFF), (0, 0xFFFF_0000): return [last]
    case (0x0064_FF9B_0000_0000, 0): return [last]  // 64:ff9b::/96, a translator
    case _ where high >> 48 == 0x2002: return [UInt32(truncatingIfNeeded: high >> 16)]  // 2002::/16, 6to4
    case _ where high >> 32 == 0x2001_0000: return [UInt32(truncatingIfNeeded: high), ~last]  // 2001::/32, Teredo
    default: return nil
    }
  }
}
