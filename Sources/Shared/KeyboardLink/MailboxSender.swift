package import KeyboardProtocol
internal import LinuxShims

/// The writing end of a mailbox. It keeps its sequence itself and does not trust words that the other side can
/// change.
package struct MailboxSender {
  package let mailbox: Mailbox
  private var sequence: UInt32 = 0
  private var writer = WireWriter()
  /// The number of bytes of the mailbox that messages filled since the last wipe.
  private var filled = 0

  package init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Publishes a message.
  ///
  /// - Throws: ``LinkError/tooLong(length:capacity:)`` before anything is written.
  package mutating func send(_ message: some WireMessage) throws(LinkError) {
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

  /// Whether the receiver took the last message, as the receiver reports it.
  package var wasTaken: Bool { klv_load_acquire(mailbox.taken) == sequence }

  /// Erases all sent messages from the mailbox.
  package mutating func wipe() {
    mailbox.wipe(filled)
    filled = 0
  }

  /// The capacity in bytes that the writer keeps between messages. After a longer message it frees the memory.
  private static let keptCapacity = 64 * 1024
}
