internal import Glibc
internal import LinuxShims

/// Whether messages come so fast that spinning for the next one is cheaper than sleeping (BENCH.md: waking a sleeping
/// core is the cost that counts). Times are nanoseconds of the monotonic clock.
package struct Pace {
  /// Two messages at most this far apart are a burst.
  package static let burstGap: UInt64 = 20_000_000
  /// How long a receiver spins in a burst before it sleeps.
  package static let spinTime: UInt64 = 50_000

  private let hasOtherCores: Bool
  private var lastArrival: UInt64?
  private var isBurst = false

  /// A pace with nothing received yet. On one core spinning would only keep the sender from running.
  package init(cores: Int = Int(klv_usable_cores())) { hasOtherCores = cores > 1 }

  /// Takes note of a message that came now.
  package mutating func messageArrived(at now: UInt64) {
    isBurst = lastArrival.map { now &- $0 <= Self.burstGap } ?? false
    lastArrival = now
  }

  /// Until when to spin from now on; nil for not at all.
  package func spinEnd(from now: UInt64) -> UInt64? {
    guard hasOtherCores, isBurst, let lastArrival, now &- lastArrival <= Self.burstGap else { return nil }
    return now &+ Self.spinTime
  }

  /// The monotonic clock.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

extension MailboxReceiver {
  /// Spins as the pace allows, at most until `end`; answers whether the next message is complete.
  func spin(_ pace: Pace, until end: UInt64 = .max) throws(LinkError) -> Bool {
    if try isReady() { return true }
    guard let spinEnd = pace.spinEnd(from: Pace.now) else { return false }
    repeat {
      for _ in 0..<16 {
        klv_spin_hint()
        if try isReady() { return true }
      }
    } while Pace.now < min(spinEnd, end)
    return false
  }
}
