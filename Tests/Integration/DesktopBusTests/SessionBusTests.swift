import DesktopBus
import Glibc
import SystemSupport
import TestSupport
import Testing
import Timing

@Suite("klava-desktop serves the session bus")
struct SessionBusTests {
  static let klava = "/org/klava/Desktop"
  static let desktop = "org.klava.Desktop1"
  static let screen = "/sm/puri/OSK0"
  static let keyboard = "sm.puri.OSK0"
  static let properties = "org.freedesktop.DBus.Properties"

  /// A method call, and the command that klava-desktop must receive from it.
  struct Call: Sendable, CustomTestStringConvertible {
    var path: String
    var interface: String
    var member: String
    var argument: PeerValue?
    var command: DesktopCommand

    var testDescription: String { member }
  }

  static let calls = [
    Call(path: klava, interface: desktop, member: "Show", command: .show),
    Call(path: klava, interface: desktop, member: "Hide", command: .hide),
    Call(path: klava, interface: desktop, member: "Toggle", command: .toggle),
    Call(path: klava, interface: desktop, member: "NextKeyboard", command: .nextKeyboard),
    Call(path: klava, interface: desktop, member: "Undo", command: .undo),
    Call(
      path: klava, interface: desktop, member: "Pick", argument: .text("org.klava.é"), command: .pick("org.klava.é")),
    Call(path: screen, interface: keyboard, member: "SetVisible", argument: .boolean(true), command: .show),
    Call(path: screen, interface: keyboard, member: "SetVisible", argument: .boolean(false), command: .hide),
  ]

  @Test("klava-desktop receives a method call as a command, and the caller gets the reply to it", arguments: calls)
  func method(call: Call) throws {
    let session = try BusSession.atRest()
    #expect(Set(session.names) == Set(BusName.allCases))
    let peer = try session.peer()
    let arguments = call.argument.map { [$0] } ?? []
    let accepted = try session.call(peer, call.path, call.interface, call.member, arguments)
    #expect(accepted.values == [])
    session.handle = { $0.refuse("The screen is locked.") }
    let refused = try session.call(peer, call.path, call.interface, call.member, arguments)
    #expect(refused.error?.text == "The screen is locked.")
    #expect(session.commands == [call.command, call.command])
  }

  @Test("klava-desktop can reply to calls in any order, and the caller gets an error if there is no reply")
  func lateReply() throws {
    let session = try BusSession.atRest()
    let peer = try session.peer()
    var kept: [BusCall] = []
    session.handle = { kept.append($0) }
    let first = try peer.call("org.klava.Desktop", Self.klava, Self.desktop, "Show")
    let second = try peer.call("org.klava.Desktop", Self.klava, Self.desktop, "Hide")
    try session.wait { kept.count == 2 }
    kept[1].accept()
    try session.wait { second.isThere }
    #expect(!first.isThere)
    kept = []
    session.forgetEvents()
    try session.wait { first.isThere }
    #expect(first.error?.text == "klava-desktop did not handle the command.")
    #expect(second.values == [])
  }

  static let badCalls: [(path: String, interface: String, member: String, arguments: [PeerValue])] = [
    (klava, desktop, "Show", [.boolean(true)]),
    (klava, desktop, "Pick", []),
    (klava, desktop, "Pick", [.number(1)]),
    (klava, desktop, "Pick", [.text("")]),
    (klava, desktop, "Pick", [.text("a\u{1B}[2J")]),
    (klava, desktop, "Pick", [.text("a\u{85}")]),
    (klava, desktop, "Pick", [.text(String(repeating: "a", count: 129))]),
    (klava, desktop, "Pick", [.text(String(repeating: "a", count: 4_000_000))]),
    (klava, desktop, "Quit", []),
    (klava, keyboard, "SetVisible", [.boolean(true)]),
    (screen, keyboard, "SetVisible", [.text("true")]),
    ("/other", desktop, "Show", []),
    (klava, properties, "Set", [.text(desktop), .text("Visible"), .variant(.boolean(true))]),
    (klava, properties, "Get", [.text(desktop), .text("Text")]),
  ]

