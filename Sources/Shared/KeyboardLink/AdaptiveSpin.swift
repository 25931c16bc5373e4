internal import Glibc
internal import LinuxShims

/// The state that decides whether a receiver spins or sleeps while it waits for the next message.
///
/// If messages arrive in quick succession, spinning takes less time than sleeping, because waking a sleeping core takes
/// long (Benchmarks.md#adaptive-spin). Times are in nanoseconds of the monotonic clock.
package struct AdaptiveSpin {
  /// The maximum time between two messages of a burst.
  package static let burstGap: UInt64 = 20_000_000
  /// The time for which a receiver spins during a burst before it sleeps.
  package static let spinTime: UInt64 = 50_000
  /// The number of consecutive messages on a shared core after which the host moves the runner to another core.
  package static let maximumSharedMessages = 8
  /// The minimum time between two moves of the runner.
  package static let timeBetweenMoves: UInt64 = 10_000_000

  private let hasOtherCores: Bool
  private var lastArrival: UInt64?
  private var isBurst = false
  /// The number of consecutive messages of a burst before which the receiver slept on the sender's core.
  private var sharedMessages = 0
  /// The time before which ``shouldMoveReceiver(on:awayFrom:at:)`` is false.
  private var nextMove: UInt64 = 0

  /// Creates the state before the first message. If only one core is usable, the receiver never spins: the sender could
  /// not run while the receiver spins.
  package init(cores: Int = Int(klv_usable_cores())) { hasOtherCores = cores > 1 }

  /// Records a message that arrived at the given time.
  package mutating func messageArrived(at now: UInt64) {
    isBurst = lastArrival.map { now &- $0 <= Self.burstGap } ?? false
    lastArrival = now
  }

  /// Returns the time at which the receiver must stop spinning; nil if the receiver must not spin.
  package func spinEnd(from now: UInt64) -> UInt64? {
    guard hasOtherCores, isBurst, let lastArrival, now &- lastArrival <= Self.burstGap else { return nil }
    return now &+ Self.spinTime
  }

  /// Counts a message of a sender on the core `own`, and returns whether the receiver should move to another core.
  ///
  /// The kernel can leave sender and receiver on one core for a whole burst, although another core is idle
  /// (Benchmarks.md#shared-core). On one core, neither of them can spin.
  ///
  /// - Parameters:
  ///   - core: The core on which the receiver sleeps; 0 if the receiver is awake or its core is unknown.
  ///   - own: The core of the sender.
  ///   - now: The current time, which is read only if the receiver sleeps on the sender's core.
  package mutating func shouldMoveReceiver(
    on core: UInt32, awayFrom own: UInt32, at now: @autoclosure () -> UInt64
  ) -> Bool {
    guard !Self.maySpin(on: core, forOneOn: own), case let now = now(), spinEnd(from: now) != nil else {
      sharedMessages = 0
      return false
    }
    sharedMessages += 1
    guard sharedMessages >= Self.maximumSharedMessages, now >= nextMove else { return false }
    (sharedMessages, nextMove) = (0, now &+ Self.timeBetweenMoves)
    return true
  }

  /// The current time of the monotonic clock in nanoseconds.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

extension AdaptiveSpin {
  /// The number of the core on which this thread runs. The first core has the number 1. The number 0 means unknown.
  package static var currentCore: UInt32 { UInt32(truncatingIfNeeded: klv_current_core() + 1) }

  /// Whether a receiver on the core `core` may spin while it waits for a sender that last ran on the core `other`. The
  /// first core has the number 1. The number 0 means unknown.
  ///
  /// If the receiver spins on the core that the sender needs, the sender cannot run. A busy machine often runs both
  /// processes on one core. On a shared core, spinning doubles the time of a turn.
  package static func maySpin(on core: UInt32, forOneOn other: UInt32) -> Bool { core == 0 || core != other }
}

extension MailboxReceiver {
  /// Spins until the next message arrives. Stops at the latest when the time of the adaptive spin ends, or at `end`.
  ///
  /// - Parameters:
  ///   - spin: The state of the adaptive spin.
  ///   - other: The mailbox of the other direction, in which the other process reports the core on which it runs. A
  ///     false report only costs time: the receiver sleeps too early, or spins for at most ``AdaptiveSpin/spinTime``
  ///     although the sender needs the core.
  ///   - end: The time at which spinning must end, in nanoseconds of the monotonic clock.
  /// - Returns: Whether the next message has arrived.
  /// - Throws: ``LinkError`` if the mailbox's control words are invalid.
  package func spin(_ spin: AdaptiveSpin, for other: Mailbox, until end: UInt64 = .max) throws(LinkError) -> Bool {
    if try isReady() { return true }
    guard let spinEnd = spin.spinEnd(from: AdaptiveSpin.now) else { return false }
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
