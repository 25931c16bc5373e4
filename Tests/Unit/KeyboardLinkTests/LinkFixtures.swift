import Glibc
import KeyboardProtocol
import LinuxShims
import Synchronization
import SystemSupport
import Testing

@testable import KeyboardLink
@testable import HostLink
@testable import RunnerLink

/// Both ends of a link in one process. The ends act alternately, so both can run on one thread.
struct LinkPair: ~Copyable {
  var host: HostLink
  var runner: RunnerLink

  init() throws {
    let host = try HostLink()
    let runner = try RunnerLink(
      memfd: Descriptor(dup(host.memoryDescriptor), of: "dup"),
      eventfd: Descriptor(dup(host.eventDescriptor), of: "dup"))
    self.host = host
    self.runner = runner
  }

  /// Sends and receives the runner's first message.
  mutating func greet() throws {
    try runner.send(.hello(version: 1, process: 2))
    #expect(try host.receive(deadline: .soon, pidfd: -1) == .hello(version: 1, process: 2))
  }
}

/// A writer to a link's memory. The writer can change any byte at any time, as a hostile runner can.
struct Scribbler: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`, because the tests race for this memory on purpose.
  private let mapping: SharedMapping

  init(_ link: borrowing HostLink) throws {
    mapping = try SharedMapping(
      Descriptor(dup(link.memoryDescriptor), of: "dup"), count: Mailbox.Layout.size)
  }

  /// The address of a 32-bit word in the mailbox to the host.
  private func word(_ offset: Int) -> UnsafeMutablePointer<UInt32> {
    (mapping.base + Mailbox.Layout.toHostOffset + offset).assumingMemoryBound(to: UInt32.self)
  }

  subscript(offset: Int) -> UInt32 {
    get { klv_load_acquire(word(offset)) }
    nonmutating set { klv_store_release(word(offset), newValue) }
  }

  /// Announces that the runner sleeps.
  func announceSleep() { Mailbox(toRunnerIn: mapping).announceSleep() }

  /// Writes a message's bytes and length, but not the sequence number.
  func write(_ frame: [UInt8]) {
    UnsafeMutableRawBufferPointer(
      start: mapping.base + Mailbox.Layout.toHostOffset + Mailbox.Offset.payload, count: frame.count
    ).copyBytes(from: frame)
    self[Mailbox.Offset.length] = UInt32(frame.count)
  }

  /// All bytes of the mailbox to the host.
  var mailbox: [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: mapping.base + Mailbox.Layout.toHostOffset, count: Mailbox.Layout.toHostSize))
  }
}

extension ContinuousClock.Instant {
  /// A deadline that a working link never misses.
  static var soon: Self { .now + .seconds(30) }
}

/// A scribbler that several threads share.
final class SharedScribbler: Sendable {
  let scribbler: Scribbler
  init(_ scribbler: consuming Scribbler) { self.scribbler = scribbler }
}

/// A flag that two threads share.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
