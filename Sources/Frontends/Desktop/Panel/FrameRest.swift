internal import BundleFormat

/// The pause after a frame of a third-party keyboard. The pause is three times as long as the time that the render
/// process needed for the frame. Without a pause, a keyboard that changes an expensive drawing with a timer could keep
/// a processor busy. The pause does not delay a frame after a touch, or a frame of another keyboard.
struct FrameRest {
  private var ordered: Duration = .zero
  private var rest: (keyboard: String, end: Duration)?
  private var lastTouch: Duration?

  /// The length of the pause, as a multiple of the time for the frame.
  private static let multiple = 3
  /// The time after a touch during which no frame waits for the end of the pause.
  private static let touchTime = Duration.seconds(1)

  /// Records that the panel ordered a frame.
  mutating func markOrder(at now: Duration) { ordered = now }

  /// Begins the pause after a frame of a keyboard.
  mutating func begin(for keyboard: String, at now: Duration) {
    rest = keyboard == KeyboardIdentifier.system ? nil : (keyboard, now + (now - ordered) * Self.multiple)
  }

  /// Ends the pause, because the user touched the keyboard.
  mutating func end(touchedAt now: Duration) { lastTouch = now }

  /// Returns the time at which the pause for frames of a keyboard ends; nil if there is no pause now.
  func end(for keyboard: String, at now: Duration) -> Duration? {
    guard let rest, rest.keyboard == keyboard, now < rest.end else { return nil }
    return lastTouch.map { now < $0 + Self.touchTime } == true ? nil : rest.end
  }
}
