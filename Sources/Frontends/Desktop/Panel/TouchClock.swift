internal import Gestures

/// Converts the time stamps of a compositor's touch events to times of the session's clock.
///
/// The origin of the time stamps is unknown. So while fingers are on the keyboard, ``time(of:_:stamp:at:)`` adds the
/// difference of two time stamps to the time at which the program handled the first of these touches. The time of a
/// single event (``latestTime(stamp:at:)``) has the event that the program handled with the shortest delay as its base.
struct TouchClock {
  private var touches: Set<Int> = []
  private var base: (stamp: UInt32, time: Duration)?
  /// The event that the program handled with the shortest delay, as far as the time stamps show.
  private var fastest: (stamp: UInt32, time: Duration)?

  /// The difference of times from which the origin of the time stamps has changed, for example after a suspension.
  private static let largestDelay = Duration.seconds(2)

  /// Returns the time of an event, which is not in the future.
  ///
  /// - Parameters:
  ///   - touch: The number of the touch.
  ///   - phase: The phase of the touch.
  ///   - stamp: The time stamp in milliseconds, which begins again at 0 after 49 days; nil if there is none.
  ///   - now: The current time.
  mutating func time(of touch: Int, _ phase: TouchSample.Phase, stamp: UInt32?, at now: Duration) -> Duration {
    if touches.isEmpty { base = stamp.map { ($0, now) } }
    switch phase {
    case .down: touches.insert(touch)
    case .move: break
    case .up, .cancelled: touches.remove(touch)
    }
    guard let base, let stamp else { return now }
    return min(base.time + .milliseconds(max(Int32(bitPattern: stamp &- base.stamp), 0)), now)
  }

  /// Returns the latest time at which the user can have made the touch of an event, even if the program handles the
  /// event late.
  ///
  /// - Parameters:
  ///   - stamp: The time stamp in milliseconds; nil if there is none.
  ///   - now: The current time.
  mutating func latestTime(stamp: UInt32?, at now: Duration) -> Duration {
    guard let stamp else { return now }
    let time = fastest.map { $0.time + .milliseconds(Int32(bitPattern: stamp &- $0.stamp)) }
    if let time, time <= now, now - time < Self.largestDelay { return time }
    fastest = (stamp, now)
    return now
  }

  /// Forgets all touches, because the compositor cancelled them.
  mutating func cancel() { (touches, base) = ([], nil) }
}
