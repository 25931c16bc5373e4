internal import Timing
internal import KeyboardStore
internal import BundleFormat
internal import TextModel
internal import InputViewModel
internal import KeyboardProtocol

extension KeyboardSession {
  /// Starts a keyboard's process if none runs, and loads the keyboard in it.
  ///
  /// - Returns: Whether the keyboard is loaded.
  func start(_ life: KeyboardInstance) -> Bool {
    while true {
      if let isRunning = tryToStart(life) { return isRunning }
      guard !life.startsTooSlowly else { return false }
    }
  }

  /// Tries once to start a keyboard's process.
  ///
  /// Each end counts as a restart, so the number of attempts is limited.
  ///
  /// - Returns: Whether the keyboard is loaded; nil if the process ended for a reason that is not the keyboard's
  ///   fault, so that another attempt makes sense.
  private func tryToStart(_ life: KeyboardInstance) -> Bool? {
    let wasFoundEnded = life.keyboard?.hasEnded == true
    if life.keyboard != nil {
      guard wasFoundEnded else { return true }
      // The process ended between turns, so no key press is to blame. A fresh process serves this use.
      let end = life.keyboard?.howItEnded() ?? .killed
      noteEnd(end, of: life, whileUnused: true)
      forgetTimers(of: life)
      life.died(at: clock.now, because: .crashed)
      report.failures.append(SessionFailure(identifier: life.identifier, kind: .foundEnded(end)))
    }
    guard life.barredBecause(at: clock.now) == nil else { return false }
    let begin = ContinuousClock.now
    defer { life.timeOfStarts += ContinuousClock.now - begin }
    if wasFoundEnded { report.events.append(.restarted) }
    do {
      let access = access(of: life.identifier)
      let standing = standing(of: life.identifier)
      let spare = takeStandbyProcess(of: life.identifier, in: standing)
      let read = { () throws(KeyboardEndError) in
        try self.source.launchConfiguration(for: life.identifier, standing: standing)
      }
      let configuration: LaunchConfiguration
      if let spare {
        life.keyboard = spare.keyboard
        configuration = if let loading = spare.loading { loading.configuration } else { try read() }
      } else {
        (life.keyboard, configuration) = try source.makeKeyboard(life.identifier, while: read)
      }
      guard access == self.access(of: life.identifier), access.isFull == standing.hasFullAccess else {
        // Another process changed the access meanwhile. No process may run with a mix of the old and new access.
        life.end()
        return nil
      }
      life.access = access
      life.lastEndWasBlameless = false
      if serve(.load(configuration), to: life, precomputed: spare?.loading?.result) != nil { return true }
      return life.lastEndWasBlameless ? nil : false
    } catch {
      ended(life, error)
      return false
    }
  }

  /// Serves one turn and applies its result.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - life: The keyboard instance that serves the turn.
  ///   - outcome: The precomputed result, if the keyboard served this event while it was preloaded.
  ///   - others: Descriptors that become readable when the user does something, for a turn for which the user does
  ///     not wait: see ``serve(_:by:unless:answering:)``.
  /// - Returns: The result; nil if the keyboard ended, the turn failed, or the rules withhold the event from
  ///   third-party keyboards (Behavior.md#secure-fields).
  @discardableResult
  func serve(
    _ event: TurnEvent, to life: KeyboardInstance, precomputed outcome: TurnResult? = nil, unless others: [Int32]? = nil
  ) -> TurnResult? {
    guard !isWithheld(event, from: life) else { return nil }
    if event.leavesTimeForWarning { warnOfMemory(life) }
    guard let keyboard = life.keyboard else { return nil }
    let hasField = life === shownLife || life.identifier == Self.probeIdentifier
    // A keyboard without a field gets no processor time, however the turn ended
    // (Sandbox.md#hidden-keyboard-gets-no-time). A keyboard that has just loaded is about to get a field.
    defer { if !hasField, !event.isLoad { life.keyboard?.stop() } }
    let rights = TurnRights(event, hasField: hasField && field != nil)
    life.serial += 1
    var turn = Turn(serial: life.serial, event: event)
    let snapshot = rights.readsDocument ? field?.document.snapshot() : nil
    if let snapshot, life.knownRevision != snapshot.revision || life.knownDocument != snapshot.identifier {
      turn.document = snapshot
      life.knownRevision = snapshot.revision
      life.knownDocument = snapshot.identifier
    }
    if life.identifier != systemIdentifier { life.count(turn) }
    var draft = rights.acts ? field?.document : nil
    var budget = TurnBudget(time: life.identifier == systemIdentifier ? .seconds(3_600) : keyboard.hostTime)
    var used = ServiceUse(patience: .seconds(NetworkRequest.Limit.waitSeconds))
    var wasRefused = false
    func answerAll(_ request: HostRequest) -> HostReply {
      guard case .document(let edits) = request else { return answer(request, of: life, &used) }
      guard var document = draft else { return .refused(.notNow) }
      for edit in edits {
        do throws(EditError) {
          try budget.spend(edit, on: document)
        } catch {
          if !wasRefused { source.note("the host could not send it its document: \(error)", of: life.identifier) }
          wasRefused = true
          return .refused(.tooLarge)
        }
        _ = document.apply(edit, within: budget)
      }
      guard !budget.isSpent else { return .refused(.tooLarge) }
      draft = document
      let snapshot = budget.snapshot(of: &document)
      life.count(snapshot)
      return .document(snapshot)
    }
    let result: TurnResult
    let start = watchTurns == nil ? nil : ContinuousClock.now
    do {
      result =
        if let outcome {
          outcome
        } else if let others {
          try serve(turn, by: keyboard, unless: others, answering: answerAll)
        } else if let pressBegin {
          try serve(turn, by: keyboard, ofPressAt: pressBegin, answering: answerAll)
        } else {
          try keyboard.serve(turn, answering: answerAll)
        }
    } catch {
      // The first kill from outside is not the keyboard's fault. A second kill during load counts as its fault.
      let mayBeServedAgain = event.isLoad ? !life.wasKilledWhileLoading : event.canBeServedAgain
      if event.isLoad { life.wasKilledWhileLoading = error == .killed && mayBeServedAgain }
      if !life.startsTooSlowly, !pressIsOverdue(by: keyboard),
        keyboard.endedBeforeTurn || error.isNotOfTheTurn && mayBeServedAgain
      {
        return serveAgain(event, to: life, after: error, whileUnused: keyboard.endedBeforeTurn)
      }
      tellWatcher(event, life, since: start, false)
      ended(life, error, whileLoading: event.isLoad)
      return nil
    }
    tellWatcher(event, life, since: start, true)
    // Turns that follow a key press, such as those of another keyboard, have their own deadlines.
    if case .key = event { pressBegin = nil }
    if event.isLoad { life.wasKilledWhileLoading = false } else { life.timeOfStarts = .zero }
    if life.identifier != systemIdentifier { budget.beginResult(within: keyboard.timeForResult) }
    guard use(result, of: life, rights, snapshot, within: &budget) else { return nil }
    follow(result, of: life, rights)
    if life.serial % Self.turnsBetweenCounts == 0 { endForStorage(life) }
    return result
  }

