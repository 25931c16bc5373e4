import Glibc
import LinuxShims
import RandomValues
import SystemSupport
import TestSupport
import Testing
import TextModel

@testable import KeyboardProtocol
@testable import KeyboardLink
@testable import HostLink
@testable import RunnerLink

@Suite("A link carries one message at a time, in alternating directions")
struct LinkTests {
  @Test("A link transports every kind of message")
  func everyCase() throws {
    var pair = try LinkPair()
    try pair.greet()
    let requests = EveryCase.runnerMessages(seed: 41)
    for (index, message) in EveryCase.hostMessages(seed: 41).enumerated() {
      try pair.host.send(message)
      #expect(try pair.runner.receive() == message)
      let answer = requests[index % requests.count]
      try pair.runner.send(answer)
      #expect(try pair.host.receive(deadline: .soon, pidfd: -1) == answer)
    }
  }

  @Test("A link transports the longest message and then another message")
  func longest() throws {
    var pair = try LinkPair()
    try pair.greet()
    let overhead = HostMessage.reply(.bytes([])).frame.count
    let room = Mailbox.Layout.toRunnerSize - Mailbox.Offset.payload - overhead
    for size in [room, 1, 70_000, 2] {
      let message = HostMessage.reply(.bytes([UInt8](repeating: 7, count: size)))
      try pair.host.send(message)
      #expect(try pair.runner.receive() == message)
      try pair.runner.send(.request(.containerNames))
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
    #expect(throws: LinkError.tooLong(length: room + 1 + overhead, capacity: room + overhead)) {
      try pair.host.send(.reply(.bytes([UInt8](repeating: 7, count: room + 1))))
    }
  }

