internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel
internal import Timing

/// The facts that a session knows, and every decision that it makes. The value performs no I/O.
///
/// ``handle(_:)`` takes an event and emits commands. `KeyboardSession` executes them. The last command may have an
/// outcome, which is the next event. Work that must follow an outcome is on the agenda as steps. ``handle(_:)``
/// performs the steps in order, so no function of this type needs to call itself.
struct SessionState {
  /// The index of a keyboard in ``instances``.
  typealias Instance = Int
  /// The index of the system keyboard.
  static let system: Instance = 0

  // MARK: Facts

  /// The field that has the focus, with its current document.
  var field: TextField?
  /// The reason why the system keyboard is shown although the user chose another keyboard.
  private(set) var shownBecause: ShownBecause?
  /// The identifier of the keyboard for fields without a remembered mode: the user's choice or, before that, the
  /// frontend's; nil if there is neither.
  private(set) var chosen: String?
  /// The keyboard that has the field.
  private(set) var shown: Instance?
  /// The keyboards of the session. The system keyboard is the first.
  private(set) var instances: [InstanceState]
  /// The callbacks, events and failures since the last report.
  var report = SessionReport()
  /// The turn that a keyboard serves now.
  var turn: CurrentTurn?
  /// The error of the last call of the user or the application; nil if the call succeeded.
  private(set) var thrown: SessionError?
  /// The remembered modes.
  private(set) var memory: RememberedModes
  private(set) var timers = TimerQueue()
  /// The user's list and the access of keyboards, as `KeyboardSession` last read them.
  private var choices = Choices()
  private var hasFreshChoices = false
  /// Whether the process of the shown keyboard ended between turns. `KeyboardSession` sets this before a key press.
  var shownHasEnded = false
  /// The time on the session's clock. `KeyboardSession` sets it before each event.
  var now: Duration = .zero
  private let frontendShowsGlobe: Bool
  /// The input mode of the current field.
  private var inUse: String?
  /// Whether the keyboard was dismissed from the current field.
  private var isDismissed = false
  /// The reason for which the audit last counted the current field as withheld from the chosen keyboard.
  private var withheldBecause: ShownBecause?

  /// The key of the last tap or start of a touch, and the revision of the document at that time.
  private var lastPress: (key: PressedKey, revision: UInt64?)?

  /// The steps to do, the next one last.
  private var agenda: [Step] = []
  /// The commands of the current event, in order.
  private(set) var commands: [Command] = []
  /// Whether the steps wait for the outcome of the last command.
  private var isWaiting = false

  /// A turn that a keyboard serves.
  struct CurrentTurn {
    let instance: Instance
    let turn: Turn
    /// The descriptors that end the user's pause when one becomes readable; nil if the user waits for the turn.
    let pauseEnds: [Int32]?
    /// Whether a due memory warning comes before the turn.
    let mayBeWarned: Bool
    var transaction: TurnTransaction
    /// The key that the user pressed; nil if the event is no key press.
    fileprivate let pressed: PressedKey?
  }

  /// The part of a pressed key that the session needs after the turn.
  struct PressedKey {
    let role: KeyRole
    /// The text that the key types by its role; empty for a role without text.
    let text: String

    init(_ key: Key) {
      role = key.role
      text =
        switch key.role {
        case .character: key.title
        case .space: " "
        case .return: "\n"
        default: ""
        }
    }
  }

  init(system: String, frontendShowsGlobe: Bool, memory: RememberedModes) {
    var instance = InstanceState(system)
    instance.isRunning = true
    // The system keyboard is trusted, so it gets a limit that it never reaches.
    instance.hostTime = .seconds(3_600)
    instances = [instance]
    self.frontendShowsGlobe = frontendShowsGlobe
    self.memory = memory
  }

  /// Selects a keyboard for fields without a remembered mode, unless the user chose one.
  mutating func begin(with identifier: String) { chosen = chosen ?? identifier }

  // MARK: Events

  /// Begins a call of the user or the application.
  mutating func beginCall() {
    thrown = nil
    proxyCall = nil
    hasFreshChoices = false
  }

  /// Handles an event, and puts the resulting commands into ``commands``.
  mutating func handle(_ event: Step) {
    commands.removeAll(keepingCapacity: true)
    isWaiting = false
    agenda.append(event)
    while !isWaiting, let step = agenda.popLast() {
      if step.needsChoices, !hasFreshChoices {
        agenda.append(step)
        wait(for: .readChoices)
      } else {
        perform(step)
      }
    }
  }

  /// Whether no step is left to do.
  var isAtRest: Bool { agenda.isEmpty && !isWaiting }

  /// Puts steps before all others, in this order.
  private mutating func plan(_ steps: Step...) {
    agenda.append(contentsOf: steps.reversed())
  }

  /// Emits a command. The steps then wait for its outcome.
  private mutating func wait(for command: Command) {
    commands.append(command)
    isWaiting = true
  }

  /// Ends the call with an error.
  private mutating func fail(_ error: SessionError) {
    thrown = error
    agenda.removeAll(keepingCapacity: true)
  }

  private mutating func serve(
    _ event: TurnEvent, to instance: Instance, pressing key: PressedKey? = nil, pauseEnds: [Int32]? = nil
  ) {
    agenda.append(.serve(event, instance, key, pauseEnds: pauseEnds))
  }

  // MARK: Steps

