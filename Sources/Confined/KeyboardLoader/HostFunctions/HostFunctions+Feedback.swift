internal import InputViewModel
internal import KeyboardABI
internal import KeyboardProtocol

extension HostFunctions {
  /// The function table for key sounds. The host plays the sounds after the turn.
  static var feedback: klv_feedback {
    klv_feedback(
      play_input_click: { host in
        call(host, .feedbackPlayInputClick) { $0.play(.click) }
      },
      play_sound: { host, sound in
        call(host, .feedbackPlaySound) { keyboard in
          KeySound(rawValue: Int(sound)).map(keyboard.play)
            ?? keyboard.badArgument("sound has the unknown value \(sound)")
        }
      })
  }

  /// The function table for vibrations. The host triggers the vibrations after the turn.
  static var haptics: klv_haptics {
    klv_haptics(
      play: { host, haptic in
        call(host, .hapticsPlay) { keyboard in
          HapticFeedback(rawValue: Int(haptic)).map(keyboard.play)
            ?? keyboard.badArgument("haptic has the unknown value \(haptic)")
        }
      })
  }
}

extension LoadedKeyboard {
  fileprivate func play(_ sound: KeySound) -> klv_result {
    guard configuration.mayGiveFeedback else { return KLV_ERROR_NO_ACCESS }
    guard inputView?.enableInputClicksWhenVisible == true else { return KLV_ERROR_NOT_NOW }
    // One key press makes one sound. Accept only the first request of a turn, so that a keyboard cannot flood the host.
    guard !requests.contains(where: \.isSound) else { return KLV_ERROR_TOO_LARGE }
    request(.playSound(sound))
    return KLV_OK
  }

  fileprivate func play(_ haptic: HapticFeedback) -> klv_result {
    guard configuration.standing.hasFullAccess else { return KLV_ERROR_NO_ACCESS }
    guard !requests.contains(where: \.isHaptic) else { return KLV_ERROR_TOO_LARGE }
    request(.playHaptic(haptic))
    return KLV_OK
  }
}

extension KeyboardRequest {
  fileprivate var isSound: Bool { if case .playSound = self { true } else { false } }
  fileprivate var isHaptic: Bool { if case .playHaptic = self { true } else { false } }
}
