internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel
internal import Timing

/// The state of a session, with all rules by which a session decides what to do. This type performs no I/O, and gets
/// all times from `KeyboardSession`.
///
/// Each event is a method: a call by the user or the application, or the outcome of a command. After an event,
/// `KeyboardSession` executes the commands that ``next()`` returns. Work that must follow a command goes to the agenda,
/// so that no method of this type needs to call itself.
struct SessionState {
  /// The index of a keyboard in ``instances``.
  typealias Instance = Int
  /// The index of the system keyboard.
  static let system: Instance = 0

  // MARK: Facts

  /// The field that has the focus.
  private(set) var focused = FocusState()
  /// The reason why the host shows the system keyboard although the user chose another keyboard.
  private(set) var shownBecause: ShownBecause?
  /// The user's list of input modes, and the mode of the field.
  private(set) var modes: ModeChoice
  /// The keyboard that is shown in the field; nil if no keyboard is shown.
  private(set) var shown: Instance?
  /// The keyboards of the session. The system keyboard is the first.
  private(set) var instances: [InstanceState]
  /// The callbacks, events and failures since the last report.
  private(set) var report = SessionReport()
  /// The turn that a keyboard is serving.
  private(set) var turn: PlannedTurn?
  /// The disappear turn that the host has sent to the previous keyboard; nil after the host begins to wait for its
  /// result (Behavior.md#life-cycle).
  private(set) var sentAhead: PlannedTurn?
  /// The error of the last call by the user or the application; nil if the call succeeded.
  private(set) var thrown: SessionError?
  private(set) var timers = TimerQueue()
  /// Whether the process of the shown keyboard has ended since its last turn. `KeyboardSession` sets this property
  /// before a key press.
  var shownHasEnded = false
  /// The time on the session's clock, which `KeyboardSession` sets before each event.
  var now: Duration = .zero
  /// Whether the host has begun to hide the shown keyboard, which still serves its last turns.
  private var isHiding = false
  /// The reason for which the audit counted the current field as withheld; nil if the audit has not counted it.
  private var withheldBecause: ShownBecause?
  private var lastPress = LastPress()
  /// The last used generation number: each new input view of any keyboard gets the next number
  /// (``InputViewModel/InputViewTree/generation``).
  private var lastGeneration: UInt32 = 0
  private var probe = ProbeState()
  /// Reads the clocks that limit the host's time for a turn.
  private let clocks: HostTime.Clocks

  init(
    system: String, frontendShowsGlobe: Bool, rememberedModes: RememberedModes, clocks: @escaping HostTime.Clocks
  ) {
    self.clocks = clocks
    instances = [InstanceState(systemKeyboard: system)]
    modes = ModeChoice(system: system, frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes)
  }

  /// The rules for the user's current list. The rules exclude keyboards that failed too often.
  var rules: RuleBook { modes.rules(instances, at: now) }

  /// The field that has the focus, with its current document.
  var field: TextField? { focused.field }

  /// Whether a protected field has the focus.
  @inline(__always)
  var isProtected: Bool { focused.isProtected }

  /// The mode that the globe key treats as the current mode when it selects the next mode of the user's list.
  var placeInOrder: String {
    shownBecause == nil || isProtected ? shown.map { instances[$0].identifier } ?? modes.current : modes.current
  }

  /// The third-party keyboards that the session has used.
  var thirdParties: Range<Instance> { 1..<instances.count }

  /// Whether a keyboard may use the current field. The host never shows the probe, but the probe may use the field.
  @inline(__always)
  func has(_ instance: Instance) -> Bool { instance == shown || instances[instance].isProbe }

  /// Returns the index of a keyboard; nil if the session has not used the keyboard.
  func index(of identifier: String) -> Instance? {
    isSystem(identifier) ? Self.system : instances.firstIndex { $0.identifier == identifier }
  }

  /// Whether an identifier names the system keyboard or one of its keyboard layouts.
  func isSystem(_ identifier: String) -> Bool {
    identifier == modes.system || KeyboardLayoutName.isIdentifier(identifier)
  }

  /// Returns the index of a keyboard. Adds the keyboard if the session has not used it.
  mutating func instance(of identifier: String) -> Instance {
    if let known = index(of: identifier) { return known }
    instances.append(InstanceState(identifier))
    // The user's choices in memory do not contain the grants of the new keyboard, so read the choices again.
    agenda.invalidateChoices()
    return instances.count - 1
  }

  /// Returns the standing (globe key and full access) of a keyboard that runs or would start now.
  func standing(of instance: Instance) -> InputModeStanding {
    modes.standing(of: instances[instance], in: focused.field, rules)
  }

  /// The running keyboards whose access differs from the user's choices.
  var changedAccess: [(identifier: String, access: ProcessAccess)] {
    instances.dropFirst().filter(\.isRunning).compactMap { instance in
      let access = modes.access(of: instance.identifier)
      return instance.access == access ? nil : (instance.identifier, access)
    }.sorted { $0.identifier < $1.identifier }
  }

  // MARK: The agenda

  private var agenda = SessionAgenda()

  /// Begins a call by the user or the application.
  mutating func beginCall(at now: Duration) {
    self.now = now
    thrown = nil
    probe.call = nil
    agenda.invalidateChoices()
  }

  /// Returns the next command; nil if the call is complete.
  ///
  /// The caller executes the command and passes its outcome to the state before it asks for the next command.
  mutating func next() -> SessionCommand? {
    while true {
      if let command = agenda.nextCommand() { return command }
      if let step = agenda.nextStep() {
        perform(step)
      } else if agenda.isEmpty {
        guard sentAhead != nil else { return nil }
        awaitSentAhead()
      }
    }
  }

