package import KeyboardProtocol
internal import LinuxShims

/// The sender of messages to a mailbox. The sender stores the sequence number in private memory, because the receiver
/// can change the words of the mailbox.
package struct MailboxSender {
  package let mailbox: Mailbox
  private var sequence: UInt32 = 0
  /// The length of the longest message since the last ``wipe()``, in bytes.
  private var filled = 0

  package init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Sends a message: writes the message directly into the mailbox, and never reads the mailbox.
  ///
  /// - Throws: ``LinkError/tooLong(length:capacity:)`` if the message does not fit. Before the sender throws this
  ///   error, it erases the bytes that it has written, and restores the previous sequence number.
  package mutating func send(_ message: some WireMessage) throws(LinkError) {
    let capacity = min(mailbox.capacity, message.frameLimit)
    klv_store_release(mailbox.sequence, sequence &+ 1)
    klv_fence()
    var writer = WireWriter(into: UnsafeMutableRawBufferPointer(start: mailbox.payload, count: capacity))
    message.encodeFrame(into: &writer)
    guard !writer.overflowed else {
      mailbox.wipe(writer.storedCount)
      klv_store_release(mailbox.sequence, sequence)
      throw .tooLong(length: writer.count, capacity: capacity)
    }
    filled = max(filled, writer.count)
    klv_store_release(mailbox.length, UInt32(writer.count))
    sequence &+= 2
    klv_store_release(mailbox.sequence, sequence)
  }

  /// Whether the receiver reports that it received the last message.
  package var wasTaken: Bool { klv_load_acquire(mailbox.taken) == sequence }

  /// Erases all sent messages from the mailbox.
  package mutating func wipe() {
    mailbox.wipe(filled)
    filled = 0
  }
}
