internal import LinuxShims
internal import TextInput

/// Where one direction's message lies in shared memory: five words and the bytes.
///
/// The sequence is odd while the sender writes and two higher after each message, as a seqlock's is. The receiver's words
/// stand on two cache lines of their own: the sender writes the rest, and looks at the second only when the receiver is gone.
package struct Mailbox {
  /// Offsets in bytes from a mailbox's start.
  package enum Offset {
    /// Counts messages; the futex on which a runner sleeps.
    package static let sequence = 0
    /// The message's length in bytes.
    package static let length = 4
    /// Not 0 while the receiver sleeps.
    package static let sleeper = 64
    /// On which core the receiver last ran, counted from 1.
    package static let core = 68
    /// The sequence of the last message that the receiver took.
    package static let taken = 128
    /// The message.
    package static let payload = 192
  }

  /// What a link's memory consists of.
  package enum Layout {
    /// Bytes of the mailbox to the runner, which carries resources and files of its container.
    package static let toRunnerSize = fileSize + WireFormat.bytesAroundFile
    /// Bytes of the mailbox to the host, which carries files of the container.
    package static let toHostSize = fileSize + WireFormat.bytesAroundFile
    /// Where the mailbox to the host begins.
    package static let toHostOffset = toRunnerSize
    /// Where the runner's journal begins.
    package static let journalOffset = toHostOffset + toHostSize
    /// Bytes of a link's memory: the journal has whole pages at its end.
    package static let size = journalOffset + (Int(KLV_JOURNAL_BYTES) + pageSize - 1) / pageSize * pageSize

    /// What one file of a container may have crosses at once, either way.
    private static let fileSize = Int(KeyboardLimits().fileSize)
    private static let pageSize = 4096
  }

  let sequence: UnsafeMutablePointer<UInt32>
  let length: UnsafeMutablePointer<UInt32>
  let sleeper: UnsafeMutablePointer<UInt32>
  let core: UnsafeMutablePointer<UInt32>
  let taken: UnsafeMutablePointer<UInt32>
  let payload: UnsafeMutableRawPointer
  let capacity: Int

  /// The mailbox to the runner.
  init(toRunnerIn mapping: borrowing SharedMapping) {
    self.init(at: mapping.base, size: Layout.toRunnerSize)
  }

  /// The mailbox to the host.
  init(toHostIn mapping: borrowing SharedMapping) {
    self.init(at: mapping.base + Layout.toHostOffset, size: Layout.toHostSize)
  }

  /// The journal that stands behind both mailboxes.
  static func journal(in mapping: borrowing SharedMapping) -> UnsafeMutablePointer<klv_journal> {
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

  /// Overwrites the first bytes of the payload, and not the words that say who has read what.
  func wipe(_ count: Int) {
    UnsafeMutableRawBufferPointer(start: payload, count: min(count, capacity)).initializeMemory(
      as: UInt8.self, repeating: 0)
  }

  /// Says that the receiver is about to sleep; the receiver then looks once more, so that no message is slept through.
  func announceSleep() {
    _ = klv_exchange(sleeper, 1)
    klv_fence()
  }

  /// Says that the receiver is awake.
  func announceWaking() { klv_store_release(sleeper, 0) }

  /// Says on which core the receiver runs now, and answers it: counted from 1, and 0 where that is not known.
  @discardableResult
  func announceCore() -> UInt32 {
    let now = UInt32(truncatingIfNeeded: klv_current_core() + 1)
    if klv_load_acquire(core) != now { klv_store_release(core, now) }
    return now
  }

  /// On which core the receiver last ran, as it says itself; 0 where it has not said.
  var receiverCore: UInt32 { klv_load_acquire(core) }

  /// Whether the receiver said that it sleeps. It may lie, in which case it wakes late or for nothing.
  func takeSleeper() -> Bool {
    klv_fence()
    return klv_exchange(sleeper, 0) != 0
  }
}
