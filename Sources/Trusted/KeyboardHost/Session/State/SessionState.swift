internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The state of a session, with all rules by which a session decides what to do. This type performs no I/O, and gets
/// all times from `SessionLoop`.
///
/// An event is a call by the user or the application, or the outcome of a command. Each event is a method of this type,
/// of ``DisplayState`` or of ``TurnState``. After an event, `SessionLoop` executes the commands that ``next()``
/// returns. Work that must follow a command becomes a step of the agenda, so that no method needs to call itself.
struct SessionState {
  /// The index of a keyboard in ``DisplayState/instances``.
  typealias Instance = Int
  /// The index of the system keyboard.
  static let system: Instance = 0

  /// The field that has the focus, and the keyboards of the session.
  var display: DisplayState
  /// The turns that keyboards are serving.
  private(set) var turns: TurnState
  /// Whether the process of the shown keyboard has ended since its last turn. `SessionLoop` sets this property
  /// before a key press.
  var shownHasEnded = false

  init(
    system: String, frontendShowsGlobe: Bool, rememberedModes: RememberedModes, clocks: @escaping HostTime.Clocks
  ) {
    display = DisplayState(system: system, frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes)
    turns = TurnState(clocks: clocks)
  }

  // MARK: The agenda

  /// Returns the next command; nil if the call is complete.
  ///
  /// The caller executes the command and passes its outcome to the state before it asks for the next command.
  mutating func next() -> SessionCommand? {
    while true {
      if let command = display.agenda.nextCommand() { return command }
      if let step = display.agenda.nextStep() {
        perform(step)
      } else if display.agenda.isEmpty {
        guard turns.sentAhead != nil else { return nil }
        turns.awaitSentAhead(&display.agenda)
      }
    }
  }

  /// Passes the outcome of a turn to ``turns``.
  mutating func update(_ outcome: (inout TurnState, inout DisplayState) -> Void) { outcome(&turns, &display) }

  private mutating func perform(_ step: SessionStep) {
    switch step {
    case .serve(let turn): turns.begin(turn, &display)
    case .wait(let turn): turns.wait(for: turn, &display.agenda)
    case .finish(let turn, let hasAdvanced): turns.finish(turn, hasAdvanced: hasAdvanced, &display)
    case .serveAgain(let turn): turns.serveAgain(turn, &display)
    case .hide(let isReplaced): display.hide(isReplaced: isReplaced)
    case .conceal(let isReplaced): display.conceal(isReplaced: isReplaced)
    case .leaveField: display.leaveField()
    case .enter(let field, let before): display.enter(field, after: before)
    case .applyRules: display.applyRules()
    case .finishRules(let because): display.finishRules(because)
    case .suspendThirdParties: display.agenda.emit(.suspendThirdParties)
    case .show(let verdict): display.show(verdict)
    case .replace(let reason): display.replace(reason)
    case .showSystem(let reason): display.showSystem(reason)
    case .choose(let identifier): display.choose(identifier)
    case .selectNext: display.selectNext()
    case .dismiss: dismiss()
    case .updateStanding: display.updateStanding()
    case .sendTraits(let before): sendTraits(shownBefore: before)
    case .removeUnlisted: display.removeUnlisted()
    case .start(let instance): display.start(instance)
    case .present(let instance): display.present(instance)
    case .appear(let instance): display.appear(instance)
    case .renew(let instance, let wasShown): display.renew(instance, wasShown: wasShown)
    case .endProcesses: display.endProcesses()
    case .measureStorage(let instance): display.measureStorage(of: instance)
    case .callProbe(let instance, let isFresh): callProbe(instance, isFresh: isFresh)
    case .sendCall(let instance): sendCall(to: instance)
    case .callAgain(let words): callProxy(words, isRetry: true)
    case .becomeReady: becomeReady()
    case .press(let event): press(event)
    case .send(let event, let seen, let pressed): send(event, seenOn: seen, pressed)
    case .type(let character): pressKey(of: character)
    case .offer(let key): offer(key)
    case .report(let event): display.report.events.append(event)
    case .giveFeedback(let sound, let haptic, let instance): play(sound, haptic, of: instance)
    case .prepareShown: prepareShown()
    case .prepareProcesses(let preloads): prepareProcesses(preloads: preloads)
    case .preloadNeighbors(let count): preloadNeighbors(count)
    case .preload(let instances): preload(instances)
    }
  }

