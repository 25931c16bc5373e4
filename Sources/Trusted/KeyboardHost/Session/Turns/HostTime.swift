internal import Glibc

/// A limit on the processor time that the host's thread spends for a keyboard.
///
/// The limit is in processor time, so that the load of the machine has no effect on it. Reading the processor time
/// needs a system call, so the code reads the monotonic clock first. If less time than the limit has passed on the
/// monotonic clock, the thread cannot have exceeded the limit.
struct HostTime {
  /// A function that returns the time of a clock, in nanoseconds.
  typealias Clocks = (Clock) -> Int64

  enum Clock {
    /// The clock that never goes back.
    case monotonic
    /// The processor time of the current thread.
    case processor
    /// An upper bound of ``processor``, at most a millisecond more.
    case processorBound
  }

  private var limit: Duration
  private let clocks: Clocks
  /// The earliest monotonic time at which the thread can reach the limit, and the processor time at which the thread
  /// reaches the limit. Both times are in nanoseconds. Nil before the count starts.
  private var end: (clock: Int64, processor: Int64)?

  init(_ limit: Duration, on clocks: @escaping Clocks) {
    self.limit = limit
    self.clocks = clocks
  }

  /// Starts to count the time, unless the count has already started.
  mutating func begin() { if end == nil { end = end(after: limit) } }

  /// Lowers the limit. If the count has started, the limit applies to the remaining time.
  mutating func restrict(to most: Duration) {
    limit = min(limit, most)
    guard let end else { return }
    let new = self.end(after: limit)
    self.end = (min(end.clock, new.clock), min(end.processor, new.processor))
  }

  private func end(after limit: Duration) -> (clock: Int64, processor: Int64) {
    let limit = limit.wholeNanoseconds
    return (clocks(.monotonic) + limit, clocks(.processorBound) + limit)
  }

  var isOver: Bool {
    guard let end, clocks(.monotonic) >= end.clock else { return false }
    return clocks(.processor) >= end.processor
  }
}

/// The clocks of the machine, for one thread.
final class MachineClocks {
  /// The monotonic time and the processor time at the last reading of the processor time.
  private var last: (monotonic: Int64, processor: Int64)?

  /// Returns the time of a clock, in nanoseconds. For a bound of the processor time, adds the monotonic time since the
  /// last reading to this reading if it is less than a millisecond old: this takes less time than a system call.
  func read(_ clock: HostTime.Clock) -> Int64 {
    let monotonic = Self.read(CLOCK_MONOTONIC)
    switch clock {
    case .monotonic: return monotonic
    case .processorBound:
      if let last, monotonic - last.monotonic < 1_000_000 { return last.processor + monotonic - last.monotonic }
      fallthrough
    case .processor:
      let processor = Self.read(CLOCK_THREAD_CPUTIME_ID)
      last = (monotonic, processor)
      return processor
    }
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  /// The duration in nanoseconds, at most an hour, so that sums do not overflow.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(seconds, -3_600), 3_600) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
