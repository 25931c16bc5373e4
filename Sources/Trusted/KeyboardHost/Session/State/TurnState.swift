internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The turns that keyboards are serving.
///
/// The host waits for the end of each turn before it begins another turn, except for the disappear turn of a replaced
/// keyboard. Until the disappear turn ends, the host may begin only the appear turn of the next keyboard.
struct TurnState {
  typealias Instance = SessionState.Instance

  /// The turn that a keyboard is serving.
  private(set) var turn: PlannedTurn?
  /// The disappear turn that the host has sent to the previous keyboard; nil after the host begins to wait for its
  /// result (Behavior.md#life-cycle).
  private(set) var sentAhead: PlannedTurn?
  /// The last used generation number: each new input view of any keyboard gets the next number
  /// (``InputViewModel/InputViewTree/generation``).
  private var lastGeneration: UInt32 = 0
  /// Reads the clocks that limit the host's time for a turn.
  private let clocks: HostTime.Clocks

  init(clocks: @escaping HostTime.Clocks) { self.clocks = clocks }

  // MARK: Beginning

  mutating func begin(_ planned: PlannedTurn, _ display: inout DisplayState) {
    let instance = planned.instance
    if sentAhead != nil, !planned.event.isAppear {
      // Only an appear event may begin before the previous keyboard has finished its disappear event.
      display.agenda.plan(.serve(planned))
      return awaitSentAhead(&display.agenda)
    }
    let isWithheld = display.isProtected && instance != SessionState.system && !planned.event.isForHiddenKeyboard
    guard display.instances[instance].isRunning, !isWithheld else {
      return finish(planned, hasAdvanced: nil, &display)
    }
    if display.instances[instance].warningIsDue, planned.event.leavesTimeForWarning {
      display.agenda.plan(.serve(planned))
      return display.serve(.memoryWarning, to: instance)
    }
    if case .key(let key) = planned.event, let position = key.position,
      position.generation != display.instances[instance].generation
    {
      // If the keyboard changed its input view before the turn, find the key in the new input view.
      return display.agenda.plan(.send(key))
    }
    let hasField = display.focused.field != nil && (instance == display.shown || display.instances[instance].isProbe)
    if hasField, instance != SessionState.system {
      display.focused.activation.begin(planned.event, at: display.now, madeAt: display.timeOfGesture)
    }
    let rights = TurnRights(
      planned.event, hasField: hasField,
      activation: instance == SessionState.system ? nil : display.focused.activation, in: display.focused.field,
      at: display.now)
    display.instances[instance].begin(planned, rights, in: &display.focused, on: clocks)
    if planned.isSentAhead {
      sentAhead = planned
      display.agenda.emit(.send(instance, planned.message))
    } else if sentAhead != nil {
      // While the next keyboard handles its appear event, the host applies the result of the previous keyboard's
      // disappear event.
      display.agenda.emit(.send(instance, planned.message))
      display.agenda.plan(.wait(planned))
      awaitSentAhead(&display.agenda)
    } else {
      wait(for: planned, &display.agenda)
    }
  }

  mutating func wait(for planned: PlannedTurn, _ agenda: inout SessionAgenda) {
    turn = planned
    agenda.emit(.serve)
  }

  mutating func awaitSentAhead(_ agenda: inout SessionAgenda) {
    if let planned = sentAhead.take() { wait(for: planned, &agenda) }
  }

  /// Handles a turn that its keyboard cannot serve while the host does other work.
  mutating func didNotSend(to instance: Instance, _ agenda: inout SessionAgenda) {
    if sentAhead?.instance == instance { awaitSentAhead(&agenda) }
  }

  /// Answers the request of the current turn's keyboard for the document. The answer includes the edits that the
  /// keyboard made since its last request.
  func reply(toDocumentAfter edits: [Edit], of document: TextDocument?) -> HostReply {
    turn?.transaction?.reply(toDocumentAfter: edits, of: document) ?? .refused(.notNow)
  }

  // MARK: Results

