import Glibc
import KeyboardHost
import KeyboardStore
import SystemKeyboard
import TestSupport
import Testing
import TextModel

/// Tests of retention and of standby processes, which take over without loss (Behavior.md#retention).
@Suite struct StandbyProcessTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }
  private var runners: [RunnerKeyboard] { harness.source.runners }

  init() throws {
    harness = try DemandingKeyboard.harness()
  }

  /// A way from one field to the next.
  enum Way: CaseIterable {
    case sameField, sameApplication, otherApplication
  }

  @Test(
    "A process ends at the retention boundary, with or without a standby (Sandbox.md#memory-across-fields)",
    arguments: Retention.allCases, [true, false])
  func forgets(boundary: Retention, isPrepared: Bool) throws {
    harness.source.boundary = boundary
    var field = TextField(document: TextDocument())
    field.application = "chat"
    var nonces: [String] = []
    for way in Way.allCases + Way.allCases {
      switch way {
      case .sameField: break
      case .sameApplication, .otherApplication:
        let application = way == .sameApplication ? field.application : field.application + "!"
        field = TextField(document: TextDocument())
        field.application = application
      }
      session.focus(field)
      let crosses =
        switch boundary {
        case .session: false
        case .application: way == .otherApplication
        case .field: way != .sameField
        }
      let (nonce, presses) = try recollection()
      #expect((nonces.last != nonce) == (crosses || nonces.isEmpty), "\(way)")
      #expect((presses == 2) == (crosses || nonces.isEmpty), "\(way): \(presses)")
      if nonces.last != nonce { #expect(!nonces.contains(nonce)) }
      nonces.append(nonce)
      field = try #require(session.field)
      if isPrepared { session.prepare() }
    }
    session.end()
    #expect(runners.allSatisfy { $0.processIdentifier == nil })
  }

  @Test("A standby process replaces the process that ends, and the host then starts another one")
  func takesOver() throws {
    harness.focus { $0.application = "one" }
    #expect(runners.count == 1)
    for _ in 0..<3 { session.prepare() }
    try #require(runners.count == 2)
    let groups = try runners.map { RunnerGroup(identifier: try #require($0.processIdentifier)) }
    harness.focus("a") { $0.application = "two" }
    #expect(runners.count == 2)
    #expect(groups[0].isGone)
    #expect(!runners[1].hasEnded)
    try session.key("ok")
    #expect(harness.text == ["aok", ""])
    session.prepare()
    #expect(runners.count == 3)
    session.end()
    for runner in runners { #expect(runner.processIdentifier == nil) }
    #expect(groups[1].isGone)
  }

  @Test("A standby process takes over after a crash or a kill from outside; a kill costs no key press")
  func takesOverCrash() throws {
    harness.focus("a")
    session.prepare()
    try session.key("raise6")
    #expect(session.keyboard == SystemKeyboard.identifier)
    harness.focus("b")
    try session.key("ok")
    #expect(harness.text == ["bok", ""])
    #expect(runners.count == 2)
    session.prepare()
    #expect(runners.count == 3)
    kill(try #require(runners[1].processIdentifier), SIGKILL)
    try session.key("ok")
    #expect(harness.text == ["bokok", ""])
    #expect(runners.count == 3)
    session.end()
  }

  @Test("The host does not use a standby process that has ended, and starts a new one")
  func replacesTheDead() throws {
    harness.focus { $0.application = "one" }
    session.prepare()
    try endStandbyProcess()
    harness.focus("a") { $0.application = "two" }
    try session.key("ok")
    #expect(harness.text == ["aok", ""])
    #expect(runners.count == 3)
    session.prepare()
    try endStandbyProcess()
    session.prepare()
    #expect(runners.count == 5)
    #expect(session.drainReport().failures.isEmpty)
    session.end()
  }

  /// How a session learns that the access changed.
  enum Telling: CaseIterable {
    case ofKeyboard, ofChoices, never
  }

  @Test(
    "A standby process with outdated access never serves, even if the session was not notified",
    arguments: Telling.allCases)
  func discardsOnAccessChange(telling: Telling) throws {
    harness.focus { $0.application = "one" }
    session.prepare()
    let spare = RunnerGroup(identifier: try #require(runners[1].processIdentifier))
    harness.source.access.isFull = true
    switch telling {
    case .ofKeyboard: session.accessChanged(of: DemandingKeyboard.identifier)
    case .ofChoices: session.choicesChanged()
    case .never: break
    }
    if telling != .never { #expect(spare.isGone) }
    harness.focus { $0.application = "two" }
    #expect(spare.isGone)
    #expect(session.keyboard == DemandingKeyboard.identifier)
    #expect(runners.count == (telling == .never ? 3 : 4))
    session.end()
  }

  @Test("In a secure field, the host stops the standby process and starts none; it serves afterwards")
  func stopsWithTheField() throws {
    harness.focus { $0.application = "one" }
    session.prepare()
    let spare = RunnerGroup(identifier: try #require(runners[1].processIdentifier))
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    let stopped = spare.waitUntilStopped()
    for _ in 0..<3 {
      try session.type("x")
      session.prepare()
    }
    spare.expectNoTime(since: stopped)
    #expect(runners.count == 2)
    harness.focus("a") { $0.application = "two" }
    try session.key("ok")
    #expect(harness.text == ["aok", ""])
    #expect(runners.count == 2)
    session.end()
  }

  @Test("The host starts no standby process with session retention or for the system keyboard")
  func preparesWhatIsNeeded() throws {
    session.prepare()
    harness.source.boundary = .session
    harness.focus()
    session.prepare()
    #expect(runners.count == 1)
    harness.source.boundary = .application
    try session.pick(SystemKeyboard.identifier)
    session.prepare()
    #expect(runners.count == 1)
    session.end()
  }

  /// The nonce of the process, and the number of key presses that it remembers.
  private func recollection() throws -> (nonce: String, presses: Int) {
    let before = harness.text[0]
    try session.key("nonce")
    let nonce = String(harness.text[0].dropFirst(before.count))
    try session.key("count")
    return (nonce, try #require(Int(harness.text[0].dropFirst(before.count + nonce.count))))
  }

  private func endStandbyProcess() throws {
    let spare = try #require(runners.last)
    kill(try #require(spare.processIdentifier), SIGKILL)
    #expect(waitUntil { spare.hasEnded })
  }
}
