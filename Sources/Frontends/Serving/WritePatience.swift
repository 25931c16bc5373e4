/// The remaining time for which a connection waits for a client that reads slowly (ServeProtocol.md#clients).
///
/// With a time limit for each record, a client that reads slowly could block the thread of its connection forever. So
/// all waits of a connection share one limit. Between two writes, the remaining time grows by a tenth of the elapsed
/// time.
struct WritePatience {
  private let most: Duration
  private var rest: Duration
  private var last: ContinuousClock.Instant

  init(_ most: Duration, at now: ContinuousClock.Instant = .now) {
    self.most = most
    rest = most
    last = now
  }

  /// Returns the remaining time for a write that begins now. Call ``spend(until:)`` after the write.
  mutating func left(at now: ContinuousClock.Instant) -> Duration {
    rest = min(rest + (now - last) / 10, most)
    last = now
    return rest
  }

  /// Subtracts the time since the start of the write.
  mutating func spend(until now: ContinuousClock.Instant) {
    rest = max(rest - (now - last), .zero)
    last = now
  }
}
