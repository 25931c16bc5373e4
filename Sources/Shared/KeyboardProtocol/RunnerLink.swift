internal import Glibc
package import LinuxShims

/// The runner's end of the shared memory between it and its host.
///
/// Receiving has no deadline: a runner lives as long as its host, and the kernel ends it with the host. The same checks
/// are made as on the host's side, for the keyboard shares this process and could have scribbled over the memory.
///
/// Unchecked because it holds pointers: they lead into a mapping that it owns, and as it cannot be copied only one thread
/// at a time has it.
package struct RunnerLink: ~Copyable, @unchecked Sendable {
  private let event: OwnedDescriptor
  private let mapping: SharedMapping
  private var outbox: MailboxSender
  private var inbox: MailboxReceiver
  private var pace = AdaptiveSpin()
  private var hasTheWord = true

  /// Takes over the two descriptors that the host handed down; memory of another size, or one that could still be shrunk
  /// under the mapping, is refused.
  package init(memfd: consuming OwnedDescriptor, eventfd: consuming OwnedDescriptor) throws(LinkError) {
    var status = stat()
    guard fstat(memfd.rawValue, &status) == 0 else { throw .system(operation: "fstat", errno: errno) }
    guard status.st_size == Mailbox.Layout.size, klv_memfd_is_sealed(memfd.rawValue) == 1 else {
      throw .unsuitableMemory
    }
    let mapping = try SharedMapping(memfd, count: Mailbox.Layout.size)
    outbox = MailboxSender(Mailbox(toHostIn: mapping))
    inbox = MailboxReceiver(Mailbox(toRunnerIn: mapping))
    event = eventfd
    self.mapping = mapping
  }

  /// All memory that is shared with the host; valid as long as the link lives.
  package var memory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: mapping.base, count: mapping.count)
  }

  /// Where this process notes what it was refused and what it called; valid as long as the link lives.
  package var journal: UnsafeMutablePointer<klv_journal> { Mailbox.journal(in: mapping) }

  /// Sends a message and wakes the host where it sleeps. Throws ``LinkError/tooLong(length:capacity:)`` before anything is
  /// written, or ``LinkError/outOfTurn`` where the host's last message was not received.
  package mutating func send(_ message: RunnerMessage) throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    try outbox.send(message)
    hasTheWord = false
    // EAGAIN: the counter is full, so the host is woken anyway.
    guard !outbox.mailbox.takeSleeper() || klv_eventfd_signal(event.rawValue) == 0 || errno == EAGAIN else {
      throw .system(operation: "write(eventfd)", errno: errno)
    }
  }

  /// Waits for the host's message, without end.
  package mutating func receive() throws(LinkError) -> HostMessage {
    guard !hasTheWord else { throw .outOfTurn }
    if !(try inbox.spin(pace, for: outbox.mailbox)) { try sleep() }
    hasTheWord = true
    let message: HostMessage = try inbox.take()
    pace.messageArrived(at: AdaptiveSpin.now)
    return message
  }

  private func sleep() throws(LinkError) {
    defer { inbox.mailbox.announceWaking() }
    while true {
      inbox.mailbox.announceSleep()
      guard case .waiting(let sequence) = try inbox.look() else { return }
      // EAGAIN: the word changed before the kernel looked.
      guard klv_futex_wait(inbox.mailbox.sequence, sequence, -1) == 0 || errno == EAGAIN || errno == EINTR else {
        throw .system(operation: "futex", errno: errno)
      }
    }
  }
}