  // MARK: Focus and rules

  mutating func focus(_ field: TextField) {
    let before = display.focused.field?.document.identifier
    display.agenda.plan(.hide(), .leaveField, .enter(field, after: before), .applyRules)
  }

  mutating func blur() { if display.focused.field != nil { display.agenda.plan(.hide(), .leaveField) } }

  /// Hides the keyboard, leaves the field and ends all processes.
  mutating func finish() { display.agenda.plan(.hide(), .leaveField, .endProcesses) }

  mutating func dismiss() {
    guard display.focused.field != nil else { return }
    display.focused.isDismissed = true
    display.agenda.plan(.hide())
  }

  mutating func pick(_ identifier: String) { display.agenda.plan(.choose(identifier)) }

  /// Shows the next input mode that the rules allow in the current field. Does nothing if the rules allow no other
  /// mode.
  mutating func advance() { display.agenda.plan(.selectNext) }

  // MARK: Changes of the user's choices

  mutating func choicesChanged() { display.agenda.plan(.removeUnlisted) }

  /// Handles a change of a keyboard's access or files: the next turn needs a fresh process.
  mutating func accessChanged(of identifier: String) {
    guard let instance = display.index(of: identifier), instance != Self.system else { return }
    display.instances[instance].forgetEarlierProcesses()
    display.agenda.emit(.closeConnections(instance))
    let wasShown = instance == display.shown
    display.agenda.plan(.renew(instance, wasShown: wasShown))
    if wasShown { display.agenda.plan(.hide()) }
  }

