import Glibc
import InputViewModel
import LinuxShims
import SystemSupport
import TestSupport
import Testing
import TextModel

@testable import KeyboardProtocol
@testable import KeyboardLink
@testable import HostLink

@Suite("A link between two processes")
struct PeerProcessTests {
  @Test("Two processes exchange ten thousand turns, some with a request")
  func pingPong() throws {
    var link = try HostLink()
    let peer = try PeerProcess(.serves, at: link)
    #expect(try link.receive(deadline: .soon, pidfd: peer.descriptor.number) == .hello(version: 1, process: 2))
    let key = TurnEvent.key(KeyEvent(key: "q", gesture: .press))
    for serial in 1...10_000 as ClosedRange<UInt64> {
      let asks = serial % 100 == 0
      try link.send(.turn(Turn(serial: serial, event: asks ? .timer(serial) : key)))
      if asks {
        #expect(
          try link.receive(deadline: .soon, pidfd: peer.descriptor.number) == .request(.resource(path: "r")))
        try link.send(.reply(.bytes([1, 2, 3])))
      }
      let answer = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
      try #require(answer == .result(TurnResult(serial: serial, edits: [.insertText("q")])))
    }
    try link.send(.turn(Turn(serial: 10_001, event: .destroy)))
    #expect(
      try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
        == .result(TurnResult(serial: 10_001, edits: [.insertText("q")])))
  }

  @Test(
    "The host detects the exit of a runner immediately, whatever the runner was doing",
    arguments: ["vanishes", "endsWhileWriting"])
  func death(name: String) throws {
    let part = try #require(PeerProcess.Part(rawValue: name))
    var link = try HostLink()
    let peer = try PeerProcess(part, at: link)
    _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    try link.send(.turn(Turn(serial: 1, event: .disappear)))
    #expect(throws: LinkError.peerEnded) {
      _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    }
  }

  @Test("The host detects immediately that a sleeping runner was killed")
  func killed() throws {
    var link = try HostLink()
    let peer = try PeerProcess(.stalls, at: link)
    _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    try link.send(.turn(Turn(serial: 1, event: .disappear)))
    #expect(throws: LinkError.stalled) {
      _ = try link.receive(deadline: .now + .milliseconds(30), pidfd: peer.descriptor.number)
    }
    #expect(klv_pidfd_send_signal(peer.descriptor.number, SIGKILL) == 0)
    #expect(throws: LinkError.peerEnded) {
      _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    }
  }

  @Test("The host receives a runner's last message before it reports the runner's exit")
  func lastMessage() throws {
    var link = try HostLink()
    let peer = try PeerProcess(.leavesAnswer, at: link)
    _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    try link.send(.turn(Turn(serial: 1, event: .disappear)))
    var ended = pollfd(fd: peer.descriptor.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ended, 1, 30_000) == 1)
    #expect(
      try link.receive(deadline: .soon, pidfd: peer.descriptor.number) == .result(TurnResult(serial: 1)))
    try link.send(.turn(Turn(serial: 2, event: .disappear)))
    #expect(throws: LinkError.peerEnded) {
      _ = try link.receive(deadline: .soon, pidfd: peer.descriptor.number)
    }
  }

  @Test("If a message arrives together with the runner's exit, the host receives the message first")
  func messageAndEnd() throws {
    var link = try HostLink()
    let peer = try PeerProcess(.stalls, at: link)
    let process = peer.descriptor.number
    _ = try link.receive(deadline: .soon, pidfd: process)
    try link.send(.turn(Turn(serial: 1, event: .disappear)))
    let answer = RunnerMessage.result(TurnResult(serial: 1))
    let memory = SharedScribbler(try Scribbler(link))
    let thread = WorkThread {
      guard waitUntil({ memory.scribbler[Mailbox.Offset.sleeper] != 0 }) else { return }
      // The thread does not signal the event descriptor, so that only the exit wakes the host.
      memory.scribbler.write(answer.frame)
      memory.scribbler[Mailbox.Offset.sequence] = 4
      klv_pidfd_send_signal(process, SIGKILL)
    }
    #expect(thread.hasStarted)
    defer { thread.join() }
    #expect(try link.receive(deadline: .soon, pidfd: process) == answer)
  }
}
