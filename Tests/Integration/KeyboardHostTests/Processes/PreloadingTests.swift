import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import RandomValues
import SystemKeyboard
import TestSupport
import Testing
import TextModel

/// Tests of preloading: before the user chooses a keyboard, the host loads the next keyboards of the user's list.
///
/// Preloading must make a switch faster, and change nothing else.
@Suite struct PreloadingTests {
  /// An idle time that never ends, because no input ends it.
  private static let endless = IdleTime(endedBy: [])
  private static let names = ["a", "b", "c", "d", "e"]

  private static func harness(_ preloading: Preloading = Preloading()) throws -> SessionHarness {
    SessionHarness(libraries: try names.map { ($0, try DemandingKeyboard.library) }, preloading: preloading)
  }

  private static func group(of name: String, in harness: SessionHarness) throws -> RunnerGroup {
    let index = try #require(harness.source.started.lastIndex(of: name))
    return RunnerGroup(identifier: try #require(harness.source.runners[index].processIdentifier))
  }

  @Test(
    "The host preloads the configured number of keyboards in the user's order, and stops their processes",
    arguments: [0, 1, 3, 9])
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

  @Test("If the user is not idle, the host preloads no keyboard")
  func waitForTime() throws {
    let harness = try Self.harness()
    harness.focus("x")
    harness.session.prepare()
    #expect(Set(harness.source.started) == ["a"])
    harness.session.end()
  }

  @Test("After a switch, the host preloads the keyboards that are now next, and ends the other preloaded processes")
  func follow() throws {
    let harness = try Self.harness(Preloading(count: 2))
    harness.focus("x")
    harness.session.prepare(while: Self.endless)
    let left = try Self.group(of: "b", in: harness)
    try harness.session.pick("d")
    harness.session.prepare(while: Self.endless)
    #expect(left.isGone)
    #expect(harness.source.started == ["a", "b", "c", "d", "e"])
    // The next keyboards after "e" are the system keyboard, which needs no process, and "a", whose process already
    // runs. So the host preloads no keyboard.
    try harness.session.advance()
    #expect(harness.session.keyboard == "e")
    try harness.session.advance()
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    harness.session.end()
  }

  enum UserAction: CaseIterable {
    case advance, press, label, otherField, secret, dismiss, pick
  }

  @Test("A session behaves in the same way with and without preloading", arguments: UInt64(1)...6)
  func sameBehavior(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let deeds = (0..<30).map { _ in
      (
        UserAction.allCases[Int.random(in: 0..<UserAction.allCases.count, using: &random)],
        Int.random(in: 0..<5, using: &random)
      )
    }
    func outcomes(isPreloaded: Bool) throws -> [String] {
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
        if isPreloaded { harness.session.prepare(while: Self.endless) } else { harness.session.prepare() }
        let report = harness.session.drainReport()
        return "\(harness.session.keyboard ?? "none") \(harness.text) \(report.callbacks) \(report.events)"
          + " \(report.failures) \(harness.session.inputView?.keys ?? []) \(harness.session.inputView?.labels ?? [])"
      }
    }
    #expect(try outcomes(isPreloaded: true) == outcomes(isPreloaded: false))
  }

  @Test("In a secure field, the host preloads no keyboard, and preloaded processes get no processor time")
  func secureField() throws {
    let harness = try Self.harness()
    harness.focus("x")
    harness.session.prepare(while: Self.endless)
    let ready = try ["b", "c", "d"].map { try Self.group(of: $0, in: harness) }
    let stopped = ready.map { $0.waitUntilStopped() }
    let started = harness.source.started
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    for _ in 0..<3 {
      try harness.session.type("p")
      harness.session.prepare(while: Self.endless)
    }
    for (group, stopped) in zip(ready, stopped) { group.expectNoTime(since: stopped) }
    #expect(harness.source.started == started)
    harness.session.end()
  }

  @Test("The host stops a slow preload when the idle time ends, and finishes it when the user chooses the keyboard")
  func interrupt() throws {
    let harness = SessionHarness(
      libraries: [("a", try DemandingKeyboard.library), ("b", try FaultyKeyboard.library(.isSlowInConstructor))])
    harness.focus("x")
    let deadline = ContinuousClock.now + patience
    // The first short idle times may end before preloading begins, or before the greeting of the process. The host stops
    // a process only after its greeting.
    while try harness.source.started.last != "b" || !Self.group(of: "b", in: harness).isStopped,
      ContinuousClock.now < deadline
    {
      harness.session.prepare(while: IdleTime(endedBy: [], within: .milliseconds(1)))
    }
    try Self.group(of: "b", in: harness).waitUntilStopped()
    try harness.session.advance()
    #expect(harness.session.keyboard == "b")
    #expect(harness.source.started.filter { $0 == "b" }.count == 1)
    harness.session.end()
  }

  @Test("The host does not begin to preload while input of the user waits")
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

  @Test("The processes of hidden keyboards together do not exceed the memory budget")
  func memoryBudget() throws {
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
    "The host does not retry a failed preload, and reports it only when the user chooses the keyboard",
    arguments: [FaultyKeyboard.LoadFault.crashesInLoad, .failsInLoad, .crashesInConstructor, .hasNoSymbol])
  func forgetTheFaulty(fault: FaultyKeyboard.LoadFault) throws {
    let harness = SessionHarness(
      libraries: [("a", try DemandingKeyboard.library), ("b", try FaultyKeyboard.library(fault))])
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    #expect(harness.source.started.filter { $0 == "b" }.count == 1)
    #expect(harness.source.quarantined.isEmpty)
    #expect(harness.session.drainReport().failures.isEmpty)
    #expect(harness.source.lines.contains { $0.contains("the host could not preload it") })
    try harness.session.advance()
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.source.quarantined.keys.contains("b"))
    #expect(harness.session.drainReport().failures.map(\.identifier) == ["b"])
    harness.session.end()
  }

  /// A change after which the host must not use a preloaded process.
  enum Change: CaseIterable {
    case settings, settingsInSilence, access, list
  }

  @Test("The host never uses a process that it preloaded with data that has changed since", arguments: Change.allCases)
  func outdatedProcesses(change: Change) throws {
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

  @Test("The host does not preload a keyboard with full access")
  func fullAccess() throws {
    let harness = try Self.harness()
    harness.source.access.isFull = true
    harness.focus("x")
    for _ in 0..<3 { harness.session.prepare(while: Self.endless) }
    #expect(harness.source.started == ["a"])
    harness.session.end()
  }
}
