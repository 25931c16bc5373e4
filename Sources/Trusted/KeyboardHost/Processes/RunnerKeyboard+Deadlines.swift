internal import KeyboardProtocol

extension RunnerKeyboard {
  /// The deadlines of a keyboard's process.
  package struct Deadlines: Sendable {
    /// The deadline of one turn: the time from its event to its result, including the host's work on the keyboard's
    /// requests.
    package var turn: Duration = .milliseconds(250)
    /// The deadline for the greeting of a fresh process. The load event has a deadline of the same length.
    package var start: Duration = .seconds(2)

    /// The deadline of the destroy event, and the maximum time for the keyboard's threads to stop after SIGSTOP.
    package var end: Duration = .milliseconds(100)

    /// The time that remains for a timer's turn when a key press arrives during the turn. The host's own work on a
    /// result may always take this long.
    package var grace: Duration = .milliseconds(10)

    /// The maximum time that the host itself may work for the keyboard in one turn.
    package var host: Duration = KeyboardLimits.hostTime

    /// Creates the default deadlines: 250 ms for a turn, 2 s for a start, 100 ms for an end, 10 ms of grace.
    package init() {}

    /// Creates the default deadlines multiplied by a factor.
    ///
    /// - Parameter factor: The factor, at least 1.
    package init(patience factor: Int) {
      turn *= factor
      start *= factor
      end *= factor
      grace *= factor
      host *= factor
    }
  }
}
