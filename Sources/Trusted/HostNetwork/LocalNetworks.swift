internal import Glibc

/// The networks to which this machine is connected, from the addresses of its network interfaces.
///
/// The host needs the list because even a public address can belong to this machine or to a machine in the local
/// network.
struct LocalNetworks: Sendable {
  /// A network: an address and the length of its prefix in bits.
  struct Network: Hashable, Sendable {
    let address: NetworkAddress
    let length: Int
  }

  private let networks: [Network]

  init(_ networks: [Network]) {
    self.networks = networks
  }

  /// Returns the current networks of this machine; nil if the kernel does not report them.
  static func current() -> LocalNetworks? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    var networks: [Network] = []
    for interface in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let interface = interface?.pointee, let place = interface.ifa_addr, let address = NetworkAddress(place)
      else { continue }
      // An interface whose network is the whole internet belongs to a tunnel. For a tunnel, only the address of the
      // interface itself is local.
      let length = interface.ifa_netmask.flatMap { NetworkAddress($0)?.leadingOnes } ?? 0
      networks.append(Network(address: address, length: length > 0 ? length : 128))
    }
    return LocalNetworks(networks)
  }

  /// Whether an address belongs to this machine or to one of its networks.
  func contains(_ address: NetworkAddress) -> Bool {
    networks.contains { address.sharedBits(with: $0.address) >= min($0.length, address.bitWidth) }
  }
}

extension NetworkAddress {
  fileprivate var bitWidth: Int {
    switch self {
    case .v4: 32
    case .v6: 128
    }
  }

  /// The number of leading 1 bits in a network mask.
  fileprivate var leadingOnes: Int {
    switch self {
    case .v4(let number): (~number).leadingZeroBitCount
    case .v6(let high, let low, _): high == .max ? 64 + (~low).leadingZeroBitCount : (~high).leadingZeroBitCount
    }
  }

  /// Returns the number of leading bits that both addresses share; -1 for addresses of different families.
  fileprivate func sharedBits(with other: NetworkAddress) -> Int {
    switch (self, other) {
    case (.v4(let one), .v4(let two)): (one ^ two).leadingZeroBitCount
    case (.v6(let high, let low, _), .v6(let otherHigh, let otherLow, _)):
      high == otherHigh ? 64 + (low ^ otherLow).leadingZeroBitCount : (high ^ otherHigh).leadingZeroBitCount
    default: -1
    }
  }
}
