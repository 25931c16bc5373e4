internal import Glibc
internal import LinuxShims

/// The host's end of the shared memory between it and one keyboard's process.
///
/// The two sides speak by turns, and the runner has the first word (``RunnerMessage/hello(version:process:)``). Everything that
/// comes from the runner is hostile: it may write anything anywhere in the memory at any time, and gets an error here.
///
/// Unchecked because it holds pointers: they lead into a mapping that it owns, and as it cannot be copied only one thread
/// at a time has it.
package struct HostLink: ~Copyable, @unchecked Sendable {
  private let memory: OwnedDescriptor
  private let event: OwnedDescriptor
  let mapping: SharedMapping
  private var outbox: MailboxSender
  private var inbox: MailboxReceiver
  private var pace = AdaptiveSpin()
  private var hasTheWord = false
  /// When the last message came, in nanoseconds of the monotonic clock.
  private var arrival: UInt64 = 0

  /// Makes a link's memory, sealed in its size, and the event descriptor by which the runner wakes the host.
  package init() throws(LinkError) {
    let memory = try OwnedDescriptor(owning: klv_memfd_create("klava-link"), of: "memfd_create")
    let event = try OwnedDescriptor(owning: klv_eventfd_create(), of: "eventfd")
    guard ftruncate(memory.rawValue, Mailbox.Layout.size) == 0 else {
      throw .system(operation: "ftruncate", errno: errno)
    }
    guard klv_memfd_seal(memory.rawValue) == 0 else { throw .system(operation: "fcntl(F_ADD_SEALS)", errno: errno) }
    let mapping = try SharedMapping(memory, count: Mailbox.Layout.size)
    outbox = MailboxSender(Mailbox(toRunnerIn: mapping))
    inbox = MailboxReceiver(Mailbox(toHostIn: mapping))
    self.memory = memory
    self.event = event
    self.mapping = mapping
  }

  /// The shared memory's descriptor, to be given to the runner; it belongs to the link.
  package var memoryDescriptor: Int32 { memory.rawValue }
  /// The event descriptor, to be given to the runner; it belongs to the link.
  package var eventDescriptor: Int32 { event.rawValue }

  /// Copies out what the runner noted, and begins its counts anew; works also after the runner has ended.
  package func takeJournal() -> LinkJournal {
    LinkJournal(taking: Mailbox.journal(in: mapping))
  }

  /// What the runner, in its own words, was short of when a signal ended it.
  package var shortagesAtEnd: LinkJournal.Shortage {
    LinkJournal.Shortage(rawValue: klv_journal_short_at_end(Mailbox.journal(in: mapping)))
  }

  /// Has the runner count its open descriptors after each turn, as far as they are below this number.
  package func countDescriptors(below number: Int) {
    klv_journal_ask_count(
      Mailbox.journal(in: mapping), UInt32(clamping: min(number, Int(KLV_JOURNAL_DESCRIPTORS))))
  }

  /// How many descriptors the runner had open after its last turn, in its own words; 0 where it did not count them.
  package var countedDescriptors: Int {
    min(Int(klv_journal_counted(Mailbox.journal(in: mapping))), Int(KLV_JOURNAL_DESCRIPTORS))
  }

  /// Whether the runner, in its own words, took the last message that was sent to it; works also after it has ended.
  package var lastMessageWasTaken: Bool { outbox.wasTaken }

  /// Sends a message and wakes the runner; never waits. Throws ``LinkError/tooLong(length:capacity:)`` before anything is
  /// written, or ``LinkError/outOfTurn`` where the runner's last message was not received.
  package mutating func send(_ message: HostMessage) throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    try outbox.send(message)
    hasTheWord = false
    if outbox.mailbox.takeSleeper() { klv_futex_wake(outbox.mailbox.sequence) }
  }

  /// Takes all messages out of the memory; throws ``LinkError/outOfTurn`` while the runner may still read or write one.
  package mutating func wipe() throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    outbox.wipe()
    inbox.wipe()
  }

  /// How long ago the last message came, before the host decoded it.
  package var timeSinceMessage: Duration { .nanoseconds(Int64(clamping: AdaptiveSpin.now &- arrival)) }

  /// Waits for the runner's message until it comes, the runner ends or the deadline passes.
  ///
  /// A message that is complete is delivered even where the runner has ended or the deadline has passed.
  package mutating func receive(
    deadline: ContinuousClock.Instant, pidfd: Int32
  ) throws(LinkError) -> RunnerMessage {
    guard let message = try receive(deadline: deadline, pidfd: pidfd, unless: []) else { throw .stalled }
    return message
  }

  /// The same, but gives up with nil as soon as one of `others` is readable; the message may be received later.
  package mutating func receive(
    deadline: ContinuousClock.Instant, pidfd: Int32, unless others: [Int32]
  ) throws(LinkError) -> RunnerMessage? {
    guard !hasTheWord else { throw .outOfTurn }
    guard try wait(until: Self.monotonicTime(of: deadline), pidfd: pidfd, unless: others) else { return nil }
    hasTheWord = true
    arrival = AdaptiveSpin.now
    pace.messageArrived(at: arrival)
    let message: RunnerMessage = try inbox.take()
    return message
  }

  /// Answers whether the message is complete; where it is not, one of `others` is readable.
  private mutating func wait(until end: UInt64, pidfd: Int32, unless others: [Int32]) throws(LinkError) -> Bool {
    if try inbox.spin(pace, for: outbox.mailbox, until: end) { return true }
    return try withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2 + others.count) {
      descriptors throws(LinkError) in
      descriptors.initializeElement(at: 0, to: pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0))
      descriptors.initializeElement(at: 1, to: pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0))
      for (index, other) in others.enumerated() {
        descriptors.initializeElement(at: 2 + index, to: pollfd(fd: other, events: Int16(POLLIN), revents: 0))
      }
      return try wait(until: end, polling: descriptors)
    }
  }

  /// - Parameter descriptors: The event descriptor, the pidfd, and those that end the wait.
  private mutating func wait(
    until end: UInt64, polling descriptors: UnsafeMutableBufferPointer<pollfd>
  ) throws(LinkError) -> Bool {
    defer { inbox.mailbox.announceWaking() }
    while true {
      inbox.mailbox.announceSleep()
      if try inbox.isReady() { return true }
      let now = AdaptiveSpin.now
      guard now < end else { throw .stalled }
      let found = klv_poll(descriptors.baseAddress, UInt32(descriptors.count), Int64(clamping: end - now))
      guard found >= 0 else {
        if errno == EINTR { continue }
        throw .system(operation: "ppoll", errno: errno)
      }
      guard descriptors[1].revents & Int16(POLLNVAL) == 0 else {
        throw .system(operation: "ppoll(pidfd)", errno: EBADF)
      }
      // Asked for the death first and for the message afterwards, so that a last message is never lost to it.
      let hasEnded = descriptors[1].revents != 0
      if descriptors[0].revents != 0 { try drainEvents() }
      if try inbox.isReady() { return true }
      if hasEnded { throw .peerEnded }
      if descriptors.dropFirst(2).contains(where: { $0.revents != 0 }) { return false }
    }
  }

  private func drainEvents() throws(LinkError) {
    // EAGAIN: the runner holds the descriptor too, and may have read it first.
    guard klv_eventfd_drain(event.rawValue) == 0 || errno == EAGAIN || errno == EINTR else {
      throw .system(operation: "preadv2(eventfd)", errno: errno)
    }
  }

  private static func monotonicTime(of deadline: ContinuousClock.Instant) -> UInt64 {
    let (seconds, attoseconds) = (deadline - .now).components
    guard seconds >= 0 && attoseconds >= 0 else { return AdaptiveSpin.now }
    let nanoseconds = UInt64(min(seconds, longestWait)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    return AdaptiveSpin.now &+ nanoseconds
  }

  /// Seconds; longer than any machine stays up, and short enough to be counted in nanoseconds.
  private static let longestWait: Int64 = 1_000_000_000
}
