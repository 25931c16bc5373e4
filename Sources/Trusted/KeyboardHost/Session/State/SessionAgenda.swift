/// The steps that a session must still do in a call, the commands that `SessionLoop` must execute first, and the
/// error of the call.
struct SessionAgenda {
  /// The steps that the session must still do. The next step is the last element.
  private var steps: [SessionStep] = []
  /// The commands that `SessionLoop` must still execute. The next command is the first element.
  private var commands: [SessionCommand] = []
  /// The error of the last call by the user or the application; nil if the call succeeded.
  var thrown: SessionError?
  /// Whether the session has read the user's keyboard list and grants in the current call, and must not read them
  /// again.
  private var hasFreshChoices = false

  /// Whether the agenda has no step and no command.
  var isEmpty: Bool { steps.isEmpty && commands.isEmpty }

  mutating func emit(_ command: SessionCommand) { commands.append(command) }

  /// Adds a step, which the session does next.
  mutating func plan(_ step: SessionStep) { steps.append(step) }

  /// Adds steps, which the session does next, in the given order.
  mutating func plan(_ first: SessionStep, _ others: SessionStep...) {
    steps.append(contentsOf: others.reversed())
    steps.append(first)
  }

  /// Stores an error for the current call, and discards all steps.
  mutating func fail(_ error: SessionError) {
    thrown = error
    steps.removeAll(keepingCapacity: true)
  }

  /// Removes and returns the next command; nil if there is none.
  mutating func nextCommand() -> SessionCommand? {
    // `removeFirst` is slower than `removeLast`, even if the array has only one command, as in most cases.
    commands.count <= 1 ? commands.popLast() : commands.removeFirst()
  }

  /// Removes and returns the next step. Returns nil if there is no step, or if the session must first read the user's
  /// keyboard list and grants.
  mutating func nextStep() -> SessionStep? {
    guard let step = steps.popLast() else { return nil }
    guard hasFreshChoices || !step.needsChoices else {
      steps.append(step)
      commands.append(.readChoices)
      return nil
    }
    return step
  }

  mutating func didReadChoices() { hasFreshChoices = true }

  /// Makes the session read the user's keyboard list and grants again before the next step that needs them.
  mutating func invalidateChoices() { hasFreshChoices = false }
}
