internal import Glibc
internal import LinuxShims

/// Time in which nobody waits for the host: until the person does something, or something else is due.
package struct IdleTime: Sendable {
  /// It is over when one of these is readable.
  let descriptors: [Int32]
  /// It is over at this time; nil where nothing is due.
  let end: ContinuousClock.Instant?

  /// Time until one of `descriptors` is readable, or so long, or without end where that is nil.
  package init(endedBy descriptors: [Int32], within duration: Duration? = nil) {
    self.descriptors = descriptors
    end = duration.map { .now + max($0, .zero) }
  }

  /// Time until then.
  init(until end: ContinuousClock.Instant) {
    descriptors = []
    self.end = end
  }

  /// Whether it is over.
  var isOver: Bool {
    if let end, end <= .now { return true }
    return poll(within: 0)?.contains { $0 != 0 } ?? true
  }

  /// Waits until it is over, or a signal comes; answers what poll(2) says of each descriptor, or nil where it fails.
  package func waitUntilOver() -> [Int16]? {
    poll(within: end.map { max(Int64(($0 - .now) / .nanoseconds(1)), 0) } ?? -1)
  }

  private func poll(within nanoseconds: Int64) -> [Int16]? {
    var places = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard klv_poll(&places, UInt32(places.count), nanoseconds) >= 0 || errno == EINTR else { return nil }
    return places.map(\.revents)
  }
}
