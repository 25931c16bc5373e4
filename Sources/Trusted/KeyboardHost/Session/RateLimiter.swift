/// So much a second, and no more of it saved than one second brings.
struct RateLimiter {
  private let perSecond: Double
  private var left: Double
  private var updated: Duration

  /// A full allowance.
  init(perSecond: Int, at now: Duration) {
    self.perSecond = Double(perSecond)
    left = Double(perSecond)
    updated = now
  }

  /// How much may be spent now.
  mutating func available(at now: Duration) -> Int {
    if now > updated {
      left = min(perSecond, left + perSecond * ((now - updated) / .seconds(1)))
      updated = now
    }
    return Int(left)
  }

  /// Spends some of what is available.
  mutating func spend(_ amount: Int) {
    left -= Double(amount)
  }
}
