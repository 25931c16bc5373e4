import DesktopBus
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The command line sends commands to klava-desktop")
struct DesktopCommandTests {
  /// The outcome of a command that another thread sends; nil until there is an outcome.
  private final class Outcome: Sendable {
    let result = Mutex<Result<Bool, BusError>?>(nil)
    var isThere: Bool { result.withLock { $0 != nil } }
  }

  private func send(_ command: DesktopCommand, to address: BusAddress) -> Outcome {
    let outcome = Outcome()
    Thread.detachNewThread {
      let result = Result { () throws(BusError) in
        try command.send(to: address, within: .seconds(60))
        return true
      }
      outcome.result.withLock { $0 = result }
    }
    return outcome
  }

  /// Sends a command to the klava-desktop of a session, and returns the outcome.
  private func send(_ command: DesktopCommand, _ session: BusSession) throws -> Result<Bool, BusError>? {
    let outcome = send(command, to: session.bus.address)
    try session.wait { outcome.isThere }
    return outcome.result.withLock { $0 }
  }

  @Test(
    "klava-desktop receives each command, and decides whether it succeeds",
    arguments: [DesktopCommand.show, .hide, .toggle, .nextKeyboard, .undo, .pick("org.klava.telex")])
  func commands(command: DesktopCommand) throws {
    let session = try BusSession.atRest()
    #expect(try send(command, session) == .success(true))
    session.handle = { $0.refuse("The keyboard is not enabled.") }
    #expect(try send(command, session) == .failure(.refused("The keyboard is not enabled.")))
    #expect(session.commands == [command, command])
  }

  @Test("The command line refuses an invalid identifier and sends nothing", arguments: ["", "a\nb", "a\0", "\u{FFFE}"])
  func invalidIdentifier(identifier: String) throws {
    let text = "The identifier of a keyboard has 1 to 128 bytes and no control characters."
    #expect(throws: BusError.refused(text)) {
      try DesktopCommand.pick(identifier).send(to: BusAddress("unix:path=/nonexistent/socket", of: .session))
    }
  }

  @Test("Another program can find out whether klava-desktop runs")
  func isRunning() throws {
    let session = try BusSession.atRest()
    let address = session.bus.address
    let answer = Mutex<Bool?>(nil)
    Thread.detachNewThread {
      let isRunning = DesktopCommand.isRunning(at: address, within: .seconds(60))
      answer.withLock { $0 = isRunning }
    }
    try session.wait { answer.withLock { $0 } != nil }
    #expect(answer.withLock { $0 } == true)
    #expect(session.commands.isEmpty)
  }

  @Test(
    "Another program can read the status of the keyboard",
    arguments: [
      KeyboardStatus(isVisible: true, keyboard: "org.klava.telex"),
      KeyboardStatus(isVisible: false, keyboard: "", hasSeat: false),
    ])
  func status(expected: KeyboardStatus) throws {
    let session = try BusSession.atRest()
    let address = session.bus.address
    session.desktop.publish(expected)
    let answer = Mutex<Result<KeyboardStatus, BusError>?>(nil)
    Thread.detachNewThread {
      let result = Result { () throws(BusError) in try DesktopCommand.status(at: address, within: .seconds(60)) }
      answer.withLock { $0 = result }
    }
    try session.wait { answer.withLock { $0 } != nil }
    #expect(answer.withLock { $0 } == .success(expected))
    #expect(session.commands.isEmpty)
  }

  static let hostile = "\u{1B}[2J" + String(repeating: "x", count: 100_000)
  static let sanitized = #"\u{1B}[2J"# + String(repeating: "x", count: 247) + "…"

  @Test("klava-desktop sanitizes the reason of a refusal and limits its length")
  func reason() throws {
    let session = try BusSession.atRest()
    let peer = try session.peer()
    session.handle = { $0.refuse(Self.hostile) }
    let reply = try session.call(peer, "/org/klava/Desktop", "org.klava.Desktop1", "Show")
    #expect(reply.error?.text == Self.sanitized)
  }

  @Test("The command line sanitizes the error message of another program and limits its length")
  func foreignError() throws {
    let bus = try PrivateBus()
    let other = try BusPeer(bus.address, name: "org.klava.Desktop")
    other.answer = { _ in .error("org.klava.Test.Error", Self.hostile) }
    let outcome = send(.show, to: bus.address)
    let isThere = waitUntil {
      other.process()
      return outcome.isThere
    }
    #expect(isThere)
    #expect(outcome.result.withLock { $0 } == .failure(.refused(Self.sanitized)))
  }

  @Test(
    "If klava-desktop does not run, a command fails, and the bus starts no program", arguments: [true, false])
  func notRunning(isActivatable: Bool) throws {
    let bus = try PrivateBus(activatable: isActivatable ? ["org.klava.Desktop"] : [])
    #expect(throws: BusError.notRunning) { try DesktopCommand.toggle.send(to: bus.address) }
    #expect(throws: BusError.notRunning) { try DesktopCommand.status(at: bus.address) }
    #expect(!DesktopCommand.isRunning(at: bus.address))
  }

  @Test("If klava-desktop ends before it replies, the command fails")
  func ended() throws {
    let bus = try PrivateBus()
    var other: BusPeer? = try BusPeer(bus.address, name: "org.klava.Desktop")
    other?.answer = { _ in .later }
    let outcome = send(.show, to: bus.address)
    let arrived = waitUntil {
      other?.process()
      return other?.received.contains { $0.member == "Show" } ?? false
    }
    #expect(arrived)
    other = nil
    #expect(waitUntil { outcome.isThere })
    #expect(outcome.result.withLock { $0 } == .failure(.noReply))
  }

  @Test(
    "If klava-desktop or the bus does not reply, the command fails at the time limit", arguments: [true, false])
  func silence(hasBus: Bool) throws {
    let bus = try PrivateBus()
    let silent = try SilentBus()
    let other = try BusPeer(bus.address, name: "org.klava.Desktop")
    _ = withExtendedLifetime((other, silent)) {
      #expect(throws: BusError.noReply) {
        try DesktopCommand.show.send(to: hasBus ? bus.address : silent.address, within: .milliseconds(50))
      }
    }
  }

  @Test("Without a bus, a command fails")
  func noBus() {
    #expect(throws: BusError.noBus(.session, reason: "No such file or directory")) {
      try DesktopCommand.show.send(to: BusAddress("unix:path=/nonexistent/socket", of: .session))
    }
  }
}
