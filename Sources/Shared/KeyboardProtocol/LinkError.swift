internal import Glibc

/// Why a message did not cross a link. After any of these but ``stalled``, ``tooLong(length:capacity:)`` and
/// ``outOfTurn`` the link is of no more use, and its runner is to be ended.
package enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The deadline passed and no message had come; receiving again goes on waiting.
  case stalled
  /// The other process ended and left no message.
  case peerEnded
  /// The message changed while it was copied.
  case tornWrite
  /// The mailbox counts other messages than the next one.
  case counterJumped(expected: UInt32, found: UInt32)
  /// The message claims so many bytes, which its mailbox does not have.
  case lengthOutOfRange(UInt32)
  /// The bytes are not a message.
  case malformed(WireError)
  /// The message to send does not fit; nothing of it was written, and another may be sent in its place.
  case tooLong(length: Int, capacity: Int)
  /// The other side has the word; nothing was sent, or nothing can come.
  case outOfTurn
  /// The memory handed over has another size than a link's, or its size is not sealed.
  case unsuitableMemory
  /// A system call failed.
  case system(operation: String, errno: Int32)

  /// The error in words, for a log.
  package var description: String {
    switch self {
    case .stalled: "no message came in time"
    case .peerEnded: "the other process has ended"
    case .tornWrite: "a message changed during reading"
    case .counterJumped(let expected, let found): "the message counter is \(found) instead of \(expected)"
    case .lengthOutOfRange(let length): "a message claims \(length) bytes"
    case .malformed(let error): "a message is malformed: \(error)"
    case .tooLong(let length, let capacity): "a message of \(length) bytes exceeds the limit of \(capacity)"
    case .outOfTurn: "a message was sent out of turn"
    case .unsuitableMemory: "the shared memory has the wrong size or is not sealed"
    case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
    }
  }
}