  @Test("A link transports the longest file in both directions; a runner's messages without a file must be shorter")
  func files() throws {
    var pair = try LinkPair()
    try pair.greet()
    let file = [UInt8](repeating: 7, count: Int(KeyboardLimits().fileSize))
    try pair.host.send(.reply(.bytes(file)))
    #expect(try pair.runner.receive() == .reply(.bytes(file)))
    let text = String(repeating: "x", count: WireFormat.ordinaryBytes)
    for message in [
      RunnerMessage.result(TurnResult(serial: 1, edits: [.insertText(text)])), .request(.resource(path: text)),
    ] {
      #expect(throws: LinkError.tooLong(length: message.frame.count, capacity: WireFormat.ordinaryBytes)) {
        try pair.runner.send(message)
      }
      #expect(throws: WireError(.tooLong(message.frame.count), at: 0)) { try RunnerMessage(frame: message.frame) }
    }
    let write = RunnerMessage.request(.containerWrite(name: String(repeating: "n", count: 128), bytes: file))
    try pair.runner.send(write)
    #expect(try pair.host.receive(deadline: .soon, pidfd: -1) == write)
  }

  @Test("A message that does not fit leaves no bytes in the mailbox, and the sender may send another message")
  func tooLong() throws {
    var pair = try LinkPair()
    let memory = try Scribbler(pair.host)
    let before = memory.mailbox
    let capacity = Mailbox.Layout.toHostSize - Mailbox.Offset.payload
    for (name, size) in [("n", Mailbox.Layout.toHostSize), (String(repeating: "n", count: 128), capacity)] {
      let message = RunnerMessage.request(.containerWrite(name: name, bytes: [UInt8](repeating: 7, count: size)))
      #expect(throws: LinkError.tooLong(length: message.frame.count, capacity: capacity)) {
        try pair.runner.send(message)
      }
      #expect(memory.mailbox == before)
    }
    let edits = (0..<100).map { Edit.insertText(String(repeating: "\($0 % 10)", count: 64 * 1024)) }
    let result = RunnerMessage.result(TurnResult(serial: 1, edits: edits, callbacks: [.textDidChange]))
    #expect(throws: LinkError.tooLong(length: result.frame.count, capacity: WireFormat.ordinaryBytes)) {
      try pair.runner.send(result)
    }
    #expect(memory.mailbox == before)
    try pair.greet()
  }

  @Test("The host can detect whether the runner received a message")
  func taken() throws {
    var pair = try LinkPair()
    try pair.greet()
    for _ in 0..<3 {
      try pair.host.send(.reply(.bytes([1])))
      let wasTakenAtOnce = pair.host.lastMessageWasTaken
      _ = try pair.runner.receive()
      let isTaken = pair.host.lastMessageWasTaken
      try pair.runner.send(.request(.containerNames))
      let isAnswered = pair.host.lastMessageWasTaken
      #expect(!wasTakenAtOnce && isTaken && isAnswered)
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
  }

  @Test("An end that sends or receives in the wrong order gets an error")
  func turns() throws {
    var pair = try LinkPair()
    #expect(throws: LinkError.outOfTurn) { try pair.host.send(.reply(.done)) }
    #expect(throws: LinkError.outOfTurn) { _ = try pair.runner.receive() }
    try pair.greet()
    #expect(throws: LinkError.outOfTurn) { try pair.runner.send(.hello(version: 1, process: 2)) }
    #expect(throws: LinkError.outOfTurn) { _ = try pair.host.receive(deadline: .soon, pidfd: -1) }
    try pair.host.send(.reply(.done))
    #expect(throws: LinkError.outOfTurn) { try pair.host.send(.reply(.done)) }
    #expect(try pair.runner.receive() == .reply(.done))
  }

  @Test("A wiped link contains no bytes of any message and can transport the next message")
  func wiped() throws {
    var pair = try LinkPair()
    #expect(throws: LinkError.outOfTurn) { try pair.host.wipe() }
    try pair.greet()
    let bytes = [UInt8](repeating: 0xAB, count: 300)
    for size in [300, 10, 200] {
      try pair.host.send(.reply(.bytes(Array(bytes.prefix(size)))))
      _ = try pair.runner.receive()
      #expect(throws: LinkError.outOfTurn) { try pair.host.wipe() }
      try pair.runner.send(.request(.containerWrite(name: "n", bytes: Array(bytes.prefix(size)))))
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
      let holds = {
        UnsafeRawBufferPointer(start: pair.host.mapping.base, count: pair.host.mapping.count).contains(0xAB)
      }
      #expect(holds())
      try pair.host.wipe()
      #expect(!holds())
    }
    try pair.host.send(.reply(.done))
    #expect(try pair.runner.receive() == .reply(.done))
  }

  @Test("No process can change the size or the seals of a link's memory (Sandbox.md#sealed-memory)")
  func sealed() throws {
    let link = try HostLink()
    for size in [0, 4096, Mailbox.Layout.size - 1, Mailbox.Layout.size + 1] {
      #expect(ftruncate(link.memoryDescriptor, size) == -1)
      #expect(errno == EPERM)
    }
    #expect(klv_memfd_seal(link.memoryDescriptor) == -1)
    #expect(errno == EPERM)
  }

  @Test("A runner rejects a link's memory with a wrong size or without seals")
  func unsuitableMemory() throws {
    for (size, isSealed) in [(Mailbox.Layout.size, false), (4096, true), (Mailbox.Layout.size + 1, true)] {
      let memory = klv_memfd_create("test")
      #expect(ftruncate(memory, size) == 0)
      if isSealed { #expect(klv_memfd_seal(memory) == 0) }
      #expect(throws: LinkError.unsuitableMemory) {
        _ = try RunnerLink(
          memfd: Descriptor(memory, of: "memfd_create"),
          eventfd: Descriptor(klv_eventfd_create(), of: "eventfd"))
      }
    }
  }

  @Test("Releasing an owner closes its descriptor, unless another owner took the descriptor over")
  func descriptors() throws {
    var ends: (Int32, Int32) = (-1, -1)
    #expect(withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) } == 0)
    let reader = Descriptor(owning: ends.0)
    let kept = Descriptor(owning: ends.1).release()
    var byte: UInt8 = 1
    #expect(write(kept, &byte, 1) == 1)
    do { _ = Descriptor(owning: kept) }
    #expect(read(reader.number, &byte, 1) == 1)
    // `read` returns 0 only if all copies of the pipe's other end are closed.
    #expect(read(reader.number, &byte, 1) == 0)
    #expect(throws: LinkError.system(operation: "dup", errno: EBADF)) {
      _ = try Descriptor(dup(-1), of: "dup")
    }
  }
}

@Suite("The host never waits beyond a deadline")
struct WaitingTests {
  @Test("If a runner sends nothing, the host reports a stall at the deadline and not earlier")
  func stall() throws {
    var pair = try LinkPair()
    try expectStall(&pair.host)
    // A second wait has the same result, because a stall does not change the link.
    try expectStall(&pair.host)
    try pair.greet()
  }

  @Test("If a runner stops in the middle of a message, the host reports a stall")
  func halfWritten() throws {
    var pair = try LinkPair()
    let memory = try Scribbler(pair.host)
    memory.write(RunnerMessage.hello(version: 1, process: 2).frame)
    memory[Mailbox.Offset.sequence] = 1
    try expectStall(&pair.host)
    memory[Mailbox.Offset.sequence] = 2
    #expect(try pair.host.receive(deadline: .soon, pidfd: -1) == .hello(version: 1, process: 2))
  }