  @Test("klava-desktop refuses calls with wrong types, names or identifiers", arguments: badCalls.indices)
  func badCall(index: Int) throws {
    let (path, interface, member, arguments) = Self.badCalls[index]
    let session = try BusSession.atRest()
    let reply = try session.call(try session.peer(), path, interface, member, arguments)
    #expect(reply.error?.name.hasPrefix("org.freedesktop.DBus.Error.") == true)
    #expect(reply.error?.text.isEmpty == false)
    #expect(session.commands == [])
  }

  @Test("klava-desktop accepts an identifier of 128 bytes")
  func maximumIdentifierLength() throws {
    let session = try BusSession.atRest()
    let identifier = String(repeating: "a", count: 128)
    let reply = try session.call(try session.peer(), Self.klava, Self.desktop, "Pick", [.text(identifier)])
    #expect(reply.values == [])
    #expect(session.commands == [.pick(identifier)])
  }

  @Test("Other programs can read the status, and get a signal only when it changes")
  func status() throws {
    let session = try BusSession.atRest()
    let peer = try session.peer()
    try peer.match("type='signal',interface='\(Self.properties)',member='PropertiesChanged'")
    #expect(
      try session.call(peer, Self.klava, Self.properties, "GetAll", [.text(Self.desktop)]).values
        == [.dictionary(["Visible": .boolean(false), "Keyboard": .text(""), "HasSeat": .boolean(true)])])

