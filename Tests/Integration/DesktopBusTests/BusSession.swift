import DesktopBus
import Glibc
import TestSupport
import Testing
import Timing

/// The bus code of klava-desktop together with other programs on a bus, all on the thread of the test.
final class BusSession {
  let bus: PrivateBus
  let desktop: SessionBus
  /// All events of ``desktop`` so far.
  private(set) var events: [BusEvent] = []
  /// The other programs on the bus. They handle their messages while the test waits.
  var peers: [BusPeer] = []
  /// Handles each command that another program sends to klava-desktop.
  var handle: (BusCall) -> Void = { $0.accept() }

  init(_ bus: PrivateBus, peers: [BusPeer] = [], clock: any SessionClock = SystemClock()) {
    self.bus = bus
    self.peers = peers
    desktop = SessionBus(bus.address, clock: clock)
  }

  /// Starts a bus with klava-desktop, and waits until klava-desktop has no pending work.
  static func atRest(
    _ bus: PrivateBus? = nil, peers: [BusPeer] = [], clock: any SessionClock = SystemClock()
  ) throws -> BusSession {
    let session = BusSession(try bus ?? PrivateBus(), peers: peers, clock: clock)
    try session.rest()
    return session
  }

  /// Connects another program to the bus.
  func peer(name: String? = nil) throws -> BusPeer {
    let peer = try BusPeer(bus.address, name: name)
    peers.append(peer)
    return peer
  }

  /// Handles messages until a condition holds.
  func wait(_ condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
    let holds = waitUntil {
      step()
      return condition()
    }
    try #require(holds, sourceLocation: location)
  }

  /// Handles messages until klava-desktop has no pending work.
  func rest(_ location: SourceLocation = #_sourceLocation) throws {
    try wait({ desktop.wait?.timeout == nil }, location)
  }

  /// Calls a method of klava-desktop and waits for the reply.
  func call(
    _ peer: BusPeer, _ path: String, _ interface: String, _ member: String, _ arguments: [PeerValue] = []
  ) throws -> BusPeer.Reply {
    let name = path == "/sm/puri/OSK0" ? "sm.puri.OSK0" : "org.klava.Desktop"
    let reply = try peer.call(name, path, interface, member, arguments)
    try wait { reply.isThere }
    return reply
  }

  /// Handles messages until klava-desktop has received all messages that other programs sent before this call.
  func synchronize(_ location: SourceLocation = #_sourceLocation) throws {
    for peer in peers {
      let reply = try peer.call("org.klava.Desktop", "/", "org.freedesktop.DBus.Peer", "Ping")
      try wait({ reply.isThere }, location)
    }
  }

  /// Returns the unique bus name of klava-desktop. The program `peer` asks the bus for this name.
  func klavaUniqueName(_ peer: BusPeer) throws -> String {
    let reply = try peer.call(
      "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner", [.text("org.klava.Desktop")])
    try wait { reply.isThere }
    guard case .text(let name)? = reply.values?.first else { throw BusPeer.Failure(number: 0) }
    return name
  }

  /// Drops all events. If klava-desktop has not replied to a dropped command, the caller gets an error.
  func forgetEvents() { events = [] }

  /// Waits until the bus has sent messages to klava-desktop, and handles them.
  func stepAfterMessage(_ location: SourceLocation = #_sourceLocation) throws {
    let hasMessage = waitUntil {
      guard let wait = desktop.wait, wait.timeout != .zero else { return true }
      var descriptor = pollfd(fd: wait.descriptor, events: wait.events, revents: 0)
      return poll(&descriptor, 1, 0) > 0
    }
    try #require(hasMessage, sourceLocation: location)
    step()
  }

  private func step() {
    for event in desktop.process() {
      events.append(event)
      if case .call(let call) = event { handle(call) }
    }
    for peer in peers { peer.process() }
  }

  /// The commands so far.
  var commands: [DesktopCommand] { events.compactMap { if case .call(let call) = $0 { call.command } else { nil } } }
  /// The color schemes so far.
  var schemes: [ColorScheme] { events.compactMap { if case .colorScheme(let scheme) = $0 { scheme } else { nil } } }
  /// The bus names that klava-desktop has acquired so far.
  var names: [BusName] { events.compactMap { if case .acquired(let name) = $0 { name } else { nil } } }
  /// The failures so far.
  var failures: [BusError] { events.failures }
}

extension [BusEvent] {
  /// The failures among the events.
  var failures: [BusError] { compactMap { if case .failed(let error) = $0 { error } else { nil } } }
}
