// HostNetwork: the TCP connections of a keyboard with full access.
//
// For:    `SessionServices`, which has one `KeyboardNetwork` for each keyboard that connects.
// Never:  decides whether a keyboard may use the network (`SessionServices` does), or makes the user wait for the
//         lookup of a name. The module looks up a name once for each connection, and connects only to addresses that it
//         has checked.
// Start:  `KeyboardNetwork` below, `KeyboardConnection.swift` for one connection, `NetworkAddress+Reach.swift` for the
//         kinds of addresses.

package import KeyboardProtocol
internal import Timing

/// The TCP connections of one keyboard, which the host opens and owns (Sandbox.md#full-access-network).
///
/// This type checks addresses, and limits the numbers of connections and of transferred bytes. ``SessionServices``
/// checks whether the keyboard may use the network.
package final class KeyboardNetwork {
  private var connections: [UInt64: KeyboardConnection] = [:]
  /// The number of the newest connection. The host never uses a number twice, so the number of a closed connection
  /// never refers to a new connection.
  private var lastNumber: UInt64 = 0
  private var bytes: RateLimiter
  private var newConnections: RateLimiter
  private let clock: any SessionClock
  private let resolve: NameLookup.Resolver
  private let localNetworks: () -> LocalNetworks?

  private typealias Limit = NetworkRequest.Limit

  /// Creates a network without connections.
  package convenience init() {
    self.init(clock: SystemClock())
  }

  /// Creates a network without connections, which uses the given clock and the given functions.
  ///
  /// - Parameters:
  ///   - clock: The clock for the rate limits. The rate limits use the machine's clock even if the session's timers use
  ///     a virtual clock.
  ///   - resolve: Looks up names.
  ///   - localNetworks: Returns the networks to which this machine is connected; nil if the kernel does not report
  ///     them.
  init(
    clock: any SessionClock = SystemClock(), resolve: @escaping NameLookup.Resolver = NameLookup.resolve,
    localNetworks: @escaping () -> LocalNetworks? = LocalNetworks.current
  ) {
    self.clock = clock
    self.resolve = resolve
    self.localNetworks = localNetworks
    bytes = RateLimiter(perSecond: Limit.bytesPerSecond, at: clock.now)
    newConnections = RateLimiter(perSecond: Limit.connectionsPerSecond, at: clock.now)
  }

  /// Handles a request of the keyboard and returns the reply.
  ///
  /// - Parameters:
  ///   - request: The request. The numbers in the request are untrusted and may have any value.
  ///   - reachesLocalNetwork: Whether the user allowed the keyboard to connect to servers on this machine and the local
  ///     network.
  ///   - patience: The remaining time for which the requests of the current turn may wait. The function subtracts the
  ///     time for which `request` waited.
  package func reply(_ request: NetworkRequest, reachesLocalNetwork: Bool, patience: inout Duration) -> HostReply {
    switch request {
    case .connect(let name, let port): connect(to: name, port: port, reachesLocalNetwork)
    case .state(let number): connections[number].map { .connection($0.state) } ?? .refused(.notFound)
    case .send(let number, let bytes): send(bytes, over: number)
    case .receive(let number, let capacity, let seconds): receive(capacity, from: number, seconds, &patience)
    case .close(let number): connections.removeValue(forKey: number) == nil ? .refused(.notFound) : .done
    }
  }

  /// Closes all connections.
  package func closeAll() {
    connections = [:]
  }

  // MARK: Requests

  private func connect(to name: String, port: UInt64, _ reachesLocalNetwork: Bool) -> HostReply {
    guard let port = UInt16(exactly: port), port > 0, Self.isName(name) else { return .refused(.badName) }
    guard connections.count < Limit.connections, newConnections.available(at: clock.now) > 0 else {
      return .refused(.tooLarge)
    }
    let isPermitted = { [localNetworks] (address: NetworkAddress) in
      switch address.reach {
      case .nowhere: false
      case .localNetwork: reachesLocalNetwork
      case .internet: reachesLocalNetwork || localNetworks()?.contains(address) == false
      }
    }
    let connection: KeyboardConnection
    if reachesLocalNetwork || !name.contains("%"), let addresses = NameLookup.numeric(name) {
      connection = KeyboardConnection(to: addresses, port: port, clock: clock, isPermitted: isPermitted)
    } else if let name = reachesLocalNetwork ? name : NameLookup.publicName(name) {
      guard let lookup = NameLookup(of: name, by: resolve) else { return .refused(.tooLarge) }
      connection = KeyboardConnection(
        to: lookup, port: port, clock: clock, hidesLocalNames: !reachesLocalNetwork, isPermitted: isPermitted)
    } else {
      // The keyboard may not connect to the local network, and the name may be local. Reply in the same way whether the
      // name exists or not, so that the keyboard does not find out which local names exist.
      connection = KeyboardConnection(to: [], port: port, clock: clock, isPermitted: isPermitted)
    }
    newConnections.spend(1)
    lastNumber += 1
    connections[lastNumber] = connection
    return .number(lastNumber)
  }

  private func send(_ bytes: [UInt8], over number: UInt64) -> HostReply {
    guard let connection = connections[number] else { return .refused(.notFound) }
    guard bytes.count <= Limit.callBytes else { return .refused(.tooLarge) }
    guard let taken = connection.send(bytes.prefix(self.bytes.available(at: clock.now))) else {
      return .refused(.failed)
    }
    self.bytes.spend(taken)
    return .number(UInt64(taken))
  }

  private func receive(
    _ capacity: UInt64, from number: UInt64, _ seconds: Double, _ patience: inout Duration
  ) -> HostReply {
    guard let connection = connections[number] else { return .refused(.notFound) }
    guard capacity > 0, seconds >= 0, seconds <= Limit.waitSeconds else { return .refused(.badName) }
    guard capacity <= Limit.callBytes else { return .refused(.tooLarge) }
    let start = ContinuousClock.now
    let end = start + min(.seconds(seconds), patience)
    defer { patience -= ContinuousClock.now - start }
    while true {
      let room = min(Int(capacity), bytes.available(at: clock.now))
      guard let received = connection.receive(room) else { return .refused(.failed) }
      bytes.spend(received.count)
      let left = end - .now
      let isOver = if case .closed = connection.state { true } else { false }
      if !received.isEmpty || room == 0 || isOver || left <= .zero { return .bytes(received) }
      connection.wait(left)
    }
  }

  /// Whether a text may be the name of a server. The name must be printable ASCII, because the resolver could interpret
  /// other characters differently from the host's check.
  private static func isName(_ name: String) -> Bool {
    (1...Limit.nameBytes).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
