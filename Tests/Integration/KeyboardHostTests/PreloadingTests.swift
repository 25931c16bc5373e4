import KeyboardProtocol
import TextModel
import Glibc
import KeyboardHost
import RandomValues
import SystemKeyboard
import TestSupport
import Testing

/// The keyboards next in the person's order are ready before they are asked for, and nobody can tell but by the time it takes.
@Suite struct PreloadingTests {
  /// Time that ends with nothing.
  private static let endless = IdleTime(endedBy: [])
  private static let names = ["a", "b", "c", "d", "e"]

  private static func harness(_ preloading: Preloading = Preloading()) throws -> SessionHarness {
    SessionHarness(libraries: try names.map { ($0, try DemandingKeyboard.library) }, preloading: preloading)
  }

  private static func group(of name: String, in harness: SessionHarness) throws -> RunnerGroup {
    let index = try #require(harness.source.started.lastIndex(of: name))
    return RunnerGroup(identifier: try #require(harness.source.runners[index].processIdentifier))
  }

  @Test("As many as are wanted have loaded, in the person's order, and are stopped", arguments: [0, 1, 3, 9])
  func areReady(count: Int) throws {
    let harness = try Self.harness(Preloading(count: count))
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    let ready = harness.source.started.filter { $0 != "a" }
    #expect(ready == Array(Self.names.dropFirst().prefix(count)))
    for name in ready { try Self.group(of: name, in: harness).waitUntilStopped() }
    let started = harness.source.started.count
    for name in ready {
      try harness.session.advance()
      #expect(harness.session.keyboard == name)
      try harness.session.key("ok")
    }
    #expect(harness.source.started.count == started)
    #expect(harness.text == ["x" + String(repeating: "ok", count: ready.count), ""])
    harness.session.end()
    #expect(harness.source.runners.allSatisfy { $0.processIdentifier == nil })
  }

  @Test("None is made ready where nobody says that there is time")
  func waitForTime() throws {
    let harness = try Self.harness()
    harness.focus("x")
    harness.session.prepare()
    #expect(Set(harness.source.started) == ["a"])
    harness.session.end()
  }

  @Test("The globe key leads on, and others are made ready then")
  func follow() throws {
    let harness = try Self.harness(Preloading(count: 2))
    harness.focus("x")
    harness.session.prepare(while: Self.endless)
    let left = try Self.group(of: "b", in: harness)
    try harness.session.pick("d")
    harness.session.prepare(while: Self.endless)
    #expect(left.isGone)
    // Those that were shown have a process in reserve.
    #expect(harness.source.started == ["a", "a", "b", "c", "d", "d", "e"])
    // After the last come the system keyboard and the first, which runs already.
    try harness.session.advance()
    #expect(harness.session.keyboard == "e")
    try harness.session.advance()
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    harness.session.end()
  }

  /// What a person does in a session.
  enum Deed: CaseIterable {
    case advance, press, label, otherField, secret, dismiss, pick
  }

  @Test("Whatever a person does, all is as it is without them", arguments: UInt64(1)...6)
  func nobodyCanTell(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let deeds = (0..<30).map { _ in
      (Deed.allCases[Int.random(in: 0..<Deed.allCases.count, using: &random)], Int.random(in: 0..<5, using: &random))
    }
    func outcomes(isWarm: Bool) throws -> [String] {
      let harness = try Self.harness(Preloading(count: 2))
      defer { harness.session.end() }
      harness.focus("x")
      return deeds.map { deed, number in
        do {
          switch deed {
          case .advance: try harness.session.advance()
          case .press: try harness.session.key("ok")
          case .label: try harness.session.key("label")
          case .otherField: harness.focus("y") { $0.application = "\(number)" }
          case .secret: harness.focus("z") { $0.traits.isSecureTextEntry = true }
          case .dismiss: harness.session.dismiss()
          case .pick: try harness.session.pick(Self.names[number])
          }
        } catch {
          return "\(error)"
        }
        if isWarm { harness.session.prepare(while: Self.endless) } else { harness.session.prepare() }
        let report = harness.session.takeReport()
        return "\(harness.session.keyboard ?? "none") \(harness.text) \(report.callbacks) \(report.events)"
          + " \(report.failures) \(String(describing: harness.session.interface))"
      }
    }
    #expect(try outcomes(isWarm: true) == outcomes(isWarm: false))
  }

  @Test("None is started while a field is secret, and those that are ready get no time")
  func restWithTheField() throws {
    let harness = try Self.harness()
    harness.focus("x")
    harness.session.prepare(while: Self.endless)
    let ready = try ["b", "c", "d"].map { try Self.group(of: $0, in: harness) }
    let times = ready.map { $0.waitUntilStopped().map(\.nanoseconds) }
    let started = harness.source.started
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    for _ in 0..<3 {
      try harness.session.type("p")
      harness.session.prepare(while: Self.endless)
    }
    #expect(ready.map { $0.members.map(\.nanoseconds) } == times)
    #expect(harness.source.started == started)
    harness.session.end()
  }

  @Test("One that is slow keeps nobody waiting, is stopped when its time ends, and goes on when it is asked for")
  func interrupt() throws {
    let harness = SessionHarness(
      libraries: [("a", try DemandingKeyboard.library), ("b", try FaultyKeyboard.library(.isSlowInConstructor))])
    harness.focus("x")
    let deadline = ContinuousClock.now + patience
    // Until it has begun: what the machine is busy with may take all of the first times.
    while harness.source.started.last != "b", ContinuousClock.now < deadline {
      harness.session.prepare(while: IdleTime(endedBy: [], within: .milliseconds(1)))
    }
    try Self.group(of: "b", in: harness).waitUntilStopped()
    try harness.session.advance()
    #expect(harness.session.keyboard == "b")
    #expect(harness.source.started.filter { $0 == "b" }.count == 1)
    harness.session.end()
  }

  @Test("A person who is there already is not kept waiting at all")
  func notBegun() throws {
    let harness = try Self.harness()
    harness.focus("x")
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], "k", 1) == 1)
    harness.session.prepare(while: IdleTime(endedBy: [ends[0]]))
    #expect(!harness.source.started.contains("b"))
    harness.session.end()
  }

  @Test("Processes whose keyboards are not shown have no more memory together than they may")
  func keepToTheBudget() throws {
    let probe = try Self.harness(Preloading(count: 1))
    probe.focus("x")
    probe.session.prepare(while: Self.endless)
    let size = try #require(probe.source.runners.last).memory
    probe.session.end()
    #expect(size > 0)

    let harness = try Self.harness(Preloading(memoryBudget: size * 5 / 2, count: 4))
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    #expect(harness.source.started.filter { $0 != "a" } == ["b", "c", "d"])
    let isAlive = zip(harness.source.started, harness.source.runners).filter { $1.processIdentifier != nil }.map(\.0)
    #expect(Set(isAlive) == ["a", "b", "c"])
    harness.session.end()
  }

  @Test(
    "One that fails is not tried again, the person is told nothing, and hears of it who asks for it",
    arguments: [FaultyKeyboard.LoadFault.crashesInLoad, .failsInLoad, .crashesInConstructor, .hasNoSymbol])
  func forgetTheFaulty(fault: FaultyKeyboard.LoadFault) throws {
    let harness = SessionHarness(
      libraries: [("a", try DemandingKeyboard.library), ("b", try FaultyKeyboard.library(fault))])
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    #expect(harness.source.started.filter { $0 == "b" }.count == 1)
    #expect(harness.source.quarantined.isEmpty)
    #expect(harness.session.takeReport().failures.isEmpty)
    #expect(harness.source.lines.contains { $0.contains("the host could not preload it") })
    try harness.session.advance()
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.source.quarantined.keys.contains("b"))
    #expect(harness.session.takeReport().failures.map(\.identifier) == ["b"])
    harness.session.end()
  }

  /// What makes what a keyboard was loaded with untrue.
  enum Change: CaseIterable {
    case settings, settingsInSilence, access, list
  }

  @Test("What was loaded with anything that is not true any more never serves", arguments: Change.allCases)
  func doNotServeTheOutdated(change: Change) throws {
    let harness = try Self.harness(Preloading(count: 1))
    harness.focus("x")
    harness.session.prepare(while: Self.endless)
    let ready = try Self.group(of: "b", in: harness)
    switch change {
    case .settings:
      harness.source.settings = ["k": .boolean(true)]
      harness.session.settingsChanged(of: "b", to: harness.source.settings)
      #expect(ready.isGone)
    case .settingsInSilence: harness.source.settings = ["k": .boolean(true)]
    case .access: harness.source.access.isFull = true
    case .list:
      harness.source.libraries.removeAll { $0.identifier == "b" }
      harness.session.choicesChanged()
      #expect(ready.isGone)
    }
    try harness.session.advance()
    #expect(ready.isGone)
    #expect(harness.session.keyboard == (change == .list ? "c" : "b"))
    try harness.session.key("ok")
    #expect(harness.text == ["xok", ""])
    harness.session.end()
  }

  @Test("One with full access has a process that has not opened its library: it could tell others of the person")
  func keepFullAccessOut() throws {
    let harness = SessionHarness(
      libraries: [("a", try DemandingKeyboard.library), ("b", try FaultyKeyboard.library(.crashesInConstructor))])
    harness.source.access.isFull = true
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    let index = try #require(harness.source.started.lastIndex(of: "b"))
    #expect(!harness.source.runners[index].hasEnded)
    harness.session.end()
  }
}
