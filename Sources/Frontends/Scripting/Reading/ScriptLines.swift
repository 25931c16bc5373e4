/// Splits a stream of bytes into lines. If a line is too long, the splitter skips the line and does not store it.
package struct ScriptLines {
  /// One line of the input.
  package enum Line: Equatable {
    /// The bytes of the line, without its line break.
    case bytes([UInt8])
    /// A line that is longer than ``limit``.
    case tooLong
  }

  /// The maximum size of one line in bytes.
  package static let maximumLineBytes = 16 * 1024 * 1024

  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isPassingOver = false

  /// Creates a splitter that skips lines with more bytes than the limit.
  package init(limit: Int = maximumLineBytes) { self.limit = limit }

  /// Appends bytes of the stream.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next complete line; nil if no line is complete yet.
  ///
  /// - Parameter isEnd: Whether the stream has ended, so that the last line is complete without a line break.
  package mutating func next(isEnd: Bool) -> Line? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      if isEnd {
        guard start < buffer.count || isPassingOver else { return nil }
        return cut(upTo: buffer.count, next: buffer.count)
      }
      if buffer.count - start > limit {
        isPassingOver = true
        start = buffer.count
      }
      return nil
    }
    searched = end + 1
    return cut(upTo: end, next: end + 1)
  }

  private mutating func cut(upTo end: Int, next: Int) -> Line {
    defer {
      start = next
      isPassingOver = false
    }
    return isPassingOver || end - start > limit ? .tooLong : .bytes(Array(buffer[start..<end]))
  }
}