  private mutating func perform(_ step: Step) {
    switch step {
    case .focus(let field):
      plan(.hide, .leaveField, .enterField(field, before: self.field?.document.identifier), .applyRules)
    case .blur: if field != nil { plan(.hide, .leaveField) }
    case .swipe(let direction): plan(.becomeReady, .sendSwipe(direction))
    case .type(let character): plan(.becomeReady, .pressKey(of: character))
    case .userEdit(let edit): apply(edit)
    case .documentChanged(let change, let cause): notify(change, cause)
    case .traitsChanged: plan(.applyRules, .sendTraits(before: shown))
    case .environmentChanged(let environment):
      field?.environment = environment
      if let shown { serve(.environmentChanged(environment), to: shown) }
    case .settingsChanged(let identifier, let settings): changeSettings(of: identifier, to: settings)
    case .accessChanged(let identifier): beginAccessChange(of: identifier)
    case .keyboardUpdated(let identifier):
      if let instance = index(of: identifier) { instances[instance].forgetFailures() }
      beginAccessChange(of: identifier)
    case .timer(let identifier, let pauseEnds):
      report.events.append(.timer)
      if let shown { serve(.timer(identifier), to: shown, pauseEnds: pauseEnds) }
    case .pause(let pauseEnds):
      guard let shown else { return }
      agenda.append(.measureStorage(shown))
      if !isWithheld(.memoryWarning, from: shown) { wait(for: .checkWarning(shown, pauseEnds: pauseEnds)) }
    case .clearMemory(let key):
      memory.forget(key)
      commands.append(.rememberModes)
    case .finish: plan(.hide, .leaveField, .endProcesses)
    case .readChoices(let choices):
      self.choices = choices
      hasFreshChoices = true
    case .started(let instance, let start, let took): didStart(instance, start, took)
    case .served(let result, let time, let took): didServe(result, time, took)
    case .ended(let end, let endedBeforeTurn, let isOverdue, let took): didEnd(end, endedBeforeTurn, isOverdue, took)
    case .foundPath(let path, let character, let isTyped): press(path, for: character, isTyped)
    case .suspended(let failed): for instance in failed { endProcess(of: instance) }
    case .measured(let instance, let end):
      if let end, instances[instance].isRunning { kill(instance, end) }
    case .storageFailed(let instance, let end): kill(instance, end)
    case .warningIsDue: warnBeforeTurn()
    case .checkedWarning(let isDue, let pauseEnds):
      if isDue, let shown { serve(.memoryWarning, to: shown, pauseEnds: pauseEnds) }
    case .hide:
      agenda.append(.conceal)
      if unmark() { notify(DocumentChange(endedMarking: true), .application) }
    case .conceal:
      // The keyboard may have marked text again when the host notified it that its marked text became plain.
      _ = unmark()
      guard let instance = shown else { return }
      shown = nil
      agenda.append(.concealed(instance))
      serve(.disappear, to: instance)
    case .concealed(let instance):
      instances[instance].replica.invalidate()
      plan(.measureStorage(instance))
    case .leaveField:
      forgetProbedDocument()
      guard field != nil else { return }
      isDismissed = false
      field = nil
      inUse = nil
      shownBecause = nil
      withheldBecause = nil
      commands.append(.auditIsDue)
    case .enterField(let field, let before): enter(field, after: before)
    case .applyRules: applyRules()
    case .show(let verdict):
      guard field != nil else { return }
      shownBecause = verdict.reason
      plan(.start(instance(of: verdict.identifier)))
    case .finishRules(let because):
      if because != withheldBecause { countWithheld(because) }
      withheldBecause = because
      if because != nil { wait(for: .suspendThirdParties) }
    case .suspendThirdParties: wait(for: .suspendThirdParties)
    case .report(let event): report.events.append(event)
    case .showSystem(let reason):
      guard field != nil else { return }
      shownBecause = reason
      guard shown != Self.system else { return }
      plan(.hide, .show(RuleBook.Verdict(identifier: instances[Self.system].identifier, reason: reason)))
    case .start(let instance):
      if instances[instance].isBarred(at: now), !instances[instance].isRunning {
        didNotStart(instance)
      } else {
        wait(for: .start(instance, standing(of: instance)))
      }
    case .present(let instance):
      guard let field else { return }
      shown = instance
      instances[instance].application = field.application
      agenda.append(.appear(instance))
      if let settings = instances[instance].unsentSettings {
        instances[instance].unsentSettings = nil
        serve(.settingsChanged(settings), to: instance)
      }
    case .appear(let instance):
      guard let field else { return }
      instances[instance].standing = standing(of: instance)
      serve(.appear(field.state(instances[instance].standing)), to: instance)
    case .serve(let event, let instance, let pressed, let pauseEnds, let warned):
      begin(event, instance, pressed, pauseEnds, warned)
    case .serveAgain(let event, let instance, let pressed):
      guard instance == shown else { return finish(event, instance, pressed, hasAdvanced: nil) }
      report.events.append(.restarted)
      // All other events only report the current state, and the appear event gave that state to the fresh process.
      guard case .key(let event) = event else { return finish(event, instance, pressed, hasAdvanced: nil) }
      press(again: event, to: instance)
    case .finishTurn(let event, let instance, let pressed, let hasAdvanced):
      finish(event, instance, pressed, hasAdvanced: hasAdvanced)
    case .advance: advance()
    case .pick(let identifier): pick(identifier)
    case .dismiss:
      isDismissed = true
      plan(.hide)
    case .becomeReady: becomeReady()
    case .press(let event, let seen, let key): press(event, seen: seen, key)
    case .sendSwipe(let direction):
      guard let shown else { return fail(.noKeyboard) }
      serve(.key(KeyEvent(key: nil, gesture: .swipe(direction))), to: shown)
    case .pressKey(let character): type(character)
    case .key(let event):
      guard field != nil else { return fail(.noField) }
      guard let shown else { return fail(.noKeyboard) }
      guard shownHasEnded || documentIsOutdated(for: shown) else { return press(event) }
      let key = index(of: event, in: shown).flatMap { instances[shown].inputView?.key(at: $0) }.map(PressedKey.init)
      plan(.becomeReady, .press(KeyEvent(key: event.key, gesture: event.gesture), seen: shown, key))
    case .offer(let key): offer(key)
    case .measureStorage(let instance):
      if instances[instance].isRunning, instance != Self.system { wait(for: .measureStorage(instance)) }
    case .updateStanding: updateStanding()
    case .sendTraits(let before):
      forgetProbedDocument()
      guard let shown, shown == before, let field else { return }
      instances[shown].replica.invalidate()
      serve(.traitsChanged(field.state(standing(of: shown))), to: shown)
      updateStanding()
    case .changeAccess(let instance, let wasShown):
      // The next process must not see a revision that this process produced, so the document gets a new identifier.
      field?.document.becomeAnother()
      endProcess(of: instance)
      commands.append(.discardPreload(identifier: instances[instance].identifier))
      if wasShown { plan(.applyRules) }
    case .choicesChanged:
      agenda.append(.removeUnlisted)
      if field != nil, shown != nil { plan(.applyRules, .updateStanding) }
    case .removeUnlisted:
      let modes = Set(choices.modes.map(\.identifier)).union([KeyboardSession.probeIdentifier])
      for instance in thirdParties
      where instances[instance].isRunning && !modes.contains(instances[instance].identifier) {
        endProcess(of: instance)
      }
      commands.append(.reviewPreloads(modes: modes))
    case .playSound(let instance, let sound):
      // The keyboard's process checks the same conditions, but the host relies only on its own knowledge.
      guard instances[instance].inputView?.enableInputClicksWhenVisible == true,
        choices.grants[instances[instance].identifier]?.mayGiveFeedback == true
      else { return }
      report.events.append(.click)
      commands.append(.play(sound))
    case .proxyCall(let call): beginProxyCall(call)
    case .proxyAppear(let isFresh): appearForProxyCall(isFresh)
    case .proxySend:
      guard let proxyCall else { return }
      // Removes the callbacks of the probe's load and appear events, which are not part of the call.
      report.callbacks = proxyCall.callbacks
      let event = KeyEvent(key: proxyCall.call.joined(separator: "\u{1F}"), gesture: .press)
      serve(.key(event), to: instance(of: KeyboardSession.probeIdentifier))
    case .endProcesses: for instance in thirdParties { endProcess(of: instance) }
    }
  }

