internal import KeyboardProtocol

// How a session treats the events of turns.

extension TurnEvent {
  /// Whether the event makes a fresh process load its keyboard.
  var isLoad: Bool { if case .load = self { true } else { false } }

  /// Whether a third-party keyboard gets the event even if a protected field has the focus. The only such event informs
  /// the keyboard that the host has hidden it.
  var isForHiddenKeyboard: Bool { if case .disappear = self { true } else { false } }

  /// Whether a fresh process can replace a process that was killed during a turn with this event.
  var canBeServedAgain: Bool {
    switch self {
    case .load, .appear, .destroy: false
    default: true
    }
  }

  /// Whether the host sends a due memory warning before this event.
  var leavesTimeForWarning: Bool {
    switch self {
    case .load, .disappear, .memoryWarning, .destroy: false
    default: true
    }
  }
}
