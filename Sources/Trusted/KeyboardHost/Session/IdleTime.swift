internal import Glibc
internal import LinuxShims
internal import Timing

/// A pause in which the user does nothing. A pause ends when the user does something or when other work is due.
package struct IdleTime: Sendable {
  /// The descriptors that end the pause when one of them becomes readable.
  let descriptors: [Int32]
  private let writing: [Int32]
  private let keyboard: Int32?
  /// The latest time at which the pause ends, on the clock of `SystemClock.uptime`; nil for no limit.
  private let latest: Duration?

  /// One moment, read from two clocks. The property ``end`` uses both times to convert an uptime to a time of
  /// `ContinuousClock`.
  private static let moment = (instant: ContinuousClock.now, uptime: SystemClock.uptime)

  /// The latest time at which the pause ends; nil for no limit.
  package var end: ContinuousClock.Instant? { latest.map { Self.moment.instant + ($0 - Self.moment.uptime) } }

  /// Creates a pause that ends when a descriptor becomes readable, or after `duration`.
  ///
  /// - Parameters:
  ///   - descriptors: The descriptors that end the pause when one of them becomes readable.
  ///   - writing: The descriptors that end the pause when one of them becomes writable.
  ///   - keyboard: The descriptor by which the shown keyboard requests a turn. If this descriptor becomes readable,
  ///     ``waitUntilOver()`` returns, but the pause does not end, so that a keyboard cannot prevent the host's work
  ///     during the pause.
  ///   - duration: The longest duration of the pause; nil if there is no limit.
  package init(
    endedBy descriptors: [Int32], writing: [Int32] = [], orWokenBy keyboard: Int32? = nil,
    within duration: Duration? = nil
  ) {
    self.descriptors = descriptors
    self.writing = writing
    self.keyboard = keyboard
    latest = duration.map { SystemClock.uptime + max($0, .zero) }
  }

  /// Creates a pause that ends at a given `SystemClock.uptime`.
  init(until end: Duration) {
    descriptors = []
    writing = []
    keyboard = nil
    latest = end
  }

  var isOver: Bool {
    if let latest, latest <= SystemClock.uptime { return true }
    return poll(within: 0, keyboard: nil)?.contains { $0 != 0 } ?? true
  }

  /// Waits until the pause is over, the shown keyboard requests a turn, or a signal arrives.
  ///
  /// - Returns: The `revents` of poll(2) for each descriptor, with the keyboard's descriptor at the end; nil if poll(2)
  ///   fails.
  package func waitUntilOver() -> [Int16]? {
    poll(within: latest.map { max(Int64(($0 - SystemClock.uptime) / .nanoseconds(1)), 0) } ?? -1, keyboard: keyboard)
  }

  private func poll(within nanoseconds: Int64, keyboard: Int32?) -> [Int16]? {
    var places = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    places += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    places += keyboard.map { [pollfd(fd: $0, events: Int16(POLLIN), revents: 0)] } ?? []
    guard klv_poll(&places, UInt32(places.count), nanoseconds) >= 0 || errno == EINTR else { return nil }
    return places.map(\.revents)
  }
}