  // MARK: Focus and rules

  private mutating func enter(_ field: TextField, after before: DocumentIdentifier?) {
    var field = field
    field.updateRules()
    for instance in thirdParties {
      let application = instances[instance].application
      let hasCrossedBorder =
        switch choices.grants[instances[instance].identifier]?.retention ?? .application {
        case .session: false
        case .application: application != nil && application != field.application
        case .field: application != nil && before != field.document.identifier
        }
      if hasCrossedBorder { endProcess(of: instance) }
    }
    self.field = field
    inUse = contextKey(of: field).flatMap { memory.mode(of: $0) } ?? chosen
  }

  /// Shows the keyboard that the rules select for the field. A dismissed keyboard stays hidden until the user chooses
  /// one.
  private mutating func applyRules() {
    guard let field else { return }
    let because = field.reasonAgainstThirdParties
    if because != nil {
      for instance in thirdParties { commands.append(.closeConnections(instance)) }
    } else {
      self.field?.endSecrecy()
    }
    agenda.append(.finishRules(because))
    guard !isDismissed else { return }
    let verdict = rules.keyboard(for: field, chosen: modeInUse)
    if let shown, instances[shown].identifier == verdict.identifier {
      shownBecause = verdict.reason
      return
    }
    // The next keyboard's process wakes up while the previous keyboard handles its disappear event.
    commands.append(.resume(identifier: verdict.identifier))
    agenda.append(.show(verdict))
    if because != nil { agenda.append(.suspendThirdParties) }
    agenda.append(.hide)
  }

  /// The rules with the user's current list. Keyboards that failed too often are barred.
  var rules: RuleBook {
    var modes = choices.modes
    for instance in instances.dropFirst() {
      guard let because = instance.barredBecause(at: now),
        let index = modes.firstIndex(where: { $0.identifier == instance.identifier && !$0.isSystem })
      else { continue }
      modes[index].barredBecause = modes[index].barredBecause ?? because
    }
    return RuleBook(modes: modes, system: instances[Self.system].identifier)
  }

  /// The mode in the user's list after which the globe key continues.
  var placeInOrder: String {
    shownBecause == nil ? shown.map { instances[$0].identifier } ?? modeInUse : modeInUse
  }

  private var modeInUse: String {
    inUse ?? chosen ?? choices.modes.first?.identifier ?? instances[Self.system].identifier
  }

  private func contextKey(of field: TextField) -> String? {
    field.contextIdentifiers.first.map { RememberedModes.key($0, in: field.application) }
  }

  private mutating func pick(_ identifier: String) {
    guard let mode = rules.modes.first(where: { $0.identifier == identifier }) else {
      return fail(.notEnabled(identifier))
    }
    select(identifier)
    guard mode.barredBecause != nil else { return }
    let instance = instance(of: identifier)
    let left = instances[instance].timeBarred(at: now)
    thrown = left > .zero ? .failedTooOften(identifier, left: left) : .quarantined(identifier)
  }

  /// Shows the next mode that may be used in this field. Does nothing if there is no other mode.
  private mutating func advance() {
    guard let field else { return fail(.noField) }
    let rules = rules
    let current = shown.map { instances[$0].identifier }
    guard rules.available(in: field).contains(where: { $0 != current }) else { return }
    var next = rules.next(after: placeInOrder, in: field)
    // If the system keyboard is already shown in place of the chosen keyboard, the globe key skips the system keyboard.
    if next == current { next = rules.next(after: next, in: field) }
    select(next)
  }

  private mutating func select(_ identifier: String) {
    inUse = identifier
    isDismissed = false
    if let field, let key = contextKey(of: field) {
      memory.remember(identifier, of: key)
      commands.append(.rememberModes)
    } else {
      chosen = identifier
    }
    guard field != nil else { return }
    commands.append(.auditIsDue)
    plan(.applyRules)
  }