  @Test("The host receives a message that has arrived, even if the deadline is over")
  func pastDeadline() throws {
    var pair = try LinkPair()
    try pair.runner.send(.hello(version: 1, process: 2))
    #expect(try pair.host.receive(deadline: .now - .seconds(1), pidfd: -1) == .hello(version: 1, process: 2))
    try pair.host.send(.reply(.done))
    #expect(throws: LinkError.stalled) { _ = try pair.host.receive(deadline: .now - .seconds(1), pidfd: -1) }
  }

  @Test("Signals do not shorten the host's wait for a message")
  func signals() throws {
    var pair = try LinkPair()
    signal(SIGUSR2) { _ in }
    // The threads of Swift's thread pool block signals, so unblock the signal that this test sends.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    let waiting = SendableThread(id: pthread_self())
    let done = Flag()
    let memory = SharedScribbler(try Scribbler(pair.host))
    let bomber = WorkThread {
      while !done.isSet {
        // Send the signal only while the host sleeps, so that it interrupts the system calls of the link.
        if memory.scribbler[Mailbox.Offset.sleeper] != 0 { pthread_kill(waiting.id, SIGUSR2) }
        sched_yield()
      }
    }
    defer {
      done.set()
      bomber.join()
      #expect(bomber.hasStarted)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    try expectStall(&pair.host)
  }

  @Test("A runner that clears the sleeper flag delays only itself, at most until the deadline")
  func clearsSleeperFlag() throws {
    var pair = try LinkPair()
    let memory = SharedScribbler(try Scribbler(pair.host))
    let (hasWritten, done) = (Flag(), Flag())
    let thread = WorkThread {
      while memory.scribbler[Mailbox.Offset.sleeper] == 0, !done.isSet { sched_yield() }
      memory.scribbler[Mailbox.Offset.sleeper] = 0
      memory.scribbler.write(RunnerMessage.hello(version: 1, process: 2).frame)
      memory.scribbler[Mailbox.Offset.sequence] = 2
      hasWritten.set()
    }
    defer {
      done.set()
      thread.join()
      #expect(thread.hasStarted)
    }
    // The runner does not signal the event descriptor. The host finds the message at the deadline at the latest.
    var heard: RunnerMessage?
    let end = ContinuousClock.Instant.soon
    while heard == nil {
      do {
        heard = try pair.host.receive(deadline: .now + .milliseconds(50), pidfd: -1)
      } catch {
        // On a busy machine, the other thread may not have sent the message yet, so receive again.
        guard error == .stalled, !hasWritten.isSet, .now < end else { throw error }
      }
    }
    #expect(heard == .hello(version: 1, process: 2))
  }

  @Test("Wakeups without a message do not extend the deadline")
  func flood() throws {
    var pair = try LinkPair()
    let event = dup(pair.host.eventDescriptor)
    let done = Flag()
    let flooder = WorkThread { while !done.isSet { klv_eventfd_signal(event) } }
    defer {
      done.set()
      flooder.join()
      #expect(flooder.hasStarted)
      close(event)
    }
    try expectStall(&pair.host)
  }

  @Test("Draining the event descriptor never blocks, even if the runner made it blocking")
  func blockingDescriptor() throws {
    let link = try HostLink()
    let shared = dup(link.eventDescriptor)
    defer { close(shared) }
    #expect(fcntl(shared, F_SETFL, 0) == 0)
    #expect(klv_eventfd_drain(link.eventDescriptor) == -1)
    #expect(errno == EAGAIN)
  }

  @Test("Waiting on an invalid process descriptor is an error")
  func badProcess() throws {
    var pair = try LinkPair()
    #expect(throws: LinkError.system(operation: "ppoll(pidfd)", errno: EBADF)) {
      _ = try pair.host.receive(deadline: .soon, pidfd: 1_000_000)
    }
  }

  private func expectStall(_ link: inout HostLink, _ location: SourceLocation = #_sourceLocation) throws {
    let start = ContinuousClock.now
    do {
      let message = try link.receive(deadline: start + .milliseconds(30), pidfd: -1)
      Issue.record("received \(message)", sourceLocation: location)
    } catch {
      #expect(error == .stalled, sourceLocation: location)
    }
    let waited = ContinuousClock.now - start
    #expect(waited >= .milliseconds(30), sourceLocation: location)
    #expect(waited < .seconds(20), sourceLocation: location)
  }

  private struct SendableThread: @unchecked Sendable {
    // `@unchecked Sendable`, because a `pthread_t` is a pointer on some systems. The tests only pass it to
    // `pthread_kill`.
    let id: pthread_t
  }
}
