internal import Bundles
internal import TextInput

extension KeyboardSession {
  /// Makes sure that a keyboard's process runs and has loaded it; answers whether it does.
  func start(_ life: KeyboardInstance) -> Bool {
    while true {
      if let isRunning = tryToStart(life) { return isRunning }
      guard !life.startsTooSlowly, !pressIsOverdue(for: life) else { return false }
    }
  }

  /// The same once; nil if the process ended or had to be ended for a reason that says nothing of the keyboard, so that
  /// another attempt makes sense. Each end counts as a restart, so there are few attempts.
  private func tryToStart(_ life: KeyboardInstance) -> Bool? {
    let wasFoundEnded = life.keyboard?.hasEnded == true
    if life.keyboard != nil {
      guard wasFoundEnded else { return true }
      // It ended while nobody used it, so no key press is to blame: start it again for this use.
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
      let read = { () throws(KeyboardEnd) in
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
        // Another process granted or withdrew it meanwhile: no process is half of one kind and half of the other.
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

  /// Serves one turn and does everything that came of it; nil if the keyboard ended or the turn failed, or if no third
  /// party may be told of anything now (Behavior.md#secure-fields).
  ///
  /// - Parameters:
  ///   - outcome: The result, if the keyboard was served this event before it was asked for.
  ///   - others: Descriptors that become readable when the person does something, for a turn that the person does not wait
  ///     for: see ``serve(_:by:unless:answering:)``.
  @discardableResult
  func serve(
    _ event: TurnEvent, to life: KeyboardInstance, precomputed outcome: TurnResult? = nil, unless others: [Int32]? = nil
  ) -> TurnResult? {
    guard !isWithheld(event, from: life) else { return nil }
    if event.leavesTimeForWarning { warnOfMemory(life) }
    guard let keyboard = life.keyboard else { return nil }
    let hasField = life === shownLife || life.identifier == Self.probeIdentifier
    // One that has no field has nothing to do, and its threads get no time, however it took this turn
    // (Sandbox.md#hidden-keyboard-gets-no-time); one that is loaded is about to get a field.
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
        do throws(EditRefusal) {
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
      // The first kill from outside says nothing of the keyboard. A second one during load counts as its fault.
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
    // What follows a key press, such as another keyboard, has time of its own.
    if case .key = event { pressBegin = nil }
    if event.isLoad { life.wasKilledWhileLoading = false } else { life.timeOfStarts = .zero }
    if life.identifier != systemIdentifier { budget.beginResult(within: keyboard.timeForResult) }
    guard use(result, of: life, rights, snapshot, within: &budget) else { return nil }
    follow(result, of: life, rights)
    if life.serial % Self.turnsBetweenCounts == 0 { endForStorage(life) }
    return result
  }

  /// After how many turns a keyboard's own files are counted at the latest.
  private static let turnsBetweenCounts: UInt64 = 64

  /// Ends a keyboard that has stored more than it may.
  func endForStorage(_ life: KeyboardInstance) {
    guard let keyboard = life.keyboard, let end = source.endForStorage(of: life.identifier) else { return }
    keyboard.kill()
    ended(life, end)
  }

  /// Keeps what a keyboard has stored in its container in memory, and ends one that has stored more than it may.
  func keepFiles(of life: KeyboardInstance, while idle: IdleTime?) {
    do throws(KeyboardEnd) {
      try life.keyboard?.keepFiles(while: idle)
    } catch {
      life.keyboard?.kill()
      ended(life, error)
    }
  }

  /// The process was killed from outside while it had a turn, had ended before it took it, or held a key press up with the
  /// turn of a timer. Nothing of the turn was done. A fresh process gets a key press, so that none is lost. This counts as a
  /// restart, so it does not go on forever.
  private func serveAgain(
    _ event: TurnEvent, to life: KeyboardInstance, after end: KeyboardEnd, whileUnused: Bool
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
    // All other events only tell what is true now, and the fresh process was shown with that.
    guard case .key = event else { return nil }
    return serve(event, to: life)
  }

  /// Tells a keyboard that its memory is three quarters used up, if it is due that and may be told anything now.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something, where nobody waits for the turn.
  func warnOfMemory(_ life: KeyboardInstance, unless others: [Int32]? = nil) {
    guard !isWithheld(.memoryWarning, from: life), life.keyboard?.takeMemoryWarning() == true else { return }
    serve(.memoryWarning, to: life, unless: others)
  }

  /// While a field has the focus that no third party may have, none is told anything but that its own field is gone.
  private func isWithheld(_ event: TurnEvent, from life: KeyboardInstance) -> Bool {
    guard life.identifier != systemIdentifier, let field, RuleBook.reasonAgainstThirdParties(in: field) != nil else {
      return false
    }
    if case .disappear = event { return false }
    return true
  }

  /// Serves a turn that the person does not wait for. If they do something meanwhile the turn has a moment left; then the
  /// keyboard counts as hung, and another process takes its place.
  private func serve(
    _ turn: Turn, by keyboard: any Keyboard, unless others: [Int32], answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult {
    if let result = try keyboard.serve(turn, while: IdleTime(endedBy: others), answering: answer) { return result }
    if let result = try keyboard.serve(
      turn, while: IdleTime(endedBy: [], within: keyboard.grace), answering: answer)
    {
      return result
    }
    keyboard.kill()
    throw .heldUp(after: keyboard.grace)
  }

  /// Serves one of the turns of a key press: changed text, a restart, and the press itself. Together they have the time of one
  /// turn. A process that has not loaded the keyboard by then is ended, which is no fault of the keyboard's.
  private func serve(
    _ turn: Turn, by keyboard: any Keyboard, ofPressAt begin: ContinuousClock.Instant,
    answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult {
    let idle = IdleTime(until: begin + keyboard.patience)
    if let result = try keyboard.serve(turn, while: idle, answering: answer) { return result }
    keyboard.kill()
    throw turn.event.isLoad ? .loadedTooLate(after: keyboard.patience) : .hung(after: keyboard.patience)
  }

  /// Whether a key press is being served that has waited for as long as a turn may take.
  private func pressIsOverdue(for life: KeyboardInstance) -> Bool {
    life.keyboard.map(pressIsOverdue(by:)) ?? false
  }

  private func pressIsOverdue(by keyboard: any Keyboard) -> Bool {
    pressBegin.map { .now >= $0 + keyboard.patience } ?? false
  }

  /// Applies a turn's result, all of it or none.
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

  /// Ends a keyboard whose turn took more of the host's time than it may; whether it did.
  private func endIfSpent(_ budget: TurnBudget, _ life: KeyboardInstance) -> Bool {
    guard budget.isSpent else { return false }
    return !end(life, .exceeded(.hostTime(of: life.keyboard)))
  }

  /// Ends a keyboard for what its turn brought, nothing of which is applied; always false.
  private func end(_ life: KeyboardInstance, _ end: KeyboardEnd) -> Bool {
    life.keyboard?.kill()
    ended(life, end)
    return false
  }

  /// A turn was refused: the keyboard's replica is not what the document is, so it is sent anew.
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

  /// Goes where the keyboard asked to, once, when its turn is over; only the keyboard that has the field is followed.
  private func follow(_ result: TurnResult, of life: KeyboardInstance, _ rights: TurnRights) {
    guard rights.acts else { return }
    // A turn makes one sound, whatever its process sends.
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

  /// A keyboard ended before its time: its field goes to the system keyboard at once (Behavior.md#failures).
  private func ended(_ life: KeyboardInstance, _ end: KeyboardEnd, whileLoading: Bool = false) {
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
    // What it had marked is text that the person typed, and stays (Behavior.md#marked-text).
    _ = field?.document.unmark()
    showSystemKeyboard(because: because)
  }
}

extension KeyboardEnd {
  /// Whether the keyboard's next process may go on where this one ended.
  fileprivate var isNotOfTheTurn: Bool {
    switch self {
    case .killed, .heldUp: true
    default: false
    }
  }

  /// Whether a keyboard that ended so while it was loaded is not to be loaded again.
  fileprivate var isOfTheKeyboard: Bool {
    switch self {
    case .notStarted, .unconfined, .loadedTooLate: false
    default: true
    }
  }
}

extension TurnEvent {
  /// Whether a fresh process can take the place of one that was killed in such a turn.
  fileprivate var canBeServedAgain: Bool {
    switch self {
    case .load, .appear, .destroy: false
    default: true
    }
  }

  /// Whether a memory warning that nobody had time for comes before this event at the latest.
  fileprivate var leavesTimeForWarning: Bool {
    switch self {
    case .load, .disappear, .memoryWarning, .destroy: false
    default: true
    }
  }

  fileprivate var isLoad: Bool { if case .load = self { true } else { false } }
}

extension TurnResult {
  /// What in this result no honest runner sends; nil if there is nothing.
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

  /// What the keyboard shows after the turn. Validated once, however often the turn changed it.
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
  /// More work than the host does for one turn.
  fileprivate static func hostTime(of keyboard: (any Keyboard)?) -> LimitViolation {
    LimitViolation(.hostTime, most: UInt64((keyboard?.hostTime ?? KeyboardLimits.hostTime).wholeMilliseconds))
  }
}
