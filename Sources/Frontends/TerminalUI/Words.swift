internal import KeyboardHost
internal import TextInput

extension ShownBecause {
  /// The reason as a sentence for the person (Behavior.md#shown-because), who types into this field.
  func sentence(in field: TextField?) -> String {
    switch self {
    case .secureTextEntry where field?.traits.isSecureTextEntry == false:
      "What was typed while this field was secret stays with this keyboard until the field gets the focus anew "
        + "(secureTextEntry)."
    case .secureTextEntry: "This field is secret, so no other keyboard gets it (secureTextEntry)."
    case .phonePad: "No other keyboard gets a telephone number (phonePad)."
    case .namePhonePad: "No other keyboard gets a name or telephone number (namePhonePad)."
    case .appForbids: "The application allows no other keyboard here (appForbids)."
    case .notASCIICapable: "This field wants ASCII, and no other keyboard types only that (notASCIICapable)."
    case .crashed: "The keyboard crashed; nothing of the text is lost (crashed)."
    case .hung: "The keyboard did not answer in time; nothing of the text is lost (hung)."
    case .quarantined: "The keyboard cannot be loaded (quarantined); `klava list --all` says why."
    case .noneEnabled: "No other keyboard is enabled (noneEnabled); `klava enable` enables one."
    }
  }
}

extension SessionEvent {
  /// What happened, as a person reads it; nil for what they see anyway.
  var words: String? {
    switch self {
    case .advanceToNextInputMode: "The keyboard asked for the next one."
    case .handleInputModeList: "The keyboard asked for the list of keyboards."
    case .dismissKeyboard: "The keyboard went away, as it asked. Press Return to show it again."
    case .return: "Return: the field's action."
    case .keyCommand: "A key command of the application."
    case .restarted: "The keyboard's process had ended, and was started again."
    case .click, .timer: nil
    }
  }
}

extension TurnEvent.Kind {
  /// The turn as a person reads it.
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
  /// What a person hears of the key.
  var spoken: String {
    for name in [accessibilityLabel ?? "", title, identifier] where !name.allSatisfy(\.isWhitespace) { return name }
    return "key"
  }
}

extension SwipeDirection {
  /// The direction in words.
  var words: String { String(describing: self) }
}

extension Duration {
  /// Milliseconds with two decimals.
  var milliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
