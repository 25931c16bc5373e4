internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// The field that has the focus, the keyboards of the session, and the keyboard that the host shows in the field.
///
/// If a keyboard is shown after a call, the keyboard has a process, and a field has the focus. While the field is
/// protected, the shown keyboard is the system keyboard, and all third-party processes are suspended.
struct DisplayState {
  typealias Instance = SessionState.Instance

  /// The field that has the focus.
  var focused = FocusState()
  /// The reason why the host shows the system keyboard although the user chose another keyboard.
  private(set) var shownBecause: ShownBecause?
  /// The user's list of input modes, and the mode of the field.
  private(set) var modes: ModeChoice
  /// The keyboard that is shown in the field; nil if no keyboard is shown.
  private(set) var shown: Instance?
  /// The keyboards of the session. The system keyboard is the first element.
  var instances: [InstanceState]
  /// The session's report since the last call of ``KeyboardSession/drainReport()``.
  var report = SessionReport()
  var probe = ProbeState()
  /// The steps and commands that must follow in the current call.
  var agenda = SessionAgenda()
  /// The current time on the session's clock. `SessionLoop` sets this property before each event.
  var now: Duration = .zero
  /// The time at which the user made the gesture of the current call; nil if the call has no gesture, or for now.
  var gestureTime: Duration?
  /// Whether the host has begun to hide the shown keyboard, which still serves its last turns.
  private(set) var isHiding = false

  init(system: String, frontendShowsGlobe: Bool, rememberedModes: RememberedModes) {
    instances = [InstanceState(systemKeyboard: system)]
    modes = ModeChoice(system: system, frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes)
  }

  /// The rules for the user's current keyboard list. The rules exclude keyboards that failed too often.
  var rules: RuleBook { modes.rules(instances, at: now) }

  var isProtected: Bool { focused.isProtected }

  /// The mode that the globe key treats as the current mode when it selects the next mode of the user's keyboard list.
  var placeInOrder: String {
    shownBecause == nil || isProtected ? shown.map { instances[$0].identifier } ?? modes.current : modes.current
  }

  /// The third-party keyboards that the session has used.
  var thirdParties: Range<Instance> { 1..<instances.count }

  /// Whether a keyboard may use the current field. The host never shows the probe, but the probe may use the field.
  func has(_ instance: Instance) -> Bool { instance == shown || instances[instance].isProbe }

  /// Returns the index of a keyboard; nil if the session has not used the keyboard.
  func index(of identifier: String) -> Instance? {
    isSystem(identifier) ? SessionState.system : instances.firstIndex { $0.identifier == identifier }
  }

  /// Whether an identifier names the system keyboard or one of its keyboard layouts.
  func isSystem(_ identifier: String) -> Bool {
    identifier == modes.system || KeyboardLayoutName.isIdentifier(identifier)
  }

  /// Returns the index of a keyboard. Adds the keyboard if the session has not used it.
  mutating func instance(of identifier: String) -> Instance {
    if let known = index(of: identifier) { return known }
    instances.append(InstanceState(identifier))
    // The session has not read the user's grants to the new keyboard yet, so it must read the keyboard list and the
    // grants again.
    agenda.invalidateChoices()
    return instances.count - 1
  }

  /// Returns the standing (globe key and full access) of a keyboard that runs or would start now.
  func standing(of instance: Instance) -> InputModeStanding {
    modes.standing(of: instances[instance], in: focused.field, rules)
  }

  /// The running keyboards whose access differs from the access that the user grants now, each with its new access.
  var changedAccess: [(identifier: String, access: ProcessAccess)] {
    instances.dropFirst().filter(\.isRunning).compactMap { instance in
      let access = modes.access(of: instance.identifier)
      return instance.access == access ? nil : (instance.identifier, access)
    }.sorted { $0.identifier < $1.identifier }
  }

  /// The time of the shown keyboard's next timer; nil if there is none.
  var nextTimer: Duration? { shown.flatMap { instances[$0].timers.next } }

  /// Removes and returns the earliest due timer of the shown keyboard; nil if no timer is due.
  mutating func nextTimer(by end: Duration, at now: Duration) -> UInt64? {
    shown.flatMap { instances[$0].timers.fire(by: end, at: now) }
  }

  /// The time at which the user made the gesture of the current call, at the latest ``now``.
  var timeOfGesture: Duration { min(gestureTime ?? now, now) }

  /// Begins a call by the user or the application.
  mutating func beginCall(at now: Duration) {
    self.now = now
    gestureTime = nil
    isHiding = false
    probe.call = nil
    agenda.thrown = nil
    agenda.invalidateChoices()
  }

