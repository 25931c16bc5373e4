internal import BundleFormat
internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel
internal import Timing

extension KeyboardSession {
  /// Starts a keyboard's process if none runs, and loads the keyboard in it.
  ///
  /// - Returns: Whether the keyboard is loaded.
  func start(_ instance: KeyboardInstance) -> Bool {
    while true {
      if let isRunning = tryToStart(instance) { return isRunning }
      guard !instance.startsTooSlowly else { return false }
    }
  }

  /// Tries once to start a keyboard's process.
  ///
  /// Each end counts as a restart, so the number of attempts is limited.
  ///
  /// - Returns: Whether the keyboard is loaded; nil if the process ended for a reason that is not the keyboard's
  ///   fault, so that another attempt makes sense.
  private func tryToStart(_ instance: KeyboardInstance) -> Bool? {
    let wasFoundEnded = instance.keyboard?.hasEnded == true
    if instance.keyboard != nil {
      guard wasFoundEnded else { return true }
      // The process ended between turns, so no key press is to blame. A fresh process serves this use.
      let end = instance.keyboard?.howItEnded() ?? .killed
      recordEnd(end, of: instance, whileUnused: true)
      forgetTimers(of: instance)
      instance.died(at: clock.now, reason: .crashed)
      report.failures.append(SessionFailure(identifier: instance.identifier, kind: .foundEnded(end)))
    }
    guard instance.barredBecause(at: clock.now) == nil else { return false }
    let begin = ContinuousClock.now
    defer { instance.timeOfStarts += ContinuousClock.now - begin }
    if wasFoundEnded { report.events.append(.restarted) }
    do {
      let access = access(of: instance.identifier)
      let standing = standing(of: instance.identifier)
      let standby = removeStandbyProcess(of: instance.identifier, in: standing)
      let read = { () throws(KeyboardEndError) in
        try self.source.launchConfiguration(for: instance.identifier, standing: standing)
      }
      let configuration: LaunchConfiguration
      if let standby {
        instance.keyboard = standby.keyboard
        configuration = if let loading = standby.loading { loading.configuration } else { try read() }
      } else {
        (instance.keyboard, configuration) = try source.makeKeyboard(instance.identifier, while: read)
      }
      guard access == self.access(of: instance.identifier), access.isFull == standing.hasFullAccess else {
        // Another process changed the access meanwhile. No process may run with a mix of the old and new access.
        instance.end()
        return nil
      }
      instance.access = access
      instance.lastEndWasBlameless = false
      if serve(.load(configuration), to: instance, precomputed: standby?.loading?.result) != nil { return true }
      return instance.lastEndWasBlameless ? nil : false
    } catch {
      ended(instance, error)
      return false
    }
  }

