internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

// The steps of a session's state, which include the events that it handles, and the commands that it emits.
extension SessionState {
  /// A step of a session. An event is a step too: a call of the user or the application, or the outcome of a command.
  enum Step {
    // Calls of the user and the application.
    indirect case focus(TextField)
    case blur, advance, dismiss
    case pick(String)
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
    /// The keyboard has new files, from which the next process starts.
    case keyboardUpdated(String)
    /// A timer is due, or the user pauses. If there are descriptors, the user does not wait for the turn, and the pause
    /// ends when one of them becomes readable.
    case timer(UInt64, pauseEnds: [Int32]?)
    case pause([Int32]?)
    case proxyCall([String])
    case clearMemory(String)
    case finish

    // Outcomes of commands.
    case readChoices(Choices)
    indirect case started(Instance, Start, took: Duration)
    case served(TurnResult, timeForResult: Duration?, took: Duration)
    case ended(KeyboardEndError, endedBeforeTurn: Bool, isOverdue: Bool, took: Duration)
    case foundPath([String]?, Character, isTyped: Bool)
    case suspended(failed: [Instance])
    case measured(Instance, KeyboardEndError?)
    case storageFailed(Instance, KeyboardEndError)
    /// The current turn was not sent, because a memory warning must come first.
    case warningIsDue
    case checkedWarning(isDue: Bool, pauseEnds: [Int32]?)

    // Steps that the state plans.
    case hide, conceal, leaveField, applyRules, suspendThirdParties, becomeReady, updateStanding, removeUnlisted
    case proxySend, endProcesses
    case concealed(Instance)
    indirect case enterField(TextField, before: DocumentIdentifier?)
    case show(RuleBook.Verdict)
    case finishRules(ShownBecause?)
    case report(SessionEvent)
    case showSystem(ShownBecause)
    case start(Instance)
    case present(Instance)
    case appear(Instance)
    case serve(TurnEvent, Instance, PressedKey?, pauseEnds: [Int32]?, warned: Bool = false)
    case serveAgain(TurnEvent, Instance, PressedKey?)
    case finishTurn(TurnEvent, Instance, PressedKey?, hasAdvanced: Bool?)
    /// A gesture on a key of a keyboard that must become ready first.
    case press(KeyEvent, seen: Instance, PressedKey?)
    case sendSwipe(SwipeDirection)
    case pressKey(of: Character)
    case offer(PressedKey)
    case measureStorage(Instance)
    case sendTraits(before: Instance?)
    case changeAccess(Instance, wasShown: Bool)
    case playSound(Instance, KeySound)
    case proxyAppear(isFresh: Bool)
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
    /// Ask whether a memory warning is due for a keyboard, and mark the warning as sent. Outcome: `checkedWarning`.
    case checkWarning(Instance, pauseEnds: [Int32]?)
    /// Ask the system keyboard for the keys of a character. Outcome: `foundPath`.
    case findPath(Character, isTyped: Bool)
    /// Stop the processes of all third-party keyboards and wait until they have stopped. Outcome: `suspended`.
    case suspendThirdParties
    /// Measure the files that a keyboard stored. Outcome: `measured`.
    case measureStorage(Instance)
    /// Stop a process until its next turn.
    case suspend(Instance)
    /// Let a process run, because a turn follows soon.
    case resume(identifier: String)
    /// Kill a process. The session keeps its object until `release`.
    case kill(Instance)
    /// End a process with a destroy event. The session keeps its object until `release`.
    case end(Instance)
    /// Release a process that has ended, and its connections.
    case release(Instance)
    case discardPreload(identifier: String)
    /// Discard the preloaded processes that do not match the user's list.
    case reviewPreloads(modes: Set<String>)
    case closeConnections(Instance)
    case log(Instance, [(level: LogLevel, message: String)])
    /// Add a message from the host to the log of a keyboard.
    case record(Instance, String)
    case quarantine(Instance, String)
    case play(KeySound)
    case rememberModes
    case applySystemSettings([String: SettingValue])
    /// Pass a fact about a keyboard to the audit.
    case observe(Instance, AuditFact)
    /// The audit's counts are due: a field lost the focus, the user chose a keyboard, or a process ended.
    case auditIsDue
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
