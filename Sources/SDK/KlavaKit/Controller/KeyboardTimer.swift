internal import KeyboardABI

/// A timer that ``InputViewController/perform(after:repeats:action:)`` started. To cancel the timer later, keep this
/// value.
public struct KeyboardTimer: Hashable, Sendable {
  let identifier: UInt64
}

extension InputViewController {
  /// Runs an action later, in a separate event. The action may edit the document.
  ///
  /// Timers do not run while the keyboard is hidden. A keyboard can have at most 64 timers at the same time.
  ///
  /// - Parameters:
  ///   - seconds: The delay before each run of the action, 0.01 to 86,400 seconds.
  ///   - repeats: Whether the action runs repeatedly.
  ///   - action: The action.
  /// - Returns: The timer; nil if the keyboard already has 64 timers, or if `seconds` is out of range.
  @discardableResult
  public func perform(after seconds: Double, repeats: Bool = false, action: @escaping @MainActor () -> Void)
    -> KeyboardTimer?
  {
    guard let tables, let timer = tables.timer else { return nil }
    let identifier = timer.start(tables.host, seconds, repeats)
    guard identifier != 0 else { return nil }
    timerActions[identifier] = (repeats, action)
    return KeyboardTimer(identifier: identifier)
  }

  /// Cancels a timer. Does nothing if the timer has already fired for the last time.
  ///
  /// - Parameter timer: The timer that ``perform(after:repeats:action:)`` returned.
  public func cancel(_ timer: KeyboardTimer) {
    guard timerActions.removeValue(forKey: timer.identifier) != nil, let tables, let host = tables.timer else {
      return
    }
    report(host.cancel(tables.host, timer.identifier), "cancelling a timer")
  }

  func timerFired(_ identifier: UInt64) {
    guard let (repeats, action) = timerActions[identifier] else { return }
    if !repeats { timerActions[identifier] = nil }
    action()
  }
}
