import Foundation
import Glibc
import KeyboardHost
import KeyboardProtocol
import LocalServer
import SystemKeyboard
import Testing
import TextModel

/// Tests of the services that need full access (Behavior.md#access).
@Suite struct SessionServiceTests {
  /// A session with the keyboard of `Fixtures/services.c`, in which a field has the focus.
  private struct TypingSession {
    let harness: SessionHarness

    /// Creates a session. The key `connect` connects to this name and port.
    init(
      full: Bool = true, local: Bool = false, to name: String = "127.0.0.1", port: UInt16 = 9, turn: Duration? = nil
    ) throws {
      harness = SessionHarness(libraries: [("org.example.services", try CLibrary.compile("services.c"))])
      if let turn { harness.source.deadlines.turn = turn }
      harness.source.settings = ["name": .string(name), "port": .integer(Int64(port))]
      grant(full: full, local: local)
      harness.focus { $0.application = "one" }
    }

    func grant(full: Bool, local: Bool = false) {
      harness.source.access = ProcessAccess(isFull: full, reachesLocalNetwork: local)
    }

    /// Presses a key and returns the text that the keyboard inserted.
    func press(_ key: String) throws -> String {
      let before = harness.text[0]
      try harness.session.key(key)
      try #require(harness.session.keyboard == "org.example.services")
      return String(harness.text[0].dropFirst(before.count))
    }

    /// Presses a key until the keyboard inserts the expected text. Returns the last inserted text.
    func press(_ key: String, until wanted: String) throws -> String {
      let deadline = ContinuousClock.now + patience
      var inserted = ""
      while inserted != wanted, ContinuousClock.now < deadline { inserted = try press(key) }
      return inserted
    }

    /// Connects, and waits until the connection is open.
    func open() throws {
      try #require(try press("connect") == "0 ")
      try #require(try press("state", until: "0 1 0 ") == "0 1 0 ")
    }
  }

