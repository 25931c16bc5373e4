internal import TextInput

/// The timers of a keyboard, as its turns asked for them.
struct TimerLedger {
  /// The seconds of a repeating timer that was left when the keyboard was hidden.
  private(set) var leftWhenHidden: Double?
  /// The seconds of a repeating timer that is too fast.
  private(set) var fastest: Double?

  init(_ turns: [RecordedTurn]) {
    var repeating: [UInt64: Double] = [:]
    for turn in turns {
      if turn.event.kind == .load { repeating = [:] }
      for request in turn.result?.requests ?? [] {
        switch request {
        case .startTimer(let identifier, let seconds, true):
          repeating[identifier] = seconds
          // What moves for a moment may be quick; the host gives no timer below a hundredth of a second.
          if seconds < 0.016 { fastest = seconds }
        case .cancelTimer(let identifier): repeating[identifier] = nil
        default: break
        }
      }
      if turn.event.kind == .disappear, leftWhenHidden == nil { leftWhenHidden = repeating.values.min() }
    }
  }
}
