internal import Gestures

/// Converts the time stamps of a compositor's touch events to times of the session's clock.
///
/// The origin of the time stamps is unknown. So while fingers are on the keyboard, the clock adds the difference of two
/// time stamps to the time at which the program handled the first of these touches.
struct TouchClock {
  private var touches: Set<Int> = []
  private var base: (stamp: UInt32, time: Duration)?

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
}
