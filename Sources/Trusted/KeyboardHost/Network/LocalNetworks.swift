internal import Glibc

/// The networks that this machine is in, by the addresses of its interfaces: a public address can be this machine's own, or
/// a neighbor's.
struct LocalNetworks: Sendable {
  /// One network: an address, and how many of its first bits all addresses of the network share.
  struct Network: Hashable, Sendable {
    let address: NetworkAddress
    let length: Int
  }

  private let networks: [Network]

  /// These networks.
  init(_ networks: [Network]) {
    self.networks = networks
  }

  /// The networks of this machine now; nil where the kernel does not tell.
  static func current() -> LocalNetworks? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    var networks: [Network] = []
    for interface in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let interface = interface?.pointee, let place = interface.ifa_addr, let address = NetworkAddress(place)
      else { continue }
      // An interface whose network would be the whole internet is a tunnel: only its own address is near.
      let length = interface.ifa_netmask.flatMap { NetworkAddress($0)?.leadingOnes } ?? 0
      networks.append(Network(address: address, length: length > 0 ? length : 128))
    }
    return LocalNetworks(networks)
  }

  /// Whether an address is this machine's own or lies in one of its networks.
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

  /// How many ones a network's mask begins with.
  fileprivate var leadingOnes: Int {
    switch self {
    case .v4(let number): (~number).leadingZeroBitCount
    case .v6(let high, let low, _): high == .max ? 64 + (~low).leadingZeroBitCount : (~high).leadingZeroBitCount
    }
  }

  /// How many first bits are the same; -1 for an address of the other family.
  fileprivate func sharedBits(with other: NetworkAddress) -> Int {
    switch (self, other) {
    case (.v4(let one), .v4(let two)): (one ^ two).leadingZeroBitCount
    case (.v6(let high, let low, _), .v6(let otherHigh, let otherLow, _)):
      high == otherHigh ? 64 + (low ^ otherLow).leadingZeroBitCount : (high ^ otherHigh).leadingZeroBitCount
    default: -1
    }
  }
}
