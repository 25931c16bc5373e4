import Glibc
import HostLink
import InputViewModel
import LinuxShims
import RandomValues
import RunnerLink
import SystemSupport
import TestSupport
import Testing
import TextModel

@testable import KeyboardProtocol
@testable import KeyboardLink

@Suite("The host's end of a link with a hostile runner")
struct HostileLinkTests {
  @Test(
    "A sequence number that jumps is an error",
    arguments: [3, 4, 5, 100, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF] as [UInt32])
  func jump(counter: UInt32) throws {
    var pair = try LinkPair()
    let memory = try Scribbler(pair.host)
    memory.write(RunnerMessage.hello(version: 1, process: 2).frame)
    memory[Mailbox.Offset.sequence] = counter
    #expect(throws: LinkError.counterJumped(expected: 2, found: counter)) {
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
  }

  @Test("A sequence number that goes back is an error")
  func back() throws {
    var pair = try LinkPair()
    try pair.greet()
    try pair.host.send(.reply(.done))
    let memory = try Scribbler(pair.host)
    memory[Mailbox.Offset.sequence] = 1
    #expect(throws: LinkError.counterJumped(expected: 4, found: 1)) {
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
  }

  @Test(
    "A length that exceeds the mailbox is an error (Sandbox.md#message-lengths)",
    arguments: [
      UInt32(Mailbox.Layout.toHostSize - Mailbox.Offset.payload + 1), 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    ])
  func length(length: UInt32) throws {
    var pair = try LinkPair()
    let memory = try Scribbler(pair.host)
    memory[Mailbox.Offset.length] = length
    memory[Mailbox.Offset.sequence] = 2
    #expect(throws: LinkError.lengthOutOfRange(length)) {
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
  }

  @Test("If a message is not too long, the host reads it and checks its bytes (Sandbox.md#message-lengths)")
  func lengthsInRange() throws {
    let capacity = Mailbox.Layout.toHostSize - Mailbox.Offset.payload
    for (length, fault): (Int, WireError.Fault) in [
      (0, .truncated(missing: 1)), (1, .truncated(missing: 1)),
      (WireFormat.ordinaryBytes, .trailingBytes(WireFormat.ordinaryBytes - 10)), (capacity, .tooLong(capacity)),
    ] {
      var pair = try LinkPair()
      let memory = try Scribbler(pair.host)
      memory.write(RunnerMessage.hello(version: 1, process: 2).frame)
      memory[Mailbox.Offset.length] = UInt32(length)
      memory[Mailbox.Offset.sequence] = 2
      do {
        let message = try pair.host.receive(deadline: .soon, pidfd: -1)
        Issue.record("received \(message)")
      } catch {
        guard case .malformed(let found) = error else { throw error }
        #expect(found.fault == fault)
      }
    }
  }

  @Test("A message that changes while the host copies it is an error", arguments: [0, 1, 3, 4] as [UInt32])
  func tornWrite(counter: UInt32) throws {
    let pair = try LinkPair()
    let memory = try Scribbler(pair.host)
    let mapping = try SharedMapping(
      Descriptor(dup(pair.host.memoryDescriptor), of: "dup"), count: Mailbox.Layout.size)
    var receiver = MailboxReceiver(Mailbox(toHostIn: mapping))
    memory.write(RunnerMessage.hello(version: 1, process: 2).frame)
    memory[Mailbox.Offset.sequence] = 2
    #expect(try receiver.isReady())
    _ = try receiver.copyOut()
    memory[Mailbox.Offset.sequence] = counter
    #expect(throws: LinkError.tornWrite) { try receiver.confirmCopy() }
  }

  @Test("The host reads a message with changing bytes completely or rejects it (Sandbox.md#changing-bytes)")
  func flippedBytes() throws {
    var outcomes = Outcomes()
    let message = RunnerMessage.result(
      TurnResult(serial: 1, edits: [.insertText("клава"), .deleteBackward], requests: [.setPrimaryLanguage("uk")]))
    while outcomes.total < 100_000 {
      try receive(message, upTo: 100_000, flippingWith: Flipper(seed: UInt64(outcomes.total)), into: &outcomes)
    }
    // The host must have received some messages and rejected others. Otherwise, the test has checked nothing.
    #expect(outcomes.messages > 0)
    #expect(outcomes.errors > 0)
  }

  private struct Outcomes {
    var messages = 0
    var errors = 0
    var total: Int { messages + errors }
  }

  /// Sends and receives messages on a new link until the link fails, while a second thread flips bits of the link's
  /// memory.
  private func receive(
    _ message: RunnerMessage, upTo bound: Int, flippingWith flipper: Flipper, into outcomes: inout Outcomes
  ) throws {
    var pair = try LinkPair()
    let memory = SharedScribbler(try Scribbler(pair.host))
    let done = Flag()
    let thread = WorkThread { flipper.run(over: memory, length: message.frame.count, until: done) }
    defer {
      done.set()
      thread.join()
      #expect(thread.hasStarted)
    }
    while outcomes.total < bound {
      try pair.runner.send(message)
      do throws(LinkError) {
        _ = try pair.host.receive(deadline: .now + .milliseconds(20), pidfd: -1)
        outcomes.messages += 1
      } catch {
        outcomes.errors += 1
        // A link remains usable after a malformed message, but not after any other error.
        guard case .malformed = error else { return }
      }
      try pair.host.send(.reply(.done))
      _ = try pair.runner.receive()
    }
  }

  /// A task for a thread that flips bits of a message, and sometimes of its length, its sequence number or the sleeper
  /// flag.
  private struct Flipper: Sendable {
    var seed: UInt64

    func run(over memory: SharedScribbler, length: Int, until done: Flag) {
      var random = SeededGenerator(seed: seed)
      while !done.isSet {
        let bit: UInt32 = 1 << UInt32(random.integer(below: 32))
        let choice = random.integer(below: 4096)
        let offset =
          switch choice {
          case 0: Mailbox.Offset.sequence
          case 1: Mailbox.Offset.length
          case 2: Mailbox.Offset.sleeper
          default: Mailbox.Offset.payload + 4 * random.integer(below: (length + 3) / 4)
          }
        memory.scribbler[offset] ^= bit
      }
    }
  }
}
