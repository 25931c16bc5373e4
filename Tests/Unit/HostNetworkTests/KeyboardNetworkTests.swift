import Foundation
import InputViewModel
import TextModel
@testable import HostNetwork
@testable import Timing
import KeyboardProtocol
import LocalServer
import Synchronization
import TestSupport
import Testing

/// Tests that the host enforces a keyboard's network rights, whatever the keyboard requests.
@Suite struct KeyboardNetworkTests {
  /// Returns the network of a keyboard on a machine without local networks. The resolver knows only the given names.
  private static func network(
    clock: any SessionClock = SystemClock(), names: [String: String] = [:], asked: Asked = Asked()
  ) -> KeyboardNetwork {
    KeyboardNetwork(
      clock: clock,
      resolve: { name in
        asked.names.withLock { $0.append(name) }
        return names[name].flatMap(NameLookup.numeric).map { .addresses($0) } ?? .unknown
      }, localNetworks: { LocalNetworks([]) })
  }

  /// Records the names that the host passed to the resolver.
  final class Asked: Sendable {
    let names = Mutex<[String]>([])
  }

  @Test(
    "The host does not connect to a refused address, in any notation or by name",
    arguments: [
      "127.0.0.1", "127.1", "0x7f000001", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "10.0.0.1", "172.16.0.1",
      "192.168.0.1", "100.64.0.1", "169.254.169.254", "fe80::1", "fc00::1", "fd12::1", "::ffff:10.0.0.1", "224.0.0.1",
      "ff02::1", "255.255.255.255", "64:ff9b::127.0.0.1", "2002:7f00:1::",
    ])
  func refusesAddress(text: String) throws {
    let server = try LocalServer()
    let clock = VirtualClock()
    let network = Self.network(clock: clock, names: ["name.example.": text])
    for (name, refusal) in [(text, HostReply.Refusal.noAccess), ("name.example", .notFound)] {
      let number = try network.connect(name, port: UInt64(server.port))
      #expect(network.settledState(number, moving: clock) == .failed(refusal))
      #expect(network.ask(.send(connection: number, bytes: [1])) == .refused(.failed))
      #expect(network.ask(.receive(connection: number, capacity: 1, seconds: 0)) == .refused(.failed))
    }
    #expect(server.sofar.accepted == 0)
  }

  @Test(
    "The host refuses an address that cannot belong to a machine, even with local network access",
    arguments: ["0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1"])
  func refusesNowhere(text: String) throws {
    let network = Self.network()
    let number = try network.connect(text, port: 9, local: true)
    #expect(network.settledState(number) == .failed(.noAccess))
  }

  @Test("The host refuses addresses in its own networks, and all addresses if its networks are unknown")
  func refusesNeighbors() throws {
    let near = try #require(NameLookup.numeric("8.8.8.1")?.first)
    let known = KeyboardNetwork(localNetworks: { LocalNetworks([.init(address: near, length: 24)]) })
    #expect(known.settledState(try known.connect("8.8.8.8", port: 9)) == .failed(.noAccess))
    let unknown = KeyboardNetwork(localNetworks: { nil })
    #expect(unknown.settledState(try unknown.connect("8.8.8.8", port: 9)) == .failed(.noAccess))
  }

  @Test(
    "Without local network access, the host does not look up a name that may be local",
    arguments: [
      "nas", "nas.", "localhost", "localhost.", "a.localhost", "nas.local", "NAS.LOCAL.", "nas.internal", "a.home.arpa",
      "router.lan", "router.home", "1.0.0.10.in-addr.arpa", "a.test", "a.invalid", "a.onion", "a.alt", "a.corp",
      "a..example", ".example", "a.example..", ".", "..", "127.0.0.1.", "10.1", "0x7f.0.0.1.", "1.2.3.4.5", "a.1",
      "a.0x1",
      "fe80::1%lo", "fe80::1%none", "8.8.8.8%lo", "a_b", "-", "a.exa mple".replacing(" ", with: "+"),
      "a." + String(repeating: "b", count: 64) + ".example",
    ])
  func keepsLocalNamesSecret(name: String) throws {
    for address in ["10.0.0.9", "127.0.0.1", "8.8.8.8"] {
      let asked = Asked()
      let known = [name, name + ".", String(name.dropLast())].map { ($0, address) }
      let network = Self.network(names: Dictionary(known) { first, _ in first }, asked: asked)
      // The host must refuse without delay.
      let number = try network.connect(name, port: 9)
      #expect(network.ask(.state(connection: number)) == .connection(.failed(.noAccess)))
      #expect(asked.names.withLock { $0 } == [])
    }
  }

