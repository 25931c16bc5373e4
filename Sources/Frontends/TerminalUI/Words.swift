internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import Layout
internal import TextModel

extension SessionEvent {
  /// A notice for the user about the event; nil if the user sees the effect of the event anyway.
  var words: String? {
    switch self {
    case .advanceToNextInputMode: "The keyboard requested the next keyboard."
    case .handleInputModeList: "The keyboard requested the list of keyboards."
    case .dismissKeyboard: "The keyboard hid itself. Press Return to show it again."
    case .return: "The application got Return and performs the field's action."
    case .keyCommand: "The application handles this key press as a key command."
    case .restarted: "The keyboard's process had ended; the host restarted it."
    case .click, .haptic, .timer: nil
    }
  }
}

extension TurnEvent.Kind {
  /// The word for this kind of turn that the view shows to the user.
  var words: String {
    switch self {
    case .load: "load"
    case .appear: "appear"
    case .disappear: "disappear"
    case .key: "key"
    case .timer: "timer"
    case .documentChanged: "text changed"
    case .traitsChanged: "traits changed"
    case .environmentChanged: "size or appearance"
    case .settingsChanged: "settings"
    case .standingChanged: "input modes"
    case .memoryWarning: "memory warning"
    case .destroy: "end"
    }
  }
}

extension Key {
  /// The name of the key that the linear view reads out.
  var spoken: String {
    for name in [accessibilityLabel ?? "", title, identifier] where !name.allSatisfy(\.isWhitespace) {
      return name.onOneLine
    }
    return "key"
  }
}

extension SwipeDirection {
  init(_ arrow: ArrowKey) {
    self =
      switch arrow {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
  }

  var words: String { String(describing: self) }
}

extension Duration {
  /// The duration in milliseconds, as text with two decimal places.
  var milliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