  @Test(
    "Without full access, each call returns its documented error and has no effect",
    arguments: [
      ("access", "0 "), ("copy", "-4 "), ("empty", "-4 "), ("paste", "-4 "), ("has", "-4 0 -4 0 "), ("connect", "-4 "),
      ("state", "-4 0 0 "), ("send", "-4 0 "), ("receive", "-4 "), ("close", "-4 "),
    ])
  func refusesWithoutAccess(key: String, inserted: String) throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(full: false, local: true, port: server.port)
    typingSession.harness.session.pasteboard.string = "secret"
    #expect(try typingSession.press(key) == inserted)
    #expect(typingSession.harness.session.pasteboard.string == "secret")
    #expect(server.sofar.accepted == 0)
    typingSession.harness.session.end()
  }

  @Test("With full access, a keyboard reads and writes the pasteboard")
  func usesThePasteboard() throws {
    let typingSession = try TypingSession()
    #expect(try typingSession.press("access") == "1 ")
    #expect(try typingSession.press("has") == "0 0 0 0 ")
    #expect(try typingSession.press("paste") == "0 ")
    typingSession.harness.session.pasteboard.string = "от человека"
    #expect(try typingSession.press("has") == "0 1 0 1 ")
    #expect(try typingSession.press("paste") == "0 от человека")
    #expect(try typingSession.press("copy") == "0 ")
    #expect(typingSession.harness.session.pasteboard.string == "copied")
    #expect(try typingSession.press("empty") == "0 ")
    #expect(typingSession.harness.session.pasteboard.string == nil)
    #expect(typingSession.harness.session.pasteboard.changeCount == 3)
    typingSession.harness.session.end()
  }

  @Test("A keyboard cannot read a pasteboard text that is too long, and can make at most 64 pasteboard calls in a turn")
  func boundsThePasteboard() throws {
    let typingSession = try TypingSession()
    typingSession.harness.session.pasteboard.string = String(
      repeating: "x", count: PasteboardRequest.maximumTextBytes + 1)
    #expect(try typingSession.press("paste") == "-6 ")
    typingSession.harness.session.pasteboard.string = "short"
    #expect(try typingSession.press("pastes") == "64 -6 ")
    #expect(try typingSession.press("pastes") == "64 -6 ")
    typingSession.harness.session.end()
  }

  @Test("A keyboard can read control characters from the pasteboard but cannot copy them to it")
  func refusesControls() throws {
    let typingSession = try TypingSession()
    typingSession.harness.session.pasteboard.string = "\u{1B}]52;c;x\u{7}"
    #expect(try typingSession.press("controls") == "-2 -2 -2 0 ")
    #expect(typingSession.harness.session.pasteboard.string == "a\tb\nc")
    #expect(typingSession.harness.source.lines.filter { $0.contains("U+001B") }.count == 1)
    typingSession.harness.session.pasteboard.string = "\u{1B}[0m"
    #expect(try typingSession.press("length") == "0 4 ")
    typingSession.harness.session.end()
  }

  @Test("With full access, a keyboard connects, sends, receives and closes")
  func usesTheNetwork() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    #expect(try typingSession.press("send") == "0 4 ")
    #expect(try typingSession.press("receive", until: "0 ping") == "0 ping")
    #expect(String(decoding: server.sofar.received, as: UTF8.self) == "ping")
    #expect(try typingSession.press("close") == "0 ")
    #expect(server.await { $0.ended == 1 })
    #expect(try typingSession.press("state") == "-5 0 0 ")
    typingSession.harness.session.end()
  }

  @Test(
    "Without local network access, a keyboard cannot connect to this machine by any name",
    arguments: ["127.0.0.1", "localhost", "nas.local", "127.1", "2130706433", "::ffff:127.0.0.1", "::1", "0.0.0.0"])
  func refusesThisMachine(name: String) throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(to: name, port: server.port)
    #expect(try typingSession.press("connect") == "0 ")
    #expect(try typingSession.press("state", until: "0 3 -4 ") == "0 3 -4 ")
    #expect(server.sofar.accepted == 0)
    typingSession.harness.session.end()
  }

  @Test("Without local network access, a keyboard cannot connect to this machine by its network addresses")
  func refusesOwnAddresses() throws {
    var first: UnsafeMutablePointer<ifaddrs>?
    try #require(getifaddrs(&first) == 0)
    defer { freeifaddrs(first) }
    for interface in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let address = interface?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
        continue
      }
      var buffer = [CChar](repeating: 0, count: 64)
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      try #require(getnameinfo(address, size, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0)
      let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let typingSession = try TypingSession(to: name)
      #expect(try typingSession.press("connect") == "0 ")
      #expect(try typingSession.press("state") == "0 3 -4 ", "\(name)")
      typingSession.harness.session.end()
    }
  }

  @Test("A keyboard has at most eight connections")
  func boundsConnections() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    #expect(try typingSession.press("many") == String(repeating: "0 ", count: 8) + "-6 -6 ")
    #expect(server.await { $0.accepted == 8 })
    typingSession.harness.session.end()
    #expect(server.await { $0.ended == 8 })
  }

  @Test("A call with invalid arguments returns its documented error and has no effect")
  func refusesHostileArguments() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    #expect(
      try typingSession.press("hostile")
        == "-2 -2 -6 -8 -2 -2 | -2 -2 -2 -2 -2 -2 -2 -8 | -2 -9 -5 -2 -6 -6 -2 -5 | "
        + "-2 -6 -6 -2 -2 -2 -2 -2 -5 -5 -5 ")
    #expect(typingSession.harness.session.pasteboard.string == nil)
    #expect(try typingSession.press("state") == "0 1 0 ")
    #expect(server.await { $0.accepted == 1 })
    #expect(server.sofar.received.isEmpty)
    typingSession.harness.session.end()
  }

  @Test("The host refuses calls from other threads, and repeated waits do not exceed the deadline")
  func callsFromThreads() throws {
    let server = try LocalServer()
    // The keyboard waits for data twenty times, each time up to a tenth of a second. Together, this is more than the
    // deadline of the turn.
    let typingSession = try TypingSession(local: true, port: server.port, turn: .milliseconds(1_500))
    #expect(try typingSession.press("thread") == "-3 ")
    try typingSession.open()
    #expect(try typingSession.press("waits") == "waited")
    #expect(server.await { $0.accepted == 1 })
    typingSession.harness.session.end()
  }

  /// An event that closes a keyboard's connections.
  enum Ending: CaseIterable {
    case withdrawal, localNetworkWithdrawn, secureField, becomingSecure, phonePad, otherApplication, crash, disabling
  }

  @Test(
    "The host immediately closes a keyboard's connections if it hides the keyboard, or the access or the process ends",
    arguments: Ending.allCases)
  func closes(ending: Ending) throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    let session = typingSession.harness.session
    switch ending {
    case .withdrawal:
      typingSession.grant(full: false)
      session.choicesChanged()
    case .localNetworkWithdrawn:
      typingSession.grant(full: true, local: false)
      session.choicesChanged()
    case .secureField: typingSession.harness.focus { $0.traits.isSecureTextEntry = true }
    case .becomingSecure: try session.changeTraits { $0.traits.isSecureTextEntry = true }
    case .phonePad: typingSession.harness.focus { $0.traits.keyboardType = .phonePad }
    case .otherApplication: typingSession.harness.focus { $0.application = "other" }
    case .crash:
      let runner = try #require(typingSession.harness.source.runners.last?.processIdentifier)
      kill(runner, SIGKILL)
      // The process may still run for a moment, and the host detects its end only in the next turn. So press a key
      // repeatedly.
      let deadline = ContinuousClock.now + patience
      while typingSession.harness.source.runners.count == 1, ContinuousClock.now < deadline {
        _ = try typingSession.press("access")
      }
    case .disabling:
      typingSession.harness.source.libraries = []
      session.choicesChanged()
      #expect(session.keyboard == SystemKeyboard.identifier)
    }
    // During its disappear event, the keyboard tries to connect again, so there can be more than one connection.
    #expect(server.await { $0.ended >= 1 && $0.ended == $0.accepted })
    session.end()
  }

  @Test("When a field becomes secure, the host refuses all requests, even during the disappear event")
  func requestsInSecureField() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    typingSession.harness.session.pasteboard.string = "hunter2"
    try typingSession.harness.session.changeTraits { $0.traits.isSecureTextEntry = true }
    try typingSession.harness.session.changeTraits { $0.traits.isSecureTextEntry = false }
    #expect(try typingSession.press("late") == "-3 -3 ")
    #expect(server.sofar.accepted == 0)
    typingSession.harness.session.end()
  }

  @Test("Revoking access takes effect before the process ends, and a fresh process has no access")
  func withdraws() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    typingSession.grant(full: false)
    #expect(try typingSession.press("send") == "-4 0 ")
    #expect(try typingSession.press("copy") == "-4 ")
    typingSession.harness.session.choicesChanged()
    #expect(typingSession.harness.source.runners.count == 2)
    #expect(typingSession.harness.source.runners.first?.hasEnded == true)
    #expect(try typingSession.press("access") == "0 ")
    #expect(try typingSession.press("connect") == "-4 ")
    #expect(try typingSession.press("paste") == "-4 ")
    #expect(server.await { $0.ended == 1 })
    #expect(server.await { $0.accepted == 1 })
    #expect(server.sofar.received.isEmpty)
    typingSession.harness.session.end()
  }

  @Test("A running process never gains full access; after a grant, the host starts a fresh process")
  func grants() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(full: false, port: server.port)
    typingSession.grant(full: true, local: true)
    // The session does not know about the grant yet. Even after a change of traits, the running process must not get
    // full access.
    try typingSession.harness.session.changeTraits { $0.traits.returnKeyType = .go }
    #expect(try typingSession.press("access") == "0 ")
    #expect(try typingSession.press("copy") == "-4 ")
    #expect(try typingSession.press("connect") == "-4 ")
    typingSession.harness.session.choicesChanged()
    #expect(typingSession.harness.source.runners.count == 2)
    #expect(try typingSession.press("access") == "1 ")
    try typingSession.open()
    typingSession.harness.session.end()
  }

  @Test("A connection's number is invalid after the keyboard's process has been replaced")
  func forgetsNumbers() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    typingSession.harness.focus { $0.application = "other" }
    #expect(typingSession.harness.source.runners.count == 2)
    #expect(try typingSession.press("stale") == String(repeating: "-5 ", count: 20))
    typingSession.harness.session.end()
  }

  @Test("If the user's choices have not changed, the process and its connections remain")
  func leavesAlone() throws {
    let server = try LocalServer()
    let typingSession = try TypingSession(local: true, port: server.port)
    try typingSession.open()
    typingSession.harness.session.choicesChanged()
    #expect(typingSession.harness.source.runners.count == 1)
    #expect(try typingSession.press("state") == "0 1 0 ")
    typingSession.harness.session.end()
  }

  @Test("A keyboard whose manifest does not request paths cannot call the functions for paths")
  func offersNoPaths() throws {
    let typingSession = try TypingSession()
    #expect(try typingSession.press("paths") == "1 ")
    typingSession.harness.session.end()
  }
}
