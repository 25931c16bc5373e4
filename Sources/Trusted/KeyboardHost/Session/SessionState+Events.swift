internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

// The events that a session's state handles, and the commands that it emits.
extension SessionState {
  /// Whether the user waits for a turn.
  enum Wait {
    /// The user waits.
    case user
    /// The user does not wait. The turn runs in a pause of the user, which ends when one of these descriptors becomes
    /// readable.
    case pause(endedBy: [Int32])
  }

  /// An event: a call of the user or the application, or the outcome of a command.
  enum Event {
    indirect case focus(TextField)
    case blur
    case pick(String)
    case advance
    case dismiss
    /// A gesture on a key. An event without a position names the key by its identifier or title.
    case key(KeyEvent)
    case swipe(SwipeDirection)
    case type(Character)
    case userEdit(Edit)
    case documentChanged(DocumentChange, ChangeCause)
    case traitsChanged
    case environmentChanged(KeyboardEnvironment)
    case settingsChanged(String, [String: SettingValue])
    case accessChanged(String)
    case choicesChanged
    case timer(UInt64)
    case timerInPause(UInt64, [Int32])
    case pause([Int32]?)
    case proxyCall([String])
    case clearMemory(String)
    case finish

    case readChoices(Choices)
    indirect case started(Instance, Start, took: Duration)
    case served(TurnResult, timeForResult: Duration?, took: Duration)
    case ended(KeyboardEndError, endedBeforeTurn: Bool, isOverdue: Bool, took: Duration)
    case foundPath([String]?, Character)
    case suspended(failed: [Instance])
    case measured(Instance, KeyboardEndError?)
    case storageFailed(Instance, KeyboardEndError)
    /// The current turn was not sent, because a memory warning must come first.
    case warningIsDue
    case checkedWarning(isDue: Bool)
  }

  /// The result of starting a process.
  enum Start {
    /// The process runs already.
    case isRunning
    /// The process had ended between turns.
    case foundEnded(KeyboardEndError)
    /// A fresh process runs. It must load the keyboard next.
    case started(LaunchConfiguration, ProcessAccess, hostTime: Duration)
    /// The user changed the access meanwhile, so the process may not run.
    case accessChanged
    case failed(KeyboardEndError)
  }

  /// A command for the session to execute.
  enum Command {
    /// Read the user's choices. Outcome: `readChoices`.
    case readChoices
    /// Start a process unless one runs. Outcome: `started`.
    case start(Instance, InputModeStanding)
    /// Send ``SessionState/turn`` and wait for its end. Outcome: `served` or `ended`.
    case serve
    /// Ask whether a memory warning of a keyboard is due, and mark it as sent. Outcome: `checkedWarning`.
    case checkWarning(Instance)
    /// Ask the system keyboard for the keys of a character. Outcome: `foundPath`.
    case findPath(Character)
    /// Stop the processes of all third-party keyboards and wait until they have stopped. Outcome: `suspended`.
    case suspendThirdParties
    /// Measure the files that a keyboard stored. Outcome: `measured`.
    case measureStorage(Instance)
    /// Stop a process until its next turn.
    case suspend(Instance)
    /// Let a process run, because a turn follows soon.
    case resume(identifier: String)
    /// Kill a process; the object stays until `release`.
    case kill(Instance)
    /// End a process with a destroy event; the object stays until `release`.
    case end(Instance)
    /// Release a process that has ended, and its connections.
    case release(Instance)
    case discardPreload(identifier: String)
    /// Discard the preloaded processes that do not match the user's list.
    case reviewPreloads(modes: Set<String>)
    case closeConnections(Instance)
    case log(Instance, [(level: LogLevel, message: String)])
    /// Add a message of the host to a keyboard's log.
    case record(Instance, String)
    case quarantine(Instance, String)
    case play(KeySound)
    case rememberModes
    case applySystemSettings([String: SettingValue])
    /// Pass a fact to the audit.
    case observe(AuditFact)
    /// Report an ended turn to the observer of turns.
    case reportTurn(Instance, TurnEvent.Kind, took: Duration, isAnswered: Bool)
  }

  /// The user's choices.
  struct Choices {
    /// The user's enabled list, in order.
    var modes: [InputMode] = []
    /// The user's grants to each keyboard of the session.
    var grants: [String: Grant] = [:]

    struct Grant: Hashable {
      var access = ProcessAccess.confined
      var retention = Retention.session
      var mayGiveFeedback = false
    }
  }
}
