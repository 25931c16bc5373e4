// KeyboardHost: the core of the host: fields, keyboard selection, the document, and the processes of keyboards.
//
// For:    frontends (`klava play`, the terminal simulator, `klava-desktop`) and applications, which create one
//         `KeyboardSession` for each user.
// Never:  draws an input view, or reads a keyboard from disk without `KeyboardStore`.
// Start:  `KeyboardSession` and `RuleBook`; `SessionState` for every decision of a session, `TurnTransaction` for one
//         turn, `ProcessPool` and `RunnerKeyboard` for the processes; `TextDocument` for the text.

internal import BundleFormat
internal import Glibc
internal import LinuxShims
package import InputViewModel
package import KeyboardProtocol
internal import KeyboardStore
internal import Layout
package import SuggestionClient
package import TextModel
package import Timing

/// One user's typing session: the field that has the focus, the keyboard shown for it, and the turns of all
/// keyboards.
///
/// All methods are synchronous. Call them on the thread that created the session. That thread must live as long as the
/// session: when the thread ends, the kernel kills the keyboards' processes. On another thread, each member ends the
/// program.
///
/// A call is complete when it returns, so calls cannot be nested. A function or object that the frontend gave to the
/// session (``watchTurns``, `rememberMode`, the pasteboard, the haptic feedback, …) must not make a call that can
/// change the session. Such a call ends the program. The function can store the event, and the frontend makes the call
/// after the current call.
///
/// Each method passes an event to ``SessionState``, which returns commands. The session executes the commands, and
/// passes the outcome of each command to the state as the next event.
package final class KeyboardSession {
  /// The identifier of the probe, which makes proxy calls for tests of the document. The probe is never in the user's
  /// list.
  package static let probeIdentifier = "org.klava.proxy-probe"

  /// Observes each turn that a keyboard answered or failed to answer. The function must not call the session.
  @exclusivity(unchecked) package var watchTurns: ((ServedTurn) -> Void)? {
    willSet { requireThread() }
  }
  /// The key sounds and vibrations.
  package let feedback: FeedbackPlayer
  /// The pasteboard, for keyboards with full access.
  package let pasteboard: any Pasteboard

  // `SessionState` calls no code outside of this module, so two accesses to it never overlap.
  @exclusivity(unchecked) private var state: SessionState
  private let source: any KeyboardSource
  /// The clock of the timers.
  package let clock: any SessionClock
  /// The uptime at which the clock started; nil for a clock that does not advance by itself.
  private let clockStart: Duration?
  private let system: any SystemTyping
  private let pool: ProcessPool
  private let services: SessionServices
  private let audit: SessionAudit
  private var choiceReader = ChoiceReader()
  private let rememberMode: (_ mode: String?, _ key: String) -> Void
  // No other code runs during an access to these properties, so no two accesses overlap.
  @exclusivity(unchecked) private var limit = TurnTimeLimit.none
  /// The pause in which the session prepares keyboards; nil outside of ``prepare(while:)``.
  private var pause: IdleTime?
  private var rests = TurnRests()
  private let thread = pthread_self()
  /// Whether the session is executing the commands of a call.
  @exclusivity(unchecked) private var isInCall = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: The source of keyboards.
  ///   - system: The system keyboard.
  ///   - systemIdentifier: The identifier of the system keyboard in the user's list.
  ///   - clock: The clock of the timers.
  ///   - pasteboard: The session's pasteboard.
  ///   - spelling: The spell checker; nil for a session without a spell checker.
  ///   - frontendShowsGlobe: Whether the frontend shows its own globe key (Behavior.md#needs-input-mode-switch-key).
  ///   - preloading: The number of keyboards that the host preloads, and the memory that they may use.
  ///   - rememberedModes: The remembered modes of earlier sessions (Behavior.md#context-identifiers).
  ///   - rememberMode: Saves the remembered mode for a key of ``RememberedModes``. If the mode is nil, removes the
  ///     saved mode.
  package init(
    source: any KeyboardSource, system: any SystemTyping, systemIdentifier: String, clock: any SessionClock,
    pasteboard: any Pasteboard = SessionPasteboard(), spelling: SpellChecker? = nil, frontendShowsGlobe: Bool = false,
    preloading: Preloading = Preloading(), rememberedModes: RememberedModes = RememberedModes(),
    rememberMode: @escaping (_ mode: String?, _ key: String) -> Void = { _, _ in }
  ) {
    self.source = source
    self.system = system
    self.clock = clock
    clockStart = clock.start
    self.pasteboard = pasteboard
    system.pasteboard = pasteboard
    self.rememberMode = rememberMode
    state = SessionState(
      system: systemIdentifier, frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes,
      clocks: HostTime.readClock)
    pool = ProcessPool(source: source, preloading: preloading, system: system)
    services = SessionServices(source: source, pasteboard: pasteboard, spelling: spelling)
    audit = SessionAudit(source: source)
    feedback = FeedbackPlayer(clock: clock)
  }

  // MARK: What is shown

  /// The field that has the focus, with its current document.
  package var field: TextField? {
    requireThread()
    return state.display.focused.field
  }

  /// The reason why the host shows the system keyboard although the user chose another keyboard.
  package var shownBecause: ShownBecause? {
    requireThread()
    return state.display.shownBecause
  }

  /// The identifier of the user's last choice of a keyboard, in this session or an earlier one; nil without a choice.
  /// This choice applies to fields without a remembered mode.
  package var chosen: String? {
    requireThread()
    return state.display.modes.chosen
  }

  /// The identifier of the shown keyboard; nil if no field has the focus or no keyboard is visible.
  package var keyboard: String? {
    requireThread()
    return state.display.shown.map { state.display.instances[$0].identifier }
  }

  /// The input view of the shown keyboard.
  package var inputView: InputViewTree? {
    requireThread()
    return state.display.shown.flatMap { state.display.instances[$0].inputView }
  }

  /// The input view as a frontend shows it. This view has two halves if the user wants a split keyboard and the
  /// keyboard is wide enough (Desktop.md#split-keyboard). Gestures may name the keys of this view.
  package var arrangedInputView: InputViewTree? {
    requireThread()
    guard system.preferences.splitsKeyboards, let environment = field?.environment,
      environment.width >= InputViewTree.leastWidthOfHalves
    else { return inputView }
    return inputView?.split(at: environment.layoutWidth)
  }

  /// The language of the input mode for the application (Behavior.md#primary-language); nil for the language in the
  /// keyboard's manifest.
  package var primaryLanguage: String? {
    requireThread()
    return state.display.shown.flatMap { state.display.instances[$0].primaryLanguage }
  }

  /// Whether the host adds a globe key, because the keyboard must show a globe key and does not
  /// (Behavior.md#next-keyboard-key).
  package var addsGlobeKey: Bool {
    requireThread()
    return state.addsGlobeKey
  }

  /// The modes that the user may choose for the field, in the user's order; empty if no field has the focus
  /// (Behavior.md#input-mode-list).
  package var availableModes: [String] {
    requireThread()
    state.display.now = clock.now
    state.display.didRead(choices())
    return state.display.focused.field.map { state.display.rules.available(in: $0) } ?? []
  }

  /// The text that the shown keyboard may read; nil if no keyboard is shown.
  package var visibleDocument: DocumentSnapshot? {
    guard keyboard != nil, var document = field?.document else { return nil }
    return document.snapshot()
  }

  /// The time on the session's clock at which the caller must next call ``runDueTimers(unless:)``; nil if no call is
  /// necessary. At this time, a timer or a requested turn of the shown keyboard is due, or a process of the spell
  /// checker is overdue. The time can be in the past.
  package var nextTimer: Duration? {
    requireThread()
    let turn = rests.nextTurn(of: shownProcess, withTimer: state.display.nextTimer, at: clock.now)
    guard let left = services.timeForSpelling else { return turn }
    return [turn, clock.now + left].compactMap(\.self).min()
  }

  /// The descriptor that becomes readable when the shown keyboard requests a turn; nil at times when the host serves no
  /// requested turns. Read ``nextTimer``, wait for the descriptor until that time, and then call
  /// ``runDueTimers(unless:)``.
  package var turnRequestDescriptor: Int32? {
    requireThread()
    return rests.descriptor(of: shownProcess, at: clock.now)
  }

  /// The descriptor that becomes readable when the process of the shown keyboard ends. Nil for a keyboard in the host's
  /// process, and after the process has ended. After an end, the next key press starts a fresh process.
  package var processEndDescriptor: Int32? { shownProcess?.endDescriptor }

  /// The process of the shown keyboard.
  var shownProcess: (any KeyboardProcess)? {
    requireThread()
    return state.display.shown.flatMap { pool[$0] }
  }

  /// The time until ``nextTimer``, on the session's clock; nil if ``nextTimer`` is nil.
  package var timeUntilTimer: Duration? { nextTimer.map { $0 - clock.now } }

  /// Returns the report about everything since the last call of this function.
  package func drainReport() -> SessionReport {
    requireThread()
    return state.drainReport()
  }

  /// Whether the frontend sends the key presses of session reports to the application. If false, the session treats
  /// Esc, Tab and similar keys of the system keyboard like keys of a hardware keyboard.
  package var sendsKeyPresses = false {
    willSet { requireThread() }
  }

  /// The user's preferences for the system keyboard.
  package var preferences: TypingPreferences {
    requireThread()
    return system.preferences
  }

  /// Adds a text that the user copied in an application to the history of copied texts. Only the system keyboard
  /// receives the text.
  package func keepCopied(_ text: String) {
    requireThread()
    system.keepCopied(text)
  }

  /// The height of the shown keyboard as a multiple of its standard height: the user's setting for the system keyboard,
  /// and 1 for other keyboards.
  package var keyHeight: Double { showsSystemKeyboard ? system.preferences.keyHeight : 1 }

  // MARK: Calls of the frontend

  /// Gives the focus to a field. The field that had the focus loses it first.
  package func focus(_ field: TextField) {
    requireThread()
    system.isInTerminal = field.isTerminal
    run { $0.focus(field) }
  }

  /// Takes the focus from the field. The host unmarks the field's marked text and hides the keyboard.
  package func blur() { run { $0.blur() } }

  /// Shows the keyboard that the user picked from the list.
  ///
  /// If the keyboard cannot start now, the session still stores the choice, and the error gives the reason.
  ///
  /// - Throws: ``SessionError``: `notEnabled`, `failedTooOften` or `quarantined`.
  package func pick(_ identifier: String) throws(SessionError) { try call { $0.pick(identifier) } }

  /// Handles the user's press of the globe key.
  ///
  /// - Throws: ``SessionError/noField``.
  package func advance() throws(SessionError) { try call { $0.advance() } }

  /// Hides the keyboard because the user or the application dismissed it. The field keeps the focus.
  package func dismiss() { run { $0.dismiss() } }

  /// Handles a gesture on a key of the shown keyboard.
  ///
  /// - Parameters:
  ///   - name: The identifier or title of the key.
  ///   - gesture: The gesture.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noKey` or `keyDisabled`.
  package func key(_ name: String, _ gesture: KeyEvent.Gesture = .press) throws(SessionError) {
    try press(KeyEvent(key: name, gesture: gesture))
  }

  /// Handles a swipe over the keyboard. The swipe begins on the key `name`, or outside all keys if `name` is nil.
  ///
  /// - Throws: ``SessionError``, as ``key(_:_:)``.
  package func swipe(_ direction: SwipeDirection, on name: String? = nil) throws(SessionError) {
    guard let name else { return try press { $0.swipe(direction) } }
    try press(KeyEvent(key: name, gesture: .swipe(direction)))
  }

  /// Types a character with the shown keyboard. On the system keyboard, also presses shift and plane keys as needed.
  ///
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noCharacter` or `keyDisabled`.
  package func type(_ character: Character) throws(SessionError) { try press { $0.type(character) } }

  /// The gestures with which ``type(_:)`` types a character; nil if the shown keyboard cannot type it, or if no keyboard
  /// is shown.
  package func gestures(typing character: Character) -> [KeyEvent]? {
    requireThread()
    guard keyboard != nil else { return nil }
    return showsSystemKeyboard
      ? system.path(to: character) : inputView?.gesture(typing: character).map { [$0] }
  }

  /// A keyboard that was shown at some time, with its input view at that time.
  package struct ShownKeyboard {
    let instance: SessionState.Instance
    let inputView: InputViewTree?
  }

  /// The keyboard that is shown now; nil if none is shown.
  ///
  /// A gesture recognizer can report several gestures together, and the first gesture can end or replace the keyboard.
  /// Get this value before the first gesture, and pass it to ``touched(_:on:)`` with each gesture.
  package var shownKeyboard: ShownKeyboard? {
    requireThread()
    return state.display.shown.map { ShownKeyboard(instance: $0, inputView: state.display.instances[$0].inputView) }
  }

  /// Handles a gesture that a gesture recognizer found on the shown keyboard. A swipe may begin outside all keys.
  ///
  /// The position of the event names the key. If the keyboard has replaced its input view since the event, the
  /// identifier names the key.
  ///
  /// Does nothing if the key no longer exists or is disabled, because the keyboard may have changed during the gesture.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - seen: The keyboard on which the user made the gesture; nil for the shown keyboard. If another keyboard is
  ///     shown now, the host can only type the character of the pressed key (Behavior.md#restarts).
  package func touched(_ event: KeyEvent, on seen: ShownKeyboard? = nil) {
    requireThread()
    do throws(SessionError) {
      if let seen, seen.instance != state.display.shown { return try press { $0.press(event, onReplaced: seen) } }
      if event.key != nil {
        var event = event
        event.position = state.position(of: event)
        guard event.position != nil || event.key == "globe" && addsGlobeKey else { return }
        try press(event)
      } else if case .swipe(let direction) = event.gesture {
        try swipe(direction)
      }
    } catch {
      // The error means that no field has the focus, no keyboard is shown, or the key is missing or disabled. Ignore
      // the gesture.
    }
  }

  /// Moves the insertion point for the user, as with the trackpad of the iOS keyboard. Works with every keyboard.
  ///
  /// The host reports the move to the shown keyboard like any other change by the user (Behavior.md#document-changes).
  ///
  /// - Parameter offset: The distance in characters; positive moves forward.
  /// - Throws: ``SessionError/noField``.
  package func moveInsertionPoint(byCharacters offset: Int) throws(SessionError) {
    guard field != nil else { throw .noField }
    edit(.adjustTextPositionByCharacters(offset))
  }

  /// Applies an edit that the user made without a keyboard. Marked text becomes plain text (Behavior.md#marked-text).
  func edit(_ edit: Edit) { run { $0.edit(edit) } }

  /// Handles a key of a hardware keyboard. The key goes to the application, never to a third-party keyboard.
  ///
  /// - Throws: ``SessionError``: `noField` or `noHardwareKey`.
  package func hardwareKey(_ name: String) throws(SessionError) {
    try call { $0.press(hardwareKey: name) }
  }

  /// Whether the system keyboard is shown and waits for suggestions. At normal typing speed, the suggestions arrive
  /// before the next key press.
  package var awaitsSuggestions: Bool { showsSystemKeyboard && system.awaitsAnswer }

  /// Waits until the system keyboard has the suggestions after the last key press.
  ///
  /// Call this method before the next key if keys arrive faster than a user types. The method waits at most a second of
  /// real time.
  package func awaitSuggestions() {
    let end = ContinuousClock.now + .seconds(1)
    while awaitsSuggestions, ContinuousClock.now < end {
      // The host trusts the system keyboard, so it serves the requested turn without a pause after the last one.
      rests.endRequestRest()
      var descriptor = pollfd(fd: turnRequestDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 20)
      runDueTimers()
    }
  }

  /// Whether the host shows the system keyboard, with any layout.
  package var showsSystemKeyboard: Bool {
    requireThread()
    return state.display.shown == SessionState.system
  }

  /// The number of steps that ``undo(_:)`` can undo now (Behavior.md#undo).
  package var undoableSteps: Int {
    requireThread()
    return state.display.focused.history.count
  }

  /// The maximum number of steps that a session can undo.
  package static var maximumUndoableSteps: Int { EditHistory.maximumSteps }

  /// Undoes the user's last steps (Behavior.md#undo). The document gets its earlier text and selection.
  ///
  /// An application that owns its text finds the edits that restore its text and insertion point in
  /// ``SessionReport/edits``.
  ///
  /// - Parameter steps: The number of steps, 0 or more.
  /// - Throws: ``SessionError``: `noField` or `tooFewSteps`, without a change of the document.
  package func undo(_ steps: Int = 1) throws(SessionError) { try call { $0.undo(max(steps, 0)) } }

  // MARK: Calls of the application

  /// Moves the selection for the user.
  ///
  /// - Parameters:
  ///   - offset: The start of the selection, in characters.
  ///   - length: The length of the selection, in characters.
  /// - Throws: ``SessionError``: `noField` or `outOfRange`.
  package func select(offset: Int, length: Int) throws(SessionError) {
    try call { $0.select(offset: offset, length: length) }
  }

  /// Replaces the document's text and selection with the application's current text and selection. If anything changed,
  /// marked text becomes plain text.
  ///
  /// - Parameter endsMarking: Whether the application no longer shows the text as marked, so that it becomes plain text
  ///   in any case.
  /// - Throws: ``SessionError/noField``.
  package func replaceText(
    before: String, selected: String, after: String, endsMarking: Bool = false
  ) throws(SessionError) {
    try call { $0.replaceText(before: before, selected: selected, after: after, endsMarking: endsMarking) }
  }

  /// Changes the traits of the field that has the focus. If the field becomes protected, third-party keyboards get no
  /// further events for this field.
  ///
  /// - Throws: ``SessionError/noField``.
  package func changeTraits(_ change: (inout TextField) -> Void) throws(SessionError) {
    try call { $0.changeTraits(change) }
  }

  /// Changes the environment of the keyboard, such as size or appearance.
  package func changeEnvironment(_ environment: KeyboardEnvironment) {
    run { $0.environmentChanged(to: environment) }
  }

  /// Forgets the remembered mode of a context identifier (Behavior.md#context-identifiers).
  package func clearTextInputContextIdentifier(_ identifier: String, of application: String) {
    run { $0.display.forgetMode(RememberedModes.key(identifier, in: application)) }
  }

  /// Makes a proxy call through the probe. The host refuses each call that it would refuse to a third-party keyboard.
  ///
  /// - Parameter call: The name of the call and its arguments.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard` or `refused`.
  package func callProxy(_ call: [String]) throws(SessionError) { try self.call { $0.callProxy(call) } }

  /// The texts of the labels in the probe's input view, one after the other: the result of the probe's last call.
  package var proxyResult: String {
    requireThread()
    let probe = state.display.instance(of: Self.probeIdentifier)
    return state.display.instances[probe].inputView?.labels.map(\.text).joined() ?? ""
  }

  // MARK: Changes of the user's choices

  /// Applies a change of a keyboard's access (Behavior.md#access-changes).
  ///
  /// The host closes the keyboard's connections and ends its process. For the shown keyboard, the host starts a fresh
  /// process with the new access.
  package func accessChanged(of identifier: String) { run { $0.accessChanged(of: identifier) } }

  /// Applies a change of the user's list, of a keyboard's access or of an installed keyboard. If the user revoked
  /// access, the keyboard loses it immediately (Behavior.md#access-changes). A keyboard with new files gets a fresh
  /// process (Behavior.md#updates).
  ///
  /// - Returns: The keyboards of the list whose access changed, each with its new access. The host has ended their
  ///   processes.
  @discardableResult
  package func choicesChanged() -> [(identifier: String, access: ProcessAccess)] {
    requireThread()
    state.display.didRead(choices())
    let changed = state.display.changedAccess
    for change in changed { accessChanged(of: change.identifier) }
    for identifier in state.display.instances.dropFirst().map(\.identifier)
    where pool.hasNewFiles(identifier) {
      run { $0.accessChanged(of: identifier, hasNewFiles: true) }
    }
    run { $0.choicesChanged() }
    // Leave out keyboards that are no longer in the list. They have also lost their access, but the host does not start
    // them again.
    let listed = Set(state.display.modes.choices.modes.map(\.identifier))
    return changed.filter { listed.contains($0.identifier) }
  }

  /// Applies a change of a keyboard's settings.
  ///
  /// If the keyboard runs, the host sends the new settings immediately. If the keyboard may not get events now, the
  /// host sends them before it next shows the keyboard in a field.
  package func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    requireThread()
    if let instance = state.display.index(of: identifier) { pool.discardPreload(of: instance) }
    run { $0.settingsChanged(of: identifier, to: settings) }
  }

  /// Applies the settings of the system keyboard: key sounds, and the ``TypingPreferences``.
  package func applySystemSettings(_ settings: [String: SettingValue]) {
    requireThread()
    feedback.wantsClicks = settings[SettingsSchema.clicksKey] == .boolean(true)
    system.preferences = TypingPreferences(settings)
  }

  // MARK: Time

  /// Does all work that the host postpones until the user pauses. Call this method before you wait for the user's
  /// input, never during a key press.
  ///
  /// The host sends the shown keyboard a due memory warning (Behavior.md#memory-warning). The host saves or measures
  /// the files that keyboards stored, writes the audit counts, and starts the standby process
  /// (Behavior.md#standby-process).
  ///
  /// - Parameter idle: The time in which the user is idle. With an idle time, the host also preloads keyboards. Nil if
  ///   the user may act at any moment, or for a script whose runs must all give the same result.
  package func prepare(while idle: IdleTime? = nil) {
    requireThread()
    audit.report(state.display, pool)
    source.keepEndedFiles(while: idle)
    pause = idle
    defer { pause = nil }
    whileIdle(idle?.descriptors) { $0.prepare(preloads: idle == nil ? nil : pool.maximumPreloads) }
  }

  /// Runs the due timers of the shown keyboard, in order. A repeating timer that has fallen behind runs once.
  ///
  /// After each timer's turn, the session runs no timer for three times the duration of that turn. Therefore most key
  /// presses do not wait for a timer.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something. Once a descriptor is readable,
  ///   no more timers run. If the current turn does not end within ``RunnerKeyboard/Deadlines/grace``, the host ends
  ///   the keyboard's process.
  package func runDueTimers(unless others: [Int32] = []) {
    requireThread()
    services.endOverdueSpelling()
    let now = clock.now
    let idle = IdleTime(endedBy: others)
    while rests.allowTimer(at: clock.now), others.isEmpty || !idle.isOver, let timer = nextDue(by: now) {
      let start = clock.now
      whileIdle(others) { $0.fire(timer) }
      let end = clock.now
      rests.timerRan(for: end - start, until: end)
    }
  }

  /// The time of the shown keyboard's next timer, and the time at which the host serves the turn that the keyboard
  /// requests.
  var nextTurns: (timer: Duration?, request: Duration?) {
    requireThread()
    return (state.display.nextTimer, rests.nextRequest(of: shownProcess, at: clock.now))
  }

  /// Runs the shown keyboard's next due timer or requested turn. Returns false if neither is due.
  ///
  /// - Parameter ignoresRest: Whether a requested turn may follow the last one without a pause.
  func runNextTurn(ignoresRest: Bool = false) -> Bool {
    requireThread()
    if ignoresRest { rests.endRequestRest() }
    guard let timer = nextDue(by: clock.now) else { return false }
    run { $0.fire(timer) }
    return true
  }

  /// Returns the shown keyboard's next due timer; 0 if no timer is due but the keyboard requests a turn; otherwise nil.
  private func nextDue(by time: Duration) -> UInt64? {
    let now = clock.now
    if let timer = state.display.nextTimer(by: time, at: now) { return timer }
    return rests.beginRequestedTurn(of: shownProcess, at: now) ? 0 : nil
  }

  /// Ends the session and every process of a third-party keyboard.
  package func end() {
    run { $0.finish() }
    pool.discardPreloads()
    pool.discardStandby()
    source.keepEndedFiles(while: nil)
    audit.report(state.display, pool)
  }

  // MARK: The loop

  /// A call by the frontend, as a function that changes the session's state.
  private typealias Call = (inout SessionState) -> Void

  @inline(__always)
  private func call(_ call: Call, at uptime: Duration = SystemClock.uptime) throws(SessionError) {
    run(call, at: uptime)
    if let error = state.display.agenda.thrown { throw error }
  }

  private func press(_ event: KeyEvent) throws(SessionError) { try press { $0.press(event) } }

  @inline(__always)
  private func press(_ call: Call) throws(SessionError) {
    requireThread()
    let now = SystemClock.uptime
    limit = .keyPress(at: now)
    defer { limit = .none }
    state.shownHasEnded = state.display.shown.map { $0 != SessionState.system && pool[$0]?.hasEnded == true } ?? false
    try self.call(call, at: now)
  }

  /// Runs a call. If `descriptors` is not nil, the user is idle until one of the descriptors becomes readable.
  private func whileIdle(_ descriptors: [Int32]?, _ call: Call) {
    limit = descriptors.map { .idle(endedBy: $0) } ?? .none
    defer { limit = .none }
    run(call)
  }

  /// Passes a call to the state, and executes all commands that the state returns.
  @inline(__always)
  private func run(_ call: Call, at uptime: Duration = SystemClock.uptime) {
    requireThread()
    precondition(!isInCall, "a function that a session calls must not call the session")
    isInCall = true
    defer { isInCall = false }
    state.display.beginCall(at: time(at: uptime))
    call(&state)
    executeCommands()
    guard state.display.shown ?? SessionState.system == SessionState.system else { return }
    services.suspendSpelling()
    for press in system.drainKeyPresses() { state.didPress(press, isForApplication: sendsKeyPresses) }
    executeCommands()
  }

  /// Converts an uptime to a time of the session's clock, without reading the machine's clock again.
  @inline(__always)
  private func time(at uptime: Duration) -> Duration { clockStart.map { uptime - $0 } ?? clock.now }

  private func requireThread() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "use a session only on the thread that created it")
  }

  private func executeCommands() { while let command = state.next() { execute(command) } }

  /// Executes a command, and passes its outcome to the state.
  private func execute(_ command: SessionCommand) {
    switch command {
    case .serve: if let turn = state.turns.turn { serve(turn) }
    case .send(let instance, let turn): if pool[instance]?.begin(turn) != true { state.didNotSend(to: instance) }
    case .readChoices: state.display.didRead(choices())
    case .start(let instance, let standing):
      let begin = ContinuousClock.now
      let start = pool.start(instance, state.display.instances[instance].identifier, standing)
      state.display.now = clock.now
      state.display.didStart(instance, start, took: .now - begin)
    case .findPath(let character, let isRequested):
      // To find an emoji, the system keyboard may have to read the emoji catalog. Skip this if the character comes from
      // a key of a crashed keyboard.
      let path = isRequested || !character.isEmoji ? system.path(to: character) : nil
      state.type(character, pressing: path, isRequested: isRequested)
    case .selectLayout(let identifier, let showsLanguage):
      system.selectLayout(of: identifier, showsLanguage: showsLanguage)
    case .suspendThirdParties: state.display.didNotSuspend(pool.suspendThirdParties())
    case .measureStorage(let instance):
      state.display.didMeasure(instance, pool.endForStorage(of: state.display.instances[instance].identifier))
    case .suspend(let instance): pool[instance]?.stop()
    case .resume(let instance): pool.resume(instance)
    case .kill(let instance): pool[instance]?.kill()
    case .end(let instance): pool[instance]?.end()
    case .release(let instance, let fact):
      observe(fact, of: instance)
      services.closeConnections(of: state.display.instances[instance].identifier)
      pool.release(instance)
    case .keepFiles(let instance):
      do throws(KeyboardEndError) {
        try pool[instance]?.keepFiles(while: pause)
      } catch {
        state.display.didMeasure(instance, error)
      }
    case .prepareStandby: if pause?.isOver != true { pool.prepareStandby() }
    case .prepareLayouts(let identifiers):
      for identifier in identifiers where pause?.isOver != true { system.prepareLayouts(of: [identifier]) }
    case .preload(let neighbors): if let pause { preload(neighbors, while: pause) }
    case .discardPreload(let instance): pool.discardPreload(of: instance)
    case .reviewPreloads(let modes): pool.reviewPreloads(modes: modes)
    case .closeConnections(let instance): services.closeConnections(of: state.display.instances[instance].identifier)
    case .record(let instance, let message): source.record(message, of: state.display.instances[instance].identifier)
    case .quarantine(let instance, let reason):
      source.quarantine(state.display.instances[instance].identifier, reason: reason)
    case .play(let sound): feedback.play(sound)
    case .playHaptic(let haptic): feedback.play(haptic)
    case .remember(let mode, let key): rememberMode(mode, key)
    case .leave(let text): system.leave(text)
    case .applySystemSettings(let settings): applySystemSettings(settings)
    case .observe(let instance, let fact): observe(fact, of: instance)
    }
  }

  /// Reads the user's list, and the access of the keyboards that the session has used.
  private func choices() -> ModeChoice.Choices {
    requireThread()
    return choiceReader.read(from: source, of: state.display.instances)
  }

  private func preload(_ neighbors: [Neighbor], while idle: IdleTime) {
    pool.preload(neighbors, shown: state.display.shown, while: idle) { request, instance, use in
      reply(request, of: instance) { services.reply(request, $0, counting: &use) }
    }
  }

  private func observe(_ fact: AuditFact, of instance: SessionState.Instance) {
    audit.observe(fact, of: instance, pool[instance], state.display.instances[instance].identifier)
  }

  // MARK: Turns

  /// Sends a turn to its keyboard, waits for the result, and passes the result to the state.
  private func serve(_ turn: PlannedTurn) {
    let instance = turn.instance
    guard let keyboard = pool[instance] else {
      return state.didEnd(
        .crashed("its process has already ended"), beforeTurn: false, isOverdue: false, took: .zero)
    }
    if instance != SessionState.system {
      services.beginTurn(of: state.display.instances[instance].identifier, state.display.instances[instance].access)
    }
    let begin = SystemClock.uptime
    do throws(KeyboardEndError) {
      let precomputed = turn.event.isLoad ? pool.removePrecomputed(instance) : nil
      let result =
        if let precomputed {
          precomputed.result
        } else {
          try limit.serve(turn.message, with: keyboard) { reply($0, to: instance) }
        }
      let took = record(turn, since: begin, isAnswered: true)
      // After this turn, the time limit of the call no longer applies. For example, it does not apply to turns of the
      // next keyboard.
      switch turn.event {
      case .key, .timer, .disappear: limit = .none
      default: break
      }
      if !result.requests.isEmpty { log(result, of: instance) }
      state.didServe(
        result, preparedInputView: precomputed?.inputView,
        within: instance == SessionState.system ? nil : keyboard.timeForResult, took: took,
        warningIsDue: keyboard.drainMemoryWarning())
    } catch {
      let isOverdue = limit.isOver(for: keyboard)
      if case .idle = limit { limit = .none }
      if case .disappear = turn.event { limit = .none }
      let took = record(turn, since: begin, isAnswered: false)
      state.didEnd(error, beforeTurn: keyboard.endedBeforeTurn, isOverdue: isOverdue, took: took)
    }
  }

  /// Reports a turn to the observer of turns and to the audit. Returns the duration of the turn.
  private func record(_ turn: PlannedTurn, since begin: Duration, isAnswered: Bool) -> Duration {
    let instance = turn.instance
    let now = SystemClock.uptime
    let took = now - begin
    state.display.now = time(at: now)
    watchTurns?(
      ServedTurn(
        identifier: state.display.instances[instance].identifier, event: turn.event.kind, duration: took,
        isAnswered: isAnswered))
    guard instance != SessionState.system else { return took }
    observe(.served(shownCharacters: turn.shownCharacters), of: instance)
    if let refusal = turn.transaction?.refusal {
      source.record(
        "the host could not send the document to the keyboard: \(refusal)",
        of: state.display.instances[instance].identifier)
    }
    return took
  }

  private func log(_ result: TurnResult, of instance: SessionState.Instance) {
    let lines = result.requests.compactMap { request in
      if case .log(let level, let message) = request { (level: level, message: message) } else { nil }
    }
    if !lines.isEmpty { source.log(lines, of: state.display.instances[instance].identifier) }
  }

  /// Answers a request of the keyboard that serves the current turn.
  private func reply(_ request: HostRequest, to instance: SessionState.Instance) -> HostReply {
    reply(request, of: instance) { context in services.reply(request, context) { state.reply(toDocumentAfter: $0) } }
  }

  private func reply(
    _ request: HostRequest, of instance: SessionState.Instance, by answer: (SessionServices.Context) -> HostReply
  ) -> HostReply {
    let reply = answer(
      SessionServices.Context(
        identifier: state.display.instances[instance].identifier, access: state.display.instances[instance].access,
        hasField: state.display.focused.field != nil && state.display.has(instance),
        isProtected: state.display.isProtected))
    observe(.replied(reply, to: request), of: instance)
    return reply
  }
}
