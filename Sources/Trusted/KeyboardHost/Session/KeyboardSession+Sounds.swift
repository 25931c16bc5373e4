internal import Bundles
package import TextInput

/// Clicks of keys (Behavior.md#key-sounds, and the row of Behavior.md#rights).
///
/// The system keyboard's keys sound as their roles say. A third-party keyboard asks for its sounds itself, as on iOS, and
/// is heard only if its manifest requests open access and what it shows says that keys click.
extension KeyboardSession {
  /// Sounds in a second, whatever keyboards ask for and people do.
  static let soundsPerSecond = 25

  /// A keyboard asked for a sound in a turn in which it may act.
  func playSound(_ sound: KeySound, askedForBy life: KeyboardInstance) {
    // Its process has looked at all this too; the host goes by what it knows itself.
    guard life === shownLife, life.interface?.enableInputClicksWhenVisible == true,
      source.mayGiveFeedback(life.identifier)
    else { return }
    report.events.append(.click)
    play(sound)
  }

  /// The person did something to a key of the system keyboard.
  func playSound(of key: Key, _ gesture: KeyEvent.Gesture, on interface: Interface) {
    guard interface.enableInputClicksWhenVisible else { return }
    switch gesture {
    case .press, .longPress, .repeat, .repeatWord, .alternative: play(key.role.sound)
    case .release, .swipe: break
    }
  }

  /// Whether the person wants clicks, by the settings of the system keyboard.
  package func takeSystemSettings(_ settings: [String: SettingValue]) {
    wantsClicks = settings[SettingsSchema.clicksKey] == .boolean(true)
  }

  private func play(_ sound: KeySound) {
    guard wantsClicks, let sounds, soundAllowance.available(at: clock.now) > 0 else { return }
    soundAllowance.spend(1)
    sounds.play(sound)
  }
}
