/// Cuts a stream of bytes into lines; a line that is too long is passed over without being held.
struct ScriptLines {
  /// What came of one line.
  enum Line: Equatable {
    /// The line, without its line break.
    case bytes([UInt8])
    /// It is longer than ``limit``.
    case tooLong
  }

  /// Bytes that one line may have: the largest document that a script may bring, escaped.
  static let limit = 16 * 1024 * 1024

  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isPassingOver = false

  init(limit: Int = limit) { self.limit = limit }

  /// Adds what was read.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next line that has been read whole; `isEnd` says that nothing follows, so that the last line needs no line break.
  mutating func next(isEnd: Bool) -> Line? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      if isEnd {
        guard start < buffer.count || isPassingOver else { return nil }
        return take(upTo: buffer.count, next: buffer.count)
      }
      if buffer.count - start > limit {
        isPassingOver = true
        start = buffer.count
      }
      return nil
    }
    searched = end + 1
    return take(upTo: end, next: end + 1)
  }

  private mutating func take(upTo end: Int, next: Int) -> Line {
    defer {
      start = next
      isPassingOver = false
    }
    return isPassingOver || end - start > limit ? .tooLong : .bytes(Array(buffer[start..<end]))
  }
}
