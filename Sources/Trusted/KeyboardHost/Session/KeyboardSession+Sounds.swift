internal import BundleFormat
internal import InputViewModel
package import KeyboardProtocol
internal import KeyboardStore
internal import Timing

/// Key sounds (Behavior.md#key-sounds; Behavior.md#rights says which keyboards may play them).
///
/// The keys of the system keyboard sound according to their roles. A third-party keyboard requests its sounds itself,
/// as on iOS. The host plays them only if the manifest requests full access and the input view enables input clicks.
extension KeyboardSession {
  /// The limit of sounds in a second, for all keyboards together.
  static let soundsPerSecond = 25

  /// Plays the sound that a keyboard requested in a turn with the right to act.
  func playSound(_ sound: KeySound, askedForBy instance: KeyboardInstance) {
    // The keyboard's process checks the same conditions, but the host relies only on its own knowledge.
    guard instance === shownInstance, instance.inputView?.enableInputClicksWhenVisible == true,
      source.mayGiveFeedback(instance.identifier)
    else { return }
    report.events.append(.click)
    play(sound)
  }

  /// Plays the sound of a key of the system keyboard for a gesture of the user.
  func playSound(of key: Key, _ gesture: KeyEvent.Gesture, on inputView: InputViewTree) {
    guard inputView.enableInputClicksWhenVisible else { return }
    switch gesture {
    case .press, .longPress, .repeat, .repeatWord, .alternative: play(key.role.sound)
    case .release, .swipe: break
    }
  }

  /// Applies the settings of the system keyboard: whether the user wants key sounds.
  package func applySystemSettings(_ settings: [String: SettingValue]) {
    wantsClicks = settings[SettingsSchema.clicksKey] == .boolean(true)
  }

  private func play(_ sound: KeySound) {
    guard wantsClicks, let sounds, soundAllowance.available(at: clock.now) > 0 else { return }
    soundAllowance.spend(1)
    sounds.play(sound)
  }
}