  /// Handles the result of the current turn.
  ///
  /// - Parameters:
  ///   - result: The result, from the keyboard's process.
  ///   - preparedInputView: The valid input view from a load event that the keyboard served during preloading; nil for
  ///     all other turns.
  ///   - timeForResult: The limit of host time for the result; nil for the system keyboard.
  ///   - took: The duration of the turn.
  ///   - warningIsDue: Whether the process uses so much memory that the host must next send it a memory warning.
  mutating func didServe(
    _ result: TurnResult, preparedInputView: InputViewTree?, within timeForResult: Duration?,
    took: Duration, warningIsDue: Bool, _ display: inout DisplayState
  ) {
    guard let planned = turn.take() else { return }
    let instance = planned.instance
    if warningIsDue { display.instances[instance].warningIsDue = true }
    display.instances[instance].didServe(planned.event, took: took)
    // A hidden keyboard gets no processor time, whether the turn succeeded or failed
    // (Sandbox.md#hidden-keyboard-gets-no-time). After a load event, do not suspend the keyboard, because the host
    // shows it next.
    if !planned.event.isLoad, instance != display.shown, !display.instances[instance].isProbe {
      display.agenda.emit(.suspend(instance))
    }
    do throws(TurnTransaction.RejectionError) {
      guard
        let (effects, clearedText) = try display.focused.commit(
          // A result without requests does not change the input view, so pass nil and avoid a copy.
          result, of: planned, result.requests.isEmpty ? nil : display.instances[instance].inputView,
          prepared: preparedInputView, within: timeForResult)
      else { return }
      if instance != SessionState.system, let (inserted, deleted) = planned.transaction?.scalars {
        display.focused.activation.end(planned.event, inserted: inserted, deleted: deleted, at: display.now)
      }
      display.report.add(result.edits, effects.change, clearedText: clearedText)
      if !result.edits.isEmpty, display.report.keyboard == nil {
        display.report.keyboard = display.instances[instance].identifier
      }
      display.report.add(result.callbacks)
      display.instances[instance].apply(
        effects, of: planned, result, giving: display.focused.field?.document.version, numberedAfter: &lastGeneration)
      if !result.requests.isEmpty {
        planned.transaction?.apply(result.requests, to: &display.instances[instance].timers, at: display.now)
      }
      display.agenda.plan(.finish(planned, hasAdvanced: result.requests.contains(.advanceToNextInputMode)))
      if display.instances[instance].isMeasurementDue { display.agenda.plan(.measureStorage(instance)) }
      if let actions = effects.actions { perform(actions, of: planned, &display) }
      if planned.mustShowInputModeList, effects.actions?.showsInputModeList != true {
        display.agenda.plan(.report(.handleInputModeList))
      }
    } catch {
      if planned.mustShowInputModeList { display.agenda.plan(.report(.handleInputModeList)) }
      display.agenda.plan(.finish(planned, hasAdvanced: nil))
      if case .undone = error { display.report.add(result.callbacks) }
      reject(instance, error, &display)
      if case .undone = error { notifyUndone(result.edits, of: planned, &display) }
    }
  }

  /// Tells the shown keyboard that the document differs from its replica, because the host undid edits of its turn
  /// (Behavior.md#undone-edits). The marked text becomes plain text, so that the keyboard's next edit cannot replace
  /// it.
  private func notifyUndone(_ edits: [Edit], of planned: PlannedTurn, _ display: inout DisplayState) {
    // Send no event if the undone turn was itself a turn for a document change. Otherwise, a keyboard that makes a
    // forbidden edit in each such turn would get document changes without end.
    if case .documentChanged = planned.event { return }
    guard !edits.isEmpty, planned.instance == display.shown else { return }
    let marks = edits.contains { if case .setMarkedText = $0 { true } else { false } }
    let endsMarking = display.unmark() || marks
    display.documentChanged(DocumentChange(changedText: true, endedMarking: endsMarking), .application)
  }

  /// Performs the actions that a keyboard requested in a turn.
  private func perform(_ actions: RequestedActions, of planned: PlannedTurn, _ display: inout DisplayState) {
    let instance = planned.instance
    // While the host hides a keyboard, the host sends the keyboard an event about the end of its marked text. In the
    // turn for this event, the keyboard may edit text. However, until the keyboard is hidden, the host ignores the
    // keyboard's requests to change the input mode or to dismiss itself.
    switch display.isHiding ? nil : actions.change {
    case .advance: display.agenda.plan(.report(.advanceToNextInputMode), .selectNext)
    // If a keyboard dismissed itself at each touch of its globe key, it would return in the next field. The user could
    // not leave such a keyboard (Behavior.md#next-keyboard-key).
    case .dismiss where planned.isOnGlobeKey: break
    case .dismiss: display.agenda.plan(.report(.dismissKeyboard), .dismiss)
    case nil: break
    }
    if actions.showsInputModeList { display.agenda.plan(.report(.handleInputModeList)) }
    guard instance == display.shown, actions.sound != nil || actions.haptic != nil else { return }
    display.agenda.plan(.giveFeedback(actions.sound, actions.haptic, of: instance))
  }

