package import InputViewModel
internal import KeyboardProtocol
internal import Timing

/// A player of key sounds. The session calls the player only if the user wants key sounds.
package protocol KeySounds: AnyObject {
  /// Starts to play a sound and returns immediately. Does nothing if the machine cannot play sounds.
  func play(_ sound: KeySound)
}

/// The key sounds and vibrations of a session. The limits on sounds and vibrations per second apply to all keyboards
/// together.
package final class FeedbackPlayer {
  static let soundsPerSecond = 25
  static let hapticsPerSecond = 10

  /// The player of key sounds; nil in a session without sound.
  package var sounds: (any KeySounds)?
  /// Makes the device vibrate if the user wants vibrations; nil in a session without vibrations. The function must not
  /// call the session.
  package var playHaptic: ((HapticFeedback) -> Void)?
  /// Whether the user wants key sounds.
  var wantsClicks = false
  private let clock: any SessionClock
  private var soundLimiter: RateLimiter
  private var hapticLimiter: RateLimiter

  init(clock: any SessionClock) {
    self.clock = clock
    soundLimiter = RateLimiter(perSecond: Self.soundsPerSecond, at: clock.now)
    hapticLimiter = RateLimiter(perSecond: Self.hapticsPerSecond, at: clock.now)
  }

  func play(_ sound: KeySound) {
    guard wantsClicks, let sounds, soundLimiter.available(at: clock.now) > 0 else { return }
    soundLimiter.spend(1)
    sounds.play(sound)
  }

  func play(_ haptic: HapticFeedback) {
    guard let playHaptic, hapticLimiter.available(at: clock.now) > 0 else { return }
    hapticLimiter.spend(1)
    playHaptic(haptic)
  }
}