  /// Sends the shown keyboard its standing if the standing changed (Behavior.md#needs-input-mode-switch-key).
  private mutating func updateStanding() {
    guard let shown else { return }
    let standing = standing(of: shown)
    guard standing != instances[shown].standing else { return }
    instances[shown].standing = standing
    serve(.standingChanged(standing), to: shown)
  }

  private func standing(of instance: Instance) -> InputModeStanding {
    let state = instances[instance]
    return InputModeStanding(
      needsInputModeSwitchKey: field.map {
        rules.needsInputModeSwitchKey(in: $0, frontendShowsGlobe: frontendShowsGlobe)
      } ?? true,
      // A running process keeps the access with which it started. If the access changes, the host starts another
      // process.
      hasFullAccess: state.isRunning
        ? state.access.isFull : choices.grants[state.identifier]?.access.isFull ?? false)
  }

  /// The standing of a keyboard that would start now, for preloading.
  mutating func standing(of identifier: String, in choices: Choices) -> InputModeStanding {
    self.choices = choices
    let instance = instance(of: identifier)
    return standing(of: instance)
  }

  /// The running keyboards whose access differs from the user's choices.
  func changedAccess(in choices: Choices) -> [(identifier: String, access: ProcessAccess)] {
    instances.dropFirst().filter(\.isRunning).compactMap { instance in
      let access = choices.grants[instance.identifier]?.access ?? .confined
      return instance.access == access ? nil : (instance.identifier, access)
    }.sorted { $0.identifier < $1.identifier }
  }

  private mutating func beginAccessChange(of identifier: String) {
    guard let instance = index(of: identifier), instance != Self.system else {
      return
    }
    commands.append(.closeConnections(instance))
    let wasShown = instance == shown
    agenda.append(.changeAccess(instance, wasShown: wasShown))
    if wasShown { agenda.append(.hide) }
  }

  private mutating func changeSettings(of identifier: String, to settings: [String: SettingValue]) {
    if identifier == instances[Self.system].identifier { commands.append(.applySystemSettings(settings)) }
    guard let instance = index(of: identifier), instances[instance].isRunning
    else { return }
    instances[instance].unsentSettings = nil
    serve(.settingsChanged(settings), to: instance)
  }

  /// Counts a protected field as withheld from the chosen keyboard.
  private mutating func countWithheld(_ because: ShownBecause?) {
    guard let because else { return }
    // If the chosen keyboard is no longer in the list, the first entry replaces it, as in the rule book.
    guard let mode = choices.modes.first(where: { $0.identifier == modeInUse }) ?? choices.modes.first, !mode.isSystem
    else { return }
    commands.append(.observe(instance(of: mode.identifier), .withheld(because)))
  }

  // MARK: Keyboards

  /// Whether a protected field has the focus.
  var isProtected: Bool { field?.reasonAgainstThirdParties != nil }

  /// The third-party keyboards that the session has used.
  var thirdParties: Range<Instance> { 1..<instances.count }

  /// Returns the index of a keyboard; nil if the session has not used it.
  func index(of identifier: String) -> Instance? { instances.firstIndex { $0.identifier == identifier } }

  /// Returns the index of a keyboard; adds it if it is new.
  mutating func instance(of identifier: String) -> Instance {
    if let known = index(of: identifier) { return known }
    instances.append(InstanceState(identifier))
    // The choices do not have the grants of the new keyboard.
    hasFreshChoices = false
    return instances.count - 1
  }

