/// What the shift key has been set to.
enum ShiftState: Hashable, Sendable {
  /// Small letters.
  case off
  /// The next letter is a capital.
  case once
  /// All letters are capitals, until shift is tapped again.
  case locked

  /// The state after a tap on shift; two taps in a row lock.
  var tapped: ShiftState {
    switch self {
    case .off: .once
    case .once: .locked
    case .locked: .off
    }
  }

  /// The state after any other key that types, deletes or changes the plane.
  ///
  /// It never is ``once``, so a tap that finds that state is always the second in a row.
  var afterOtherKey: ShiftState { self == .locked ? .locked : .off }

  /// Whether a letter that is typed now is a capital.
  var isOn: Bool { self != .off }

  /// What a screen reader says of the shift key.
  var spoken: String {
    switch self {
    case .off: "shift"
    case .once: "shift, on"
    case .locked: "shift, caps lock"
    }
  }
}