  /// Serves one turn and applies its result.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - instance: The keyboard instance that serves the turn.
  ///   - outcome: The precomputed result, if the keyboard served this event while it was preloaded.
  ///   - others: Descriptors that become readable when the user does something, for a turn for which the user does
  ///     not wait: see ``serve(_:by:unless:answering:)``.
  /// - Returns: The result; nil if the keyboard ended, the turn failed, or the rules withhold the event from
  ///   third-party keyboards (Behavior.md#secure-fields).
  @discardableResult
  func serve(
    _ event: TurnEvent, to instance: KeyboardInstance, precomputed outcome: TurnResult? = nil,
    unless others: [Int32]? = nil
  ) -> TurnResult? {
    guard !isWithheld(event, from: instance) else { return nil }
    if event.leavesTimeForWarning { warnOfMemory(instance) }
    guard let keyboard = instance.keyboard else { return nil }
    let hasField = instance === shownInstance || instance.identifier == Self.probeIdentifier
    // A keyboard without a field gets no processor time, however the turn ended
    // (Sandbox.md#hidden-keyboard-gets-no-time). A keyboard that has just loaded is about to get a field.
    defer { if !hasField, !event.isLoad { instance.keyboard?.stop() } }
    let rights = TurnRights(event, hasField: hasField && field != nil)
    instance.serial += 1
    var turn = Turn(serial: instance.serial, event: event)
    let snapshot = rights.readsDocument ? field?.document.snapshot() : nil
    if let snapshot, instance.knownRevision != snapshot.revision || instance.knownDocument != snapshot.identifier {
      turn.document = snapshot
      instance.knownRevision = snapshot.revision
      instance.knownDocument = snapshot.identifier
    }
    if instance.identifier != systemIdentifier { instance.count(turn) }
    var draft = rights.acts ? field?.document : nil
    var budget = TurnBudget(time: instance.identifier == systemIdentifier ? .seconds(3_600) : keyboard.hostTime)
    var used = ServiceUse(patience: .seconds(NetworkRequest.Limit.waitSeconds))
    var wasRefused = false
    func replyToAny(_ request: HostRequest) -> HostReply {
      guard case .document(let edits) = request else { return reply(request, of: instance, &used) }
      guard var document = draft else { return .refused(.notNow) }
      for edit in edits {
        do throws(EditError) {
          try budget.spend(edit, on: document)
        } catch {
          if !wasRefused { source.record("the host could not send it its document: \(error)", of: instance.identifier) }
          wasRefused = true
          return .refused(.tooLarge)
        }
        _ = document.apply(edit, within: budget)
      }
      guard !budget.isSpent else { return .refused(.tooLarge) }
      draft = document
      let snapshot = budget.snapshot(of: &document)
      instance.count(snapshot)
      return .document(snapshot)
    }
    let result: TurnResult
    let start = watchTurns == nil ? nil : ContinuousClock.now
    do {
      result =
        if let outcome {
          outcome
        } else if let others {
          try serve(turn, by: keyboard, unless: others, answering: replyToAny)
        } else if let pressBegin {
          try serve(turn, by: keyboard, ofPressAt: pressBegin, answering: replyToAny)
        } else {
          try keyboard.serve(turn, answering: replyToAny)
        }
    } catch {
      // The first kill from outside is not the keyboard's fault. A second kill during load counts as its fault.
      let mayBeServedAgain = event.isLoad ? !instance.wasKilledWhileLoading : event.canBeServedAgain
      if event.isLoad { instance.wasKilledWhileLoading = error == .killed && mayBeServedAgain }
      if !instance.startsTooSlowly, !pressIsOverdue(by: keyboard),
        keyboard.endedBeforeTurn || error.isNotOfTheTurn && mayBeServedAgain
      {
        return serveAgain(event, to: instance, after: error, whileUnused: keyboard.endedBeforeTurn)
      }
      notifyWatcher(event, instance, since: start, false)
      ended(instance, error, whileLoading: event.isLoad)
      return nil
    }
    notifyWatcher(event, instance, since: start, true)
    // Turns that follow a key press, such as those of another keyboard, have their own deadlines.
    if case .key = event { pressBegin = nil }
    if event.isLoad { instance.wasKilledWhileLoading = false } else { instance.timeOfStarts = .zero }
    if instance.identifier != systemIdentifier { budget.beginResult(within: keyboard.timeForResult) }
    guard apply(result, of: instance, rights, snapshot, within: &budget) else { return nil }
    follow(result, of: instance, rights)
    if instance.serial % Self.turnsBetweenCounts == 0 { endForStorage(instance) }
    return result
  }

  /// The number of turns after which the host measures the files that a keyboard wrote itself.
  private static let turnsBetweenCounts: UInt64 = 64

  /// Ends a keyboard whose data container exceeds its limits.
  func endForStorage(_ instance: KeyboardInstance) {
    guard let keyboard = instance.keyboard, let end = source.endForStorage(of: instance.identifier) else { return }
    keyboard.kill()
    ended(instance, end)
  }

  /// Saves the files of a keyboard's data container in memory. Ends a keyboard that stored more than the limits
  /// allow.
  func keepFiles(of instance: KeyboardInstance, while idle: IdleTime?) {
    do throws(KeyboardEndError) {
      try instance.keyboard?.keepFiles(while: idle)
    } catch {
      instance.keyboard?.kill()
      ended(instance, error)
    }
  }

