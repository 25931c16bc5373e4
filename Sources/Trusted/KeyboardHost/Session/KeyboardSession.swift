// KeyboardHost: the core of the host, with fields, keyboard selection, the document, and the processes of keyboards.
//
// For:    frontends (`klava play`, the terminal simulator, `klava-desktop`) and applications, which create one
//         `KeyboardSession` for each user.
// Never:  draws an input view, or reads a keyboard from disk without `KeyboardStore`.
// Start:  `KeyboardSession` and `RuleBook`; `SessionState`, `DisplayState` and `TurnState` for every decision of a
//         session, `SessionLoop` for the execution of its commands, `TurnTransaction` for one turn, `ProcessPool` and
//         `RunnerKeyboard` for the processes; `TextDocument` for the text.

internal import BundleFormat
internal import Glibc
internal import LinuxShims
package import InputViewModel
package import KeyboardProtocol
internal import Layout
package import SuggestionClient
package import TextModel
package import Timing

/// One user's session: the field that has the focus, the keyboard that the host shows for this field, and the turns of
/// all keyboards.
///
/// All methods are synchronous. Call each method on the thread that created the session. The thread must live as long
/// as the session: when the thread ends, the kernel kills the keyboards' processes. A call on another thread ends the
/// program.
///
/// Calls cannot be nested. A function or object that the frontend gave to the session must not make a call that can
/// change the session. Examples are ``watchTurns``, `rememberMode`, the pasteboard and the haptic feedback. A nested
/// call ends the program. Instead of a nested call, the function can store the event, and the frontend can make the
/// call after the current call has returned.
package final class KeyboardSession {
  /// The identifier of the probe, which makes proxy calls for tests of the document. The probe is never in the user's
  /// keyboard list.
  package static let probeIdentifier = KeyboardIdentifier.probe

  /// The pasteboard, for keyboards with full access.
  package let pasteboard: any Pasteboard
  private let loop: SessionLoop
  private var lastRests = TurnRests()

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: The source of keyboards.
  ///   - system: The system keyboard.
  ///   - systemIdentifier: The identifier of the system keyboard in the user's keyboard list.
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
    self.pasteboard = pasteboard
    system.pasteboard = pasteboard
    let state = SessionState(
      system: systemIdentifier, frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes,
      clocks: MachineClocks().read)
    loop = SessionLoop(
      state, source: source, system: system, clock: clock,
      services: SessionServices(source: source, pasteboard: pasteboard, spelling: spelling), preloading: preloading,
      rememberMode: rememberMode)
  }

  /// The key sounds and vibrations.
  package var feedback: FeedbackPlayer { loop.feedback }
  /// The clock of the timers.
  package var clock: any SessionClock { loop.clock }

  /// A function that the session calls after each turn that a keyboard answered or failed to answer. The function must
  /// not call the session.
  package var watchTurns: ((ServedTurn) -> Void)? {
    get { loop.watchTurns }
    set { loop.watchTurns = newValue }
  }

  // MARK: The field and the shown keyboard

  /// The field that has the focus, with its current document.
  package var field: TextField? { loop.read { $0.display.focused.field } }

  /// The reason why the host shows the system keyboard although the user chose another keyboard.
  package var shownBecause: ShownBecause? { loop.read { $0.display.shownBecause } }

  /// The identifier of the user's last choice of a keyboard, in this session or an earlier one; nil without a choice.
  /// The user's choice applies to fields without a remembered mode.
  package var chosen: String? { loop.read { $0.display.modes.chosen } }

  /// The identifier of the shown keyboard; nil if no field has the focus or no keyboard is visible.
  package var keyboard: String? {
    loop.read { state in state.display.shown.map { state.display.instances[$0].identifier } }
  }

  /// The input view of the shown keyboard.
  package var inputView: InputViewTree? {
    loop.read { state in state.display.shown.flatMap { state.display.instances[$0].inputView } }
  }

  /// The input view as a frontend shows it: in two halves if the user wants a split keyboard and the keyboard is wide
  /// enough (Desktop.md#split-keyboard). Gestures may name the keys of this input view.
  package var arrangedInputView: InputViewTree? {
    guard loop.system.preferences.splitsKeyboards, let environment = field?.environment,
      environment.width >= InputViewTree.leastWidthOfHalves
    else { return inputView }
    return inputView?.split(at: environment.layoutWidth)
  }

  /// The language that the shown keyboard has set for its input mode (Behavior.md#primary-language). Nil if the
  /// language in the keyboard's manifest applies.
  package var primaryLanguage: String? {
    loop.read { state in state.display.shown.flatMap { state.display.instances[$0].primaryLanguage } }
  }

  /// Whether the host adds a globe key to the shown keyboard. The host adds a globe key if the keyboard must show one
  /// and does not (Behavior.md#next-keyboard-key).
  package var addsGlobeKey: Bool { loop.read { $0.addsGlobeKey } }

  /// The modes that the user may choose for the field, in the user's order; empty if no field has the focus
  /// (Behavior.md#input-mode-list).
  package var availableModes: [String] {
    let now = clock.now
    loop.readChoices()
    return loop.read { state in
      state.display.now = now
      return state.display.focused.field.map { state.display.rules.available(in: $0) } ?? []
    }
  }

  /// The text that the shown keyboard may read; nil if no keyboard is shown.
  package var visibleDocument: DocumentSnapshot? {
    guard keyboard != nil, var document = field?.document else { return nil }
    return document.snapshot()
  }

  /// The time on the session's clock at which the caller must next call ``runDueTimers(unless:)``; nil if no call is
  /// necessary. At the returned time, a timer or a requested turn of the shown keyboard is due, or a process of the
  /// spell checker is overdue. The time can be in the past.
  package var nextTimer: Duration? {
    let turn = rests.nextTurn(of: shownProcess, withTimer: loop.read { $0.display.nextTimer }, at: clock.now)
    guard let left = loop.services.timeForSpelling else { return turn }
    return [turn, clock.now + left].compactMap(\.self).min()
  }

  /// The descriptor that becomes readable when the shown keyboard requests a turn; nil at times when the host serves no
  /// requested turns. Read ``nextTimer``, wait for the descriptor until that time, and then call
  /// ``runDueTimers(unless:)``.
  package var turnRequestDescriptor: Int32? { rests.descriptor(of: shownProcess, at: clock.now) }

  /// The descriptor that becomes readable when the process of the shown keyboard ends. Nil for a keyboard in the host's
  /// process, and after the process has ended. After the process has ended, the next key press starts a fresh process.
  package var processEndDescriptor: Int32? { shownProcess?.endDescriptor }

  /// The process of the shown keyboard.
  var shownProcess: (any KeyboardProcess)? { loop.read { state in state.display.shown.flatMap { loop.pool[$0] } } }

  /// The pauses that the host makes between turns of the shown keyboard's process.
  private var rests: TurnRests {
    get {
      var rests = lastRests
      rests.begin(for: shownProcess)
      return rests
    }
    _modify {
      lastRests.begin(for: shownProcess)
      yield &lastRests
    }
  }

  /// The time until ``nextTimer``, on the session's clock; nil if ``nextTimer`` is nil.
  package var timeUntilTimer: Duration? { nextTimer.map { $0 - clock.now } }

  /// Returns the report about the session since the last call of this function.
  package func drainReport() -> SessionReport { loop.read { $0.drainReport() } }

  /// Whether the frontend sends the key presses in each ``SessionReport`` to the application. If the value is false,
  /// the session treats Esc, Tab and similar keys of the system keyboard like keys of a hardware keyboard.
  package var sendsKeyPresses: Bool {
    get { loop.sendsKeyPresses }
    set { loop.sendsKeyPresses = newValue }
  }

  /// The user's preferences for the system keyboard.
  package var preferences: TypingPreferences { loop.system.preferences }

  /// Adds a text that the user copied in an application to the history of copied texts. Only the system keyboard
  /// receives the text.
  package func keepCopied(_ text: String) { loop.system.keepCopied(text) }

  /// The height of the shown keyboard as a multiple of its standard height: the user's setting for the system keyboard,
  /// and 1 for other keyboards.
  package var keyHeight: Double { showsSystemKeyboard ? loop.system.preferences.keyHeight : 1 }

  // MARK: Calls of the frontend

  /// Gives the focus to a field. The previous field loses the focus first.
  package func focus(_ field: TextField) {
    loop.system.isInTerminal = field.isTerminal
    loop.system.allowsEmoji = field.allowsEmoji
    loop.run { $0.focus(field) }
  }

  /// Takes the focus from the field. The host unmarks the field's marked text and hides the keyboard.
  package func blur() { loop.run { $0.blur() } }

  /// Shows the keyboard that the user picked from the list of input modes.
  ///
  /// If the keyboard cannot start now, the session still stores the choice, and the error gives the reason.
  ///
  /// - Throws: ``SessionError``: `notEnabled`, `failedTooOften` or `quarantined`.
  package func pick(_ identifier: String) throws(SessionError) { try loop.call { $0.pick(identifier) } }

  /// Handles the user's press of the globe key.
  ///
  /// - Throws: ``SessionError/noField``.
  package func advance() throws(SessionError) { try loop.call { $0.advance() } }

  /// Hides the keyboard because the user or the application dismissed it. The field keeps the focus.
  package func dismiss() { loop.run { $0.dismiss() } }

  /// Handles a gesture on a key of the shown keyboard.
  ///
  /// - Parameters:
  ///   - name: The identifier or title of the key.
  ///   - gesture: The gesture.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noKey` or `keyDisabled`.
  package func key(_ name: String, _ gesture: KeyEvent.Gesture = .press) throws(SessionError) {
    try press(KeyEvent(key: name, gesture: gesture))
  }

  private func press(_ event: KeyEvent) throws(SessionError) { try loop.press { $0.press(event) } }

  /// Handles a swipe over the keyboard. The swipe begins on the key `name`, or outside all keys if `name` is nil.
  ///
  /// - Throws: ``SessionError``, as ``key(_:_:)``.
  package func swipe(_ direction: SwipeDirection, on name: String? = nil) throws(SessionError) {
    guard let name else { return try loop.press { $0.swipe(direction) } }
    try press(KeyEvent(key: name, gesture: .swipe(direction)))
  }

  /// Types a character with the shown keyboard. On the system keyboard, the method also presses shift and plane keys as
  /// needed.
  ///
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noCharacter` or `keyDisabled`.
  package func type(_ character: Character) throws(SessionError) { try loop.press { $0.type(character) } }

  /// The gestures with which ``type(_:)`` types a character; nil if the shown keyboard cannot type it, or if no
  /// keyboard is shown.
  package func gestures(typing character: Character) -> [KeyEvent]? {
    guard keyboard != nil else { return nil }
    return showsSystemKeyboard
      ? loop.systemPath(to: character) : inputView?.gesture(typing: character).map { [$0] }
  }

  /// A keyboard that was shown at some time, with its input view at that time.
  package struct ShownKeyboard {
    let instance: SessionState.Instance
    let inputView: InputViewTree?
  }

  /// The keyboard that is shown now; nil if none is shown.
  ///
  /// A gesture recognizer can report several gestures together, and the first gesture can end or replace the keyboard.
  /// Get `shownKeyboard` before the first gesture, and pass it to ``touched(_:on:at:)`` with each gesture.
  package var shownKeyboard: ShownKeyboard? {
    loop.read { state in
      state.display.shown.map { ShownKeyboard(instance: $0, inputView: state.display.instances[$0].inputView) }
    }
  }

  /// Handles a gesture that a gesture recognizer found on the shown keyboard. A swipe may begin outside all keys.
  ///
  /// The position of the event names the key. If the keyboard has replaced its input view since the event, the event's
  /// key identifier names the key instead.
  ///
  /// The keyboard may have changed its input view during the gesture. If the key no longer exists or is disabled, the
  /// method does nothing.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - seen: The keyboard on which the user made the gesture; nil for the shown keyboard. If the host now shows
  ///     another keyboard, the only possible effect is that the host types the character of the pressed key
  ///     (Behavior.md#restarts).
  ///   - time: The time of the gesture on the session's clock; nil for now. The text that the user had seen at this
  ///     time decides whether the gesture may press Return (Behavior.md#return-and-tab).
  package func touched(_ event: KeyEvent, on seen: ShownKeyboard? = nil, at time: Duration? = nil) {
    loop.requireThread()
    do throws(SessionError) {
      if let seen, seen.instance != loop.read({ $0.display.shown }) {
        return try loop.press {
          $0.display.gestureTime = time
          $0.press(event, onReplaced: seen)
        }
      }
      if event.key != nil {
        var event = event
        event.position = loop.read { $0.position(of: event) }
        guard event.position != nil || event.key == "globe" && addsGlobeKey else { return }
        try loop.press {
          $0.display.gestureTime = time
          $0.press(event)
        }
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
  /// - Parameter offset: The distance in characters. A positive distance is forward.
  /// - Throws: ``SessionError/noField``.
  package func moveInsertionPoint(byCharacters offset: Int) throws(SessionError) {
    guard field != nil else { throw .noField }
    edit(.adjustTextPositionByCharacters(offset))
  }

  /// Applies an edit that the user made without a keyboard. Marked text becomes plain text (Behavior.md#marked-text).
  func edit(_ edit: Edit) { loop.run { $0.edit(edit) } }

  /// Handles a key of a hardware keyboard. The key goes to the application, never to a third-party keyboard.
  ///
  /// - Throws: ``SessionError``: `noField` or `noHardwareKey`.
  package func hardwareKey(_ name: String) throws(SessionError) {
    try loop.call { $0.press(hardwareKey: name) }
  }

  /// Whether the system keyboard is shown and waits for suggestions. At normal typing speed, the suggestions arrive
  /// before the next key press.
  package var awaitsSuggestions: Bool { showsSystemKeyboard && loop.system.awaitsAnswer }

  /// Waits until the system keyboard has the suggestions for the text after the last key press.
  ///
  /// Call this method before the next key if keys arrive faster than a user types. The method waits at most a second of
  /// real time.
  package func awaitSuggestions() {
    let end = ContinuousClock.now + .seconds(1)
    while awaitsSuggestions, ContinuousClock.now < end {
      // The host trusts the system keyboard, so the host serves each requested turn without a pause after the previous
      // requested turn.
      rests.endRequestRest()
      var descriptor = pollfd(fd: turnRequestDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 20)
      runDueTimers()
    }
  }

  /// Whether the host shows the system keyboard, with any keyboard layout.
  package var showsSystemKeyboard: Bool { loop.read { $0.display.shown == SessionState.system } }

  /// The number of steps that ``undo(_:)`` can undo now (Behavior.md#undo).
  package var undoableSteps: Int { loop.read { $0.display.focused.history.count } }

  /// The maximum number of steps that a session can undo.
  package static var maximumUndoableSteps: Int { EditHistory.maximumSteps }

  /// Undoes the user's last steps (Behavior.md#undo). The document gets its earlier text and selection.
  ///
  /// An application that owns its text applies the edits in ``SessionReport/edits``, which restore the earlier text and
  /// insertion point.
  ///
  /// - Parameter steps: The number of steps, 0 or more.
  /// - Throws: ``SessionError``: `noField` or `tooFewSteps`, without a change of the document.
  package func undo(_ steps: Int = 1) throws(SessionError) { try loop.call { $0.undo(max(steps, 0)) } }

  // MARK: Calls of the application

  /// Selects a range of the text for the user.
  ///
  /// - Parameters:
  ///   - offset: The start of the selection, in characters.
  ///   - length: The length of the selection, in characters.
  /// - Throws: ``SessionError``: `noField` or `outOfRange`.
  package func select(offset: Int, length: Int) throws(SessionError) {
    try loop.call { $0.select(offset: offset, length: length) }
  }

  /// Replaces the document's text and selection with the application's current text and selection. If anything changed,
  /// marked text becomes plain text.
  ///
  /// - Parameters:
  ///   - endsMarking: Whether the application has ended the marking, so that marked text becomes plain text even if
  ///     nothing else changed.
  ///   - keepsHistory: Whether the change belongs to the last step, so that the user can still undo the steps.
  /// - Throws: ``SessionError/noField``.
  package func replaceText(
    before: String, selected: String, after: String, endsMarking: Bool = false, keepsHistory: Bool = false
  ) throws(SessionError) {
    try loop.call {
      $0.replaceText(
        before: before, selected: selected, after: after, endsMarking: endsMarking, keepsHistory: keepsHistory)
    }
  }

  /// Changes the traits of the field that has the focus. If the field becomes protected, third-party keyboards get no
  /// further events for this field.
  ///
  /// - Throws: ``SessionError/noField``.
  package func changeTraits(_ change: (inout TextField) -> Void) throws(SessionError) {
    try loop.call { $0.changeTraits(change) }
  }

  /// Changes the environment of the keyboard, such as size or appearance.
  package func changeEnvironment(_ environment: KeyboardEnvironment) {
    loop.run { $0.environmentChanged(to: environment) }
  }

  /// Forgets the remembered mode of a context identifier (Behavior.md#context-identifiers).
  package func clearTextInputContextIdentifier(_ identifier: String, of application: String) {
    loop.run { $0.display.forgetMode(RememberedModes.key(identifier, in: application)) }
  }

  /// Makes a proxy call through the probe. The host refuses each call that it would refuse to a third-party keyboard.
  ///
  /// - Parameter call: The name of the call and its arguments.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard` or `refused`.
  package func callProxy(_ call: [String]) throws(SessionError) { try loop.call { $0.callProxy(call) } }

  /// The result of the probe's last call. The result is the joined texts of all labels in the probe's input view.
  package var proxyResult: String {
    loop.read { state in
      let probe = state.display.instance(of: Self.probeIdentifier)
      return state.display.instances[probe].inputView?.labels.map(\.text).joined() ?? ""
    }
  }

  // MARK: Changes of the user's choices

  /// Applies a change of a keyboard's access (Behavior.md#access-changes).
  ///
  /// The host closes the keyboard's connections and ends its process. For the shown keyboard, the host starts a fresh
  /// process with the new access.
  package func accessChanged(of identifier: String) { loop.run { $0.accessChanged(of: identifier) } }

  /// Applies changes of the user's keyboard list, of keyboards' access and of installed keyboards. If the user revoked
  /// full access, the keyboard loses full access immediately (Behavior.md#access-changes). A keyboard with new files
  /// gets a fresh process (Behavior.md#updates).
  ///
  /// - Returns: The keyboards of the user's keyboard list whose access changed, each with its new access. The host has
  ///   ended the processes of these keyboards.
  @discardableResult
  package func choicesChanged() -> [(identifier: String, access: ProcessAccess)] {
    loop.readChoices()
    let changed = loop.read { $0.display.changedAccess }
    for change in changed { accessChanged(of: change.identifier) }
    for identifier in loop.read({ $0.display.instances.dropFirst().map(\.identifier) })
    where loop.pool.hasNewFiles(identifier) {
      accessChanged(of: identifier)
    }
    loop.run { $0.choicesChanged() }
    // Leave out each keyboard that is no longer in the user's list. Such a keyboard has lost its access too, but the
    // host does not start it again.
    let listed = Set(loop.read { $0.display.modes.choices.modes.map(\.identifier) })
    return changed.filter { listed.contains($0.identifier) }
  }

  /// Applies a change of a keyboard's settings.
  ///
  /// If the keyboard runs, the host sends the new settings immediately. If the keyboard may not get events now, the
  /// host sends the settings before it next shows the keyboard in a field.
  package func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    if let instance = loop.read({ $0.display.index(of: identifier) }) { loop.pool.discardPreload(of: instance) }
    loop.run { $0.settingsChanged(of: identifier, to: settings) }
  }

  /// Applies the settings of the system keyboard: key sounds, and the ``TypingPreferences``.
  package func applySystemSettings(_ settings: [String: SettingValue]) { loop.apply(settings) }

  // MARK: Time

  /// Does all work that the host postpones until the user pauses. Call this method before you wait for the user's
  /// input, never during a key press.
  ///
  /// The host sends the shown keyboard a due memory warning (Behavior.md#memory-warning). The host saves or measures
  /// the files that keyboards stored, writes the audit counts and the quarantines, and starts the standby process
  /// (Behavior.md#standby-process).
  ///
  /// - Parameter idle: The time in which the user is idle. With an idle time, the host also preloads keyboards. Nil if
  ///   the user may act at any moment, or for a script whose runs must all give the same result.
  package func prepare(while idle: IdleTime? = nil) { loop.prepare(while: idle) }

  /// Runs the due timers of the shown keyboard, in order. A repeating timer that has fallen behind runs once.
  ///
  /// After each timer's turn, the session runs no timer for three times the duration of the turn. With these pauses,
  /// most key presses do not wait for a timer.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something. When one of these descriptors
  ///   is readable, the session runs no further timer. If the current turn then takes longer than
  ///   ``RunnerKeyboard/Deadlines/grace``, the host ends the keyboard's process.
  package func runDueTimers(unless others: [Int32] = []) {
    loop.requireThread()
    loop.services.endOverdueSpelling()
    let now = clock.now
    let idle = IdleTime(endedBy: others)
    while rests.allowTimer(at: clock.now), others.isEmpty || !idle.isOver, let timer = nextDue(by: now) {
      let process = shownProcess
      let start = clock.now
      loop.whileIdle(others) { $0.fire(timer) }
      let end = clock.now
      rests.timerRan(of: process, for: end - start, until: end)
    }
  }

  /// The time of the shown keyboard's next timer, and the time at which the host serves the turn that the keyboard
  /// requests.
  var nextTurns: (timer: Duration?, request: Duration?) {
    (loop.read { $0.display.nextTimer }, rests.nextRequest(of: shownProcess, at: clock.now))
  }

  /// Runs the shown keyboard's next due timer or requested turn. Returns false if no timer and no requested turn is
  /// due.
  ///
  /// - Parameter ignoresRest: Whether a requested turn may follow the previous requested turn without a pause.
  func runNextTurn(ignoresRest: Bool = false) -> Bool {
    loop.requireThread()
    if ignoresRest { rests.endRequestRest() }
    guard let timer = nextDue(by: clock.now) else { return false }
    loop.run { $0.fire(timer) }
    return true
  }

  /// Returns the shown keyboard's next due timer; 0 if no timer is due but the keyboard requests a turn; otherwise nil.
  private func nextDue(by time: Duration) -> UInt64? {
    let now = clock.now
    if let timer = loop.read({ $0.display.nextTimer(by: time, at: now) }) { return timer }
    return rests.beginRequestedTurn(of: shownProcess, at: now) ? TurnEvent.requestNumber : nil
  }

  /// Ends the session and every process of a third-party keyboard.
  package func end() { loop.end() }
}
