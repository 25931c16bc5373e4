/// The state of the shift key.
enum ShiftState: Hashable, Sendable {
  /// Letters are lowercase.
  case off
  /// The next letter is a capital.
  case once
  /// All letters are capitals until the next tap on shift.
  case locked

  /// The state after a tap on shift. Two taps without another key between them lock shift.
  var tapped: ShiftState {
    switch self {
    case .off: .once
    case .once: .locked
    case .locked: .off
    }
  }

  /// The state after a key other than shift that types, deletes or changes the plane.
  ///
  /// It is never ``once``. So a tap in the state ``once`` always directly follows another tap on shift.
  var afterOtherKey: ShiftState { self == .locked ? .locked : .off }

  /// Whether a letter that is typed now is a capital.
  var isOn: Bool { self != .off }

  /// The title of the shift key. Caps lock looks different, because it stays on after the next letter.
  var symbol: String { self == .locked ? "⇪" : "⇧" }

  /// The name of the shift key for a screen reader.
  var spoken: String {
    switch self {
    case .off: "shift"
    case .once: "shift, on"
    case .locked: "shift, caps lock"
    }
  }
}