  private mutating func perform(_ step: SessionStep) {
    switch step {
    case .serve(let turn): begin(turn)
    case .wait(let turn): wait(for: turn)
    case .finish(let turn, let hasAdvanced): finish(turn, hasAdvanced: hasAdvanced)
    case .serveAgain(let turn): serveAgain(turn)
    case .hide(let isReplaced): hide(isReplaced: isReplaced)
    case .conceal(let isReplaced): conceal(isReplaced: isReplaced)
    case .leaveField: leaveField()
    case .enter(let field, let before): enter(field, after: before)
    case .applyRules: applyRules()
    case .finishRules(let because): finishRules(because)
    case .suspendThirdParties: agenda.emit(.suspendThirdParties)
    case .show(let verdict): show(verdict)
    case .replace(let reason): replace(reason)
    case .showSystem(let reason): showSystem(reason)
    case .choose(let identifier): choose(identifier)
    case .selectNext: selectNext()
    case .dismiss: dismiss()
    case .updateStanding: updateStanding()
    case .sendTraits(let before): sendTraits(shownBefore: before)
    case .removeUnlisted: removeUnlisted()
    case .start(let instance): start(instance)
    case .present(let instance): present(instance)
    case .appear(let instance): appear(instance)
    case .renew(let instance, let wasShown): renew(instance, wasShown: wasShown)
    case .endProcesses: endProcesses()
    case .measureStorage(let instance): measureStorage(of: instance)
    case .callProbe(let instance, let isFresh): callProbe(instance, isFresh: isFresh)
    case .sendCall(let instance): sendCall(to: instance)
    case .becomeReady: becomeReady()
    case .press(let event): press(event)
    case .send(let event, let seen, let pressed): send(event, seenOn: seen, pressed)
    case .swipe(let direction): send(swipe: direction)
    case .type(let character): pressKey(of: character)
    case .offer(let key): offer(key)
    case .report(let event): report.events.append(event)
    case .giveFeedback(let sound, let haptic, let instance): play(sound, haptic, of: instance)
    case .prepareShown: prepareShown()
    case .prepareProcesses(let preloads): prepareProcesses(preloads: preloads)
    case .preloadNeighbors(let count): preloadNeighbors(count)
    case .preload(let instances): preload(instances)
    }
  }

  private mutating func serve(_ event: TurnEvent, to instance: Instance, pressing key: PressedKey? = nil) {
    agenda.plan(.serve(PlannedTurn(event, to: instance, pressing: key)))
  }

  /// Stores an error for the current call and discards the rest of the agenda.
  private mutating func fail(_ error: SessionError) {
    thrown = error
    isHiding = false
    agenda.discardSteps()
  }

  // MARK: Focus and rules

  mutating func focus(_ field: TextField) {
    let before = focused.field?.document.identifier
    agenda.plan(.hide(), .leaveField, .enter(field, after: before), .applyRules)
  }

  mutating func blur() { if focused.field != nil { agenda.plan(.hide(), .leaveField) } }

  /// Ends the session: blurs the field, and ends every process of a third-party keyboard.
  mutating func finish() {
    agenda.plan(.hide(), .leaveField, .endProcesses)
  }

  private mutating func endProcesses() {
    for instance in thirdParties { endProcess(of: instance) }
    agenda.emit(.observe(Self.system, .sessionEnded))
  }

  mutating func dismiss() {
    guard focused.field != nil else { return }
    focused.isDismissed = true
    agenda.plan(.hide())
  }

  /// Hides the shown keyboard.
  ///
  /// - Parameter isReplaced: Whether another keyboard follows immediately. If true, the host starts to show the next
  ///   keyboard before the hidden keyboard has handled its disappear event.
  private mutating func hide(isReplaced: Bool) {
    isHiding = true
    agenda.plan(.conceal(isReplaced: isReplaced))
    if unmark() { documentChanged(DocumentChange(endedMarking: true), .application) }
  }

  private mutating func conceal(isReplaced: Bool) {
    isHiding = false
    // In its last turn, the keyboard learned that its marked text became plain text. In the same turn, the keyboard may
    // have marked other text.
    _ = unmark()
    lastPress.liftFingers()
    guard let instance = shown else { return }
    shown = nil
    let isSentAhead = isReplaced && instance != Self.system
    agenda.plan(.serve(PlannedTurn(.disappear, to: instance, pressing: nil, isSentAhead: isSentAhead)))
  }

  private mutating func leaveField() {
    probe.forgetField()
    guard let reason = focused.field.map(\.reasonAgainstThirdParties) else { return }
    agenda.emit(.leave(reason == .secureTextEntry ? nil : focused.snapshot()?.buffer))
    focused.leave()
    // Forget the last press, so that its character cannot go into another field. The next field's document can have the
    // same revision.
    lastPress = LastPress()
    modes.enter(nil)
    shownBecause = nil
    withheldBecause = nil
    agenda.emit(.observe(Self.system, .fieldLeft))
  }

  private mutating func enter(_ field: TextField, after before: DocumentIdentifier?) {
    for instance in thirdParties {
      instances[instance].didEnterField()
      let application = instances[instance].application
      let hasCrossedBorder =
        switch modes.choices.grants[instances[instance].identifier]?.retention ?? .application {
        case .session: false
        case .application: application != nil && application != field.application
        case .field: application != nil && before != field.document.identifier
        }
      if hasCrossedBorder { endProcess(of: instance) }
    }
    focused.enter(field)
    modes.enter(focused.field)
  }

  /// Shows the keyboard that the rules select for the field. A dismissed keyboard stays hidden until the user chooses a
  /// keyboard.
  private mutating func applyRules() {
    guard let field = focused.field else { return }
    let because = field.reasonAgainstThirdParties
    if because != nil {
      for instance in thirdParties { agenda.emit(.closeConnections(instance)) }
      focused.protect()
    } else if focused.unprotect() {
      lastPress = LastPress()
    }
    agenda.plan(.finishRules(because))
    guard !focused.isDismissed else { return }
    guard let verdict = modes.keyboard(for: field, rules) else {
      shownBecause = nil
      return agenda.plan(.hide())
    }
    if let shown, instances[shown].identifier == verdict.identifier {
      shownBecause = verdict.reason
      return
    }
    // The next keyboard's process wakes up while the previous keyboard handles its disappear event.
    if let next = index(of: verdict.identifier) { agenda.emit(.resume(next)) }
    agenda.plan(.show(verdict))
    if because != nil { agenda.plan(.suspendThirdParties) }
    agenda.plan(.hide(isReplaced: because == nil))
  }

