internal import Glibc
internal import LinuxShims

/// Whether messages come so fast that spinning for the next one is cheaper than sleeping (Benchmarks.md#adaptive-spin:
/// waking a sleeping core is the cost that counts). Times are nanoseconds of the monotonic clock.
package struct AdaptiveSpin {
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

extension AdaptiveSpin {
  /// Whether somebody on this core may spin for somebody who last ran on that one; both are counted from 1, and 0 is not known.
  ///
  /// Who spins on the core that the other one needs only keeps them from running: a machine that has other work to do often puts
  /// the two on one core, and a turn then takes twice the time of spinning in place of two changes of task.
  package static func maySpin(on core: UInt32, forOneOn other: UInt32) -> Bool { core == 0 || core != other }
}

extension MailboxReceiver {
  /// Spins as the pace allows, at most until `end`; answers whether the next message is complete.
  ///
  /// - Parameter other: The mailbox of the other direction, whose receiver is to send that message. It may lie about its core:
  ///   then this side sleeps at once, or spins as long as the pace allows.
  func spin(_ pace: AdaptiveSpin, for other: Mailbox, until end: UInt64 = .max) throws(LinkError) -> Bool {
    if try isReady() { return true }
    guard let spinEnd = pace.spinEnd(from: AdaptiveSpin.now) else { return false }
    repeat {
      guard AdaptiveSpin.maySpin(on: mailbox.announceCore(), forOneOn: other.receiverCore) else { return false }
      for _ in 0..<16 {
        klv_spin_hint()
        if try isReady() { return true }
      }
    } while AdaptiveSpin.now < min(spinEnd, end)
    return false
  }
}
