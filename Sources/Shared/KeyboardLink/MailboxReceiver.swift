package import KeyboardProtocol
internal import LinuxShims

/// The receiver of messages in a mailbox. The sender may be hostile.
///
/// The receiver reads each control word once, copies the bytes of the message to private memory, and decodes only the
/// copy. Decoding the bytes in the mailbox would be a race: the sender could change a byte between the receiver's check
/// and use of the byte.
package struct MailboxReceiver {
  package let mailbox: Mailbox
  private var received: UInt32 = 0
  /// The private copy of the last message. The copy of the next message reuses this memory.
  private var buffer: [UInt8] = []
  /// The length of the longest message since the last ``wipe()``, in bytes.
  private var filled = 0

  package init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// The result of reading the sequence word.
  package enum State {
    /// There is no new message. The receiver can sleep until the sequence word differs from the associated value.
    case waiting(UInt32)
    /// The sender has published the next message.
    case ready
  }

  /// Reads the sequence word.
  ///
  /// - Throws: ``LinkError`` if the sequence word has a value that the sender must not write now.
  package func look() throws(LinkError) -> State {
    let found = klv_load_acquire(mailbox.sequence)
    if found == received || found == received &+ 1 { return .waiting(found) }
    guard found == received &+ 2 else { throw .counterJumped(expected: received &+ 2, found: found) }
    return .ready
  }

  /// Whether the sender has published the next message.
  ///
  /// - Throws: ``LinkError`` if the sequence word has a value that the sender must not write now.
  package func isReady() throws(LinkError) -> Bool {
    if case .ready = try look() { true } else { false }
  }

  /// Receives the next message. Call this method only after ``look()`` has returned ``State/ready``.
  ///
  /// - Throws: ``LinkError`` if the message is torn, too long or malformed.
  package mutating func receive<Message: WireMessage>() throws(LinkError) -> Message {
    mailbox.announceCore()
    let count = try copyOut()
    try confirmCopy()
    defer { if buffer.count > Self.maximumKeptBytes { buffer = [] } }
    do throws(WireError) {
      return try buffer.withUnsafeBufferPointer { (copy) throws(WireError) in
        try Message(frame: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<count]))
      }
    } catch {
      throw .malformed(error)
    }
  }

  /// Copies the message to private memory, and returns its length in bytes. Reads the length word once.
  ///
  /// - Throws: ``LinkError`` if the message is too long.
  package mutating func copyOut() throws(LinkError) -> Int {
    let length = klv_load_acquire(mailbox.length)
    guard length <= mailbox.capacity else { throw .lengthOutOfRange(length) }
    let count = Int(length)
    filled = max(filled, count)
    if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, Self.smallestBuffer)) }
    buffer.withUnsafeMutableBytes {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: mailbox.payload, count: count))
    }
    return count
  }

  /// Marks the message as received. Throws an error if the sender changed the sequence word during the copy.
  ///
  /// - Throws: ``LinkError`` if the sequence word changed.
  package mutating func confirmCopy() throws(LinkError) {
    klv_fence()
    guard klv_load_acquire(mailbox.sequence) == received &+ 2 else { throw .tornWrite }
    received &+= 2
    klv_store_release(mailbox.taken, received)
  }

  /// Erases all received messages from the mailbox.
  package mutating func wipe() {
    mailbox.wipe(filled)
    filled = 0
  }

  private static let smallestBuffer = 4 * 1024
  private static let maximumKeptBytes = 64 * 1024
}