  /// For a protected field, counts the field as withheld from the chosen keyboard, and suspends the third-party
  /// processes.
  private mutating func finishRules(_ because: ShownBecause?) {
    if let because, because != withheldBecause, let identifier = modes.withheld {
      agenda.emit(.observe(instance(of: identifier), .withheld(because)))
    }
    withheldBecause = because
    if because != nil { agenda.emit(.suspendThirdParties) }
  }

  private mutating func show(_ verdict: RuleBook.Verdict) {
    guard focused.field != nil else { return }
    shownBecause = verdict.reason
    let instance = instance(of: verdict.identifier)
    if instance == Self.system {
      instances[instance].identifier = verdict.identifier
      agenda.emit(
        .selectLayout(
          identifier: verdict.identifier,
          showsLanguage: modes.choices.modes.contains { KeyboardLayoutName.isIdentifier($0.identifier) }))
    }
    agenda.plan(.start(instance))
  }

  /// Replaces the shown keyboard with the system keyboard.
  private mutating func replace(_ reason: ShownBecause) {
    guard focused.field != nil else { return }
    shownBecause = reason
    if shown != Self.system { agenda.plan(.hide(), .showSystem(reason)) }
  }

  private mutating func showSystem(_ reason: ShownBecause) {
    guard let field = focused.field else { return }
    show(RuleBook.Verdict(identifier: rules.systemMode(in: field), reason: reason))
  }

  mutating func pick(_ identifier: String) { agenda.plan(.choose(identifier)) }

  private mutating func choose(_ identifier: String) {
    guard let mode = rules.modes.first(where: { $0.identifier == identifier }) else {
      // In a protected field, the user may choose the built-in layout even if it is not in the list.
      guard let field = focused.field, isProtected, rules.available(in: field).contains(identifier) else {
        return fail(.notEnabled(identifier))
      }
      modes.picked = identifier
      return select(identifier)
    }
    if isProtected, isSystem(identifier) { modes.picked = identifier }
    select(identifier)
    guard mode.barredBecause != nil else { return }
    let left = instances[instance(of: identifier)].timeBarred(at: now)
    thrown = left > .zero ? .failedTooOften(identifier, left: left) : .quarantined(identifier)
  }

  /// Shows the next input mode that the rules allow in the current field. Does nothing if they allow no other mode.
  mutating func advance() { agenda.plan(.selectNext) }

  private mutating func selectNext() {
    guard let field = focused.field else { return fail(.noField) }
    // The globe key does nothing while the field shows an input view of the application.
    guard field.inputView == nil || isProtected else { return }
    let current = shown.map { instances[$0].identifier }
    guard let next = rules.next(after: placeInOrder, shown: current, in: field) else { return }
    guard isProtected else { return select(next) }
    modes.picked = next
    focused.isDismissed = false
    agenda.plan(.applyRules)
  }

  private mutating func select(_ identifier: String) {
    focused.isDismissed = false
    agenda.emit(.remember(identifier, key: modes.select(identifier, for: focused.field)))
    guard focused.field != nil else { return }
    agenda.emit(.observe(Self.system, .keyboardChosen))
    agenda.plan(.applyRules)
  }

  /// Forgets the remembered mode of a key of ``RememberedModes``.
  mutating func forgetMode(_ key: String) {
    modes.forget(key)
    agenda.emit(.remember(nil, key: key))
  }

  // MARK: Changes of the user's choices

  mutating func didRead(_ choices: ModeChoice.Choices) {
    modes.choices = choices
    agenda.didReadChoices()
  }

  mutating func choicesChanged() {
    agenda.plan(.removeUnlisted)
  }

  private mutating func removeUnlisted() {
    var listed = Set(modes.choices.modes.map(\.identifier)).union([KeyboardSession.probeIdentifier])
    if case .keyboard(let identifier)? = focused.field?.inputView { listed.insert(identifier) }
    for instance in thirdParties
    where instances[instance].isRunning && !listed.contains(instances[instance].identifier) {
      endProcess(of: instance)
    }
    agenda.emit(.reviewPreloads(modes: listed))
    if focused.field != nil, shown != nil { agenda.plan(.applyRules, .updateStanding) }
  }

  /// Handles a change of a keyboard's access or files: the next turn needs a fresh process.
  mutating func accessChanged(of identifier: String, hasNewFiles: Bool = false) {
    guard let instance = index(of: identifier), instance != Self.system else { return }
    if hasNewFiles { instances[instance].forgetFailures() }
    agenda.emit(.closeConnections(instance))
    let wasShown = instance == shown
    agenda.plan(.renew(instance, wasShown: wasShown))
    if wasShown { agenda.plan(.hide()) }
  }

  private mutating func renew(_ instance: Instance, wasShown: Bool) {
    // The document gets a new identifier, because a fresh process must not learn the revisions that the ended process
    // saw.
    focused.renewDocument()
    lastPress = LastPress()
    endProcess(of: instance)
    agenda.emit(.discardPreload(instance))
    if wasShown { agenda.plan(.applyRules) }
  }