  /// Replaces a process that ended through no fault of the turn, and serves a key press again.
  ///
  /// Another process killed it during the turn, or it ended before the turn, or a timer's turn held up a key press.
  /// The host applied nothing of the turn. Each call counts as a restart, so the number of calls is limited.
  ///
  /// - Returns: The result of the fresh process for a key press; nil for all other events or if no fresh process
  ///   serves.
  private func serveAgain(
    _ event: TurnEvent, to instance: KeyboardInstance, after end: KeyboardEndError, whileUnused: Bool
  ) -> TurnResult? {
    let wasShown = instance === shownInstance
    recordEnd(end, of: instance, whileUnused: whileUnused)
    forgetTimers(of: instance)
    instance.died(at: clock.now, reason: .crashed)
    instance.lastEndWasBlameless = true
    report.failures.append(SessionFailure(identifier: instance.identifier, kind: .foundEnded(end)))
    guard wasShown else { return nil }
    forgetShown()
    showWhoMay()
    guard instance === shownInstance else { return nil }
    report.events.append(.restarted)
    // All other events only report the current state, and the appear event gave that state to the fresh process.
    guard case .key = event else { return nil }
    return serve(event, to: instance)
  }

  /// Sends a memory warning if one is due and the rules allow an event now.
  ///
  /// - Parameters:
  ///   - instance: The keyboard instance.
  ///   - others: Descriptors that become readable when the user does something; nil if the user waits for the turn.
  func warnOfMemory(_ instance: KeyboardInstance, unless others: [Int32]? = nil) {
    guard !isWithheld(.memoryWarning, from: instance), instance.keyboard?.drainMemoryWarning() == true else { return }
    serve(.memoryWarning, to: instance, unless: others)
  }

  /// Whether the host withholds an event from a third-party keyboard because a protected field has the focus.
  ///
  /// The keyboard gets the disappear event only.
  private func isWithheld(_ event: TurnEvent, from instance: KeyboardInstance) -> Bool {
    guard instance.identifier != systemIdentifier, let field, RuleBook.reasonAgainstThirdParties(in: field) != nil
    else {
      return false
    }
    if case .disappear = event { return false }
    return true
  }

