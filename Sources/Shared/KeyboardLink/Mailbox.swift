internal import KeyboardProtocol
package import LinuxShims

/// The shared memory for one direction of a link: control words and the bytes of one message.
///
/// The sequence number works like the sequence number of a seqlock: it is odd while the sender writes, and grows by two
/// with each message. The receiver writes its control words in two separate cache lines. The first cache line contains
/// `sleeper` and `core`: the sender reads both words and clears `sleeper`. The second cache line contains `taken`: the
/// sender reads `taken` only after the receiver's process has ended.
package struct Mailbox {
  /// Offsets in bytes from the start of a mailbox.
  package enum Offset {
    /// The sequence number of the last message. A sleeping runner waits on the futex at this word.
    package static let sequence = 0
    /// The length of the message in bytes.
    package static let length = 4
    /// Nonzero while the receiver sleeps.
    package static let sleeper = 64
    /// The number of the core on which the receiver last ran. The first core has the number 1.
    package static let core = 68
    /// The sequence number of the last message that the receiver copied out.
    package static let taken = 128
    /// The bytes of the message.
    package static let payload = 192
  }

  /// The parts of a link's memory.
  package enum Layout {
    /// The size in bytes of the mailbox to the runner. A message to the runner can contain a file of the bundle or the
    /// data container.
    package static let toRunnerSize = fileSize + WireFormat.bytesAroundFile
    /// The size in bytes of the mailbox to the host. A message to the host can contain a file of the data container.
    package static let toHostSize = fileSize + WireFormat.bytesAroundFile
    /// The offset of the mailbox to the host.
    package static let toHostOffset = toRunnerSize
    /// The offset of the runner's journal.
    package static let journalOffset = toHostOffset + toHostSize
    /// The size in bytes of a link's memory. The journal is at the end of the link's memory, and the size of the
    /// journal is rounded up to whole pages.
    package static let size = journalOffset + (Int(KLV_JOURNAL_BYTES) + pageSize - 1) / pageSize * pageSize

    /// The maximum size in bytes of a file in a data container. In both directions, one message can contain a whole
    /// file.
    private static let fileSize = Int(KeyboardLimits().fileSize)
    private static let pageSize = 4096
  }

  package let sequence: UnsafeMutablePointer<UInt32>
  package let length: UnsafeMutablePointer<UInt32>
  package let sleeper: UnsafeMutablePointer<UInt32>
  package let core: UnsafeMutablePointer<UInt32>
  package let taken: UnsafeMutablePointer<UInt32>
  package let payload: UnsafeMutableRawPointer
  package let capacity: Int

  /// Creates the mailbox for messages to the runner.
  package init(toRunnerIn mapping: borrowing SharedMapping) {
    self.init(at: mapping.base, size: Layout.toRunnerSize)
  }

  /// Creates the mailbox for messages to the host.
  package init(toHostIn mapping: borrowing SharedMapping) {
    self.init(at: mapping.base + Layout.toHostOffset, size: Layout.toHostSize)
  }

  /// The journal, which follows both mailboxes in the memory of the link.
  package static func journal(in mapping: borrowing SharedMapping) -> UnsafeMutablePointer<klv_journal> {
    (mapping.base + Layout.journalOffset).assumingMemoryBound(to: klv_journal.self)
  }

  private init(at base: UnsafeMutableRawPointer, size: Int) {
    sequence = (base + Offset.sequence).assumingMemoryBound(to: UInt32.self)
    length = (base + Offset.length).assumingMemoryBound(to: UInt32.self)
    sleeper = (base + Offset.sleeper).assumingMemoryBound(to: UInt32.self)
    core = (base + Offset.core).assumingMemoryBound(to: UInt32.self)
    taken = (base + Offset.taken).assumingMemoryBound(to: UInt32.self)
    payload = base + Offset.payload
    capacity = size - Offset.payload
  }

  /// Overwrites the first bytes of the payload, but not the control words.
  package func wipe(_ count: Int) {
    UnsafeMutableRawBufferPointer(start: payload, count: min(count, capacity)).initializeMemory(
      as: UInt8.self, repeating: 0)
  }

  /// Announces that the receiver is about to sleep. After the announcement, the receiver must check for a message
  /// again, because a message may have arrived before the announcement.
  package func announceSleep() {
    _ = klv_exchange(sleeper, 1)
    klv_fence()
  }

  /// Announces that the receiver is awake.
  package func announceWaking() { klv_store_release(sleeper, 0) }

  /// Publishes and returns the number of the core on which the receiver runs. The first core has the number 1. The
  /// number 0 means unknown.
  @discardableResult
  package func announceCore() -> UInt32 {
    let now = AdaptiveSpin.currentCore
    if klv_load_acquire(core) != now { klv_store_release(core, now) }
    return now
  }

  /// The number of the core on which the receiver last ran, according to the receiver; 0 if the receiver reported no
  /// core.
  package var receiverCore: UInt32 { klv_load_acquire(core) }

  /// Whether the receiver announced that it sleeps.
  package var receiverSleeps: Bool { klv_load_acquire(sleeper) != 0 }

  /// Returns whether the receiver announced that it sleeps, and clears the announcement. A false announcement harms
  /// only the receiver: the receiver wakes too late, or without a reason.
  package func drainSleeper() -> Bool {
    klv_fence()
    return klv_exchange(sleeper, 0) != 0
  }
}