  private mutating func didStart(_ instance: Instance, _ start: Start, _ took: Duration) {
    instances[instance].timeOfStarts += took
    switch start {
    case .isRunning: didLoad(instance, isFresh: false)
    case .foundEnded(let end):
      // The process ended between turns, so no key press caused the end. A fresh process replaces it unless processes
      // failed too often.
      died(instance, end, because: .crashed, whileUnused: true)
      report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: .foundEnded(end)))
      guard !instances[instance].isBarred(at: now) else { return didNotStart(instance) }
      report.events.append(.restarted)
      plan(.start(instance))
    case .started(let configuration, let access, let hostTime):
      instances[instance].isRunning = true
      instances[instance].access = access
      instances[instance].hostTime = hostTime
      instances[instance].lastEndWasBlameless = false
      serve(.load(configuration), to: instance)
    case .accessChanged:
      // Another process changed the access meanwhile. No process may run with a mix of the old and new access.
      hasFreshChoices = false
      startAgain(instance)
    case .failed(let end):
      ended(instance, end)
      didNotStart(instance)
    }
  }

  /// Tries to start a keyboard again, unless the starts together have taken too long or processes failed too often.
  private mutating func startAgain(_ instance: Instance) {
    if instances[instance].startsTooSlowly { didNotStart(instance) } else { plan(.start(instance)) }
  }

  private mutating func didNotStart(_ instance: Instance) {
    if instances[instance].isProbe {
      fail(.noKeyboard)
    } else {
      plan(.showSystem(instances[instance].lastDeath ?? .crashed))
    }
  }

  private mutating func didLoad(_ instance: Instance, isFresh: Bool) {
    plan(instances[instance].isProbe ? .proxyAppear(isFresh: isFresh) : .present(instance))
  }

  /// Ends a keyboard's process, its timers and its connections.
  private mutating func endProcess(of instance: Instance) {
    timers.forget(instance)
    if instances[instance].isRunning {
      // In a protected field the host kills the process without waking it to announce the end
      // (Behavior.md#stopped-processes).
      commands.append(isProtected ? .kill(instance) : .end(instance))
      commands.append(.observe(instance, .released))
      commands.append(.release(instance))
    }
    instances[instance].forgetProcess()
    commands.append(.auditIsDue)
  }

  /// Records that a process failed.
  private mutating func died(
    _ instance: Instance, _ end: KeyboardEndError, because: ShownBecause, whileUnused: Bool = false
  ) {
    commands.append(.observe(instance, .ended(end, whileUnused: whileUnused)))
    commands.append(.release(instance))
    timers.forget(instance)
    instances[instance].died(at: now, because: because)
  }

  private mutating func kill(_ instance: Instance, _ end: KeyboardEndError) {
    commands.append(.kill(instance))
    ended(instance, end)
  }

  /// Handles the end of a keyboard's process. If the keyboard was shown, its field goes to the system keyboard at
  /// once (Behavior.md#failures).
  private mutating func ended(_ instance: Instance, _ end: KeyboardEndError, whileLoading: Bool = false) {
    let because: ShownBecause =
      switch end {
      case .hung, .heldUp, .loadedTooLate: .hung
      case .crashed, .killed, .exceeded, .forbidden, .protocolViolation, .notStarted, .unconfined: .crashed
      case .refused: .quarantined
      }
    died(instance, end, because: because)
    report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: .ended(end)))
    let quarantine: String? =
      if case .refused(let failure) = end { failure.message } else {
        whileLoading && end.isOfTheKeyboard ? "during loading, \(end)" : nil
      }
    if let quarantine {
      commands.append(.quarantine(instance, quarantine))
      hasFreshChoices = false
    }
    commands.append(.auditIsDue)
    guard instance == shown else { return }
    shown = nil
    // The user typed the marked text, so it stays in the document as plain text (Behavior.md#marked-text).
    _ = unmark()
    plan(.showSystem(because))
  }

  // MARK: Turns

  /// Whether the host withholds an event from a third-party keyboard because a protected field has the focus.
  ///
  /// Meanwhile, the keyboard gets no event except the disappear event.
  private func isWithheld(_ event: TurnEvent, from instance: Instance) -> Bool {
    guard instance != Self.system, isProtected else { return false }
    if case .disappear = event { return false }
    return true
  }

  private mutating func begin(
    _ event: TurnEvent, _ instance: Instance, _ pressed: PressedKey?, _ pauseEnds: [Int32]?, _ warned: Bool
  ) {
    guard instances[instance].isRunning, !isWithheld(event, from: instance) else {
      return plan(.finishTurn(event, instance, pressed, hasAdvanced: nil))
    }
    if case .key(let key) = event, let position = key.position, position.generation != instances[instance].generation {
      return press(again: key, to: instance)
    }
    // Reads the members instead of calling ``has(_:)``, because the compiler copies the whole state for that call.
    let hasField = field != nil && (instance == shown || instances[instance].isProbe)
    let rights = TurnRights(event, hasField: hasField)
    instances[instance].serial += 1
    var turn = Turn(serial: instances[instance].serial, undoesLast: instances[instance].undoesLast, event: event)
    instances[instance].undoesLast = false
    if rights.readsDocument, let version = field?.document.version, !instances[instance].replica.shows(version) {
      turn.document = field?.document.snapshot()
      instances[instance].replica.send(version)
    }
    self.turn = CurrentTurn(
      instance: instance, turn: turn, pauseEnds: pauseEnds, mayBeWarned: !warned && event.leavesTimeForWarning,
      transaction: TurnTransaction(rights, on: field?.document, within: instances[instance].hostTime), pressed: pressed)
    wait(for: .serve)
  }

  /// Postpones the current turn, and serves a memory warning first.
  private mutating func warnBeforeTurn() {
    guard let current = turn.take() else { return }
    instances[current.instance].serial -= 1
    instances[current.instance].undoesLast = current.turn.undoesLast
    instances[current.instance].replica.invalidate()
    agenda.append(
      .serve(current.turn.event, current.instance, current.pressed, pauseEnds: current.pauseEnds, warned: true))
    serve(.memoryWarning, to: current.instance)
  }

  /// Whether a keyboard has the field. The probe has the field although it is never shown.
  func has(_ instance: Instance) -> Bool { instance == shown || instances[instance].isProbe }

  private mutating func didServe(_ result: TurnResult, _ timeForResult: Duration?, _ took: Duration) {
    guard var current = turn.take() else { return }
    let instance = current.instance
    let event = current.turn.event
    commands.append(.reportTurn(instance, event.kind, took: took, isAnswered: true))
    if event.isLoad {
      instances[instance].wasKilledWhileLoading = false
      instances[instance].timeOfStarts += took
    } else {
      instances[instance].timeOfStarts = .zero
    }
    // A keyboard without a field gets no processor time, whether the turn succeeded or failed
    // (Sandbox.md#hidden-keyboard-gets-no-time). A keyboard that has just loaded is about to get a field.
    if !event.isLoad, !has(instance) { commands.append(.suspend(instance)) }
    finishRecords(of: current)
    if !result.requests.isEmpty {
      let lines = result.requests.compactMap { request in
        if case .log(let level, let message) = request { (level, message) } else { nil }
      }
      if !lines.isEmpty { commands.append(.log(instance, lines)) }
    }
    do throws(TurnTransaction.Rejection) {
      let effects = try current.transaction.commit(result, on: instances[instance].inputView, within: timeForResult)
      if report.callbacks.isEmpty { report.callbacks = result.callbacks } else { report.callbacks += result.callbacks }
      apply(effects, result, of: instance)
      let hasAdvanced = result.requests.contains(.advanceToNextInputMode)
      agenda.append(.finishTurn(event, instance, current.pressed, hasAdvanced: hasAdvanced))
      if instances[instance].serial % Self.turnsBetweenMeasurements == 0 { agenda.append(.measureStorage(instance)) }
      if current.transaction.rights.acts { follow(result, of: instance) }
    } catch {
      agenda.append(.finishTurn(event, instance, current.pressed, hasAdvanced: nil))
      if case .undone = error { report.callbacks += result.callbacks }
      reject(instance, error)
    }
  }

  /// The number of turns after which the host measures the files that a keyboard wrote to disk directly.
  private static let turnsBetweenMeasurements: UInt64 = 64

  private mutating func finishRecords(of current: borrowing CurrentTurn) {
    let instance = current.instance
    guard instance != Self.system else { return }
    commands.append(.observe(instance, .turn(shownCharacters: current.turn.document?.buffer.shownCharacters ?? 0)))
    let shownCharacters = current.transaction.shownCharacters
    if shownCharacters > 0 { commands.append(.observe(instance, .shown(shownCharacters))) }
    if let refusal = current.transaction.refusal {
      commands.append(.record(instance, "the host could not send the document to the keyboard: \(refusal)"))
    }
  }

  private mutating func apply(_ effects: TurnTransaction.Effects, _ result: TurnResult, of instance: Instance) {
    if let document = effects.document {
      if report.edits.isEmpty { report.edits = result.edits } else { report.edits += result.edits }
      if effects.returnKeys > 0 { report.events += Array(repeating: .return, count: effects.returnKeys) }
      instances[instance].replica.apply(effects.ownEdits, to: field?.document, giving: document)
      field?.document = document
      // A document that the host sends during a turn may contain less text than a fresh snapshot.
      if effects.hasSentDocument { instances[instance].replica.expire() }
    }
    instances[instance].generation = result.generation
    guard !result.requests.isEmpty else { return }
    instances[instance].inputView = effects.inputView
    for request in result.requests { apply(request, of: instance) }
  }

  private mutating func apply(_ request: KeyboardRequest, of instance: Instance) {
    switch request {
    case .setPrimaryLanguage(let language): instances[instance].primaryLanguage = language
    case .startTimer(let identifier, let seconds, let repeats):
      timers.start(identifier, of: instance, seconds: seconds, repeats: repeats, at: now)
    case .cancelTimer(let identifier): timers.cancel(identifier, of: instance)
    case .setInputView, .change, .advanceToNextInputMode, .showInputModeList, .dismissKeyboard, .log, .playSound: break
    }
  }

  /// Carries out a turn's requests to change the input mode, to dismiss the keyboard and to play sounds. It plays at
  /// most one sound, and carries out only the last request to advance or dismiss.
  private mutating func follow(_ result: TurnResult, of instance: Instance) {
    guard !result.requests.isEmpty else { return }
    // A keyboard that is being hidden may still edit when its marked text becomes plain, but it may not advance or
    // dismiss.
    let isHiding = agenda.contains { if case .conceal = $0 { true } else { false } }
    switch isHiding ? nil : result.requests.last(where: { $0 == .advanceToNextInputMode || $0 == .dismissKeyboard }) {
    case .advanceToNextInputMode: plan(.report(.advanceToNextInputMode), .advance)
    case .dismissKeyboard: plan(.report(.dismissKeyboard), .dismiss)
    default: break
    }
    if result.requests.contains(.showInputModeList) { plan(.report(.handleInputModeList)) }
    let sound = result.requests.lazy.compactMap { if case .playSound(let sound) = $0 { sound } else { nil } }.first
    if let sound, instance == shown { plan(.playSound(instance, sound)) }
  }

  private mutating func reject(_ instance: Instance, _ rejection: TurnTransaction.Rejection) {
    switch rejection {
    case .undone(let kind):
      report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: kind))
      if kind.isLimit { commands.append(.observe(instance, .limitReached)) }
      commands.append(.record(instance, "the host discarded a turn: \(kind)"))
      // The keyboard's replica now differs from the document, so the next turn contains a fresh snapshot.
      instances[instance].replica.invalidate()
      instances[instance].undoesLast = true
    case .ends(let end): kill(instance, end)
    case .spent:
      let most = UInt64(instances[instance].hostTime.wholeMilliseconds)
      kill(instance, .exceeded(LimitViolation(.hostTime, most: most)))
    }
  }

  private mutating func didEnd(
    _ end: KeyboardEndError, _ endedBeforeTurn: Bool, _ isOverdue: Bool, _ took: Duration
  ) {
    guard let current = turn.take() else { return }
    let instance = current.instance
    let event = current.turn.event
    finishRecords(of: current)
    // If another process kills the keyboard's process once, this is not the keyboard's fault. A second kill in a row
    // during a load event counts as the keyboard's fault.
    let mayBeServedAgain =
      event.isLoad ? !instances[instance].wasKilledWhileLoading : event.canBeServedAgain
    if event.isLoad { instances[instance].wasKilledWhileLoading = end == .killed && mayBeServedAgain }
    let startsTooSlowly = instances[instance].startsTooSlowly
    if event.isLoad { instances[instance].timeOfStarts += took }
    if !startsTooSlowly, !isOverdue, endedBeforeTurn || end.isNotOfTheTurn && mayBeServedAgain {
      replace(instance, after: end, serving: event, current.pressed, whileUnused: endedBeforeTurn)
    } else {
      commands.append(.reportTurn(instance, event.kind, took: took, isAnswered: false))
      agenda.append(.finishTurn(event, instance, current.pressed, hasAdvanced: nil))
      ended(instance, end, whileLoading: event.isLoad)
    }
  }

  /// Replaces a process that ended for a reason other than the turn, and serves a key press again.
  ///
  /// Either another process killed the process during the turn, or the process ended before the turn, or a timer's turn
  /// held up a key press. The host applied nothing of the turn. Each call counts as a restart, so the number of calls
  /// is limited.
  private mutating func replace(
    _ instance: Instance, after end: KeyboardEndError, serving event: TurnEvent, _ pressed: PressedKey?,
    whileUnused: Bool
  ) {
    died(instance, end, because: .crashed, whileUnused: whileUnused)
    instances[instance].lastEndWasBlameless = true
    report.failures.append(SessionFailure(identifier: instances[instance].identifier, kind: .foundEnded(end)))
    guard instance == shown else { return finish(event, instance, pressed, hasAdvanced: nil) }
    shown = nil
    plan(.applyRules, .serveAgain(event, instance, pressed))
  }

  /// Plans the steps after a turn.
  ///
  /// - Parameter hasAdvanced: Whether the keyboard requested the next input mode; nil if the turn failed.
  private mutating func finish(
    _ event: TurnEvent, _ instance: Instance, _ pressed: PressedKey?, hasAdvanced: Bool?
  ) {
    let hasFailed = hasAdvanced == nil
    switch event {
    case .load where !hasFailed: didLoad(instance, isFresh: true)
    // If the turn of the load event failed, the keyboard is not loaded.
    case .load: if instances[instance].lastEndWasBlameless { startAgain(instance) } else { didNotStart(instance) }
    case .settingsChanged(let settings) where hasFailed:
      if instances[instance].isRunning { instances[instance].unsentSettings = settings }
    case .key where hasFailed && instances[instance].isProbe:
      // The probe's process ended for a reason other than the call, and the host applied nothing of the call.
      guard let call = proxyCall, !call.isRetry, instances[instance].lastEndWasBlameless else { return }
      proxyCall?.isRetry = true
      plan(.proxyCall(call.call))
    case .key:
      guard let pressed else { return }
      if hasFailed, !instances[instance].isRunning { plan(.offer(pressed)) }
      // The user always has a way to the next keyboard, whatever the keyboard does with its globe key
      // (Behavior.md#next-keyboard-key).
      if hasAdvanced != true, pressed.role == .nextKeyboard, instance == shown { plan(.advance) }
    default: break
    }
  }

  // MARK: Keys

  /// Whether something other than this keyboard changed the document since the keyboard received it.
  private func documentIsOutdated(for instance: Instance) -> Bool {
    guard let revision = field?.document.revision else { return false }
    return instances[instance].replica.isOutdated(at: revision)
  }

  /// Makes sure that the shown keyboard has a running process and the current document.
  private mutating func becomeReady() {
    guard field != nil else { return fail(.noField) }
    guard let shown else { return fail(.noKeyboard) }
    if shownHasEnded {
      // The process ended between turns. The host shows the keyboard again, so that the key press is not lost.
      shownHasEnded = false
      self.shown = nil
      plan(.applyRules)
    } else if documentIsOutdated(for: shown) {
      notify(DocumentChange(changedText: true), .user)
    }
  }

  /// Handles a gesture on a key that the user saw before the keyboard became ready.
  private mutating func press(_ event: KeyEvent, seen: Instance, _ pressed: PressedKey?) {
    if let pressed, let shown, shown != seen {
      // The keyboard with the pressed key had ended, and another keyboard replaced it. The other keyboard's key of the
      // same name may do something else, so the host types only the character (Behavior.md#restarts).
      if event.gesture.isPress { plan(.offer(pressed)) }
    } else {
      press(event)
    }
  }

  /// Returns the position of a key in the input view that a keyboard shows; nil if there is no such key.
  func position(of identifier: String) -> KeyEvent.Position? {
    guard let shown, let index = instances[shown].inputView?.index(of: identifier) else { return nil }
    return KeyEvent.Position(index: index, generation: instances[shown].generation)
  }

  /// Returns the index of an event's key. If the event has no position, or if the keyboard has replaced its input view
  /// since then, the name identifies the key (Behavior.md#replaced-input-views). A letter names its key of the system
  /// keyboard in both cases, because shift comes on and goes off by itself.
  private func index(of event: KeyEvent, in instance: Instance) -> Int? {
    if let position = event.position, position.generation == instances[instance].generation { return position.index }
    guard let name = event.key, let inputView = instances[instance].inputView else { return nil }
    if let index = inputView.index(ofName: name) { return index }
    guard instance == Self.system, name.utf8.count <= 4, name.count == 1 else { return nil }
    return inputView.index(ofName: name.uppercased()) ?? inputView.index(ofName: name.lowercased())
  }

  private mutating func press(_ event: KeyEvent) {
    guard let shown, let name = event.key else { return fail(.noKeyboard) }
    let (index, gesture) = (index(of: event, in: shown), event.gesture)
    // The name "globe" always means the globe key that the host adds, so that no keyboard can intercept the press that
    // switches away from it.
    if name == "globe" ? addsGlobeKey : index == nil && name == "🌐" && addsGlobeKey {
      if gesture == .press { plan(.advance) } else { report.events.append(.handleInputModeList) }
      return
    }
    guard let index, let key = instances[shown].inputView?.key(at: index) else {
      return fail(
        .noKey(name, shown: instances[shown].identifier, keys: instances[shown].inputView?.keyNames ?? []))
    }
    guard key.isEnabled else { return fail(.keyDisabled(name)) }
    if shown == Self.system { playSound(of: key, gesture) }
    let position = KeyEvent.Position(index: index, generation: instances[shown].generation)
    if gesture.isPress { lastPress = (PressedKey(key), field?.document.revision) }
    // A keyboard may type at the end of a touch. As long as the document has not changed, it has not typed.
    let isUnserved = gesture.isPress || (gesture.isTouch && lastPress?.revision == field?.document.revision)
    serve(
      .key(KeyEvent(key: key.identifier, at: position, gesture: gesture)), to: shown,
      pressing: isUnserved ? lastPress?.key : nil)
  }

  /// Serves a gesture again, because the keyboard's process or input view changed before the keyboard got the gesture.
  private mutating func press(again event: KeyEvent, to instance: Instance) {
    if event.key == nil {
      serve(.key(event), to: instance)
    } else {
      press(KeyEvent(key: event.key, gesture: event.gesture))
    }
  }

  /// Whether the host adds a globe key, because the keyboard must show one and does not
  /// (Behavior.md#next-keyboard-key).
  var addsGlobeKey: Bool {
    guard let shown, instances[shown].standing.needsInputModeSwitchKey else { return false }
    return instances[shown].inputView?.showsNextKeyboardKey != true
  }

  private mutating func type(_ character: Character) {
    guard let shown else { return fail(.noKeyboard) }
    guard shown != Self.system else { return wait(for: .findPath(character, isTyped: true)) }
    guard let title = instances[shown].inputView?.name(of: character) else {
      return fail(.noCharacter(character, shown: instances[shown].identifier))
    }
    plan(.key(KeyEvent(key: title, gesture: .press)))
  }

  /// Presses the keys of the system keyboard that type a character.
  ///
  /// - Parameter isTyped: Whether the frontend requested the character. Otherwise, it comes from a key press that
  ///   another keyboard could not serve.
  private mutating func press(_ path: [String]?, for character: Character, _ isTyped: Bool) {
    guard let path else {
      if isTyped { fail(.noCharacter(character, shown: instances[Self.system].identifier)) }
      return
    }
    for name in path.reversed() {
      let event = KeyEvent(key: name, gesture: .press)
      if isTyped { agenda.append(.key(event)) } else { serve(.key(event), to: Self.system) }
    }
  }

  /// Types the character of a key press with the system keyboard if another keyboard could not serve the press
  /// (Behavior.md#failures).
  private mutating func offer(_ key: PressedKey) {
    guard key.text.count == 1, let character = key.text.first, shown == Self.system else { return }
    wait(for: .findPath(character, isTyped: false))
  }

  /// Plays the sound of a key of the system keyboard for a gesture of the user.
  private mutating func playSound(of key: Key, _ gesture: KeyEvent.Gesture) {
    guard instances[Self.system].inputView?.enableInputClicksWhenVisible == true else { return }
    switch gesture {
    case .press, .longPress, .repeat, .repeatWord, .alternative: commands.append(.play(key.role.sound))
    case .release, .swipe, .touches: break
    }
  }

  // MARK: Timers and changes of the document

  /// Removes the earliest timer of the shown keyboard that is due; returns nil if none is.
  mutating func nextTimer(by end: Duration, at now: Duration) -> UInt64? {
    shown.flatMap { timers.fire(of: $0, by: end, at: now) }
  }

  /// Applies an edit of the user that no keyboard made. The marked text becomes plain text (Behavior.md#marked-text).
  ///
  /// The keyboard gets one event for both changes, after the edit. If it got two events, it could edit the document
  /// between them, and so move the text that the user's edit affects.
  private mutating func apply(_ edit: Edit) {
    let endedMarking = unmark()
    var change = field?.document.apply(edit) ?? DocumentChange()
    change.endedMarking = endedMarking
    report.edits.append(edit)
    report.events += Array(repeating: .return, count: change.returnKeys)
    change.returnKeys = 0
    notify(change, .user)
  }

  /// Unmarks the marked text. Returns whether there was marked text.
  private mutating func unmark() -> Bool {
    guard field?.document.unmark() == true else { return false }
    report.edits.append(.unmarkText)
    return true
  }

  /// Sends the shown keyboard a change of the document by the user or the application (Behavior.md#document-changes).
  private mutating func notify(_ change: DocumentChange, _ cause: ChangeCause) {
    guard !change.isEmpty, let shown else { return }
    serve(.documentChanged(change, cause), to: shown)
  }

  // MARK: The probe

  /// The proxy call that the probe makes, and the callbacks that were in the report before the call.
  private var proxyCall: (call: [String], isRetry: Bool, callbacks: [KeyboardCallback])?

  private mutating func beginProxyCall(_ call: [String]) {
    guard let field else { return fail(.noField) }
    if let because = field.reasonAgainstThirdParties { return fail(.refused(because)) }
    guard call.allSatisfy({ $0.utf8.count <= KeyboardSession.proxyTextLimit }) else {
      report.failures.append(
        SessionFailure(identifier: KeyboardSession.probeIdentifier, kind: .edits(.tooMuchText)))
      return
    }
    proxyCall = (call, proxyCall?.isRetry ?? false, report.callbacks)
    plan(.start(instance(of: KeyboardSession.probeIdentifier)))
  }

  /// Ensures that the probe receives the current document and traits before the next proxy call.
  private mutating func forgetProbedDocument() {
    for instance in thirdParties { instances[instance].probedDocument = nil }
  }

  private mutating func appearForProxyCall(_ isFresh: Bool) {
    guard let field else { return }
    let probe = instance(of: KeyboardSession.probeIdentifier)
    agenda.append(.proxySend)
    guard
      isFresh || instances[probe].probedDocument != field.document.identifier
        || instances[probe].fieldTraits != field.traits
    else { return }
    instances[probe].application = field.application
    instances[probe].fieldTraits = field.traits
    instances[probe].probedDocument = field.document.identifier
    instances[probe].replica.invalidate()
    serve(.appear(field.state(standing(of: probe))), to: probe)
  }
}

extension SessionState.Step {
  /// Whether the step depends on the user's current list or on the access of keyboards.
  fileprivate var needsChoices: Bool {
    switch self {
    case .enterField, .applyRules, .finishRules, .start, .present, .appear, .advance, .pick, .updateStanding,
      .sendTraits, .choicesChanged, .removeUnlisted, .playSound, .proxyAppear:
      true
    default: false
    }
  }
}

extension InstanceState {
  fileprivate func isBarred(at now: Duration) -> Bool { barredBecause(at: now) != nil }
}

extension KeyboardEndError {
  /// Whether a fresh process may serve the unfinished turn of the process that ended this way.
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

  var isLoad: Bool { if case .load = self { true } else { false } }
}

extension InputViewTree {
  /// Returns the name of the key that types a character; nil if there is none.
  fileprivate func name(of character: Character) -> String? {
    switch character {
    case " ": keys.first { $0.role == .space }?.identifier ?? key(" ")?.identifier
    case "\n": keys.first { $0.role == .return }?.identifier
    default: key(String(character))?.identifier
    }
  }
}