  /// The number of turns after which the host measures the files that a keyboard wrote itself.
  private static let turnsBetweenCounts: UInt64 = 64

  /// Ends a keyboard whose data container exceeds its limits.
  func endForStorage(_ life: KeyboardInstance) {
    guard let keyboard = life.keyboard, let end = source.endForStorage(of: life.identifier) else { return }
    keyboard.kill()
    ended(life, end)
  }

  /// Saves the files of a keyboard's data container in memory. Ends a keyboard that stored more than the limits
  /// allow.
  func keepFiles(of life: KeyboardInstance, while idle: IdleTime?) {
    do throws(KeyboardEndError) {
      try life.keyboard?.keepFiles(while: idle)
    } catch {
      life.keyboard?.kill()
      ended(life, error)
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
    _ event: TurnEvent, to life: KeyboardInstance, after end: KeyboardEndError, whileUnused: Bool
  ) -> TurnResult? {
    let wasShown = life === shownLife
    noteEnd(end, of: life, whileUnused: whileUnused)
    forgetTimers(of: life)
    life.died(at: clock.now, because: .crashed)
    life.lastEndWasBlameless = true
    report.failures.append(SessionFailure(identifier: life.identifier, kind: .foundEnded(end)))
    guard wasShown else { return nil }
    forgetShown()
    showWhoMay()
    guard life === shownLife else { return nil }
    report.events.append(.restarted)
    // All other events only report the current state, and the appear event gave that state to the fresh process.
    guard case .key = event else { return nil }
    return serve(event, to: life)
  }

  /// Sends a memory warning if one is due and the rules allow an event now.
  ///
  /// - Parameters:
  ///   - life: The keyboard instance.
  ///   - others: Descriptors that become readable when the user does something; nil if the user waits for the turn.
  func warnOfMemory(_ life: KeyboardInstance, unless others: [Int32]? = nil) {
    guard !isWithheld(.memoryWarning, from: life), life.keyboard?.takeMemoryWarning() == true else { return }
    serve(.memoryWarning, to: life, unless: others)
  }

  /// Whether the host withholds an event from a third-party keyboard because a protected field has the focus.
  ///
  /// The keyboard gets the disappear event only.
  private func isWithheld(_ event: TurnEvent, from life: KeyboardInstance) -> Bool {
    guard life.identifier != systemIdentifier, let field, RuleBook.reasonAgainstThirdParties(in: field) != nil else {
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
  private func use(
    _ result: TurnResult, of life: KeyboardInstance, _ rights: TurnRights, _ snapshot: DocumentSnapshot?,
    within budget: inout TurnBudget
  ) -> Bool {
    let lines = result.requests.compactMap { request in
      if case .log(let level, let message) = request { (level, message) } else { nil }
    }
    if !lines.isEmpty { source.log(lines, of: life.identifier) }
    guard !endIfSpent(budget, life) else { return false }
    report.callbacks += result.callbacks
    if let failure = result.failure {
      undo(life, .turn(failure))
      return false
    }
    if let violation = result.violation(rights) { return end(life, .protocolViolation(violation)) }
    var document = field?.document
    var effect = EditEffect()
    if !result.edits.isEmpty, let snapshot {
      do {
        effect = try document?.apply(result.edits, madeOn: snapshot, within: &budget) ?? EditEffect()
      } catch {
        guard error != .tooMuchWork else { return end(life, .exceeded(.hostTime(of: life.keyboard))) }
        undo(life, .edits(error))
        return false
      }
    }
    let interface: Interface?
    do {
      interface = try result.interface(after: life.interface)
    } catch {
      return end(life, .protocolViolation("its input view is invalid: \(error)"))
    }
    guard !endIfSpent(budget, life) else { return false }
    if !result.edits.isEmpty, snapshot != nil, let document {
      field?.document = document
      report.events += Array(repeating: .return, count: effect.returnKeys)
      life.lastOwnRevision = document.revision
    }
    life.interface = interface
    for request in result.requests { use(request, of: life) }
    return true
  }

  /// Ends a keyboard whose turn exceeded its budget of host time.
  ///
  /// - Returns: Whether the budget was spent.
  private func endIfSpent(_ budget: TurnBudget, _ life: KeyboardInstance) -> Bool {
    guard budget.isSpent else { return false }
    return !end(life, .exceeded(.hostTime(of: life.keyboard)))
  }

  /// Kills a keyboard because of its turn's result, and applies nothing of it.
  ///
  /// - Returns: Always false.
  private func end(_ life: KeyboardInstance, _ end: KeyboardEndError) -> Bool {
    life.keyboard?.kill()
    ended(life, end)
    return false
  }

  /// Reports a turn whose result the host discarded.
  ///
  /// The keyboard's replica now differs from the document, so the next turn brings a fresh snapshot.
  private func undo(_ life: KeyboardInstance, _ kind: SessionFailure.Kind) {
    report.failures.append(SessionFailure(identifier: life.identifier, kind: kind))
    if kind.isLimit { life.tally[.limitsExceeded] += 1 }
    source.note("the host discarded a turn: \(kind)", of: life.identifier)
    life.knownRevision = nil
  }

  private func use(_ request: KeyboardRequest, of life: KeyboardInstance) {
    switch request {
    case .setPrimaryLanguage(let language): life.primaryLanguage = language
    case .startTimer(let identifier, let seconds, let repeats):
      startTimer(identifier, of: life, seconds: seconds, repeats: repeats)
    case .cancelTimer(let identifier): cancelTimer(identifier, of: life)
    case .setInterface, .change, .advanceToNextInputMode, .showInputModeList, .dismissKeyboard, .log, .playSound: break
    }
  }

  /// Follows the requests of a turn that switch, dismiss or play a sound, after the host applied the turn.
  ///
  /// The host follows them only if the turn's rights allow it to act, and at most one advance or dismiss request in a
  /// turn.
  private func follow(_ result: TurnResult, of life: KeyboardInstance, _ rights: TurnRights) {
    guard rights.acts else { return }
    // One sound for each turn, however many the process requests.
    let sound = result.requests.lazy.compactMap { if case .playSound(let sound) = $0 { sound } else { nil } }.first
    if let sound { playSound(sound, askedForBy: life) }
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
  private func ended(_ life: KeyboardInstance, _ end: KeyboardEndError, whileLoading: Bool = false) {
    let wasShown = life === shownLife
    let because: ShownBecause =
      switch end {
      case .hung, .heldUp, .loadedTooLate: .hung
      case .crashed, .killed, .exceeded, .forbidden, .protocolViolation, .notStarted, .unconfined: .crashed
      case .refused: .quarantined
      }
    noteEnd(end, of: life)
    forgetTimers(of: life)
    life.died(at: clock.now, because: because)
    let failure = SessionFailure(identifier: life.identifier, kind: .ended(end))
    report.failures.append(failure)
    if case .refused(let failure) = end {
      source.quarantine(life.identifier, because: failure.message)
    } else if whileLoading, end.isOfTheKeyboard {
      source.quarantine(life.identifier, because: "during loading, \(end)")
    }
    owesAudits = true
    guard wasShown else { return }
    forgetShown()
    // The user typed the marked text, so it stays in the document as plain text (Behavior.md#marked-text).
    _ = field?.document.unmark()
    showSystemKeyboard(because: because)
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
  /// - Throws: ``InputViewModel/InterfaceError`` if the input view is invalid.
  fileprivate func interface(after old: Interface?) throws(InterfaceError) -> Interface? {
    var new = old
    var changes: ArraySlice<KeyboardRequest> = requests[...]
    if let last = requests.lastIndex(where: { if case .setInterface = $0 { true } else { false } }),
      case .setInterface(let interface) = requests[last]
    {
      try interface.validate()
      new = interface
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
