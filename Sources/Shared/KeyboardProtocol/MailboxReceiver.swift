internal import LinuxShims

/// The reading end of a mailbox whose other side is hostile: each word is read once, the bytes are copied out, and only
/// the copy is decoded.
struct MailboxReceiver {
  let mailbox: Mailbox
  private var received: UInt32 = 0
  private var buffer: [UInt8] = []
  /// Bytes of the mailbox that messages have filled since they were last wiped.
  private var filled = 0

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// What the sequence word says.
  enum State {
    /// Nothing new; the word's value, to sleep on.
    case waiting(UInt32)
    /// The next message is complete.
    case ready
  }

  /// Looks at the sequence word.
  func look() throws(LinkError) -> State {
    let found = klv_load_acquire(mailbox.sequence)
    if found == received || found == received &+ 1 { return .waiting(found) }
    guard found == received &+ 2 else { throw .counterJumped(expected: received &+ 2, found: found) }
    return .ready
  }

  /// Whether the next message is complete.
  func isReady() throws(LinkError) -> Bool {
    if case .ready = try look() { true } else { false }
  }

  /// Takes the message that ``look()`` found ready.
  mutating func take<Message: WireMessage>() throws(LinkError) -> Message {
    mailbox.announceCore()
    let count = try copyOut()
    try confirmCopy()
    defer { if buffer.count > Self.largestKeptBuffer { buffer = [] } }
    do throws(WireError) {
      return try Message(frame: buffer, count: count)
    } catch {
      throw .malformed(error)
    }
  }

  /// Copies the message out of reach of the other side; answers its length, which is read once.
  mutating func copyOut() throws(LinkError) -> Int {
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

  /// Counts the message as received, if nothing was written to the mailbox while it was copied.
  mutating func confirmCopy() throws(LinkError) {
    klv_fence()
    guard klv_load_acquire(mailbox.sequence) == received &+ 2 else { throw .tornWrite }
    received &+= 2
    klv_store_release(mailbox.taken, received)
  }

  /// Leaves nothing of the messages that were received.
  mutating func wipe() {
    mailbox.wipe(filled)
    filled = 0
  }

  private static let smallestBuffer = 4 * 1024
  private static let largestKeptBuffer = 64 * 1024
}