  mutating func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    if isSystem(identifier) { agenda.emit(.applySystemSettings(settings)) }
    guard let instance = index(of: identifier), instances[instance].isRunning else { return }
    instances[instance].unsentSettings = nil
    serve(.settingsChanged(settings), to: instance)
  }

  /// Sends the shown keyboard its standing if the standing changed (Behavior.md#needs-input-mode-switch-key).
  private mutating func updateStanding() {
    guard let shown else { return }
    let standing = standing(of: shown)
    guard standing != instances[shown].standing else { return }
    instances[shown].standing = standing
    serve(.standingChanged(standing), to: shown)
  }

  // MARK: Processes

  private mutating func start(_ instance: Instance) {
    if instances[instance].barredBecause(at: now) != nil, !instances[instance].isRunning {
      didNotStart(instance)
    } else {
      agenda.emit(.start(instance, standing(of: instance)))
    }
  }

  mutating func didStart(_ instance: Instance, _ start: ProcessStart, took: Duration) {
    instances[instance].didStart(took: took)
    switch start {
    case .isRunning: didLoad(instance, isFresh: false)
    case .foundEnded(let end):
      // The process ended between turns, so no turn caused the end. Start a fresh process, unless the keyboard's
      // processes failed too often.
      died(instance, end, because: .crashed, whileUnused: true)
      guard instances[instance].barredBecause(at: now) == nil else { return didNotStart(instance) }
      report.events.append(.restarted)
      agenda.plan(.start(instance))
    case .started(let configuration, let access, let hostTime):
      instances[instance].start(access, hostTime: hostTime)
      serve(.load(configuration), to: instance)
    case .accessChanged:
      // Another process changed the access during the start. No process may mix the old and the new access.
      agenda.invalidateChoices()
      startAgain(instance)
    case .failed(let end):
      ended(instance, end)
      didNotStart(instance)
    }
  }

  /// Starts a keyboard's process again, unless the earlier starts together took too long.
  private mutating func startAgain(_ instance: Instance) {
    if instances[instance].startsTooSlowly { didNotStart(instance) } else { agenda.plan(.start(instance)) }
  }

  private mutating func didNotStart(_ instance: Instance) {
    guard !instances[instance].isProbe else { return fail(.noKeyboard) }
    let because = instances[instance].lastDeath ?? .crashed
    agenda.plan(.replace(because))
  }

  private mutating func didLoad(_ instance: Instance, isFresh: Bool) {
    if instances[instance].isProbe {
      agenda.plan(.callProbe(instance, isFresh: isFresh))
    } else {
      agenda.plan(.present(instance))
    }
  }

  private mutating func present(_ instance: Instance) {
    guard let field = focused.field else { return }
    shown = instance
    instances[instance].application = field.application
    agenda.plan(.appear(instance))
    if let settings = instances[instance].unsentSettings {
      instances[instance].unsentSettings = nil
      serve(.settingsChanged(settings), to: instance)
    }
  }

  private mutating func appear(_ instance: Instance) {
    guard let field = focused.field else { return }
    instances[instance].standing = standing(of: instance)
    serve(.appear(field.state(instances[instance].standing)), to: instance)
  }

  /// Ends a keyboard's process, its timers and its connections.
  private mutating func endProcess(of instance: Instance) {
    timers.forget(instance)
    if instances[instance].isRunning {
      // In a protected field, kill the process: a destroy event would give the stopped process processor time
      // (Behavior.md#stopped-processes).
      agenda.emit(isProtected ? .kill(instance) : .end(instance))
      agenda.emit(.release(instance, .released))
    }
    instances[instance].forgetProcess()
  }

  /// Ends the processes that did not stop in a protected field.
  mutating func didNotSuspend(_ failed: [Instance]) { for instance in failed { endProcess(of: instance) } }

  private mutating func measureStorage(of instance: Instance) {
    if instances[instance].isRunning, instance != Self.system { agenda.emit(.measureStorage(instance)) }
  }

  /// Handles the measurement of a keyboard's stored files. `end` is their limit violation; nil for files within the
  /// limits.
  mutating func didMeasure(_ instance: Instance, _ end: KeyboardEndError?) {
    if let end, instances[instance].isRunning { kill(instance, end) }
  }

  private mutating func kill(_ instance: Instance, _ end: KeyboardEndError) {
    agenda.emit(.kill(instance))
    ended(instance, end)
  }

  /// Records that a process failed.
  private mutating func died(
    _ instance: Instance, _ end: KeyboardEndError, because: ShownBecause, whileUnused: Bool = false,
    _ kind: (KeyboardEndError) -> SessionFailure.Kind = { .foundEnded($0) }
  ) {
    agenda.emit(.release(instance, .ended(end, whileUnused: whileUnused)))
    timers.forget(instance)
    instances[instance].died(at: now, because: because)
    report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: kind(end)))
  }

  /// Handles the end of a keyboard's process. If the keyboard was shown, the system keyboard immediately replaces it
  /// (Behavior.md#failures).
  private mutating func ended(_ instance: Instance, _ end: KeyboardEndError, whileLoading: Bool = false) {
    let because = end.shownBecause
    died(instance, end, because: because) { .ended($0) }
    if let reason = end.quarantineReason(whileLoading: whileLoading) {
      agenda.emit(.quarantine(instance, reason))
      agenda.invalidateChoices()
    }
    guard instance == shown else { return }
    shown = nil
    // Keep the marked text as plain text, because the user typed it (Behavior.md#marked-text).
    _ = unmark()
    agenda.plan(.replace(because))
  }

  // MARK: Turns

  /// Whether a third-party keyboard must not get an event because a protected field has the focus.
  @inline(__always)
  private func isWithheld(_ event: TurnEvent, from instance: Instance) -> Bool {
    instance != Self.system && isProtected && !event.isForHiddenKeyboard
  }

  private mutating func begin(_ planned: PlannedTurn) {
    let instance = planned.instance
    if sentAhead != nil, !planned.event.isAppear {
      // Only an appear event may begin before the previous keyboard has finished its disappear event.
      agenda.plan(.serve(planned))
      return awaitSentAhead()
    }
    guard instances[instance].isRunning, !isWithheld(planned.event, from: instance) else {
      return finish(planned, hasAdvanced: nil)
    }
    if instances[instance].warningIsDue, planned.event.leavesTimeForWarning {
      agenda.plan(.serve(planned))
      return serve(.memoryWarning, to: instance)
    }
    if case .key(let key) = planned.event, let position = key.position,
      position.generation != instances[instance].generation
    {
      return press(again: key, to: instance)
    }
    let hasField = focused.field != nil && (instance == shown || instances[instance].isProbe)
    let rights = TurnRights(planned.event, hasField: hasField)
    planned.message = instances[instance].begin(planned.event)
    if rights.readsDocument, let version = focused.field?.document.version, !instances[instance].replica.shows(version)
    {
      planned.message.document = focused.snapshot()
      instances[instance].replica.send(version)
    }
    let budget = instances[instance].budget(of: planned.event, on: clocks)
    planned.transaction = TurnTransaction(rights, budget)
    if planned.isSentAhead {
      sentAhead = planned
      agenda.emit(.send(instance, planned.message))
    } else if sentAhead != nil {
      // While the next keyboard handles its appear event, the host applies the result of the previous keyboard's
      // disappear event.
      agenda.emit(.send(instance, planned.message))
      agenda.plan(.wait(planned))
      awaitSentAhead()
    } else {
      wait(for: planned)
    }
  }

  private mutating func wait(for planned: PlannedTurn) {
    turn = planned
    agenda.emit(.serve)
  }

  private mutating func awaitSentAhead() { if let planned = sentAhead.take() { wait(for: planned) } }

  /// Handles a turn that its keyboard cannot serve while the host does other work.
  mutating func didNotSend(to instance: Instance) { if sentAhead?.instance == instance { awaitSentAhead() } }

  /// Answers the request of the current turn's keyboard for the document. The answer includes the edits that the
  /// keyboard made since its last request.
  func reply(toDocumentAfter edits: [Edit]) -> HostReply {
    turn?.transaction?.reply(toDocumentAfter: edits, of: focused.field?.document) ?? .refused(.notNow)
  }

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
    _ result: TurnResult, preparedInputView: InputViewTree?, within timeForResult: Duration?, took: Duration,
    warningIsDue: Bool
  ) {
    guard let planned = turn.take() else { return }
    let instance = planned.instance
    if warningIsDue { instances[instance].warningIsDue = true }
    instances[instance].didServe(planned.event, took: took)
    // A hidden keyboard gets no processor time, whether the turn succeeded or failed
    // (Sandbox.md#hidden-keyboard-gets-no-time). After a load event, do not suspend the keyboard, because the host shows
    // it next.
    if !planned.event.isLoad, instance != shown, !instances[instance].isProbe { agenda.emit(.suspend(instance)) }
    do throws(TurnTransaction.RejectionError) {
      guard
        let (effects, clearedText) = try focused.commit(
          // A result without requests does not change the input view, so pass nil and avoid a copy.
          result, of: planned, result.requests.isEmpty ? nil : instances[instance].inputView,
          prepared: preparedInputView, within: timeForResult)
      else { return }
      if clearedText { report.hasClearedText = true }
      if report.callbacks.isEmpty { report.callbacks = result.callbacks } else { report.callbacks += result.callbacks }
      apply(effects, result, of: instance)
      instances[instance].didInsert(planned.transaction?.insertedBytes ?? 0, for: planned.event)
      if !result.requests.isEmpty {
        planned.transaction?.apply(result.requests, of: instance, to: &timers, at: now)
      }
      agenda.plan(.finish(planned, hasAdvanced: result.requests.contains(.advanceToNextInputMode)))
      if instances[instance].isMeasurementDue { agenda.plan(.measureStorage(instance)) }
      if let actions = effects.actions { perform(actions, of: instance) }
    } catch {
      agenda.plan(.finish(planned, hasAdvanced: nil))
      if case .undone = error { report.callbacks += result.callbacks }
      reject(instance, error)
    }
  }

  private mutating func apply(_ effects: TurnTransaction.Effects, _ result: TurnResult, of instance: Instance) {
    if let window = effects.window, let document = focused.field?.document.version {
      if report.edits.isEmpty { report.edits = result.edits } else { report.edits += result.edits }
      let returnKeys = effects.change.returnKeys
      if returnKeys > 0 { report.events += Array(repeating: .return, count: returnKeys) }
      instances[instance].replica.apply(result.edits.dropFirst(effects.knownEdits), in: window, giving: document)
      // A document that the host sent during a turn may have less text than a full snapshot, so send a snapshot with
      // the next turn.
      if effects.hasSentDocument { instances[instance].replica.expire() }
    }
    instances[instance].generation = result.generation
    guard !result.requests.isEmpty else { return }
    instances[instance].inputView = effects.inputView
    if effects.inputView?.generation == 0 {
      lastGeneration &+= 1
      instances[instance].inputView?.number(lastGeneration)
    }
    for case .setPrimaryLanguage(let language) in result.requests { instances[instance].primaryLanguage = language }
  }

  /// Performs the actions that a keyboard requested in a turn.
  private mutating func perform(_ actions: RequestedActions, of instance: Instance) {
    // While the host hides a keyboard, it tells the keyboard that marked text becomes plain. In this turn, the keyboard
    // may edit text, but the host ignores the keyboard's requests to change the input mode or to dismiss it.
    switch isHiding ? nil : actions.change {
    case .advance: agenda.plan(.report(.advanceToNextInputMode), .selectNext)
    case .dismiss: agenda.plan(.report(.dismissKeyboard), .dismiss)
    case nil: break
    }
    if actions.showsInputModeList { agenda.plan(.report(.handleInputModeList)) }
    guard instance == shown, actions.sound != nil || actions.haptic != nil else { return }
    agenda.plan(.giveFeedback(actions.sound, actions.haptic, of: instance))
  }

  /// Gives the feedback that a keyboard requested, if the keyboard has the right to do so.
  private mutating func play(_ sound: KeySound?, _ haptic: HapticFeedback?, of instance: Instance) {
    // The keyboard's process also checks these rights, but the host does not rely on the process.
    let rights = FeedbackRights(
      modes.choices.grants[instances[instance].identifier], instances[instance].inputView)
    if let haptic, rights.playsHaptics {
      report.events.append(.haptic)
      agenda.emit(.playHaptic(haptic))
    }
    if let sound, rights.playsSounds {
      report.events.append(.click)
      agenda.emit(.play(sound))
    }
  }

  private mutating func reject(_ instance: Instance, _ rejection: TurnTransaction.RejectionError) {
    switch rejection {
    case .undone(let kind):
      report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: kind))
      if kind.isLimit { agenda.emit(.observe(instance, .limitReached)) }
      agenda.emit(.record(instance, "the host discarded the keyboard's changes: \(kind)"))
      instances[instance].undoLastTurn()
    case .ends(let end): kill(instance, end)
    case .spent:
      let most = UInt64(instances[instance].hostTime.wholeMilliseconds)
      kill(instance, .exceeded(LimitViolation(.hostTime, most: most)))
    }
  }

  /// Handles the end of the process during the current turn.
  ///
  /// - Parameters:
  ///   - end: How the process ended.
  ///   - beforeTurn: Whether the process ended before it received the turn.
  ///   - isOverdue: Whether the turn belongs to a key press whose time limit has passed.
  ///   - took: The duration of the turn.
  mutating func didEnd(_ end: KeyboardEndError, beforeTurn: Bool, isOverdue: Bool, took: Duration) {
    guard let planned = turn.take() else { return }
    let instance = planned.instance
    let isReplaced = instances[instance].isReplaced(
      after: end, during: planned.event, beforeTurn: beforeTurn, isOverdue: isOverdue, took: took)
    guard isReplaced else {
      agenda.plan(.finish(planned, hasAdvanced: nil))
      return ended(instance, end, whileLoading: planned.event.isLoad)
    }
    // Replace the process in three cases. Another process killed it during the turn, it ended before the turn, or a
    // timer's turn delayed a key press too long. In each of these cases, the turn had no effect. Each replacement
    // counts as a restart, so the limit of restarts applies.
    died(instance, end, because: .crashed, whileUnused: beforeTurn)
    instances[instance].becomeBlameless()
    guard instance == shown else { return agenda.plan(.finish(planned, hasAdvanced: nil)) }
    shown = nil
    agenda.plan(.applyRules, .serveAgain(planned))
  }

  private mutating func serveAgain(_ planned: PlannedTurn) {
    guard planned.instance == shown else { return finish(planned, hasAdvanced: nil) }
    report.events.append(.restarted)
    // Send only a key event again. All other events report the current state, which the fresh process received with its
    // appear event.
    guard case .key(let event) = planned.event else { return finish(planned, hasAdvanced: nil) }
    press(again: event, to: planned.instance)
  }

  /// Plans the steps after a turn.
  ///
  /// - Parameter hasAdvanced: Whether the keyboard requested the next input mode; nil if the turn failed.
  private mutating func finish(_ planned: PlannedTurn, hasAdvanced: Bool?) {
    let instance = planned.instance
    let hasFailed = hasAdvanced == nil
    switch planned.event {
    case .load where !hasFailed: didLoad(instance, isFresh: true)
    // The turn of the load event failed, so the keyboard is not loaded.
    case .load: if instances[instance].lastEndWasBlameless { startAgain(instance) } else { didNotStart(instance) }
    case .settingsChanged(let settings) where hasFailed:
      if instances[instance].isRunning { instances[instance].unsentSettings = settings }
    case .key where hasFailed && instances[instance].isProbe:
      // The call did not cause the end of the probe's process, and had no effect. So make the call again.
      guard let call = probe.call, !call.isRetry, instances[instance].lastEndWasBlameless else { return }
      callProxy(call.words, isRetry: true)
    case .key:
      guard let pressed = planned.pressed else { return }
      if hasFailed, !instances[instance].isRunning { agenda.plan(.offer(pressed)) }
      // If the keyboard ignores its own globe key, the host shows the next keyboard, so that the user can always leave
      // a keyboard (Behavior.md#next-keyboard-key).
      if hasAdvanced != true, pressed.role == .nextKeyboard, instance == shown { advance() }
    case .disappear:
      instances[instance].replica.invalidate()
      measureStorage(of: instance)
    case .timer where hasFailed && !instances[instance].isRunning:
      if let pressed = planned.pressed { agenda.plan(.offer(pressed)) }
    default: break
    }
  }

  // MARK: Keys

  /// Handles a gesture on a key. An event without a position names the key by its identifier or title.
  mutating func press(_ event: KeyEvent) {
    guard focused.field != nil else { return fail(.noField) }
    guard let shown else { return fail(.noKeyboard) }
    guard shownHasEnded || documentIsOutdated(for: shown) else { return send(event) }
    let inputView = instances[shown].inputView
    let key = inputView?.index(of: event, isSystem: shown == Self.system).flatMap { inputView?.key(at: $0) }
      .map(PressedKey.init)
    agenda.plan(.becomeReady, .send(event, seenOn: shown, key))
  }

  /// Handles a gesture on a key of a keyboard that is no longer shown. On the shown keyboard, a key of the same name
  /// may have another effect. Therefore the host only types the character of the key (Behavior.md#restarts).
  mutating func press(_ event: KeyEvent, onReplaced replaced: KeyboardSession.ShownKeyboard) {
    let (view, isSystem) = (replaced.inputView, replaced.instance == Self.system)
    guard event.gesture.isPress, let key = view?.index(of: event, isSystem: isSystem).flatMap({ view?.key(at: $0) })
    else { return }
    offer(PressedKey(key))
  }

  mutating func swipe(_ direction: SwipeDirection) {
    agenda.plan(.becomeReady, .swipe(direction))
  }

  private mutating func send(swipe direction: SwipeDirection) {
    guard let shown else { return fail(.noKeyboard) }
    serve(.key(KeyEvent(key: nil, gesture: .swipe(direction))), to: shown)
  }

  /// Types a character with the shown keyboard.
  mutating func type(_ character: Character) { agenda.plan(.becomeReady, .type(character)) }

  /// Whether the user, the application or another keyboard changed the document since this keyboard received it.
  @inline(__always)
  private func documentIsOutdated(for instance: Instance) -> Bool {
    guard let revision = focused.field?.document.revision else { return false }
    return instances[instance].replica.isOutdated(at: revision)
  }

  /// Makes sure that the shown keyboard has a running process and the current document.
  private mutating func becomeReady() {
    guard focused.field != nil else { return fail(.noField) }
    guard let shown else { return fail(.noKeyboard) }
    if shownHasEnded {
      // The process ended between turns. Start the keyboard again and show it, so that the key press is not lost.
      shownHasEnded = false
      self.shown = nil
      agenda.plan(.applyRules)
    } else if documentIsOutdated(for: shown) {
      documentChanged(DocumentChange(changedText: true), .user)
    }
  }

  /// Returns the position of an event's key in the shown input view; nil if there is no such key.
  func position(of event: KeyEvent) -> KeyEvent.Position? {
    shown.flatMap { instances[$0].inputView }?.position(of: event)
  }

  /// Sends a gesture to the shown keyboard.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - seen: The keyboard that was shown when the user pressed the key; nil for the keyboard that is shown now.
  ///   - pressed: The key that the user pressed on that keyboard.
  private mutating func send(_ event: KeyEvent, seenOn seen: Instance? = nil, _ pressed: PressedKey? = nil) {
    guard let shown, let name = event.key else { return fail(.noKeyboard) }
    if let pressed, let seen, shown != seen {
      // The keyboard with the pressed key is no longer shown. On the shown keyboard, a key of the same name may have
      // another effect. So the host only types the character (Behavior.md#restarts).
      if event.gesture.isPress { offer(pressed) }
      return
    }
    let inputView = instances[shown].inputView
    let (index, gesture) = (inputView?.index(of: event, isSystem: shown == Self.system), event.gesture)
    // If the host adds a globe key, the name "globe" always means that key. Otherwise, a keyboard could name its own
    // key "globe", and the user could not leave the keyboard.
    if name == "globe" ? addsGlobeKey : index == nil && name == "🌐" && addsGlobeKey {
      switch gesture {
      case .press: advance()
      case .longPress, .swipe(.up): report.events.append(.handleInputModeList)
      default: break
      }
      return
    }
    guard let index, let key = inputView?.key(at: index) else {
      return fail(.noKey(name, shown: instances[shown].identifier, keys: inputView?.keyNames ?? []))
    }
    guard key.isEnabled else { return fail(.keyDisabled(name)) }
    if shown == Self.system { playSound(of: key, gesture) }
    let position = KeyEvent.Position(index: index, generation: instances[shown].generation)
    serve(
      .key(KeyEvent(key: key.identifier, at: position, gesture: gesture)), to: shown,
      pressing: lastPress.record(gesture, on: key, of: shown, at: focused.field?.document.revision))
  }

  /// Sends a gesture again, because the keyboard's process or input view changed before the keyboard could handle the
  /// gesture.
  private mutating func press(again event: KeyEvent, to instance: Instance) {
    if event.key == nil { serve(.key(event), to: instance) } else { send(event) }
  }

  /// Whether the host adds a globe key, because the keyboard must show a globe key and does not
  /// (Behavior.md#next-keyboard-key).
  var addsGlobeKey: Bool {
    mutating get {
      guard let shown, instances[shown].standing.needsInputModeSwitchKey else { return false }
      // The host trusts the system keyboard, whose keys are large enough on every screen.
      return !instances[shown].showsNextKeyboardKey(in: shown == Self.system ? nil : focused.field?.environment)
    }
  }

  private mutating func pressKey(of character: Character) {
    guard let shown else { return fail(.noKeyboard) }
    guard shown != Self.system else { return agenda.emit(.findPath(character, isRequested: true)) }
    guard let event = instances[shown].inputView?.gesture(typing: character) else {
      return fail(.noCharacter(character, shown: instances[shown].identifier))
    }
    press(event)
  }

  /// Presses the keys of the system keyboard that type a character.
  ///
  /// - Parameters:
  ///   - character: The character.
  ///   - path: The gestures on keys; nil if the system keyboard cannot type the character.
  ///   - isRequested: Whether the frontend requested the character. If false, the user pressed a key of another
  ///     keyboard, and that keyboard could not handle the press.
  mutating func type(_ character: Character, pressing path: [KeyEvent]?, isRequested: Bool) {
    guard let path else {
      if isRequested { fail(.noCharacter(character, shown: instances[Self.system].identifier)) }
      return
    }
    for event in path.reversed() {
      if isRequested { agenda.plan(.press(event)) } else { serve(.key(event), to: Self.system) }
    }
  }

  /// Types the character of a pressed key with the system keyboard, because another keyboard could not handle the press
  /// (Behavior.md#failures).
  private mutating func offer(_ key: PressedKey) {
    guard key.text.count == 1, let character = key.text.first, shown == Self.system else { return }
    agenda.emit(.findPath(character, isRequested: false))
  }

  /// Plays the sound for a gesture on a key of the system keyboard.
  private mutating func playSound(of key: Key, _ gesture: KeyEvent.Gesture) {
    guard instances[Self.system].inputView?.enableInputClicksWhenVisible == true else { return }
    switch gesture {
    case .press, .longPress, .repeat, .repeatWord, .alternative: agenda.emit(.play(key.role.sound))
    case .release, .swipe, .touches: break
    }
  }

  // MARK: Timers and changes of the field

  /// Removes and returns the earliest due timer of the shown keyboard; nil if no timer is due.
  mutating func nextTimer(by end: Duration, at now: Duration) -> UInt64? {
    shown.flatMap { timers.fire(of: $0, by: end, at: now) }
  }

  mutating func fire(_ timer: UInt64) {
    report.events.append(.timer)
    guard let shown else { return }
    let held = lastPress.held(of: instances[shown], shown, at: focused.field?.document.revision)
    serve(.timer(timer), to: shown, pressing: held)
  }

  // MARK: Pauses of the user

  /// Does the work that can wait until the user pauses. Saves the keyboards' files, sends the shown keyboard a due
  /// memory warning, and measures its files. Then starts the standby process and preloads keyboards.
  ///
  /// - Parameter preloads: The maximum number of keyboards to preload; nil to prepare no keyboard and no keyboard layout
  ///   for the globe key.
  mutating func prepare(preloads: Int?) {
    for instance in thirdParties { agenda.emit(.keepFiles(instance)) }
    agenda.plan(.prepareShown, .prepareProcesses(preloads: preloads))
  }

  private mutating func prepareShown() {
    guard let shown else { return }
    agenda.plan(.measureStorage(shown))
    if instances[shown].warningIsDue { serve(.memoryWarning, to: shown) }
  }

  private mutating func prepareProcesses(preloads: Int?) {
    guard focused.field != nil, shown != nil, !isProtected else { return }
    agenda.emit(.prepareStandby)
    if let preloads { agenda.plan(.preloadNeighbors(preloads)) }
  }

  private mutating func preloadNeighbors(_ count: Int) {
    guard let field, let shown else { return }
    let current = instances[shown].identifier
    let modes = rules.modes(after: placeInOrder, in: field).filter { $0 != current }
    // After the preparation, the globe key shows each layout without reading files.
    agenda.emit(.prepareLayouts(modes.filter(isSystem)))
    // If a neighbor is new in this session, the choices do not contain its grants. Therefore read the choices first.
    agenda.plan(.preload(modes.filter { !isSystem($0) }.prefix(count).map { instance(of: $0) }))
  }

  private mutating func preload(_ neighbors: [Instance]) {
    agenda.emit(
      .preload(
        neighbors.map { Neighbor(instance: $0, identifier: instances[$0].identifier, standing: standing(of: $0)) }))
  }

  mutating func environmentChanged(to environment: KeyboardEnvironment) {
    focused.setEnvironment(environment)
    if let shown { serve(.environmentChanged(environment), to: shown) }
  }

  /// Returns the report since the last call, and starts an empty report.
  mutating func drainReport() -> SessionReport {
    defer { report = SessionReport() }
    return report
  }

  /// Changes the traits of the field that has the focus.
  mutating func changeTraits(_ change: (inout TextField) -> Void) {
    guard focused.field != nil else { return fail(.noField) }
    focused.change(change)
    agenda.plan(.applyRules, .sendTraits(shownBefore: shown))
  }

  /// Sends the changed traits to the keyboard that was shown before the change, if it still is shown.
  private mutating func sendTraits(shownBefore before: Instance?) {
    probe.forgetField()
    guard let shown, shown == before, let field else { return }
    instances[shown].replica.invalidate()
    agenda.plan(.updateStanding)
    serve(.traitsChanged(field.state(standing(of: shown))), to: shown)
  }

  /// Applies an edit that the user made without a keyboard. Marked text becomes plain text (Behavior.md#marked-text).
  ///
  /// After the edit, the keyboard gets one event for both changes. With a separate event before the edit, the keyboard
  /// could change the document first, and the user's edit would affect other text.
  mutating func edit(_ edit: Edit) { record(focused.edit(edit)) }

  /// Reports a change by the user to the frontend and to the shown keyboard.
  private mutating func record(_ new: FocusState.UserChange) {
    var change = new.change
    report.edits += new.edits
    report.events += Array(repeating: .return, count: change.returnKeys)
    change.returnKeys = 0
    if new.clearedText { report.hasClearedText = true }
    documentChanged(change, .user)
  }

  /// Handles a press of Esc, Tab or a similar key of the system keyboard. If the frontend does not send the press to the
  /// application, the session treats the key like a key of a hardware keyboard.
  mutating func didPress(_ press: KeyPress, isForApplication: Bool) {
    if isForApplication {
      report.keyPresses.append((report.edits.count, press))
    } else {
      self.press(hardwareKey: press.hardwareName)
    }
  }

  /// Handles a key of a hardware keyboard.
  mutating func press(hardwareKey name: String) {
    guard focused.field != nil else { return fail(.noField) }
    switch HardwareKey(name) {
    case .command: report.events.append(.keyCommand)
    case .edit(let edit): self.edit(edit)
    case .deleteForward: if let change = focused.deleteForward() { record(change) }
    case nil: fail(.noHardwareKey(name))
    }
  }

  /// Moves the selection for the user. The offset and the length are in characters.
  mutating func select(offset: Int, length: Int) {
    guard let document = focused.field?.document else { return fail(.noField) }
    guard let change = focused.select(offset: offset, length: length) else {
      let characters = (document.before + document.selected + document.after).count
      return fail(.outOfRange(offset: offset, length: length, characters: characters))
    }
    documentChanged(change, .user)
  }

  /// Replaces the document's text and selection with the application's text and selection.
  mutating func replaceText(before: String, selected: String, after: String, endsMarking: Bool = false) {
    let change = focused.replaceText(before: before, selected: selected, after: after, endsMarking: endsMarking)
    guard let change else { return fail(.noField) }
    documentChanged(change, .application)
  }

  /// Undoes the user's last steps: restores text and selection, and reports the change to the shown keyboard.
  mutating func undo(_ steps: Int) {
    guard focused.field != nil else { return fail(.noField) }
    guard steps <= focused.history.count else { return fail(.tooFewSteps(steps, available: focused.history.count)) }
    if let change = focused.undo(steps) { record(change) }
  }

  /// Unmarks the marked text. Returns whether there was marked text.
  private mutating func unmark() -> Bool {
    guard focused.unmark() else { return false }
    report.edits.append(.unmarkText)
    return true
  }

  /// Reports a change of the document by the user or the application to the shown keyboard
  /// (Behavior.md#document-changes).
  private mutating func documentChanged(_ change: DocumentChange, _ cause: ChangeCause) {
    guard !change.isEmpty, let shown else { return }
    serve(.documentChanged(change, cause), to: shown)
  }

  // MARK: The probe

  /// Makes a proxy call through the probe.
  mutating func callProxy(_ call: [String], isRetry: Bool = false) {
    guard let field = focused.field else { return fail(.noField) }
    if let because = field.reasonAgainstThirdParties { return fail(.refused(because)) }
    guard call.allSatisfy({ $0.utf8.count <= ProbeState.maximumTextBytes }) else {
      report.failures.append(
        SessionFailure(identifier: KeyboardSession.probeIdentifier, kind: .edits(.tooMuchText)))
      return
    }
    probe.call = ProbeState.Call(words: call, isRetry: isRetry, callbacks: report.callbacks)
    agenda.plan(.start(instance(of: KeyboardSession.probeIdentifier)))
  }

  /// Sends the proxy call to the loaded probe. If the probe does not know the current field, the session first sends an
  /// appear event.
  private mutating func callProbe(_ instance: Instance, isFresh: Bool) {
    guard let field = focused.field else { return }
    agenda.plan(.sendCall(instance))
    guard probe.mustAppear(in: field, isFresh: isFresh) else { return }
    instances[instance].application = field.application
    instances[instance].replica.invalidate()
    serve(.appear(field.state(standing(of: instance))), to: instance)
  }

  private mutating func sendCall(to instance: Instance) {
    guard let call = probe.call else { return }
    // Remove the callbacks of the probe's load and appear events from the report, because they do not belong to the
    // call.
    report.callbacks = call.callbacks
    serve(call.event, to: instance)
  }
}
