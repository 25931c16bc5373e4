internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// A command that the state of a session gives to `SessionLoop`, which executes the command.
///
/// The cases are indirect, so that a copy of `serve`, the command of an ordinary turn, is cheap.
indirect enum SessionCommand {
  typealias Instance = SessionState.Instance

  // The comment of each command in this group names the method to which `SessionLoop` passes the command's outcome.

  /// Read the user's keyboard list and grants. The outcome goes to ``DisplayState/didRead(_:)``.
  case readChoices
  /// Start a process unless one runs. The outcome goes to ``DisplayState/didStart(_:_:took:)``.
  case start(Instance, InputModeStanding)
  /// Send ``TurnState/turn`` and wait for its end. The outcome goes to
  /// ``TurnState/didServe(_:preparedInputView:within:took:warningIsDue:_:)`` or
  /// ``TurnState/didEnd(_:beforeTurn:isOverdue:took:_:)``.
  case serve
  /// Send a turn without waiting for its end; a later `serve` waits for its end. If the keyboard cannot serve a turn
  /// while the host does other work, the outcome goes to ``TurnState/didNotSend(to:_:)``.
  case send(Instance, Turn)
  /// Ask the system keyboard for the gestures that type a character. The outcome goes to
  /// ``SessionState/type(_:pressing:isRequested:)``.
  case findPath(Character, isRequested: Bool)
  /// Select the keyboard layout of this mode, which the system keyboard uses from the next field on.
  case selectLayout(identifier: String, showsLanguage: Bool)
  /// Stop the processes of all third-party keyboards and wait until they have stopped. The outcome goes to
  /// ``DisplayState/didNotSuspend(_:)``.
  case suspendThirdParties
  /// Measure the files that a keyboard stored. The outcome goes to ``DisplayState/didMeasure(_:_:)``.
  case measureStorage(Instance)
  /// Do the work that the host postpones after the turns of a keyboard. If the keyboard exceeds a limit, the outcome goes
  /// to ``DisplayState/didMeasure(_:_:)``.
  case finishTurns(Instance)

  /// Stop a process until its next turn.
  case suspend(Instance)
  /// Continue a stopped process, because its next turn follows soon.
  case resume(Instance)
  /// Kill a process. The session keeps the object of the process until the command `release`.
  case kill(Instance)
  /// End a process with a destroy event. The session keeps the object of the process until the command `release`.
  case end(Instance)
  /// Pass a fact about an ended process to the audit, and release the process and its connections.
  case release(Instance, AuditFact)
  /// Start the standby process.
  case prepareStandby
  /// Read the files that these keyboard layouts need.
  case prepareLayouts([String])
  /// Preload these keyboards, and discard all other preloaded processes.
  case preload([Neighbor])
  case discardPreload(Instance)
  /// Discard the preloaded process of each keyboard that is not in `modes`, or whose files or access have changed.
  case reviewPreloads(modes: Set<String>)
  case closeConnections(Instance)
  /// Add a message from the host to the log of a keyboard.
  case record(Instance, String)
  case quarantine(Instance, String)
  case play(KeySound)
  case playHaptic(HapticFeedback)
  /// Save the remembered mode for a key of ``RememberedModes``. If the mode is nil, remove the saved mode.
  case remember(String?, key: String)
  /// Let the system keyboard learn from the text of a field that lost the focus. The text is nil for a secure field.
  case leave(TextBuffer?)
  case applySystemSettings([String: SettingValue])
  /// Pass a fact about a keyboard to the audit.
  case observe(Instance, AuditFact)
}

/// The result of starting a process.
enum ProcessStart {
  /// The keyboard already has a running process.
  case isRunning
  /// The keyboard's process had ended between turns.
  case foundEnded(KeyboardEndError)
  /// A fresh process runs, and must load the keyboard next.
  case started(LaunchConfiguration, ProcessAccess, hostTime: Duration)
  /// The user changed the access while the process started, so the process must not run.
  case accessChanged
  case failed(KeyboardEndError)
}

/// A keyboard that the user can reach with a few presses of the globe key.
struct Neighbor {
  let instance: SessionState.Instance
  let identifier: String
  /// The standing (globe key and full access) for the load event.
  let standing: InputModeStanding
}