  @Test("With local network access, the host looks up a local name as the keyboard wrote it")
  func looksUpLocalNames() throws {
    for name in ["nas", "nas.local", "nas.lan", "nas.example"] {
      let asked = Asked()
      let network = Self.network(names: [name: "224.0.0.1"], asked: asked)
      #expect(network.settledState(try network.connect(name, port: 9, local: true)) == .failed(.noAccess))
      #expect(asked.names.withLock { $0 } == [name])
    }
  }

  @Test(
    "A keyboard cannot distinguish a name with only local addresses from an unknown name or a failed lookup",
    arguments: [NameLookup.Answer.unknown, .failed, .addresses([.v4(0x0A00_0001), .v4(0x7F00_0001)])])
  func hidesLocalAddresses(answer: NameLookup.Answer) throws {
    let clock = VirtualClock()
    let asked = Asked()
    let network = KeyboardNetwork(
      clock: clock,
      resolve: { name in
        asked.names.withLock { $0.append(name) }
        return answer
      }, localNetworks: { LocalNetworks([]) })
    let number = try network.connect("Intranet.Example.COM", port: 9)
    #expect(waitUntil { asked.names.withLock { !$0.isEmpty } })
    // The final dot prevents the resolver from appending the machine's search domains.
    #expect(asked.names.withLock { $0 } == ["Intranet.Example.COM."])
    clock.move(to: .milliseconds(999))
    for _ in 0..<3 {
      #expect(network.ask(.receive(connection: number, capacity: 1, seconds: 0.01)) == .bytes([]))
      #expect(network.ask(.state(connection: number)) == .connection(.connecting))
    }
    clock.move(to: .milliseconds(1_000))
    #expect(network.settledState(number) == .failed(.notFound))
  }

  @Test("The host looks up a name only once, so a keyboard cannot use a later change of the name's address")
  func resolvesOnce() throws {
    let server = try LocalServer()
    let count = Mutex(0)
    let clock = VirtualClock()
    let network = KeyboardNetwork(
      clock: clock,
      resolve: { _ in
        let isFirst = count.withLock { count in
          count += 1
          return count == 1
        }
        return .addresses(NameLookup.numeric(isFirst ? "10.0.0.1" : "127.0.0.1") ?? [])
      }, localNetworks: { LocalNetworks([]) })
    let number = try network.connect("rebind.example", port: UInt64(server.port))
    for _ in 0..<3 { #expect(network.settledState(number, moving: clock) == .failed(.notFound)) }
    #expect(count.withLock { $0 } == 1)
    #expect(server.sofar.accepted == 0)
  }

  @Test("If an address does not answer, the host tries the next address of the name")
  func triesAll() throws {
    let server = try LocalServer()
    let addresses = ["127.0.0.2", "127.0.0.1"].flatMap { NameLookup.numeric($0) ?? [] }
    // The server listens only on the second address.
    let network = KeyboardNetwork(resolve: { _ in .addresses(addresses) })
    let number = try network.connect("two.example", port: UInt64(server.port), local: true)
    #expect(network.settledState(number) == .open)
  }

  @Test("The host distinguishes an unknown name from a failed lookup or connection")
  func unknownName() throws {
    let network = Self.network()
    #expect(network.settledState(try network.connect("none.example", port: 9, local: true)) == .failed(.notFound))
    let failing = KeyboardNetwork(resolve: { _ in .failed })
    #expect(failing.settledState(try failing.connect("any.example", port: 9, local: true)) == .failed(.failed))
    let refused = try Self.network().settled(connecting: "127.0.0.1", port: 1)
    #expect(refused == .failed(.failed))
  }

  @Test("A lookup does not block other calls, and a connection that is closed during its lookup stays closed")
  func looksUpAside() throws {
    let server = try LocalServer()
    let gate = DispatchSemaphore(value: 0)
    let network = KeyboardNetwork(resolve: { _ in
      gate.wait()
      return .addresses(NameLookup.numeric("127.0.0.1") ?? [])
    })
    let one = try network.connect("slow.example", port: UInt64(server.port), local: true)
    let other = try network.connect("slow.example", port: UInt64(server.port), local: true)
    #expect(network.ask(.state(connection: one)) == .connection(.connecting))
    #expect(network.ask(.send(connection: one, bytes: [1])) == .number(0))
    #expect(network.ask(.receive(connection: one, capacity: 1, seconds: 0)) == .bytes([]))
    #expect(network.ask(.close(connection: other)) == .done)
    gate.signal()
    gate.signal()
    #expect(network.settledState(one) == .open)
    #expect(network.ask(.state(connection: other)) == .refused(.notFound))
    #expect(server.await { $0.accepted == 1 })
  }

  @Test("The host runs at most 32 lookups at the same time")
  func boundsLookups() async {
    await #expect(processExitsWith: .success) {
      let gate = DispatchSemaphore(value: 0)
      let networks = (0..<8).map { _ in
        KeyboardNetwork(resolve: { _ in
          gate.wait()
          return .failed
        })
      }
      var replies: [HostReply] = []
      for network in networks {
        for _ in 0..<8 {
          replies.append(network.ask(.connect(name: "slow.example", port: 1)))
        }
      }
      #expect(replies.count { $0 == .refused(.tooLarge) } == 32)
    }
  }

