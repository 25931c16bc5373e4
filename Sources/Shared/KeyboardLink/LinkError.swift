internal import Glibc
package import KeyboardProtocol

/// The reason why sending or receiving a message over a link failed.
///
/// After ``stalled``, ``tooLong(length:capacity:)`` and ``outOfTurn``, the link is still usable. After any other error,
/// the link is unusable, and the host must end the runner.
package enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No message arrived before the deadline. To continue to wait, the caller can call the same method again.
  case stalled
  /// The other process ended, and there is no message to receive.
  case peerEnded
  /// The message changed while this process copied it.
  case tornWrite
  /// The mailbox's sequence number is not the number of the next message.
  case counterJumped(expected: UInt32, found: UInt32)
  /// The length of the message exceeds the size of its mailbox.
  case lengthOutOfRange(UInt32)
  /// The bytes are not a message.
  case malformed(WireError)
  /// The message does not fit in the mailbox. The sender published nothing, and the caller can send another message.
  case tooLong(length: Int, capacity: Int)
  /// A process did not keep to the order of messages. Either this process tried to send or to receive at the wrong
  /// time, or the other process sent a message of the wrong kind.
  case outOfTurn
  /// The shared memory has the wrong size, or its size is not sealed.
  case unsuitableMemory
  /// A system call failed.
  case system(operation: String, errno: Int32)

  /// The error as text, for a log.
  package var description: String {
    switch self {
    case .stalled: "no message came in time"
    case .peerEnded: "the other process has ended"
    case .tornWrite: "a message changed during reading"
    case .counterJumped(let expected, let found): "the message counter is \(found) instead of \(expected)"
    case .lengthOutOfRange(let length): "a message of \(length) bytes does not fit in its mailbox"
    case .malformed(let error): "a message is malformed: \(error)"
    case .tooLong(let length, let capacity): "a message of \(length) bytes exceeds the limit of \(capacity)"
    case .outOfTurn: "a message was sent or received out of turn"
    case .unsuitableMemory: "the shared memory has the wrong size or is not sealed"
    case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
    }
  }
}
