// HostLink: the host's end of the link to one runner.
//
// For:    `KeyboardHost`, which sends turns and reads results through the link. The runner's end of the link is in the
//         module `RunnerLink`.
// Never:  trusts a byte of the shared memory, acts on a message, starts or ends a process, or imports Foundation.
// Start:  `HostLink` below; the module `KeyboardLink` for the memory.

internal import Glibc
package import KeyboardLink
package import KeyboardProtocol
internal import LinuxShims
internal import SystemSupport

/// The host's end of a link: the memory that the host shares with the process of one keyboard.
///
/// The host and the runner take turns to send messages. The runner sends the first message
/// (``RunnerMessage/hello(version:process:)``). All data from the runner is hostile. The runner can change any byte of
/// the shared memory at any time. The functions of this type throw an error if the runner's bytes violate the protocol.
///
/// The type is `@unchecked Sendable`, because a link contains pointers into a mapping that the link owns. The type is
/// not copyable, so only one thread at a time can use a link.
package struct HostLink: ~Copyable, @unchecked Sendable {
  /// The descriptor of the shared memory; nil after ``closeMemory()``.
  private var memory: Descriptor?
  private let event: Descriptor
  package let mapping: SharedMapping
  private var outbox: MailboxSender
  private var inbox: MailboxReceiver
  private var spin = AdaptiveSpin()
  private var hasTheWord = false
  /// The value of the runner's counter of turn requests at the last call of ``handleTurnRequests()``.
  private var handledRequests: UInt32 = 0
  /// The time at which the last message arrived, in nanoseconds of the monotonic clock.
  private var arrival: UInt64 = 0
  /// The time at which the host sent its last message, in nanoseconds of the monotonic clock.
  private var departure: UInt64 = 0

  /// Creates the shared memory with a sealed size, and the event descriptor with which the runner wakes the host.
  ///
  /// - Throws: ``LinkError/system(operation:errno:)`` if a system call fails.
  package init() throws(LinkError) {
    let memory = try Descriptor(klv_memfd_create("klava-link"), of: "memfd_create")
    let event = try Descriptor(klv_eventfd_create(), of: "eventfd")
    guard ftruncate(memory.number, Mailbox.Layout.size) == 0 else {
      throw .system(operation: "ftruncate", errno: errno)
    }
    guard klv_memfd_seal(memory.number) == 0 else { throw .system(operation: "fcntl(F_ADD_SEALS)", errno: errno) }
    let mapping = try SharedMapping(memory, count: Mailbox.Layout.size)
    outbox = MailboxSender(Mailbox(toRunnerIn: mapping))
    inbox = MailboxReceiver(Mailbox(toHostIn: mapping))
    self.memory = .some(memory)
    self.event = event
    self.mapping = mapping
  }

  /// The descriptor of the shared memory, which the host passes to the runner; -1 after ``closeMemory()``. The link
  /// owns the descriptor.
  package var memoryDescriptor: Int32 {
    switch memory {
    case .some(let memory): memory.number
    case .none: -1
    }
  }
  /// Closes the descriptor of the shared memory, but keeps the mapping. Call this method as soon as the runner has a
  /// copy of the descriptor. A server with hundreds of sessions must keep few descriptors open.
  package mutating func closeMemory() { memory = nil }
  /// The event descriptor, which the host passes to the runner. The link owns the descriptor.
  package var eventDescriptor: Int32 { event.number }

  /// Copies the runner's journal, and resets the counts in the journal. The host can call this function even after the
  /// runner has ended.
  package func drainJournal() -> LinkJournal {
    LinkJournal(taking: Mailbox.journal(in: mapping))
  }

  /// The limits that the runner had reached when a signal ended it. The value comes from the runner, so it is
  /// untrusted.
  package var reachedLimitsAtEnd: LinkJournal.ReachedLimits {
    LinkJournal.ReachedLimits(rawValue: klv_journal_short_at_end(Mailbox.journal(in: mapping)))
  }

  /// Makes the runner count its open descriptors after each turn. The count includes only descriptors with numbers
  /// below `number`.
  package func countDescriptors(below number: Int) {
    klv_journal_ask_count(
      Mailbox.journal(in: mapping), UInt32(clamping: min(number, Int(KLV_JOURNAL_DESCRIPTORS))))
  }

  /// The number of open descriptors after the runner's last turn; 0 if the runner did not count them. The value comes
  /// from the runner, so it is untrusted.
  package var countedDescriptors: Int {
    min(Int(klv_journal_counted(Mailbox.journal(in: mapping))), Int(KLV_JOURNAL_DESCRIPTORS))
  }

  /// Whether the keyboard has requested a turn since the last call of ``handleTurnRequests()``. The value comes from
  /// the runner, so it is untrusted.
  package var isTurnRequested: Bool {
    klv_journal_turn_requests(Mailbox.journal(in: mapping)) != handledRequests
  }

  /// Marks all turn requests that the keyboard has made so far as handled.
  package mutating func handleTurnRequests() {
    handledRequests = klv_journal_turn_requests(Mailbox.journal(in: mapping))
  }

  /// Whether the keyboard uses a main queue. The value comes from the runner, so it is untrusted.
  package var hasMainQueue: Bool { klv_journal_has_main_queue(Mailbox.journal(in: mapping)) != 0 }

  /// Drains the event descriptor. Returns whether the descriptor was readable before. Call this method only between
  /// turns.
  package func drainWakeUp() -> Bool { klv_eventfd_drain(event.number) == 0 }

  /// Whether the runner has received the host's last message. The value comes from the runner, so it is untrusted. The
  /// host can read this property even after the runner has ended.
  package var lastMessageWasTaken: Bool { outbox.wasTaken }

  /// Sends a message and wakes the runner. Never waits.
  ///
  /// - Throws: ``LinkError/tooLong(length:capacity:)``, before the runner can read any part of the message;
  ///   ``LinkError/outOfTurn`` if the host has not received the runner's last message.
  package mutating func send(_ message: HostMessage) throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    departure = AdaptiveSpin.now
    try outbox.send(message)
    hasTheWord = false
    if outbox.mailbox.drainSleeper() { klv_futex_wake(outbox.mailbox.sequence) }
  }

  /// Returns whether the runner should wake up on another core than the core of this thread. Call this method one time
  /// before each turn. A hostile runner can falsify the answer, but a move affects only the runner.
  package mutating func shouldMoveRunner() -> Bool {
    spin.shouldMoveReceiver(
      on: outbox.mailbox.receiverSleeps ? outbox.mailbox.receiverCore : 0, awayFrom: AdaptiveSpin.currentCore,
      at: AdaptiveSpin.now)
  }

  /// Erases all messages in the shared memory.
  ///
  /// - Throws: ``LinkError/outOfTurn`` while the runner may still read or write a message.
  package mutating func wipe() throws(LinkError) {
    guard hasTheWord else { throw .outOfTurn }
    outbox.wipe()
    inbox.wipe()
  }

  /// The time since the last message arrived, including the time in which the host decoded this message.
  package var timeSinceMessage: Duration { .nanoseconds(Int64(clamping: AdaptiveSpin.now &- arrival)) }

  /// Whether the last message arrived within 50 µs after the host sent its last message.
  package var wasAnsweredAtOnce: Bool { arrival &- departure < 50_000 }

  /// Waits until the runner's message arrives, the runner ends, or the deadline passes.
  ///
  /// Returns a complete message even if the runner has ended or the deadline has passed.
  ///
  /// - Throws: ``LinkError``, for example ``LinkError/stalled`` after the deadline or ``LinkError/peerEnded``.
  package mutating func receive(
    deadline: ContinuousClock.Instant, pidfd: Int32
  ) throws(LinkError) -> RunnerMessage {
    guard let message = try receive(deadline: deadline, pidfd: pidfd, unless: []) else { throw .stalled }
    return message
  }

  /// Waits for the runner's message. Returns nil if one of the descriptors `others` becomes readable first. A later
  /// call can receive the message.
  ///
  /// - Throws: ``LinkError`` if the runner ended, the deadline has passed, or the message violates the protocol.
  package mutating func receive(
    deadline: ContinuousClock.Instant, pidfd: Int32, unless others: [Int32]
  ) throws(LinkError) -> RunnerMessage? {
    guard !hasTheWord else { throw .outOfTurn }
    if try !inbox.isReady() {
      guard try wait(until: Self.monotonicTime(of: deadline), pidfd: pidfd, unless: others) else { return nil }
    }
    hasTheWord = true
    arrival = AdaptiveSpin.now
    spin.messageArrived(at: arrival)
    let message: RunnerMessage = try inbox.receive()
    return message
  }

  /// Waits for the message. Returns true if the message is complete, and false if one of `others` is readable.
  private mutating func wait(until end: UInt64, pidfd: Int32, unless others: [Int32]) throws(LinkError) -> Bool {
    if try inbox.spin(spin, for: outbox.mailbox, until: end) { return true }
    return try withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2 + others.count) {
      descriptors throws(LinkError) in
      descriptors.initializeElement(at: 0, to: pollfd(fd: event.number, events: Int16(POLLIN), revents: 0))
      descriptors.initializeElement(at: 1, to: pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0))
      for (index, other) in others.enumerated() {
        descriptors.initializeElement(at: 2 + index, to: pollfd(fd: other, events: Int16(POLLIN), revents: 0))
      }
      return try wait(until: end, polling: descriptors)
    }
  }

  /// Waits for the message with ppoll(2). Returns true if the message is complete, and false if another descriptor
  /// ended the wait.
  ///
  /// - Parameter descriptors: The event descriptor, the pidfd, and the descriptors that end the wait.
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
      // Check whether the process has ended before you check for a message. If the host checked for the message first,
      // it could miss the last message of the process.
      let hasEnded = descriptors[1].revents != 0
      if descriptors[0].revents != 0 { try drainEvents() }
      if try inbox.isReady() { return true }
      if hasEnded { throw .peerEnded }
      if descriptors.dropFirst(2).contains(where: { $0.revents != 0 }) { return false }
    }
  }

  private func drainEvents() throws(LinkError) {
    // EAGAIN is not an error, because the runner has the event descriptor too, and may have read the event before the
    // host.
    guard klv_eventfd_drain(event.number) == 0 || errno == EAGAIN || errno == EINTR else {
      throw .system(operation: "preadv2(eventfd)", errno: errno)
    }
  }

  private static func monotonicTime(of deadline: ContinuousClock.Instant) -> UInt64 {
    let (seconds, attoseconds) = (deadline - .now).components
    guard seconds >= 0 && attoseconds >= 0 else { return AdaptiveSpin.now }
    let nanoseconds = UInt64(min(seconds, maximumWait)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    return AdaptiveSpin.now &+ nanoseconds
  }

  /// The maximum wait in seconds: about 30 years. The nanoseconds of a longer wait could exceed the range of an
  /// integer.
  private static let maximumWait: Int64 = 1_000_000_000
}