  /// Serves a turn for which the user does not wait.
  ///
  /// If the user does something meanwhile, the turn has ``Keyboard/grace`` left. If it is not over by then, the host
  /// kills the process.
  ///
  /// - Throws: `heldUp` if the host killed the process for that, or another ``KeyboardEndError``.
  private func serve(
    _ turn: Turn, by keyboard: any Keyboard, unless others: [Int32], answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult {
    if let result = try keyboard.serve(turn, while: IdleTime(endedBy: others), answering: answer) { return result }
    if let result = try keyboard.serve(
      turn, while: IdleTime(endedBy: [], within: keyboard.grace), answering: answer)
    {
      return result
    }
    keyboard.kill()
    throw .heldUp(after: keyboard.grace)
  }

  /// Serves one of the turns of a key press: a document change, the start of a process, or the press itself.
  ///
  /// All turns of a key press share the deadline of one turn. The host kills a process that misses it. If the process
  /// had not loaded the keyboard by then, this is not the keyboard's fault.
  ///
  /// - Throws: `loadedTooLate` or `hung` if the deadline passes, or another ``KeyboardEndError``.
  private func serve(
    _ turn: Turn, by keyboard: any Keyboard, ofPressAt begin: ContinuousClock.Instant,
    answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult {
    let idle = IdleTime(until: begin + keyboard.patience)
    if let result = try keyboard.serve(turn, while: idle, answering: answer) { return result }
    keyboard.kill()
    throw turn.event.isLoad ? .loadedTooLate(after: keyboard.patience) : .hung(after: keyboard.patience)
  }

  /// Whether the current key press has waited for as long as one turn may take.
  private func pressIsOverdue(by keyboard: any Keyboard) -> Bool {
    pressBegin.map { .now >= $0 + keyboard.patience } ?? false
  }

  /// Applies a turn's result, all of it or nothing.
  ///
  /// - Returns: Whether the result was applied.
  private func apply(
    _ result: TurnResult, of instance: KeyboardInstance, _ rights: TurnRights, _ snapshot: DocumentSnapshot?,
    within budget: inout TurnBudget
  ) -> Bool {
    let lines = result.requests.compactMap { request in
      if case .log(let level, let message) = request { (level, message) } else { nil }
    }
    if !lines.isEmpty { source.log(lines, of: instance.identifier) }
    guard !endIfSpent(budget, instance) else { return false }
    report.callbacks += result.callbacks
    if let failure = result.failure {
      undo(instance, .turn(failure))
      return false
    }
    if let violation = result.violation(rights) { return end(instance, .protocolViolation(violation)) }
    var document = field?.document
    var effect = EditEffect()
    if !result.edits.isEmpty, let snapshot {
      do {
        effect = try document?.apply(result.edits, madeOn: snapshot, within: &budget) ?? EditEffect()
      } catch {
        guard error != .tooMuchWork else { return end(instance, .exceeded(.hostTime(of: instance.keyboard))) }
        undo(instance, .edits(error))
        return false
      }
    }
    let inputView: InputViewTree?
    do {
      inputView = try result.inputView(after: instance.inputView)
    } catch {
      return end(instance, .protocolViolation("its input view is invalid: \(error)"))
    }
    guard !endIfSpent(budget, instance) else { return false }
    if !result.edits.isEmpty, snapshot != nil, let document {
      field?.document = document
      report.events += Array(repeating: .return, count: effect.returnKeys)
      instance.lastOwnRevision = document.revision
    }
    instance.inputView = inputView
    for request in result.requests { apply(request, of: instance) }
    return true
  }

  /// Ends a keyboard whose turn exceeded its budget of host time.
  ///
  /// - Returns: Whether the budget was spent.
  private func endIfSpent(_ budget: TurnBudget, _ instance: KeyboardInstance) -> Bool {
    guard budget.isSpent else { return false }
    return !end(instance, .exceeded(.hostTime(of: instance.keyboard)))
  }

  /// Kills a keyboard because of its turn's result, and applies nothing of it.
  ///
  /// - Returns: Always false.
  private func end(_ instance: KeyboardInstance, _ end: KeyboardEndError) -> Bool {
    instance.keyboard?.kill()
    ended(instance, end)
    return false
  }

  /// Reports a turn whose result the host discarded.
  ///
  /// The keyboard's replica now differs from the document, so the next turn brings a fresh snapshot.
  private func undo(_ instance: KeyboardInstance, _ kind: SessionFailure.Kind) {
    report.failures.append(SessionFailure(identifier: instance.identifier, kind: kind))
    if kind.isLimit { instance.summary[.limitsExceeded] += 1 }
    source.record("the host discarded a turn: \(kind)", of: instance.identifier)
    instance.knownRevision = nil
  }

  private func apply(_ request: KeyboardRequest, of instance: KeyboardInstance) {
    switch request {
    case .setPrimaryLanguage(let language): instance.primaryLanguage = language
    case .startTimer(let identifier, let seconds, let repeats):
      startTimer(identifier, of: instance, seconds: seconds, repeats: repeats)
    case .cancelTimer(let identifier): cancelTimer(identifier, of: instance)
    case .setInputView, .change, .advanceToNextInputMode, .showInputModeList, .dismissKeyboard, .log, .playSound: break
    }
  }

  /// Follows the requests of a turn that switch, dismiss or play a sound, after the host applied the turn.
  ///
  /// The host follows them only if the turn's rights allow it to act, and at most one advance or dismiss request in a
  /// turn.
  private func follow(_ result: TurnResult, of instance: KeyboardInstance, _ rights: TurnRights) {
    guard rights.acts else { return }
    // One sound for each turn, however many the process requests.
    let sound = result.requests.lazy.compactMap { if case .playSound(let sound) = $0 { sound } else { nil } }.first
    if let sound { playSound(sound, askedForBy: instance) }
    if result.requests.contains(.showInputModeList) { report.events.append(.handleInputModeList) }
    let wish = result.requests.last { $0 == .advanceToNextInputMode || $0 == .dismissKeyboard }
    switch wish {
    case .advanceToNextInputMode:
      report.events.append(.advanceToNextInputMode)
      goToNextInputMode()
    case .dismissKeyboard:
      report.events.append(.dismissKeyboard)
      dismiss()
    default: break
    }
  }

  /// Handles the end of a keyboard's process. If the keyboard was shown, its field goes to the system keyboard at
  /// once (Behavior.md#failures).
  private func ended(_ instance: KeyboardInstance, _ end: KeyboardEndError, whileLoading: Bool = false) {
    let wasShown = instance === shownInstance
    let reason: ShownBecause =
      switch end {
      case .hung, .heldUp, .loadedTooLate: .hung
      case .crashed, .killed, .exceeded, .forbidden, .protocolViolation, .notStarted, .unconfined: .crashed
      case .refused: .quarantined
      }
    recordEnd(end, of: instance)
    forgetTimers(of: instance)
    instance.died(at: clock.now, reason: reason)
    let failure = SessionFailure(identifier: instance.identifier, kind: .ended(end))
    report.failures.append(failure)
    if case .refused(let failure) = end {
      source.quarantine(instance.identifier, reason: failure.message)
    } else if whileLoading, end.isOfTheKeyboard {
      source.quarantine(instance.identifier, reason: "during loading, \(end)")
    }
    owesAudits = true
    guard wasShown else { return }
    forgetShown()
    // The user typed the marked text, so it stays in the document as plain text (Behavior.md#marked-text).
    _ = field?.document.unmark()
    showSystemKeyboard(reason: reason)
  }
}

extension KeyboardEndError {
  /// Whether a fresh process may serve the turn that this process did not finish.
  fileprivate var isNotOfTheTurn: Bool {
    switch self {
    case .killed, .heldUp: true
    default: false
    }
  }

  /// Whether an end during the load event quarantines the keyboard.
  fileprivate var isOfTheKeyboard: Bool {
    switch self {
    case .notStarted, .unconfined, .loadedTooLate: false
    default: true
    }
  }
}

extension TurnEvent {
  /// Whether a fresh process can replace a process that was killed during a turn with this event.
  fileprivate var canBeServedAgain: Bool {
    switch self {
    case .load, .appear, .destroy: false
    default: true
    }
  }

  /// Whether the host sends a due memory warning before this event.
  fileprivate var leavesTimeForWarning: Bool {
    switch self {
    case .load, .disappear, .memoryWarning, .destroy: false
    default: true
    }
  }

  fileprivate var isLoad: Bool { if case .load = self { true } else { false } }
}

extension TurnResult {
  /// The protocol violation in this result; nil if there is none.
  fileprivate func violation(_ rights: TurnRights) -> String? {
    if !edits.isEmpty, !rights.acts { return "it edited text at a time when this is not allowed" }
    var changes = 0
    var changedBytes = 0
    for request in requests {
      switch request {
      case .setPrimaryLanguage(let language?):
        guard LanguageTag.isWellFormed(language) else { return "its primary language is not a language tag" }
      case .change(let change):
        changes += 1
        changedBytes += change.bytes
      default: break
      }
    }
    if changes > TurnLimit.changes { return "it changed \(changes) elements in one turn" }
    return changedBytes > TurnLimit.changedBytes
      ? "its changes of elements had \(changedBytes) bytes in one turn" : nil
  }

  /// Returns the input view after the turn. Validates it once, however often the turn changed it.
  ///
  /// - Throws: ``InputViewModel/InputViewError`` if the input view is invalid.
  fileprivate func inputView(after old: InputViewTree?) throws(InputViewError) -> InputViewTree? {
    var new = old
    var changes: ArraySlice<KeyboardRequest> = requests[...]
    if let last = requests.lastIndex(where: { if case .setInputView = $0 { true } else { false } }),
      case .setInputView(let inputView) = requests[last]
    {
      try inputView.validate()
      new = inputView
      new?.indexKeys()
      changes = requests[(last + 1)...]
    }
    return try new?.updated(by: changes.compactMap { if case .change(let change) = $0 { change } else { nil } })
  }
}

extension LimitViolation {
  /// The limit violation of a turn that exceeded its budget of host time.
  fileprivate static func hostTime(of keyboard: (any Keyboard)?) -> LimitViolation {
    LimitViolation(.hostTime, most: UInt64((keyboard?.hostTime ?? KeyboardLimits.hostTime).wholeMilliseconds))
  }
}
