internal import KeyboardStore
internal import Translations

/// The state of the shift key.
enum ShiftState: Hashable, Sendable {
  /// Letters are lowercase.
  case off
  /// The keyboard turned shift on for the next letter, for example at the start of a sentence.
  case automatic
  /// The next letter is a capital, because the user tapped shift.
  case once
  /// All letters are capitals until the next tap on shift (caps lock).
  case locked

  /// The maximum time between the two taps of a double tap on shift.
  static let doubleTapLimit = Duration.milliseconds(300)

  /// Returns the state after a tap on shift (Behavior.md#shift-taps).
  ///
  /// - Parameter isSecond: Whether the tap is the second tap of a double tap.
  func tapped(isSecond: Bool) -> ShiftState { isSecond ? .locked : isOn ? .off : .once }

  /// Returns the state after a key other than shift.
  ///
  /// - Parameter capitalizes: Whether the field's text requires that the next letter is a capital.
  func afterOtherKey(capitalizes: Bool) -> ShiftState { self == .locked ? .locked : capitalizes ? .automatic : .off }

  /// Returns the state after a change of the field's text or traits. A state that the user chose does not change.
  ///
  /// - Parameter capitalizes: Whether the field's new text or traits require that the next letter is a capital.
  func afterChange(capitalizes: Bool) -> ShiftState {
    switch self {
    case .off, .automatic: capitalizes ? .automatic : .off
    case .once, .locked: self
    }
  }

  /// Whether the next letter is a capital.
  var isOn: Bool { self != .off }

  /// The title of the shift key. The state ``locked`` has a different title, because it continues after the next
  /// letter.
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
