/// Limits an amount per second. An amount that the caller does not use stays available, but the available amount never
/// exceeds a maximum.
package struct RateLimiter {
  private let perSecond: Double
  private let maximum: Double
  private var left: Double
  private var updated: Duration

  /// Creates a rate limiter. The maximum amount is available immediately.
  ///
  /// - Parameters:
  ///   - perSecond: The amount per second.
  ///   - maximum: The maximum available amount; nil for the amount of one second.
  ///   - now: The current time.
  package init(perSecond: Int, maximum: Int? = nil, at now: Duration) {
    self.perSecond = Double(perSecond)
    self.maximum = Double(maximum ?? perSecond)
    left = self.maximum
    updated = now
  }

  /// Returns the amount that is available now, rounded down.
  package mutating func available(at now: Duration) -> Int {
    if now > updated {
      left = min(maximum, left + perSecond * ((now - updated) / .seconds(1)))
      updated = now
    }
    return Int(left)
  }

  /// Spends an amount. If the amount exceeds ``available(at:)``, the available amount becomes negative.
  package mutating func spend(_ amount: Int) {
    left -= Double(amount)
  }
}

/// A rate limiter for each of several keys, all with the same limits.
package struct RateLimiters {
  /// The amount per second.
  package let perSecond: Int
  /// The maximum available amount.
  package let maximum: Int
  private var limiters: [String: RateLimiter] = [:]

  /// Creates rate limiters with these limits. The maximum amount is available immediately.
  package init(perSecond: Int, maximum: Int) {
    self.perSecond = perSecond
    self.maximum = maximum
  }

  /// Returns the amount that is available for a key now, rounded down.
  package mutating func available(for key: String, at now: Duration) -> Int {
    limiters[key, default: RateLimiter(perSecond: perSecond, maximum: maximum, at: now)].available(at: now)
  }

  /// Spends an amount of a key. The spent amount may exceed the available amount.
  package mutating func spend(_ amount: Int, for key: String, at now: Duration) {
    limiters[key, default: RateLimiter(perSecond: perSecond, maximum: maximum, at: now)].spend(amount)
  }
}
