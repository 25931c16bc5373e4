internal import KeyboardStore
internal import Translations

/// The state of the shift key.
enum ShiftState: Hashable, Sendable {
  /// Letters are lowercase.
  case off
  /// The next letter is a capital, because the field's text asks for a capital.
  case automatic
  /// The next letter is a capital, because the user tapped shift.
  case once
  /// All letters are capitals until the next tap on shift.
  case locked

  /// The state after a tap on shift. Two taps without another key between them lock shift. If shift came on
  /// automatically, the first tap turns shift off.
  var tapped: ShiftState {
    switch self {
    case .automatic: .off
    case .off: .once
    case .once: .locked
    case .locked: .off
    }
  }

  /// The state after a key that types, deletes or changes the plane.
  ///
  /// The result is never ``once``, so a tap in the state ``once`` always directly follows another tap on shift.
  ///
  /// - Parameter capitalizes: Whether the field's text asks for a capital.
  func afterOtherKey(capitalizes: Bool) -> ShiftState { self == .locked ? .locked : capitalizes ? .automatic : .off }

  /// The state after the field's text or traits changed. A state that the user chose stays.
  ///
  /// - Parameter capitalizes: Whether the text now asks for a capital.
  func afterChange(capitalizes: Bool) -> ShiftState {
    switch self {
    case .off, .automatic: capitalizes ? .automatic : .off
    case .once, .locked: self
    }
  }

  /// Whether the next letter is a capital.
  var isOn: Bool { self != .off }

  /// The title of the shift key. Caps lock looks different, because it stays on after the next letter.
  var symbol: String { self == .locked ? "⇪" : "⇧" }

  /// Returns the name of the shift key for a screen reader.
  func spoken(_ texts: HostTexts) -> String {
    switch self {
    case .off: texts.keys.shift
    case .automatic, .once: texts.list(texts.keys.shift, texts.keys.on)
    case .locked: texts.list(texts.keys.shift, texts.keys.capsLock)
    }
  }
}
