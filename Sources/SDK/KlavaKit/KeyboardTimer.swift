internal import KeyboardABI

/// A call that will come later; keep it to cancel it.
public struct KeyboardTimer: Hashable, Sendable {
  let identifier: UInt64
}

extension InputViewController {
  /// Runs `action` after so many seconds (0.01 to 86,400), again and again if it repeats, as an event of its own in which
  /// the keyboard may type. Nil if the host has no timers left or the seconds are out of range.
  @discardableResult
  public func perform(after seconds: Double, repeats: Bool = false, action: @escaping () -> Void) -> KeyboardTimer? {
    guard let interfaces, let timer = interfaces.timer else { return nil }
    let identifier = timer.start(interfaces.host, seconds, repeats)
    guard identifier != 0 else { return nil }
    timerActions[identifier] = (repeats, action)
    return KeyboardTimer(identifier: identifier)
  }

  /// Forgets a timer; one that has run out already is no error.
  public func cancel(_ timer: KeyboardTimer) {
    guard timerActions.removeValue(forKey: timer.identifier) != nil, let interfaces, let host = interfaces.timer else {
      return
    }
    report(host.cancel(interfaces.host, timer.identifier), "cancelling a timer")
  }

  func timerFired(_ identifier: UInt64) {
    guard let (repeats, action) = timerActions[identifier] else { return }
    if !repeats { timerActions[identifier] = nil }
    action()
  }
}
