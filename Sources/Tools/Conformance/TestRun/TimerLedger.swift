internal import KeyboardProtocol

/// The repeating timers of a keyboard, as the requests in its turns set and cancel them.
struct TimerLedger {
  /// The interval in seconds of a repeating timer that was still active when the host hid the keyboard; nil if there
  /// was none.
  private(set) var leftWhenHidden: Double?
  /// The interval in seconds of a repeating timer that is too fast; nil if there was none.
  private(set) var fastest: Double?

  init(_ turns: [RecordedTurn]) {
    var repeating: [UInt64: Double] = [:]
    for turn in turns {
      if turn.event.kind == .load { repeating = [:] }
      for request in turn.result?.requests ?? [] {
        switch request {
        case .startTimer(let identifier, let seconds, true):
          repeating[identifier] = seconds
          // A timer for an animation may fire 60 times in a second. The host fires each timer at most every 0.01 s.
          if seconds < 0.016 { fastest = seconds }
        case .cancelTimer(let identifier): repeating[identifier] = nil
        default: break
        }
      }
      if turn.event.kind == .disappear, leftWhenHidden == nil { leftWhenHidden = repeating.values.min() }
    }
  }
}