    session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "org.klava.telex"))
    session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "org.klava.telex"))
    session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "org.klava.morse"))
    session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "org.klava.morse", hasSeat: false))
    #expect(
      try session.call(peer, Self.klava, Self.properties, "GetAll", [.text(Self.desktop)]).values
        == [
          .dictionary(["Visible": .boolean(true), "Keyboard": .text("org.klava.morse"), "HasSeat": .boolean(false)])
        ])
    #expect(
      try session.call(peer, Self.screen, Self.properties, "Get", [.text(Self.keyboard), .text("Visible")]).values
        == [.variant(.boolean(true))])

    func change(_ path: String, _ interface: String, _ values: [String: PeerValue]) -> BusPeer.Message {
      BusPeer.Message(
        path: path, interface: Self.properties, member: "PropertiesChanged",
        arguments: [.text(interface), .dictionary(values), .texts([])])
    }
    #expect(
      peer.received.filter { $0.interface == Self.properties } == [
        change(Self.screen, Self.keyboard, ["Visible": .boolean(true)]),
        change(Self.klava, Self.desktop, ["Visible": .boolean(true), "Keyboard": .text("org.klava.telex")]),
        change(Self.klava, Self.desktop, ["Keyboard": .text("org.klava.morse")]),
        change(Self.klava, Self.desktop, ["HasSeat": .boolean(false)]),
      ])
  }

  @Test("Other programs can read the names and types of klava-desktop's methods and properties")
  func introspection() throws {
    let session = try BusSession.atRest()
    let peer = try session.peer()
    func members(_ path: String) throws -> [String] {
      let reply = try session.call(peer, path, "org.freedesktop.DBus.Introspectable", "Introspect")
      guard case .text(let text)? = reply.values?.first else { return [] }
      // Leave out the interfaces of sd-bus, which come before the interface of klava-desktop.
      return text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
        $0.hasPrefix("<method") || $0.hasPrefix("<arg") || $0.hasPrefix("<property")
      }.map(String.init)
    }
    #expect(
      try Array(members(Self.klava).suffix(10)) == [
        #"<method name="Show">"#, #"<method name="Hide">"#, #"<method name="Toggle">"#,
        #"<method name="NextKeyboard">"#, #"<method name="Undo">"#, #"<method name="Pick">"#,
        #"<arg type="s" name="identifier" direction="in"/>"#,
        #"<property name="Visible" type="b" access="read">"#, #"<property name="Keyboard" type="s" access="read">"#,
        #"<property name="HasSeat" type="b" access="read">"#,
      ])
    #expect(
      try Array(members(Self.screen).suffix(3)) == [
        #"<method name="SetVisible">"#, #"<arg type="b" name="visible" direction="in"/>"#,
        #"<property name="Visible" type="b" access="read">"#,
      ])
  }

  @Test("A second klava-desktop reports only that another klava-desktop runs")
  func secondProgram() throws {
    let bus = try PrivateBus()
    let others = try BusName.allCases.map { try BusPeer(bus.address, name: $0.rawValue) }
    let session = try BusSession.atRest(bus, peers: others)
    #expect(session.failures == [.nameTaken(.klava, owner: "\(ProcessStatus(getpid()).name), process \(getpid())")])
  }

  @Test("klava-desktop knows whether the bus has not decided about its name yet")
  func awaitsNames() throws {
    let silent = try SilentBus()
    let waiting = SessionBus(silent.address)
    #expect(waiting.awaitsNames)
    #expect(silent.endConnections() == 1)
    #expect(waitUntil { !waiting.process().isEmpty })
    #expect(!waiting.awaitsNames)
    let missing = SessionBus(BusAddress("unix:path=/nonexistent", of: .session))
    #expect(!missing.awaitsNames)
    let bus = try PrivateBus()
    let first = BusSession(bus)
    #expect(first.desktop.awaitsNames)
    try first.wait { first.names.count == 2 }
    try first.wait { !first.desktop.awaitsNames }
    let second = BusSession(bus)
    #expect(second.desktop.awaitsNames)
    try second.wait { !second.failures.isEmpty }
    #expect(!second.desktop.awaitsNames)
  }

  @Test(
    "klava-desktop does not take a bus name that another program has, and the error names that program",
    arguments: BusName.allCases)
  func taken(name: BusName) throws {
    let bus = try PrivateBus()
    let other = try BusPeer(bus.address, name: name.rawValue)
    let session = try BusSession.atRest(bus, peers: [other])
    let owner = "\(ProcessStatus(getpid()).name), process \(getpid())"
    #expect(session.failures == [.nameTaken(name, owner: owner)])
    // If another klava-desktop runs, this klava-desktop ends and requests no other name.
    #expect(session.names == (name == .klava ? [] : [.klava]))
  }

  @Test("klava-desktop takes the name sm.puri.OSK0 when the program before it in the queue quits")
  func queue() throws {
    let bus = try PrivateBus()
    let first = try BusPeer(bus.address, name: Self.keyboard)
    let session = try BusSession.atRest(bus, peers: [first])
    #expect(session.names == [.klava] && session.failures.count == 1)
    try first.releaseName(Self.keyboard)
    try session.wait { session.names == [.klava, .onScreenKeyboard] }
    let peer = try session.peer()
    #expect(try session.call(peer, Self.screen, Self.keyboard, "SetVisible", [.boolean(true)]).values == [])
    #expect(session.commands == [.show])
    #expect(session.failures.count == 1)
  }

  @Test("A forged signal does not make klava-desktop believe that it has the name sm.puri.OSK0")
  func forgedName() throws {
    let bus = try PrivateBus()
    let owner = try BusPeer(bus.address, name: Self.keyboard)
    let session = try BusSession.atRest(bus, peers: [owner])
    try owner.signal(
      "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameAcquired", [.text(Self.keyboard)],
      to: try session.klavaUniqueName(owner))
    try session.synchronize()
    #expect(session.names == [.klava])
  }

  @Test(
    "If the owner of a bus name ends while klava-desktop asks for the name, klava-desktop takes it",
    arguments: BusName.allCases, 0..<9)
  func endingOwner(name: BusName, messages: Int) throws {
    let bus = try PrivateBus()
    let owner = try BusPeer(bus.address, name: name.rawValue)
    let session = BusSession(bus)
    // Each count of handled messages is another moment at which the owner ends.
    for _ in 0..<messages where session.failures.isEmpty { try session.stepAfterMessage() }
    try owner.releaseName(name.rawValue)
    try session.rest()
    let process = "\(ProcessStatus(getpid()).name), process \(getpid())"
    let isReported = session.failures == [.nameTaken(name, owner: process)]
    #expect(isReported || session.failures.isEmpty)
    #expect(session.names == (name == .klava && isReported ? [] : BusName.allCases))
  }

  static let descriptions: [(BusError, String)] = [
    (
      .nameTaken(.klava, owner: "klava-desktop, process 7"),
      "another klava-desktop runs in this session (klava-desktop, process 7)"
    ),
    (
      .nameTaken(.onScreenKeyboard, owner: "squeekboard, process 7"),
      "another on-screen keyboard has the bus name sm.puri.OSK0 (squeekboard, process 7)"
    ),
    (.nameRefused(.klava, reason: "denied"), "the bus refuses the name org.klava.Desktop (denied)"),
    (.noBus(.session, reason: "Connection refused"), "there is no D-Bus session bus (Connection refused)"),
    (.disconnected(.system), "the D-Bus system bus ended the connection"),
    (.notRunning, "no klava-desktop runs in this session"), (.noReply, "klava-desktop does not reply"),
    (.refused("The screen is locked."), "The screen is locked."),
  ]

  @Test("The description of an error names the problem", arguments: descriptions)
  func description(error: BusError, text: String) { #expect("\(error)" == text) }

  static let missing = [
    ("unix:path=/nonexistent/socket", "No such file or directory"), ("no address", "Connection refused"),
  ]

  @Test("Without a bus there is one error and no connection", arguments: missing)
  func noBus(address: String, reason: String) {
    let desktop = SessionBus(BusAddress(address, of: .session))
    #expect(desktop.process().failures == [.noBus(.session, reason: reason)])
    #expect(desktop.wait == nil)
    #expect(desktop.process().isEmpty)
  }

  @Test("If the bus starts after klava-desktop, klava-desktop takes its names, and handles calls")
  func lateBus() throws {
    let bus = try PrivateBus(starts: false)
    let session = BusSession(bus)
    try session.wait { !session.failures.isEmpty }
    try bus.start()
    try session.wait { Set(session.names) == Set(BusName.allCases) }
    #expect(try session.call(try session.peer(), Self.klava, Self.desktop, "Toggle").values == [])
    #expect(session.failures.count == 1)
  }

  @Test("After a restart of the bus, klava-desktop takes its names, and handles calls again")
  func restart() throws {
    let session = try BusSession.atRest()
    for count in 1...2 {
      session.bus.end()
      try session.wait { session.desktop.wait == nil }
      session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "\(count)"))
      session.forgetEvents()
      try session.bus.start()
      try session.wait { Set(session.names) == Set(BusName.allCases) }
      let peer = try session.peer()
      #expect(try session.call(peer, Self.screen, Self.keyboard, "SetVisible", [.boolean(true)]).values == [])
      #expect(
        try session.call(peer, Self.klava, Self.properties, "Get", [.text(Self.desktop), .text("Keyboard")]).values
          == [.variant(.text("\(count)"))])
      #expect(session.commands == [.show])
      #expect(session.failures == [])
      session.peers = []
    }
  }

  @Test("After a restart of the bus, klava-desktop reports that another program has a name")
  func takenAfterRestart() throws {
    let session = try BusSession.atRest()
    session.bus.end()
    try session.wait { session.desktop.wait == nil }
    session.forgetEvents()
    try session.bus.start()
    _ = try session.peer(name: "org.klava.Desktop")
    try session.wait { !session.failures.isEmpty }
    #expect(session.failures == [.nameTaken(.klava, owner: "\(ProcessStatus(getpid()).name), process \(getpid())")])
  }

  @Test("A bus that ends each connection gets at most one connection a second, and klava-desktop reports it once")
  func endingBus() throws {
    let bus = try SilentBus()
    let start = ContinuousClock.now
    let desktop = SessionBus(bus.address)
    var (connections, failures) = (0, [BusError]())
    let isRepeated = waitUntil {
      failures += desktop.process().failures
      connections += bus.endConnections()
      return connections == 3
    }
    #expect(isRepeated)
    // This time is the interval that the test measures.
    #expect(ContinuousClock.now - start >= .seconds(2))
    #expect(failures == [.disconnected(.session)])
  }

  @Test("If the bus ends, klava-desktop reports this once, and no longer waits for messages")
  func end() throws {
    let session = try BusSession.atRest()
    #expect(session.desktop.wait != nil)
    session.bus.end()
    try session.wait { session.desktop.wait == nil }
    #expect(session.failures == [.disconnected(.session)])
    session.desktop.publish(KeyboardStatus(isVisible: true, keyboard: "a"))
    session.desktop.triggerKeyFeedback()
    #expect(session.desktop.process().isEmpty)
  }

  @Test("A bus that accepts a connection and sends nothing does not block klava-desktop")
  func silentBus() throws {
    let silent = try SilentBus()
    let desktop = SessionBus(silent.address)
    for _ in 0..<10 { #expect(desktop.process().isEmpty) }
    #expect(desktop.wait != nil)
  }

  @Test(
    "klava-desktop accepts changes of the keyboard at a limited rate, and answers all other calls", arguments: calls)
  func flood(call: Call) throws {
    let clock = VirtualClock()
    let session = try BusSession.atRest(clock: clock)
    let peer = try session.peer()
    /// Makes 500 calls, and returns the number of accepted calls.
    func flood() throws -> Int {
      let name = call.path == Self.screen ? Self.keyboard : "org.klava.Desktop"
      let replies = try (0..<500).map { _ in
        try peer.call(name, call.path, call.interface, call.member, call.argument.map { [$0] } ?? [])
      }
      var largest = 0
      let areAnswered = waitUntil {
        peer.process()
        let events = session.desktop.process()
        largest = max(largest, events.count)
        for case .call(let call) in events { call.accept() }
        return replies.allSatisfy(\.isThere)
      }
      #expect(areAnswered)
      #expect(largest <= 8)
      let refused = replies.compactMap(\.error)
      #expect(refused.allSatisfy { $0.name == "org.freedesktop.DBus.Error.LimitsExceeded" })
      #expect(
        refused.allSatisfy { $0.text == "klava-desktop accepts at most 10 commands per second. Try again later." })
      return replies.count { $0.values == [] }
    }
    let isLimited = ["NextKeyboard", "Pick", "Undo"].contains(call.member)
    #expect(try flood() == (isLimited ? 20 : 500))
    #expect(
      try session.call(peer, Self.klava, Self.properties, "Get", [.text(Self.desktop), .text("Visible")]).values
        == [.variant(.boolean(false))])
    clock.move(to: .seconds(1))
    #expect(try flood() == (isLimited ? 10 : 500))
    clock.move(to: .seconds(60))
    #expect(try flood() == (isLimited ? 20 : 500))
  }

  @Test("klava-desktop still handles calls after random messages of another program", arguments: 1...12)
  func randomMessages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try BusSession.atRest()
    let peer = try session.peer()
    let target = try session.klavaUniqueName(peer)
    let names = ["org.klava.Desktop", "sm.puri.OSK0"]
    let paths = [Self.klava, Self.screen, "/", "/org/freedesktop/DBus", "/org/freedesktop/portal/desktop"]
    let interfaces = [
      Self.desktop, Self.keyboard, Self.properties, "org.freedesktop.DBus", "org.freedesktop.portal.Settings",
      "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer",
    ]
    let members = [
      "Show", "Pick", "SetVisible", "Get", "GetAll", "Set", "Introspect", "NameOwnerChanged", "SettingChanged",
      "NameLost", "Ping",
    ]
    var replies: [BusPeer.Reply] = []
    for _ in 0..<200 {
      let (path, interface) = (random.one(of: paths), random.one(of: interfaces))
      let (member, arguments) = (random.one(of: members), random.list { PeerValue.random(&$0) })
      if random.boolean() {
        replies.append(try peer.call(random.one(of: names), path, interface, member, arguments))
      } else {
        try peer.signal(path, interface, member, arguments, to: target)
      }
    }
    try session.wait { replies.allSatisfy(\.isThere) }
    #expect(try session.call(peer, Self.klava, Self.desktop, "Toggle").values == [])
    #expect(session.commands.last == .toggle)
  }
}
