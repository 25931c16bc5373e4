internal import LinuxShims

/// The writing end of a mailbox. It keeps its own count and reads nothing back that the other side could have changed.
struct MailboxSender {
  let mailbox: Mailbox
  private var sequence: UInt32 = 0
  private var writer = WireWriter()
  /// Bytes of the mailbox that messages have filled since they were last wiped.
  private var filled = 0

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Publishes a message; one that does not fit is refused before anything is written.
  mutating func send(_ message: some WireMessage) throws(LinkError) {
    writer.beginFrame(keepingCapacity: Self.keptCapacity)
    message.encode(into: &writer)
    let count = writer.bytes.count
    let capacity = min(mailbox.capacity, message.frameLimit)
    guard count <= capacity else { throw .tooLong(length: count, capacity: capacity) }
    klv_store_release(mailbox.sequence, sequence &+ 1)
    klv_fence()
    klv_store_release(mailbox.length, UInt32(count))
    writer.bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: mailbox.payload, count: mailbox.capacity).copyMemory(from: $0)
    }
    filled = max(filled, count)
    sequence &+= 2
    klv_store_release(mailbox.sequence, sequence)
  }

  /// Whether the receiver took the last message, as it says itself.
  var wasTaken: Bool { klv_load_acquire(mailbox.taken) == sequence }

  /// Leaves nothing of the messages that were sent.
  mutating func wipe() {
    mailbox.wipe(filled)
    filled = 0
  }

  /// Memory that stays reserved between messages; a longer message gives its own back.
  private static let keptCapacity = 64 * 1024
}