  mutating func serve(
    _ event: TurnEvent, to instance: Instance, pressing key: PressedKey? = nil, isOnGlobeKey: Bool = false
  ) {
    agenda.plan(.serve(PlannedTurn(event, to: instance, pressing: key, isOnGlobeKey: isOnGlobeKey)))
  }

  // MARK: The shown keyboard

  /// Hides the shown keyboard.
  ///
  /// - Parameter isReplaced: Whether the next keyboard follows immediately, and begins to appear before the hidden
  ///   keyboard has handled its disappear event.
  mutating func hide(isReplaced: Bool) {
    isHiding = true
    agenda.plan(.conceal(isReplaced: isReplaced))
    if unmark() { documentChanged(DocumentChange(endedMarking: true), .application) }
  }

  mutating func conceal(isReplaced: Bool) {
    isHiding = false
    // Unmark text again, because the keyboard may have marked other text in its last turn.
    _ = unmark()
    focused.lastPress.liftFingers()
    focused.activation.endGestures()
    guard let instance = shown else { return }
    shown = nil
    let isSentAhead = isReplaced && instance != SessionState.system
    agenda.plan(.serve(PlannedTurn(.disappear, to: instance, pressing: nil, isSentAhead: isSentAhead)))
  }

  mutating func leaveField() {
    probe.forgetField()
    guard let reason = focused.field.map(\.reasonAgainstThirdParties) else { return }
    agenda.emit(.leave(reason == .secureTextEntry ? nil : focused.snapshot()?.buffer))
    focused.leave()
    modes.enter(nil)
    shownBecause = nil
    agenda.emit(.observe(SessionState.system, .fieldLeft))
  }