  @Test(
    "The host refuses invalid names, numbers and sizes",
    arguments: [
      (.connect(name: "127.0.0.1", port: 0), .badName), (.connect(name: "127.0.0.1", port: 65_536), .badName),
      (.connect(name: "127.0.0.1", port: .max), .badName), (.connect(name: "", port: 1), .badName),
      (.connect(name: "a b", port: 1), .badName), (.connect(name: "127.0.0.1\0.example", port: 1), .badName),
      (.connect(name: "пример.example", port: 1), .badName),
      (.connect(name: String(repeating: "a", count: 254), port: 1), .badName),
      (.state(connection: 0), .notFound), (.state(connection: .max), .notFound), (.close(connection: 2), .notFound),
      (.send(connection: 2, bytes: []), .notFound),
      (.send(connection: 1, bytes: Array(repeating: 0, count: 262_145)), .tooLarge),
      (.receive(connection: 2, capacity: 1, seconds: 0), .notFound),
      (.receive(connection: 1, capacity: 0, seconds: 0), .badName),
      (.receive(connection: 1, capacity: 262_145, seconds: 0), .tooLarge),
      (.receive(connection: 1, capacity: .max, seconds: 0), .tooLarge),
      (.receive(connection: 1, capacity: 1, seconds: -0.1), .badName),
      (.receive(connection: 1, capacity: 1, seconds: 0.11), .badName),
      (.receive(connection: 1, capacity: 1, seconds: .nan), .badName),
      (.receive(connection: 1, capacity: 1, seconds: .infinity), .badName),
    ] as [(NetworkRequest, HostReply.Refusal)])
  func refusesNumbers(request: NetworkRequest, refusal: HostReply.Refusal) throws {
    let server = try LocalServer()
    let network = Self.network()
    let number = try network.connect("127.0.0.1", port: UInt64(server.port), local: true)
    try #require(number == 1)
    #expect(network.ask(request) == .refused(refusal))
    #expect(network.settledState(number) == .open)
  }

