/// Limits an amount per second. The caller can spend an unused amount later, but the available amount never exceeds the
/// amount of one second.
package struct RateLimiter {
  private let perSecond: Double
  private var left: Double
  private var updated: Duration

  /// Creates a rate limiter. The amount of one second is available immediately.
  package init(perSecond: Int, at now: Duration) {
    self.perSecond = Double(perSecond)
    left = Double(perSecond)
    updated = now
  }

  /// Returns the amount that is available now, rounded down.
  package mutating func available(at now: Duration) -> Int {
    if now > updated {
      left = min(perSecond, left + perSecond * ((now - updated) / .seconds(1)))
      updated = now
    }
    return Int(left)
  }

  /// Spends an amount, which must not exceed ``available(at:)``.
  package mutating func spend(_ amount: Int) {
    left -= Double(amount)
  }
}
