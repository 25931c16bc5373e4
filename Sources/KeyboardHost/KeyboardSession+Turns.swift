internal import TextInput

extension KeyboardSession {
  /// Makes sure that a keyboard's process runs and has loaded it; answers whether it does.
  func start(_ life: KeyboardLife) -> Bool {
    let wasFoundEnded = life.keyboard?.hasEnded == true
    if life.keyboard != nil {
      guard wasFoundEnded else { return true }
      // It ended while nobody used it, so no key press is to blame: start it again for this use.
      life.died(at: clock.now, because: .crashed)
      report.failures.append(
        SessionFailure(identifier: life.identifier, kind: .foundEnded(.crashed("it ended by itself"))))
    }
    guard life.barredBecause(at: clock.now) == nil else { return false }
    if wasFoundEnded { report.events.append(.restarted) }
    do {
      let configuration = try source.launchConfiguration(
        for: life.identifier, standing: standing(of: life.identifier))
      life.keyboard = try source.makeKeyboard(life.identifier)
      return serve(.load(configuration), to: life) != nil
    } catch {
      ended(life, error)
      return false
    }
  }

  /// Serves one turn and does everything that came of it; nil if the keyboard ended or the turn failed.
  @discardableResult
  func serve(_ event: TurnEvent, to life: KeyboardLife) -> TurnResult? {
    guard let keyboard = life.keyboard else { return nil }
    life.serial += 1
    let snapshot = field?.document.snapshot()
    var turn = Turn(serial: life.serial, event: event)
    if event.isAboutDocument, let snapshot,
      life.knownRevision != snapshot.revision || life.knownDocument != snapshot.identifier
    {
      turn.document = snapshot
      life.knownRevision = snapshot.revision
      life.knownDocument = snapshot.identifier
    }
    var draft = field?.document
    var draftedEdits = 0
    let result: TurnResult
    do {
      result = try keyboard.serve(turn) { request in
        guard case .document(let edits) = request else { return source.answer(request, of: life.identifier) }
        draftedEdits += edits.count
        guard draft != nil, draftedEdits <= TurnLimit.edits else { return .refused(.notNow) }
        for edit in edits { _ = draft?.apply(edit) }
        return draft.map { draft in
          var draft = draft
          return .document(draft.snapshot())
        } ?? .refused(.notNow)
      }
    } catch {
      ended(life, error)
      return nil
    }
    return use(result, of: life, snapshot) ? result : nil
  }

  /// Applies a turn's result, all of it or none.
  private func use(_ result: TurnResult, of life: KeyboardLife, _ snapshot: DocumentSnapshot?) -> Bool {
    for case .log(let level, let message) in result.requests { source.log(level, message, of: life.identifier) }
    report.callbacks += result.callbacks
    if let failure = result.failure {
      undo(life, .turn(failure))
      return false
    }
    for case .setInterface(let interface) in result.requests {
      do {
        try interface.validate()
      } catch {
        life.end()
        ended(life, .lied("its interface is refused: \(error)"))
        return false
      }
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
    source.log(.error, "a turn was undone: \(kind)", of: life.identifier)
    life.knownRevision = nil
  }

  private func use(_ request: KeyboardRequest, of life: KeyboardLife) {
    switch request {
    case .advanceToNextInputMode:
      report.events.append(.advanceToNextInputMode)
      guard life === shownLife || !life.isShown else { return }
      // Without a field there is nowhere to advance to, and the keyboard is not told.
      if field != nil { try? advance() }
    case .showInputModeList: report.events.append(.handleInputModeList)
    case .dismissKeyboard:
      report.events.append(.dismissKeyboard)
      hide()
    case .setInterface(let interface): life.interface = interface
    case .change(let change): life.interface = life.interface?.updated(by: change) ?? life.interface
    case .setPrimaryLanguage(let language): life.primaryLanguage = language
    case .startTimer(let identifier, let seconds, let repeats):
      startTimer(identifier, of: life, seconds: seconds, repeats: repeats)
    case .cancelTimer(let identifier): cancelTimer(identifier, of: life)
    case .log: break
    }
  }

  /// A keyboard ended before its time: its field goes to the system keyboard at once (BEHAVIOUR §1.5).
  private func ended(_ life: KeyboardLife, _ end: KeyboardEnd) {
    let wasShown = life === shownLife
    let because: ShownBecause =
      switch end {
      case .hung: .hung
      case .crashed, .lied, .notStarted: .crashed
      case .refused: .quarantined
      }
    life.died(at: clock.now, because: because)
    timers.removeAll { $0.keyboard == life.identifier }
    report.failures.append(SessionFailure(identifier: life.identifier, kind: .ended(end)))
    source.log(.fault, "\(end)", of: life.identifier)
    if case .refused(let failure) = end { source.quarantine(life.identifier, because: failure.message) }
    guard wasShown else { return }
    forgetShown()
    showSystemKeyboard(because: because)
  }
}

extension TurnEvent {
  /// Whether a keyboard may read the document while it is told of this.
  fileprivate var isAboutDocument: Bool {
    switch self {
    case .appear, .key, .timer, .documentChanged, .traitsChanged: true
    default: false
    }
  }
}