  mutating func enter(_ field: TextField, after before: DocumentIdentifier?) {
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
  mutating func applyRules() {
    guard let field = focused.field else { return }
    let because = field.reasonAgainstThirdParties
    if because != nil {
      for instance in thirdParties { agenda.emit(.closeConnections(instance)) }
      focused.protect()
    } else {
      focused.unprotect()
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
  mutating func finishRules(_ because: ShownBecause?) {
    if let because, because != focused.withheldBecause, let identifier = modes.withheld {
      agenda.emit(.observe(instance(of: identifier), .withheld(because)))
    }
    focused.withheldBecause = because
    if because != nil { agenda.emit(.suspendThirdParties) }
  }

  mutating func show(_ verdict: RuleBook.Verdict) {
    guard focused.field != nil else { return }
    shownBecause = verdict.reason
    let instance = instance(of: verdict.identifier)
    if instance == SessionState.system {
      instances[instance].identifier = verdict.identifier
      agenda.emit(
        .selectLayout(
          identifier: verdict.identifier,
          showsLanguage: modes.choices.modes.contains { KeyboardLayoutName.isIdentifier($0.identifier) }))
    }
    agenda.plan(.start(instance))
  }

  mutating func replace(_ reason: ShownBecause) {
    guard focused.field != nil else { return }
    shownBecause = reason
    if shown != SessionState.system { agenda.plan(.hide(), .showSystem(reason)) }
  }

  mutating func showSystem(_ reason: ShownBecause) {
    guard let field = focused.field else { return }
    show(RuleBook.Verdict(identifier: rules.systemMode(in: field), reason: reason))
  }

  mutating func choose(_ identifier: String) {
    guard let mode = rules.modes.first(where: { $0.identifier == identifier }) else {
      // In a protected field, the user may choose the built-in keyboard layout even if it is not in the user's keyboard
      // list.
      guard let field = focused.field, isProtected, rules.available(in: field).contains(identifier) else {
        return agenda.fail(.notEnabled(identifier))
      }
      modes.picked = identifier
      return select(identifier)
    }
    if isProtected, isSystem(identifier) { modes.picked = identifier }
    select(identifier)
    guard mode.barredBecause != nil else { return }
    let left = instances[instance(of: identifier)].timeBarred(at: now)
    agenda.thrown = left > .zero ? .failedTooOften(identifier, left: left) : .quarantined(identifier)
  }

  mutating func selectNext() {
    guard let field = focused.field else { return agenda.fail(.noField) }
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
    agenda.emit(.observe(SessionState.system, .keyboardChosen))
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

  mutating func removeUnlisted() {
    var listed = Set(modes.choices.modes.map(\.identifier)).union([KeyboardSession.probeIdentifier])
    if case .keyboard(let identifier)? = focused.field?.inputView { listed.insert(identifier) }
    for instance in thirdParties
    where instances[instance].isRunning && !listed.contains(instances[instance].identifier) {
      endProcess(of: instance)
    }
    agenda.emit(.reviewPreloads(modes: listed))
    if focused.field != nil, shown != nil { agenda.plan(.applyRules, .updateStanding) }
  }

  mutating func renew(_ instance: Instance, wasShown: Bool) {
    // The document gets a new identifier, because a fresh process must not learn the revisions that the ended process
    // saw.
    focused.renewDocument()
    endProcess(of: instance)
    agenda.emit(.discardPreload(instance))
    if wasShown { agenda.plan(.applyRules) }
  }

  /// Sends the shown keyboard its standing (globe key and full access) if the standing changed
  /// (Behavior.md#needs-input-mode-switch-key).
  mutating func updateStanding() {
    guard let shown else { return }
    let standing = standing(of: shown)
    guard standing != instances[shown].standing else { return }
    instances[shown].standing = standing
    serve(.standingChanged(standing), to: shown)
  }

  // MARK: Processes

  /// Plans to show a keyboard again, because the process of the shown keyboard has ended.
  mutating func showAgain() {
    shown = nil
    agenda.plan(.applyRules)
  }

  mutating func start(_ instance: Instance) {
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
    case .foundEnded(let end) where end.isFailureBetweenTurns:
      ended(instance, end)
      didNotStart(instance)
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
  mutating func startAgain(_ instance: Instance) {
    if instances[instance].startsTooSlowly { didNotStart(instance) } else { agenda.plan(.start(instance)) }
  }

  mutating func didNotStart(_ instance: Instance) {
    guard !instances[instance].isProbe else { return agenda.fail(.noKeyboard) }
    agenda.plan(.replace(instances[instance].lastDeath ?? .crashed))
  }

  mutating func didLoad(_ instance: Instance, isFresh: Bool) {
    if instances[instance].isProbe {
      agenda.plan(.callProbe(instance, isFresh: isFresh))
    } else {
      agenda.plan(.present(instance))
    }
  }

  mutating func present(_ instance: Instance) {
    guard let field = focused.field else { return }
    shown = instance
    instances[instance].application = field.application
    agenda.plan(.appear(instance))
    if let settings = instances[instance].unsentSettings {
      instances[instance].unsentSettings = nil
      serve(.settingsChanged(settings), to: instance)
    }
  }

  mutating func appear(_ instance: Instance) {
    guard let field = focused.field else { return }
    instances[instance].standing = standing(of: instance)
    serve(.appear(field.state(instances[instance].standing)), to: instance)
  }

  /// Ends a keyboard's process and its connections.
  private mutating func endProcess(of instance: Instance) {
    if instances[instance].isRunning {
      // In a protected field, kill the process: a destroy event would give the stopped process processor time
      // (Behavior.md#stopped-processes).
      agenda.emit(isProtected ? .kill(instance) : .end(instance))
      agenda.emit(.release(instance, .released))
    }
    instances[instance].forgetProcess()
  }

  mutating func endProcesses() {
    for instance in thirdParties { endProcess(of: instance) }
    agenda.emit(.observe(SessionState.system, .sessionEnded))
  }

  mutating func didNotSuspend(_ failed: [Instance]) { for instance in failed { endProcess(of: instance) } }

  mutating func measureStorage(of instance: Instance) {
    if instances[instance].isRunning, instance != SessionState.system { agenda.emit(.measureStorage(instance)) }
  }

  /// Handles the measurement of a keyboard's stored files or of its process. `end` is the limit that they exceed; nil if
  /// they are within the limits.
  mutating func didMeasure(_ instance: Instance, _ end: KeyboardEndError?) {
    if let end, instances[instance].isRunning { kill(instance, end) }
  }

  mutating func kill(_ instance: Instance, _ end: KeyboardEndError) {
    agenda.emit(.kill(instance))
    ended(instance, end)
  }

  /// Records that a process failed.
  mutating func died(
    _ instance: Instance, _ end: KeyboardEndError, because: ShownBecause, whileUnused: Bool = false,
    _ kind: (KeyboardEndError) -> SessionFailure.Kind = { .foundEnded($0) }
  ) {
    agenda.emit(.release(instance, .ended(end, whileUnused: whileUnused)))
    instances[instance].died(at: now, because: because)
    report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: kind(end)))
  }

  /// Handles the end of a keyboard's process. If the keyboard was shown, the system keyboard immediately replaces it
  /// (Behavior.md#failures).
  mutating func ended(_ instance: Instance, _ end: KeyboardEndError, whileLoading: Bool = false) {
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

  // MARK: Changes of the document

  /// Unmarks the marked text. Returns whether there was marked text.
  mutating func unmark() -> Bool {
    guard focused.unmark() else { return false }
    report.edits.append(.unmarkText)
    return true
  }

  /// Reports to the shown keyboard that the user or the application changed the document
  /// (Behavior.md#document-changes).
  mutating func documentChanged(_ change: DocumentChange, _ cause: ChangeCause) {
    guard !change.isEmpty, let shown else { return }
    serve(.documentChanged(change, cause), to: shown)
  }
}
