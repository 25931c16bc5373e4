internal import InputViewModel
internal import KeyboardProtocol

// The rules by which a session treats the events of turns.

extension TurnEvent {
  /// Whether the event is the load event, with which a fresh process loads its keyboard.
  var isLoad: Bool { if case .load = self { true } else { false } }

  /// Whether the user caused the turn, with a new press or a change of the document. The turns that the user did not
  /// cause have a common limit of inserted text (Behavior.md#turn-limits).
  var isByUser: Bool { if case .documentChanged(_, .user) = self { true } else { beginsStep } }

  /// Whether the user made a gesture on the keyboard.
  var isGesture: Bool { if case .key = self { true } else { false } }

  /// Whether the event tells the keyboard that it appears in a field.
  var isAppear: Bool { if case .appear = self { true } else { false } }

  /// Whether a third-party keyboard gets the event even while a protected field has the focus. The value is true only
  /// for `disappear`, because the keyboard must learn that it is hidden.
  var isForHiddenKeyboard: Bool { if case .disappear = self { true } else { false } }

  /// Whether a fresh process can serve this event again after another process killed the keyboard's process.
  var canBeServedAgain: Bool {
    switch self {
    case .load, .appear, .destroy: false
    default: true
    }
  }

  /// Whether a change of the text in this turn begins a step that the user can undo (Behavior.md#undo). If the value is
  /// false, the change continues the last step.
  var beginsStep: Bool {
    guard case .key(let event) = self else { return false }
    switch event.gesture {
    case .press, .longPress, .alternative, .swipe: return true
    case .release, .repeat, .repeatWord: return false
    case .touches: return event.gesture.isPress
    }
  }

  /// Whether the host may send a due memory warning before this event.
  var leavesTimeForWarning: Bool {
    switch self {
    case .load, .disappear, .memoryWarning, .destroy: false
    default: true
    }
  }
}
