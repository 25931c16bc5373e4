internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// A step on the agenda of a session. The cases with large values are indirect, so that a copy of a step is cheap.
enum SessionStep {
  typealias Instance = SessionState.Instance

  // MARK: Turns

  case serve(PlannedTurn)
  /// Wait for the end of a turn that the host has sent.
  case wait(PlannedTurn)
  /// Plan the steps after a turn. `hasAdvanced` says whether the keyboard requested the next input mode; nil if the
  /// turn failed.
  case finish(PlannedTurn, hasAdvanced: Bool?)
  /// Serve the key press again with a fresh process.
  case serveAgain(PlannedTurn)

  // MARK: The field and its keyboard

  /// Hide the shown keyboard. If `isReplaced` is true, another keyboard follows immediately.
  case hide(isReplaced: Bool = false)
  /// Hide the keyboard after it learned that its marked text became plain text.
  case conceal(isReplaced: Bool)
  case leaveField
  /// Give the focus to a field. `after` identifies the document of the field that had the focus before.
  indirect case enter(TextField, after: DocumentIdentifier?)
  case applyRules
  /// Finish ``applyRules``. The value is the reason why the field is protected; nil for an unprotected field.
  case finishRules(ShownBecause?)
  case suspendThirdParties
  indirect case show(RuleBook.Verdict)
  /// Hide the shown keyboard, and show the system keyboard for this reason.
  case replace(ShownBecause)
  /// Show the system keyboard for this reason.
  case showSystem(ShownBecause)
  case choose(String)
  case selectNext
  case dismiss
  case updateStanding
  case sendTraits(shownBefore: Instance?)
  case removeUnlisted

  // MARK: Processes

  case start(Instance)
  case present(Instance)
  case appear(Instance)
  /// End the process of a keyboard whose access or files changed. If `wasShown` is true, show the keyboard again.
  case renew(Instance, wasShown: Bool)
  case endProcesses
  case measureStorage(Instance)
  /// Make a proxy call again with a fresh process of the probe.
  indirect case callAgain([String])
  case callProbe(Instance, isFresh: Bool)
  case sendCall(Instance)

  // MARK: Keys

  /// Make sure that the shown keyboard has a running process and the current document.
  case becomeReady
  indirect case press(KeyEvent)
  /// Send a gesture to the shown keyboard. At the time of the gesture, another keyboard may have been shown.
  indirect case send(KeyEvent, seenOn: Instance? = nil, PressedKey? = nil)
  case type(Character)
  case offer(PressedKey)

  // MARK: Reports and pauses of the user

  case report(SessionEvent)
  case giveFeedback(KeySound?, HapticFeedback?, of: Instance)
  case prepareShown
  case prepareProcesses(preloads: Int?)
  case preloadNeighbors(Int)
  case preload([Instance])

  /// Whether the step depends on the user's keyboard list or grants. In each call, the session reads the list and the
  /// grants before the first step that depends on them.
  var needsChoices: Bool {
    switch self {
    case .enter, .applyRules, .finishRules, .showSystem, .choose, .selectNext, .updateStanding, .sendTraits,
      .removeUnlisted, .start, .present, .appear, .callProbe, .giveFeedback, .preloadNeighbors, .preload:
      true
    default: false
    }
  }
}