  @Test("A keyboard has at most eight connections, and starts at most eight in a second")
  func boundsConnections() throws {
    let server = try LocalServer()
    let clock = VirtualClock()
    let network = Self.network(clock: clock)
    let request = NetworkRequest.connect(name: "127.0.0.1", port: UInt64(server.port))
    for number in 1...8 { #expect(network.ask(request, local: true) == .number(UInt64(number))) }
    clock.move(to: .seconds(10))
    #expect(network.ask(request, local: true) == .refused(.tooLarge))
    for number in 1...8 { #expect(network.ask(.close(connection: UInt64(number))) == .done) }
    for _ in 0..<8 {
      guard case .number(let number) = network.ask(request, local: true) else { throw CancellationError() }
      #expect(network.ask(.close(connection: number)) == .done)
    }
    #expect(network.ask(request, local: true) == .refused(.tooLarge))
    clock.move(to: .seconds(10.5))
    for number in 17...20 { #expect(network.ask(request, local: true) == .number(UInt64(number))) }
    #expect(network.ask(request, local: true) == .refused(.tooLarge))
    #expect(server.await { $0.ended >= 8 })
  }

  @Test("A keyboard transfers at most 4 MiB in a second, in both directions together")
  func boundsBytes() throws {
    let server = try LocalServer(.sink)
    let clock = VirtualClock()
    let network = Self.network(clock: clock)
    let number = try network.connect("127.0.0.1", port: UInt64(server.port), local: true)
    try #require(network.settledState(number) == .open)
    #expect(try network.fill(number, upTo: 4 << 20) == 4 << 20)
    #expect(network.ask(.send(connection: number, bytes: [1])) == .number(0))
    #expect(network.ask(.receive(connection: number, capacity: 1, seconds: 0)) == .bytes([]))
    clock.move(to: .seconds(0.25))
    #expect(try network.fill(number, upTo: 4 << 20) == 1 << 20)
    clock.move(to: .seconds(100))
    #expect(try network.fill(number, upTo: 8 << 20) == 4 << 20)
    #expect(server.await { $0.received.count == 9 << 20 })
  }

  @Test("A keyboard can wait for data only as long as the waiting time of its turn is not used up")
  func boundsWaiting() throws {
    let server = try LocalServer()
    let network = Self.network()
    let number = try network.connect("127.0.0.1", port: UInt64(server.port), local: true)
    try #require(network.settledState(number) == .open)
    var patience = Duration.milliseconds(30)
    let start = ContinuousClock.now
    for _ in 0..<1_200 {
      let request = NetworkRequest.receive(connection: number, capacity: 1, seconds: 0.1)
      #expect(network.reply(request, reachesLocalNetwork: true, patience: &patience) == .bytes([]))
    }
    let waited = ContinuousClock.now - start
    #expect(patience <= .zero)
    #expect(waited >= .milliseconds(30))
    // Without the limit for the turn, these calls together would wait for two minutes.
    #expect(waited < .seconds(60))
  }

  @Test("A keyboard receives all data that the peer sent before it closed the connection")
  func receivesAll() throws {
    let greeting = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    let server = try LocalServer(.greet(greeting))
    let network = Self.network()
    let number = try network.connect("127.0.0.1", port: UInt64(server.port), local: true)
    var received: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while network.ask(.state(connection: number)) != .connection(.closed), ContinuousClock.now < deadline {
      let reply = network.ask(.receive(connection: number, capacity: 4_096, seconds: 0.1))
      guard case .bytes(let bytes) = reply else { throw CancellationError() }
      received += bytes
    }
    #expect(received == greeting)
    #expect(network.ask(.receive(connection: number, capacity: 1, seconds: 0.1)) == .bytes([]))
    #expect(network.ask(.send(connection: number, bytes: [1])) == .refused(.failed))
  }

  @Test("closeAll() closes all connections and makes their numbers invalid")
  func closesAll() throws {
    let server = try LocalServer()
    let network = Self.network()
    let numbers = try (0..<3).map { _ in try network.connect("127.0.0.1", port: UInt64(server.port), local: true) }
    for number in numbers { try #require(network.settledState(number) == .open) }
    network.closeAll()
    #expect(server.await { $0.ended == 3 })
    for number in numbers { #expect(network.ask(.state(connection: number)) == .refused(.notFound)) }
    #expect(try network.connect("127.0.0.1", port: UInt64(server.port), local: true) == 4)
  }
}

extension KeyboardNetwork {
  /// Returns the reply to a request in a turn whose waiting time is not used up.
  fileprivate func ask(_ request: NetworkRequest, local: Bool = false) -> HostReply {
    var patience = Duration.seconds(NetworkRequest.Limit.waitSeconds)
    return reply(request, reachesLocalNetwork: local, patience: &patience)
  }

  /// Starts a connection and returns its number.
  fileprivate func connect(_ name: String, port: UInt64, local: Bool = false) throws -> UInt64 {
    let reply = ask(.connect(name: name, port: port), local: local)
    guard case .number(let number) = reply else {
      Issue.record("\(name): \(reply)")
      throw CancellationError()
    }
    return number
  }

  /// Waits until a connection's state is not `connecting`, and returns the state; nil if there is no such connection.
  ///
  /// - Parameter clock: A clock that this method first advances by one second, because the host delays each refusal by
  ///   one second.
  fileprivate func settledState(_ number: UInt64, moving clock: VirtualClock? = nil) -> ConnectionState? {
    clock?.move(to: (clock?.now ?? .zero) + .seconds(1))
    var settled: ConnectionState? = .connecting
    _ = waitUntil {
      settled = if case .connection(let state) = ask(.state(connection: number)) { state } else { nil }
      return settled != .connecting
    }
    return settled
  }

  fileprivate func settled(connecting name: String, port: UInt64) throws -> ConnectionState? {
    settledState(try connect(name, port: port, local: true))
  }

  /// Sends up to `count` bytes. Stops if the host accepts none for two seconds.
  ///
  /// - Returns: The number of bytes that the host accepted.
  fileprivate func fill(_ number: UInt64, upTo count: Int) throws -> Int {
    let bytes = [UInt8](repeating: 7, count: NetworkRequest.Limit.callBytes)
    var (sent, lastProgress) = (0, ContinuousClock.now)
    while sent < count, ContinuousClock.now - lastProgress < .seconds(2) {
      let reply = ask(.send(connection: number, bytes: Array(bytes.prefix(count - sent))))
      guard case .number(let taken) = reply else { throw CancellationError() }
      sent += Int(taken)
      if taken > 0 { lastProgress = .now } else { sched_yield() }
    }
    return sent
  }
}
