internal import InputViewModel
internal import KeyboardABI
internal import KeyboardProtocol

extension HostFunctions {
  /// Key sounds. The host plays the sounds after the turn.
  static var feedback: klv_feedback {
    klv_feedback(
      play_input_click: { host in
        call(host, .feedbackPlayInputClick) { $0.play(.click) }
      },
      play_sound: { host, sound in
        call(host, .feedbackPlaySound) { keyboard in
          KeySound(rawValue: Int(sound)).map(keyboard.play) ?? KLV_ERROR_BAD_ARGUMENT
        }
      })
  }
}

extension LoadedKeyboard {
  fileprivate func play(_ sound: KeySound) -> klv_result {
    guard configuration.mayGiveFeedback else { return KLV_ERROR_NO_ACCESS }
    guard inputView?.enableInputClicksWhenVisible == true else { return KLV_ERROR_NOT_NOW }
    // One key press makes one sound. Accept only the first request of a turn, so that a keyboard cannot flood the host.
    guard turn?.requests.contains(where: \.isSound) != true else { return KLV_ERROR_TOO_LARGE }
    request(.playSound(sound))
    return KLV_OK
  }
}

extension KeyboardRequest {
  fileprivate var isSound: Bool { if case .playSound = self { true } else { false } }
}
