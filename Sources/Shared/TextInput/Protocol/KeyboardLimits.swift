/// How much a keyboard may use, and nothing else says so: each number is here and nowhere else. What one
/// turn may do to a document is ``TurnLimit``.
public struct KeyboardLimits: Hashable, Sendable {
  /// Bytes of memory of its own: heap, stacks of its threads, written pages of libraries.
  public var memory: UInt64 = 64 * 1024 * 1024
  /// Bytes of address space beyond what is mapped before its library is: code, files, memory of any kind.
  public var addressSpace: UInt64 = 256 * 1024 * 1024
  /// Threads, the one that it is called on included. Dispatch makes one for each queue that is busy, and waits for seconds
  /// where it gets none.
  public var threads = 64
  /// Open descriptors.
  public var descriptors = 32
  /// Bytes of one file that it writes.
  public var fileSize: UInt64 = 4 * 1024 * 1024
  /// Seconds of processor time in the life of its process; a backstop behind the deadline of a turn.
  public var processorTime: UInt64 = 60
  /// Bytes of all files in its container.
  public var containerBytes = 64 * 1_000_000
  /// Files in its container.
  public var containerFiles = 4_096

  /// The host's own time for one turn: edits, the input view, log lines.
  package static let hostTime: Duration = .milliseconds(45)

  /// The limits of every keyboard.
  public init() {}

  /// Bytes of memory that the kernel gives it, and no more: a quarter beyond ``memory``. One that grows past its limit is
  /// then ended after the turn by its host, who can say why, and does not first meet an allocation that failed.
  public var memoryGiven: UInt64 { memory + memory / 4 }

  /// Bytes of memory at which it is warned.
  public var memoryWarning: UInt64 { memory / 4 * 3 }
}
