// RunnerLink: the runner's end of the link to its host.
//
// For:    `klava-runner`, which receives turns and sends results over the link. `HostLink` is the host's end.
// Never:  handles a turn, sets a deadline, or imports Foundation.
// Start:  `RunnerLink` below; the module `KeyboardLink` for the memory.

internal import Glibc
package import KeyboardLink
package import KeyboardProtocol
package import LinuxShims
package import SystemSupport

/// The runner's end of the link: the memory that the runner shares with its host.
///
/// Receiving has no deadline, because the kernel ends the runner when its host ends. The runner checks each message as
/// strictly as the host does: the keyboard's code in this process can overwrite the shared memory.
///
/// The type is `@unchecked Sendable`, because the link contains pointers into a mapping that the link owns. The link
/// cannot be copied, so only one thread at a time can use it.
package struct RunnerLink: ~Copyable, @unchecked Sendable {
  private let event: Descriptor
  private let mapping: SharedMapping
  private var outbox: MailboxSender
  private var inbox: MailboxReceiver
  private var spin = AdaptiveSpin()
  private var hasTheWord = true

  /// Takes over the two descriptors from the host.
  ///
  /// - Throws: ``LinkError/unsuitableMemory`` if the memory has the wrong size or is not sealed against shrinking, or
  ///   ``LinkError/system(operation:errno:)``.
  package init(memfd: consuming Descriptor, eventfd: consuming Descriptor) throws(LinkError) {
    var status = stat()
    guard fstat(memfd.number, &status) == 0 else { throw .system(operation: "fstat", errno: errno) }
    guard status.st_size == Mailbox.Layout.size, klv_memfd_is_sealed(memfd.number) == 1 else {
      throw .unsuitableMemory
    }
    let mapping = try SharedMapping(memfd, count: Mailbox.Layout.size)
    outbox = MailboxSender(Mailbox(toHostIn: mapping))
    inbox = MailboxReceiver(Mailbox(toRunnerIn: mapping))
    event = eventfd
    self.mapping = mapping
  }

  /// The memory that this process shares with the host. The memory is valid until the link is destroyed.
  package var memory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: mapping.base, count: mapping.count)
  }

  /// The journal in which this process records refused calls, and the last calls of host functions. The journal is
  /// valid until the link is destroyed.
  package var journal: UnsafeMutablePointer<klv_journal> { Mailbox.journal(in: mapping) }

  /// The event descriptor with which this process wakes the host. The link owns this descriptor.
  package var eventDescriptor: Int32 { event.number }

  /// Sends a message, and wakes the host if the host sleeps.
  ///
  /// - Throws: ``LinkError/tooLong(length:capacity:)`` if the message does not fit into the memory.
  ///   ``LinkError/outOfTurn`` if the runner has not received the host's last message.
  package mutating func send(_ message: RunnerMessage) throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    try outbox.send(message)
    hasTheWord = false
    // EAGAIN: the counter of the eventfd is full, so the host wakes anyway.
    guard !outbox.mailbox.drainSleeper() || klv_eventfd_signal(event.number) == 0 || errno == EAGAIN else {
      throw .system(operation: "write(eventfd)", errno: errno)
    }
  }

  /// Waits for the host's message, without a deadline.
  ///
  /// - Throws: ``LinkError`` if it is not the host's turn to send, the message is malformed, or a system call fails.
  package mutating func receive() throws(LinkError) -> HostMessage {
    guard !hasTheWord else { throw .outOfTurn }
    if !(try inbox.spin(spin, for: outbox.mailbox)) { try sleep() }
    hasTheWord = true
    let message: HostMessage = try inbox.receive()
    spin.messageArrived(at: AdaptiveSpin.now)
    return message
  }

  private func sleep() throws(LinkError) {
    defer { inbox.mailbox.announceWaking() }
    while true {
      inbox.mailbox.announceSleep()
      guard case .waiting(let sequence) = try inbox.look() else { return }
      // EAGAIN: the sequence number changed before the kernel compared it.
      guard klv_futex_wait(inbox.mailbox.sequence, sequence, -1) == 0 || errno == EAGAIN || errno == EINTR else {
        throw .system(operation: "futex", errno: errno)
      }
    }
  }
}
