import DesktopBus
import TestSupport
import Testing

@Suite("klava-desktop learns from logind whether the screen is locked")
struct ScreenLockTests {
  static let logind = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1/session/_32"
  static let properties = "org.freedesktop.DBus.Properties"

  /// A machine with a fake logind.
  private final class Machine {
    let bus: PrivateBus
    private(set) var logind: BusPeer
    let monitor: ScreenLockMonitor
    var peers: [BusPeer]
    var changes: [ScreenLockMonitor.State] = []
    /// The value with which logind answers a request for LockedHint; nil for an error.
    var hint: PeerValue? = .variant(.boolean(false))
    var session: PeerValue? = .path(ScreenLockTests.path)

    init() throws {
      bus = try PrivateBus(.system)
      logind = try BusPeer(bus.address, name: ScreenLockTests.logind)
      monitor = ScreenLockMonitor(bus.address)
      peers = [logind]
      answerCalls()
    }

    private func answerCalls() {
      let reply = { (value: PeerValue?) -> BusPeer.Answer in
        value.map { .values([$0]) } ?? .error("org.klava.Test.Error", "no value")
      }
      logind.answer = { [unowned self] call in
        switch (call.path, call.member, call.arguments) {
        case ("/org/freedesktop/login1", "GetSession", [.text("auto")]): reply(session)
        case (ScreenLockTests.path, "Get", [.text("org.freedesktop.login1.Session"), .text("LockedHint")]): reply(hint)
        default: .error("org.klava.Test.Error", "unexpected call")
        }
      }
    }

    /// Starts the bus that ended again, with a new logind.
    func restartBus() throws {
      try bus.start()
      logind = try BusPeer(bus.address, name: ScreenLockTests.logind)
      peers = [logind]
      answerCalls()
    }

    /// The number of times that klava-desktop has read the property LockedHint.
    var reads: Int { logind.received.count { $0.member == "Get" } }

    func wait(_ condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
      let holds = waitUntil {
        if let state = monitor.process() { changes.append(state) }
        for peer in peers { peer.process() }
        return condition()
      }
      try #require(holds, sourceLocation: location)
    }

    func rest() throws { try wait { monitor.wait?.timeout == nil } }

    /// Sends the signal that the property LockedHint of the session changed.
    func announce(_ value: PeerValue, from peer: BusPeer? = nil, to destination: String? = nil) throws {
      try (peer ?? logind).signal(
        ScreenLockTests.path, ScreenLockTests.properties, "PropertiesChanged",
        [.text("org.freedesktop.login1.Session"), .dictionary(["LockedHint": value]), .texts([])], to: destination)
    }
  }

  @Test("After the start, klava-desktop learns whether the screen is locked", arguments: [true, false])
  func start(isLocked: Bool) throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(isLocked))
    // Until logind replies, klava-desktop must treat the screen as locked.
    #expect(machine.monitor.state == .asked && machine.monitor.state.mayBeLocked)
    try machine.rest()
    #expect(machine.changes == [isLocked ? .locked : .unlocked])
    #expect(machine.monitor.state == (isLocked ? .locked : .unlocked))
    #expect(machine.monitor.state.mayBeLocked == isLocked)
  }

  @Test("Each lock or unlock of the screen changes the state once")
  func changes() throws {
    let machine = try Machine()
    try machine.rest()
    for isLocked in [true, true, false, true] {
      let reads = machine.reads
      machine.hint = .variant(.boolean(isLocked))
      try machine.announce(.boolean(isLocked))
      try machine.wait { machine.reads > reads }
      try machine.rest()
    }
    #expect(machine.changes == [.unlocked, .locked, .unlocked, .locked])
  }

  @Test("A forged signal of another program does not unlock the screen")
  func falseSignal() throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(true))
    try machine.rest()
    let other = try BusPeer(machine.bus.address)
    machine.peers.append(other)
    // `:1.1` is klava-desktop. The bus numbers its unique names in the order of the connections: logind, klava-desktop,
    // the other program.
    try machine.announce(.boolean(false), from: other, to: ":1.1")
    try machine.wait { machine.reads == 2 }
    try machine.rest()
    #expect(machine.changes == [.locked])
    #expect(machine.monitor.state == .locked)
  }

  static let badValues: [PeerValue?] = [nil, .variant(.text("false")), .variant(.number(0)), .texts([]), .path("/")]

  @Test("If logind sends no valid value, klava-desktop keeps the last state", arguments: badValues.indices)
  func badValue(index: Int) throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(true))
    try machine.rest()
    machine.hint = Self.badValues[index]
    try machine.announce(.boolean(false))
    try machine.wait { machine.reads == 2 }
    try machine.rest()
    #expect(machine.monitor.state == .locked)
  }

  @Test("If logind has never sent a valid value, the state is unknown", arguments: badValues.indices)
  func noValue(index: Int) throws {
    let machine = try Machine()
    machine.hint = Self.badValues[index]
    try machine.rest()
    #expect(machine.reads == 1)
    #expect(machine.changes == [.unknown])
    #expect(!machine.monitor.state.mayBeLocked)
  }

  static let badSessions: [PeerValue?] = [
    nil, .text(path), .number(1), .path("/" + String(repeating: "a", count: 300)),
  ]

  @Test("If logind returns no valid session, the state is unknown", arguments: badSessions.indices)
  func badSession(index: Int) throws {
    let machine = try Machine()
    machine.session = Self.badSessions[index]
    try machine.rest()
    #expect(machine.logind.received.contains { $0.member == "GetSession" })
    #expect(machine.reads == 0)
    #expect(machine.monitor.state == .unknown)
  }

  @Test("Without logind or without a bus, the state is unknown")
  func noLogind() throws {
    let bus = try PrivateBus(.system)
    let monitor = ScreenLockMonitor(bus.address)
    let isAtRest = waitUntil {
      _ = monitor.process()
      return monitor.wait?.timeout == nil
    }
    #expect(isAtRest)
    #expect(monitor.state == .unknown)
    let other = ScreenLockMonitor(BusAddress("unix:path=/nonexistent/socket", of: .system))
    #expect(other.state == .unknown && other.wait == nil)
  }

  @Test("If the bus ends while the screen is locked, the state stays locked")
  func end() throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(true))
    try machine.rest()
    machine.bus.end()
    try machine.wait { machine.monitor.wait == nil }
    #expect(machine.monitor.state == .locked)
  }

  @Test("After a restart of the bus, klava-desktop learns of each lock again", arguments: [false, true])
  func restart(wasLocked: Bool) throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(wasLocked))
    try machine.rest()
    machine.bus.end()
    try machine.wait { machine.monitor.wait == nil }
    machine.hint = .variant(.boolean(!wasLocked))
    try machine.restartBus()
    try machine.wait { machine.changes.count == 2 }
    #expect(machine.monitor.state == (wasLocked ? .unlocked : .locked))
  }

  @Test("If logind or the session appears after the start, klava-desktop learns of a lock")
  func late() throws {
    let machine = try Machine()
    machine.hint = .variant(.boolean(true))
    machine.session = nil
    try machine.logind.releaseName(Self.logind)
    try machine.wait { machine.monitor.state == .unknown }
    try machine.logind.requestName(Self.logind)
    try machine.wait { machine.logind.received.contains { $0.member == "GetSession" } }
    #expect(machine.monitor.state == .unknown)
    machine.session = .path(Self.path)
    try machine.wait { machine.monitor.state == .locked }
  }
}