  private func reject(
    _ instance: Instance, _ rejection: TurnTransaction.RejectionError, _ display: inout DisplayState
  ) {
    switch rejection {
    case .undone(let kind):
      display.report.failures.append(
        SessionFailure(identifier: display.instances[instance].identifier, kind: kind))
      if kind.isLimit { display.agenda.emit(.observe(instance, .limitReached)) }
      display.agenda.emit(.record(instance, "the host discarded the keyboard's changes: \(kind)"))
      display.instances[instance].undoLastTurn()
    case .ends(let end): display.kill(instance, end)
    case .spent:
      let most = UInt64(display.instances[instance].hostTime.wholeMilliseconds)
      display.kill(instance, .exceeded(LimitViolation(.hostTime, most: most)))
    }
  }

  /// Handles the end of the process during the current turn. The parameters are those of
  /// ``InstanceState/isReplaced(after:during:beforeTurn:isOverdue:took:)``.
  mutating func didEnd(
    _ end: KeyboardEndError, beforeTurn: Bool, isOverdue: Bool, took: Duration, _ display: inout DisplayState
  ) {
    guard let planned = turn.take() else { return }
    let instance = planned.instance
    let isReplaced = display.instances[instance].isReplaced(
      after: end, during: planned.event, beforeTurn: beforeTurn, isOverdue: isOverdue, took: took)
    guard isReplaced else {
      display.agenda.plan(.finish(planned, hasAdvanced: nil))
      return display.ended(instance, end, whileLoading: planned.event.isLoad)
    }
    // Replace the process if another process killed it during the turn, if it ended before the turn, or if the turn
    // delayed a key press. In each of the three cases, the turn had no effect. Each replacement counts as a restart, so
    // the limit of restarts applies.
    display.died(instance, end, because: .crashed, whileUnused: beforeTurn)
    guard instance == display.shown else { return display.agenda.plan(.finish(planned, hasAdvanced: nil)) }
    display.agenda.plan(.serveAgain(planned))
    display.showAgain()
  }

  func serveAgain(_ planned: PlannedTurn, _ display: inout DisplayState) {
    guard planned.instance == display.shown else { return finish(planned, hasAdvanced: nil, &display) }
    display.report.events.append(.restarted)
    // Only a key event needs a second attempt. All other events report the current state, which the fresh process
    // received with its appear event.
    guard case .key(let event) = planned.event else { return finish(planned, hasAdvanced: nil, &display) }
    display.agenda.plan(.send(event))
  }

  /// Plans the steps after a turn.
  ///
  /// - Parameter hasAdvanced: Whether the keyboard requested the next input mode; nil if the turn failed.
  func finish(_ planned: PlannedTurn, hasAdvanced: Bool?, _ display: inout DisplayState) {
    let instance = planned.instance
    let hasFailed = hasAdvanced == nil
    switch planned.event {
    case .load where !hasFailed: display.didLoad(instance, isFresh: true)
    // The turn of the load event failed, so the keyboard is not loaded.
    case .load:
      let isBlameless = display.instances[instance].lastEndWasBlameless
      if isBlameless { display.startAgain(instance) } else { display.didNotStart(instance) }
    case .settingsChanged(let settings) where hasFailed:
      if display.instances[instance].isRunning { display.instances[instance].unsentSettings = settings }
    case .key where hasFailed && display.instances[instance].isProbe:
      // Make the call again, because the call had no effect and did not cause the end of the probe's process.
      if let call = display.probe.call, !call.isRetry, display.instances[instance].lastEndWasBlameless {
        display.agenda.plan(.callAgain(call.words))
      }
    case .key:
      guard let pressed = planned.pressed else { return }
      if hasFailed, !display.instances[instance].isRunning { display.agenda.plan(.offer(pressed)) }
      // If the keyboard ignores its own globe key, the host shows the next keyboard, so that the user can always leave
      // a keyboard (Behavior.md#next-keyboard-key).
      if hasAdvanced != true, pressed.role == .nextKeyboard, instance == display.shown {
        display.agenda.plan(.selectNext)
      }
    case .disappear:
      display.instances[instance].replica.invalidate()
      display.measureStorage(of: instance)
    case .timer where hasFailed && !display.instances[instance].isRunning:
      if let pressed = planned.pressed { display.agenda.plan(.offer(pressed)) }
    default: break
    }
  }
}
