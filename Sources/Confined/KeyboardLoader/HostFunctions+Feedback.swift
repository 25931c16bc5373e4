internal import InputViewModel
internal import Invocation
internal import KeyboardABI
internal import KeyboardProtocol

extension HostFunctions {
  /// The handlers for key sounds. The host plays the sounds after the turn.
  static let feedback: [String: Handler] = [
    "klava.feedback/1.play_input_click": { keyboard, _ throws(InvocationError) in
      code(keyboard.play(.click))
    },
    "klava.feedback/1.play_sound": { keyboard, arguments throws(InvocationError) in
      let sound = KeySound(rawValue: Int(try arguments.int32(at: 1)))
      return code(sound.map(keyboard.play) ?? KLV_ERROR_BAD_ARGUMENT)
    },
  ]
}

extension LoadedKeyboard {
  fileprivate func play(_ sound: KeySound) -> klv_result {
    guard configuration.mayGiveFeedback else { return KLV_ERROR_NO_ACCESS }
    guard inputView?.enableInputClicksWhenVisible == true else { return KLV_ERROR_NOT_NOW }
    // A turn is one key press, which makes one sound. Only the first request counts, so that a keyboard cannot flood
    // the host.
    guard turn?.requests.contains(where: \.isSound) != true else { return KLV_ERROR_TOO_LARGE }
    request(.playSound(sound))
    return KLV_OK
  }
}

extension KeyboardRequest {
  fileprivate var isSound: Bool { if case .playSound = self { true } else { false } }
}