  mutating func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    if display.isSystem(identifier) { display.agenda.emit(.applySystemSettings(settings)) }
    guard let instance = display.index(of: identifier), display.instances[instance].isRunning else { return }
    display.instances[instance].unsentSettings = nil
    display.serve(.settingsChanged(settings), to: instance)
  }

  // MARK: Keys

  /// Handles a gesture on a key. An event without a position names the key by its identifier or title.
  mutating func press(_ event: KeyEvent) {
    guard display.focused.field != nil else { return display.agenda.fail(.noField) }
    guard let shown = display.shown else { return display.agenda.fail(.noKeyboard) }
    let isOutdated = display.instances[shown].replica.isOutdated(at: display.focused.field?.document.revision)
    guard shownHasEnded || isOutdated else { return send(event) }
    let inputView = display.instances[shown].inputView
    let key = inputView?.index(of: event, isSystem: shown == Self.system).flatMap { inputView?.key(at: $0) }
      .map { PressedKey($0, pressesReturn: showsChanges) }
    display.agenda.plan(.becomeReady, .send(event, seenOn: shown, key))
  }

  /// Handles a gesture on a key of a keyboard that is no longer shown. On the shown keyboard, a key of the same name
  /// may have another effect, so the host only types the character of the pressed key (Behavior.md#restarts).
  mutating func press(_ event: KeyEvent, onReplaced replaced: KeyboardSession.ShownKeyboard) {
    let (view, isSystem) = (replaced.inputView, replaced.instance == Self.system)
    guard event.gesture.isPress, let key = view?.index(of: event, isSystem: isSystem).flatMap({ view?.key(at: $0) })
    else { return }
    offer(PressedKey(key, pressesReturn: showsChanges))
  }

  mutating func swipe(_ direction: SwipeDirection) {
    display.agenda.plan(.becomeReady, .send(KeyEvent(key: nil, gesture: .swipe(direction))))
  }

  mutating func type(_ character: Character) { display.agenda.plan(.becomeReady, .type(character)) }

  private mutating func becomeReady() {
    guard display.focused.field != nil else { return display.agenda.fail(.noField) }
    guard let shown = display.shown else { return display.agenda.fail(.noKeyboard) }
    if shownHasEnded {
      // The process ended between turns. Start the keyboard again and show it, so that the key press is not lost.
      shownHasEnded = false
      display.showAgain()
    } else if display.instances[shown].replica.isOutdated(at: display.focused.field?.document.revision) {
      display.documentChanged(DocumentChange(changedText: true), .user)
    }
  }

  /// Returns the position of an event's key in the shown input view; nil if there is no such key.
  func position(of event: KeyEvent) -> KeyEvent.Position? {
    display.shown.flatMap { display.instances[$0].inputView }?.position(of: event)
  }

  /// Sends a gesture to the shown keyboard.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - seen: The keyboard that was shown when the user pressed the key; nil for the keyboard that is shown now.
  ///   - pressed: The key that the user pressed on the keyboard `seen`.
  private mutating func send(_ event: KeyEvent, seenOn seen: Instance? = nil, _ pressed: PressedKey? = nil) {
    guard let shown = display.shown else { return display.agenda.fail(.noKeyboard) }
    guard let name = event.key else { return display.serve(.key(event), to: shown) }
    if let pressed, let seen, shown != seen {
      // The keyboard with the pressed key is no longer shown. On the shown keyboard, a key of the same name may have
      // another effect, so the host only types the character of the pressed key (Behavior.md#restarts).
      if event.gesture.isPress { offer(pressed) }
      return
    }
    let inputView = display.instances[shown].inputView
    let (index, gesture) = (inputView?.index(of: event, isSystem: shown == Self.system), event.gesture)
    // If the host adds a globe key, the name "globe" always means that key. Without this rule, a keyboard could name
    // its own key "globe", and the user could not leave the keyboard.
    if name == "globe" ? addsGlobeKey : index == nil && name == "🌐" && addsGlobeKey {
      switch gesture {
      case .press: advance()
      case .longPress, .swipe(.up): display.report.events.append(.handleInputModeList)
      default: break
      }
      return
    }
    guard let index, let key = inputView?.key(at: index) else {
      let (identifier, keys) = (display.instances[shown].identifier, inputView?.keyNames ?? [])
      return display.agenda.fail(.noKey(name, shown: identifier, keys: keys))
    }
    guard key.isEnabled else { return display.agenda.fail(.keyDisabled(name)) }
    if shown == Self.system {
      if key.role == .return, !showsChanges { return display.agenda.fail(.keyDisabled(name)) }
      playSound(of: key, gesture)
    }
    let position = KeyEvent.Position(index: index, generation: display.instances[shown].generation)
    display.serve(
      .key(KeyEvent(key: key.identifier, at: position, gesture: gesture)), to: shown,
      pressing: display.focused.lastPress.record(
        gesture, on: key, of: shown, pressesReturn: showsChanges, at: display.focused.field?.document.revision),
      isOnGlobeKey: key.role == .nextKeyboard && shown != Self.system)
  }

  var addsGlobeKey: Bool {
    mutating get {
      guard let shown = display.shown, display.instances[shown].standing.needsInputModeSwitchKey else { return false }
      // Compute no layout, because the keys of the system keyboard are large enough on every screen.
      let environment = shown == Self.system ? nil : display.focused.field?.environment
      return !display.instances[shown].showsNextKeyboardKey(in: environment)
    }
  }

  private mutating func pressKey(of character: Character) {
    guard let shown = display.shown else { return display.agenda.fail(.noKeyboard) }
    guard shown != Self.system else { return display.agenda.emit(.findPath(character, isRequested: true)) }
    guard let event = display.instances[shown].inputView?.gesture(typing: character) else {
      return display.agenda.fail(.noCharacter(character, shown: display.instances[shown].identifier))
    }
    press(event)
  }

  /// Presses the keys of the system keyboard that type a character.
  ///
  /// - Parameters:
  ///   - character: The character.
  ///   - path: The gestures on keys; nil if the system keyboard cannot type the character.
  ///   - isRequested: True if the frontend requested the character; false if a keyboard could not handle the press of
  ///     its key with this character.
  mutating func type(_ character: Character, pressing path: [KeyEvent]?, isRequested: Bool) {
    guard let path else {
      if isRequested { display.agenda.fail(.noCharacter(character, shown: display.instances[Self.system].identifier)) }
      return
    }
    for event in path.reversed() {
      if isRequested { display.agenda.plan(.press(event)) } else { display.serve(.key(event), to: Self.system) }
    }
  }

  /// Types the character of a pressed key with the system keyboard, because another keyboard could not handle the press
  /// (Behavior.md#failures).
  private mutating func offer(_ key: PressedKey) {
    guard key.text.count == 1, let character = key.text.first, display.shown == Self.system else { return }
    display.agenda.emit(.findPath(character, isRequested: false))
  }

  /// Whether the user has had time to see all text of third-party keyboards, so that the system keyboard may press Return
  /// (Behavior.md#return-and-tab).
  private var showsChanges: Bool { display.focused.activation.showsChanges(at: display.timeOfGesture) }

  /// Plays the sound for a gesture on a key of the system keyboard.
  private mutating func playSound(of key: Key, _ gesture: KeyEvent.Gesture) {
    guard display.instances[Self.system].inputView?.enableInputClicksWhenVisible == true else { return }
    switch gesture {
    case .press, .longPress, .repeat, .repeatWord, .alternative: display.agenda.emit(.play(key.role.sound))
    case .release, .swipe, .touches: break
    }
  }

  /// Gives the feedback that a keyboard requested, if the keyboard has the right to give feedback.
  private mutating func play(_ sound: KeySound?, _ haptic: HapticFeedback?, of instance: Instance) {
    // The keyboard's process also checks these rights, but the host does not rely on the process.
    let rights = FeedbackRights(
      display.modes.choices.grants[display.instances[instance].identifier], display.instances[instance].inputView)
    if let haptic, rights.playsHaptics {
      display.report.events.append(.haptic)
      display.agenda.emit(.playHaptic(haptic))
    }
    if let sound, rights.playsSounds {
      display.report.events.append(.click)
      display.agenda.emit(.play(sound))
    }
  }

  // MARK: Timers and changes of the field

  mutating func fire(_ timer: UInt64) {
    display.report.events.append(.timer)
    guard let shown = display.shown else { return }
    let revision = display.focused.field?.document.revision
    let held = display.focused.lastPress.held(of: display.instances[shown], shown, at: revision)
    display.serve(.timer(timer), to: shown, pressing: held)
  }

  // MARK: Pauses of the user

  /// Does the work that can wait until the user pauses. Saves the keyboards' files, sends the shown keyboard a due
  /// memory warning, and measures the shown keyboard's files. Finally, starts the standby process and preloads
  /// keyboards.
  ///
  /// - Parameter preloads: The maximum number of keyboards to preload; nil to prepare no keyboard and no keyboard
  ///   layout for the globe key.
  mutating func prepare(preloads: Int?) {
    for instance in display.thirdParties { display.agenda.emit(.finishTurns(instance)) }
    display.agenda.plan(.prepareShown, .prepareProcesses(preloads: preloads))
  }

  private mutating func prepareShown() {
    guard let shown = display.shown else { return }
    display.agenda.plan(.measureStorage(shown))
    if display.instances[shown].warningIsDue { display.serve(.memoryWarning, to: shown) }
  }

  private mutating func prepareProcesses(preloads: Int?) {
    guard display.focused.field != nil, display.shown != nil, !display.isProtected else { return }
    display.agenda.emit(.prepareStandby)
    if let preloads { display.agenda.plan(.preloadNeighbors(preloads)) }
  }

  private mutating func preloadNeighbors(_ count: Int) {
    guard let field = display.focused.field, let shown = display.shown else { return }
    let current = display.instances[shown].identifier
    let modes = display.rules.modes(after: display.placeInOrder, in: field).filter { $0 != current }
    // After the preparation, the system keyboard can show each keyboard layout without reading files.
    display.agenda.emit(.prepareLayouts(modes.filter(display.isSystem)))
    // Preload in a separate step, because the session must first read the user's grants to a neighbor that is new in
    // this session.
    display.agenda.plan(.preload(modes.filter { !display.isSystem($0) }.prefix(count).map { display.instance(of: $0) }))
  }

  private mutating func preload(_ neighbors: [Instance]) {
    let neighbors = neighbors.map {
      Neighbor(instance: $0, identifier: display.instances[$0].identifier, standing: display.standing(of: $0))
    }
    display.agenda.emit(.preload(neighbors))
  }

  mutating func environmentChanged(to environment: KeyboardEnvironment) {
    display.focused.setEnvironment(environment)
    if let shown = display.shown { display.serve(.environmentChanged(environment), to: shown) }
  }

  /// Returns the report since the last call, and starts an empty report.
  mutating func drainReport() -> SessionReport {
    // A swap copies no arrays, unlike an assignment.
    var report = SessionReport()
    swap(&report, &display.report)
    return report
  }

  mutating func changeTraits(_ change: (inout TextField) -> Void) {
    guard display.focused.field != nil else { return display.agenda.fail(.noField) }
    display.focused.change(change)
    display.agenda.plan(.applyRules, .sendTraits(shownBefore: display.shown))
  }

  /// Sends the changed traits to the keyboard that was shown before the change, if this keyboard is still shown.
  private mutating func sendTraits(shownBefore before: Instance?) {
    display.probe.forgetField()
    guard let shown = display.shown, shown == before, let field = display.focused.field else { return }
    display.instances[shown].replica.invalidate()
    display.agenda.plan(.updateStanding)
    display.serve(.traitsChanged(field.state(display.standing(of: shown))), to: shown)
  }

  /// Applies an edit that the user made without a keyboard. Marked text becomes plain text.
  ///
  /// After the edit, the keyboard gets one event for the edit and the end of the marking. With a separate event before
  /// the edit, the keyboard could change the document first, and the user's edit would affect other text.
  mutating func edit(_ edit: Edit) { record(display.focused.edit(edit)) }

  /// Reports to the frontend and to the shown keyboard that the user changed the document.
  private mutating func record(_ new: FocusState.UserChange) {
    display.report.add(new.edits, new.change, clearedText: new.clearedText)
    var change = new.change
    change.returnKeys = 0
    display.documentChanged(change, .user)
  }

  /// Handles a press of Esc, Tab or a similar key of the system keyboard. If the frontend does not send the press to
  /// the application, the session treats the key like a key of a hardware keyboard.
  mutating func didPress(_ press: KeyPress, isForApplication: Bool) {
    if isForApplication {
      display.report.keyPresses.append((display.report.edits.count, press))
    } else {
      self.press(hardwareKey: press.hardwareName)
    }
  }

  mutating func press(hardwareKey name: String) {
    guard display.focused.field != nil else { return display.agenda.fail(.noField) }
    switch HardwareKey(name) {
    case .command: display.report.events.append(.keyCommand)
    case .edit(let edit): self.edit(edit)
    case .deleteForward: if let change = display.focused.deleteForward() { record(change) }
    case nil: display.agenda.fail(.noHardwareKey(name))
    }
  }

  mutating func select(offset: Int, length: Int) {
    guard let document = display.focused.field?.document else { return display.agenda.fail(.noField) }
    guard let change = display.focused.select(offset: offset, length: length) else {
      let characters = (document.before + document.selected + document.after).count
      return display.agenda.fail(.outOfRange(offset: offset, length: length, characters: characters))
    }
    display.documentChanged(change, .user)
  }

  mutating func replaceText(
    before: String, selected: String, after: String, endsMarking: Bool = false, keepsHistory: Bool = false
  ) {
    let change = display.focused.replaceText(
      before: before, selected: selected, after: after, endsMarking: endsMarking, keepsHistory: keepsHistory)
    guard let change else { return display.agenda.fail(.noField) }
    display.documentChanged(change, .application)
  }

  mutating func undo(_ steps: Int) {
    guard display.focused.field != nil else { return display.agenda.fail(.noField) }
    let available = display.focused.history.count
    guard steps <= available else { return display.agenda.fail(.tooFewSteps(steps, available: available)) }
    if let change = display.focused.undo(steps) { record(change) }
  }

  // MARK: The probe

  mutating func callProxy(_ call: [String], isRetry: Bool = false) {
    guard let field = display.focused.field else { return display.agenda.fail(.noField) }
    if let because = field.reasonAgainstThirdParties { return display.agenda.fail(.refused(because)) }
    guard call.allSatisfy({ $0.utf8.count <= ProbeState.maximumTextBytes }) else {
      display.report.failures.append(
        SessionFailure(identifier: KeyboardSession.probeIdentifier, kind: .edits(.tooMuchText)))
      return
    }
    display.probe.call = ProbeState.Call(words: call, isRetry: isRetry, callbacks: display.report.callbacks)
    display.agenda.plan(.start(display.instance(of: KeyboardSession.probeIdentifier)))
  }

  /// Sends the proxy call to the loaded probe. If the probe does not know the current field, the session first sends an
  /// appear event.
  private mutating func callProbe(_ instance: Instance, isFresh: Bool) {
    guard let field = display.focused.field else { return }
    display.agenda.plan(.sendCall(instance))
    guard display.probe.mustAppear(in: field, isFresh: isFresh) else { return }
    display.instances[instance].application = field.application
    display.instances[instance].replica.invalidate()
    display.serve(.appear(field.state(display.standing(of: instance))), to: instance)
  }

  private mutating func sendCall(to instance: Instance) {
    guard let call = display.probe.call else { return }
    // Remove the callbacks of the probe's load and appear events from the report, because they do not belong to the
    // call.
    display.report.callbacks = call.callbacks
    display.serve(call.event, to: instance)
  }
}
