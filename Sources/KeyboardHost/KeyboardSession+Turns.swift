internal import Bundles
internal import TextInput

extension KeyboardSession {
  /// Makes sure that a keyboard's process runs and has loaded it; answers whether it does.
  func start(_ life: KeyboardLife) -> Bool {
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
    if wasFoundEnded { report.events.append(.restarted) }
    do {
      let access = access(of: life.identifier)
      let standing = standing(of: life.identifier)
      let spare = takeSpare(of: life.identifier, in: standing)
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
        return start(life)
      }
      life.access = access
      life.lastEndWasBlameless = false
      if serve(.load(configuration), to: life, readily: spare?.loading?.result) != nil { return true }
      // One that had ended before it loaded anything says nothing of the keyboard. Restarts are counted, so this ends.
      return life.lastEndWasBlameless && start(life)
    } catch {
      ended(life, error)
      return false
    }
  }

  /// Serves one turn and does everything that came of it; nil if the keyboard ended or the turn failed, or if no third
  /// party may be told of anything now (BEHAVIOUR §1.1).
  ///
  /// - Parameter outcome: What came of it, where the keyboard was served it before it was asked for.
  @discardableResult
  func serve(_ event: TurnEvent, to life: KeyboardLife, readily outcome: TurnResult? = nil) -> TurnResult? {
    guard !isWithheld(event, from: life) else { return nil }
    if event.leavesTimeForWarning { warnOfMemory(life) }
    guard let keyboard = life.keyboard else { return nil }
    let hasField = life === shownLife || life.identifier == Self.probeIdentifier
    // One that has no field has nothing to do, and its threads get no time, however it took this turn (SANDBOX.md, K14); one
    // that is loaded is about to get a field.
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
    var budget = EditBudget()
    var used = ServiceUse(patience: .seconds(NetworkRequest.Limit.waitSeconds))
    var refusal: EditRefusal?
    func answerAll(_ request: HostRequest) -> HostReply {
      guard case .document(let edits) = request else { return answer(request, of: life, &used) }
      guard var document = draft else { return .refused(.notNow) }
      for edit in edits {
        do throws(EditRefusal) {
          try budget.spend(edit, on: document)
        } catch {
          if refusal == nil { source.note("it was not shown its document: \(error)", of: life.identifier) }
          refusal = error
          return .refused(.tooLarge)
        }
        _ = document.apply(edit)
      }
      draft = document
      let snapshot = document.snapshot()
      life.count(snapshot)
      return .document(snapshot)
    }
    let result: TurnResult
    let start = watchTurns == nil ? nil : ContinuousClock.now
    do {
      result = if let outcome { outcome } else { try keyboard.serve(turn, answering: answerAll) }
    } catch {
      if keyboard.endedBeforeTurn || error == .killed && event.canBeServedAgain {
        return serveAgain(event, to: life, after: error, whileUnused: keyboard.endedBeforeTurn)
      }
      tellWatcher(event, life, since: start, false)
      ended(life, error, whileLoading: event.isLoad)
      return nil
    }
    tellWatcher(event, life, since: start, true)
    guard use(result, of: life, rights, snapshot) else { return nil }
    follow(result, of: life, rights)
    if life.serial % Self.turnsBetweenCounts == 0 { endForStorage(life) }
    return result
  }

  /// After how many turns a keyboard's own files are counted at the latest.
  private static let turnsBetweenCounts: UInt64 = 64

  /// Ends a keyboard that has stored more than it may.
  func endForStorage(_ life: KeyboardLife) {
    guard let keyboard = life.keyboard, let end = source.endForStorage(of: life.identifier) else { return }
    keyboard.kill()
    ended(life, end)
  }

  /// Keeps what a keyboard has stored in its container in memory, and ends one that has stored more than it may.
  func keepFiles(of life: KeyboardLife, while idle: IdleTime?) {
    do throws(KeyboardEnd) {
      try life.keyboard?.keepFiles(while: idle)
    } catch {
      life.keyboard?.kill()
      ended(life, error)
    }
  }

  /// The process was killed from outside while it had a turn, or had ended before it took it, and nothing of the turn was
  /// done: a fresh one gets it, so that nobody loses a key press. This counts as a restart, so it does not go on for ever.
  private func serveAgain(
    _ event: TurnEvent, to life: KeyboardLife, after end: KeyboardEnd, whileUnused: Bool
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
  func warnOfMemory(_ life: KeyboardLife) {
    guard !isWithheld(.memoryWarning, from: life), life.keyboard?.takeMemoryWarning() == true else { return }
    serve(.memoryWarning, to: life)
  }

  /// While a field has the focus that no third party may have, none is told anything but that its own field is gone.
  private func isWithheld(_ event: TurnEvent, from life: KeyboardLife) -> Bool {
    guard life.identifier != systemIdentifier, let field, RuleBook.reasonAgainstThirdParties(in: field) != nil else {
      return false
    }
    if case .disappear = event { return false }
    return true
  }

  /// Applies a turn's result, all of it or none.
  private func use(
    _ result: TurnResult, of life: KeyboardLife, _ rights: TurnRights, _ snapshot: DocumentSnapshot?
  ) -> Bool {
    let lines = result.requests.compactMap { request in
      if case .log(let level, let message) = request { (level, message) } else { nil }
    }
    if !lines.isEmpty { source.log(lines, of: life.identifier) }
    report.callbacks += result.callbacks
    if let failure = result.failure {
      undo(life, .turn(failure))
      return false
    }
    if let lie = result.lie(rights) {
      life.keyboard?.kill()
      ended(life, .lied(lie))
      return false
    }
    if !result.edits.isEmpty, let snapshot {
      do {
        let effect = try field?.document.apply(result.edits, madeOn: snapshot) ?? EditEffect()
        report.events += Array(repeating: .return, count: effect.returnKeys)
        life.lastOwnRevision = field?.document.revision
      } catch {
        undo(life, .edits(error))
        return false
      }
    }
    for request in result.requests { use(request, of: life) }
    return true
  }

  /// A turn was refused: the keyboard's replica is not what the document is, so it is sent anew.
  private func undo(_ life: KeyboardLife, _ kind: SessionFailure.Kind) {
    report.failures.append(SessionFailure(identifier: life.identifier, kind: kind))
    if kind.isLimit { life.tally[.limitsExceeded] += 1 }
    source.note("a turn was undone: \(kind)", of: life.identifier)
    life.knownRevision = nil
  }

  private func use(_ request: KeyboardRequest, of life: KeyboardLife) {
    switch request {
    case .setInterface(let interface): life.interface = interface
    case .change(let change): life.interface = life.interface?.updated(by: change) ?? life.interface
    case .setPrimaryLanguage(let language): life.primaryLanguage = language
    case .startTimer(let identifier, let seconds, let repeats):
      startTimer(identifier, of: life, seconds: seconds, repeats: repeats)
    case .cancelTimer(let identifier): cancelTimer(identifier, of: life)
    case .advanceToNextInputMode, .showInputModeList, .dismissKeyboard, .log, .playSound: break
    }
  }

  /// Goes where the keyboard asked to, once, when its turn is over; only the keyboard that has the field is followed.
  private func follow(_ result: TurnResult, of life: KeyboardLife, _ rights: TurnRights) {
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

  /// A keyboard ended before its time: its field goes to the system keyboard at once (BEHAVIOUR §1.5).
  private func ended(_ life: KeyboardLife, _ end: KeyboardEnd, whileLoading: Bool = false) {
    let wasShown = life === shownLife
    let because: ShownBecause =
      switch end {
      case .hung: .hung
      case .crashed, .killed, .exceeded, .forbidden, .lied, .notStarted, .unconfined: .crashed
      case .refused: .quarantined
      }
    noteEnd(end, of: life)
    forgetTimers(of: life)
    life.died(at: clock.now, because: because)
    let failure = SessionFailure(identifier: life.identifier, kind: .ended(end))
    report.failures.append(failure)
    if case .refused(let failure) = end {
      source.quarantine(life.identifier, because: failure.message)
    } else if whileLoading {
      source.quarantine(life.identifier, because: "while it was loaded, \(end)")
    }
    owesAudits = true
    guard wasShown else { return }
    forgetShown()
    // What it had marked is text that the person typed, and stays (§3.6).
    _ = field?.document.unmark()
    showSystemKeyboard(because: because)
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
  /// Changes of one element each that a turn may bring; more are a flood.
  private static let changeLimit = 1_000

  /// What in this result no honest runner sends; nil if there is nothing.
  fileprivate func lie(_ rights: TurnRights) -> String? {
    if !edits.isEmpty, !rights.acts { return "it edits where it may not" }
    var changes = 0
    for request in requests {
      switch request {
      case .setInterface(let interface):
        do {
          try interface.validate()
        } catch {
          return "its interface is refused: \(error)"
        }
      case .setPrimaryLanguage(let language?):
        guard LanguageTag.isWellFormed(language) else { return "its language is no language" }
      case .change: changes += 1
      default: break
      }
    }
    return changes > Self.changeLimit ? "it changes \(changes) elements in one turn" : nil
  }
}
