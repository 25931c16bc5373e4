import Foundation
import KeyboardHost
import KeyboardStore
import Sandbox
import SystemKeyboard
import SystemSupport
import TestSupport
import Testing
import TextModel

/// Tests of retention and of the standby process (Behavior.md#standby-process). The next keyboard that starts uses the
/// standby process.
@Suite struct StandbyProcessTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }
  private var runners: [RunnerKeyboard] { harness.source.runners }

  init() throws {
    harness = try DemandingKeyboard.harness()
  }

  /// How the user moves to the next field.
  enum Way: CaseIterable {
    case sameField, sameApplication, otherApplication
  }

  @Test(
    "A process ends at the end of its retention, with or without a standby process (Sandbox.md#memory-across-fields)",
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

  @Test("The next keyboard that starts takes over the standby process, and the host starts a new standby process")
  func takesOver() throws {
    harness.focus { $0.application = "one" }
    let standby = try prepareStandby()
    for _ in 0..<3 { #expect(try prepareStandby() == standby) }
    #expect(runners.count == 1)
    let groups = [
      RunnerGroup(identifier: try #require(runners[0].processIdentifier)), RunnerGroup(identifier: standby),
    ]
    harness.focus("a") { $0.application = "two" }
    #expect(groups[0].isGone)
    #expect(runners.last?.processIdentifier == standby)
    #expect(harness.source.standbyIdentifier == nil)
    try session.key("ok")
    #expect(harness.text == ["aok", ""])
    let next = RunnerGroup(identifier: try prepareStandby())
    session.end()
    for runner in runners { #expect(runner.processIdentifier == nil) }
    #expect(groups[1].isGone)
    #expect(next.isGone)
  }

  @Test("After a crash or a kill, the keyboard takes over the standby process; after a kill, no key press is lost")
  func takesOverCrash() throws {
    harness.focus("a")
    var standby = try prepareStandby()
    try session.key("raise6")
    #expect(session.keyboard == SystemKeyboard.identifier)
    harness.focus("b")
    try session.key("ok")
    #expect(harness.text == ["bok", ""])
    #expect(runners.last?.processIdentifier == standby)
    standby = try prepareStandby()
    let shown = try #require(runners.last)
    kill(try #require(shown.processIdentifier), SIGKILL)
    #expect(waitUntil { shown.hasEnded })
    try session.key("ok")
    #expect(harness.text == ["bokok", ""])
    #expect(runners.last?.processIdentifier == standby)
    session.end()
  }

  @Test("The host does not use a standby process that has ended, and starts a new process")
  func replacesTheDead() throws {
    harness.focus { $0.application = "one" }
    let dead = try endStandbyProcess()
    harness.focus("a") { $0.application = "two" }
    try session.key("ok")
    #expect(harness.text == ["aok", ""])
    #expect(runners.last?.processIdentifier != dead)
    let another = try endStandbyProcess()
    #expect(try prepareStandby() != another)
    #expect(session.drainReport().failures.isEmpty)
    session.end()
  }

  @Test("A standby process has no data of a keyboard, and gets its access only when a keyboard takes it over")
  func keyboardData() throws {
    harness.focus { $0.application = "one" }
    let standby = try prepareStandby()
    let library = try #require(harness.source.libraries[0].path.split(separator: "/").last)
    // The process must have loaded the Swift runtime, and sleep until it gets a confinement order.
    let waits = waitUntil {
      ProcessStatus(standby).state == "S" && Self.maps(of: standby).contains("libswiftCore")
        && ProcessStatus(standby).openObjects.keys.max().map { $0 <= ConfinementOrder.channel } == true
    }
    #expect(waits)
    #expect(!Self.maps(of: standby).contains(library))
    harness.source.access.isFull = true
    session.accessChanged(of: DemandingKeyboard.identifier)
    #expect(runners.last?.processIdentifier == standby)
    try session.key("ok")
    #expect(harness.text == ["ok", ""])
    session.end()
  }

  @Test("The host starts a standby process while any keyboard is shown, but not in a protected field")
  func preparation() throws {
    session.prepare()
    #expect(harness.source.standbyIdentifier == nil)
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    session.prepare()
    #expect(harness.source.standbyIdentifier == nil)
    try session.pick(SystemKeyboard.identifier)
    harness.focus()
    let standby = try prepareStandby()
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    #expect(harness.source.standbyIdentifier == standby)
    try session.pick(DemandingKeyboard.identifier)
    harness.focus("a")
    #expect(runners.map(\.processIdentifier) == [standby])
    session.end()
  }

  /// Presses a key that inserts what the process remembers. Returns the random number of the process, and the number of
  /// key presses that it has counted.
  private func recollection() throws -> (nonce: String, presses: Int) {
    let before = harness.text[0]
    try session.key("nonce")
    let nonce = String(harness.text[0].dropFirst(before.count))
    try session.key("count")
    return (nonce, try #require(Int(harness.text[0].dropFirst(before.count + nonce.count))))
  }

  private static func maps(of process: Int32) -> String { ProcessStatus.text(of: "/proc/\(process)/maps") ?? "" }

  /// Lets the host start a standby process, and returns its identifier.
  private func prepareStandby() throws -> Int32 {
    session.prepare()
    return try #require(harness.source.standbyIdentifier)
  }

  /// Kills the standby process, and returns its identifier.
  private func endStandbyProcess() throws -> Int32 {
    let standby = try prepareStandby()
    kill(standby, SIGKILL)
    #expect(waitUntil { ProcessStatus(standby).state == "Z" })
    return standby
  }
}
