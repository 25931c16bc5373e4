// KeyboardHost: the core of the host. Fields, keyboard selection, the document, and the processes of keyboards.
//
// For:    frontends (a script, a terminal, later Wayland and IBus) and applications: one `KeyboardSession` for each
// user.
// Never:  rendering, or reading keyboards from disk directly (`KeyboardSource` does that with `KeyboardStore`).
// Start:  `KeyboardSession` and `RuleBook`; `TextDocument` for the text; `RunnerKeyboard` for a keyboard's process.

internal import HostNetwork
package import InputViewModel
package import KeyboardProtocol
internal import KeyboardStore
package import Timing

/// One user's typing session: the field that has the focus, the keyboard shown for it, and the turns of all
/// keyboards.
///
/// Each call does all of its work before it returns. Use the session on one thread that lives as long as the session:
/// the kernel kills the keyboards' processes when the thread that started them ends.
package final class KeyboardSession {
  /// The field that has the focus, with its current document.
  package internal(set) var field: TextField?
  /// The reason why the system keyboard is shown although the user chose another keyboard.
  package internal(set) var shownBecause: ShownBecause?
  /// The identifier of the keyboard that the user chose for fields without a remembered mode.
  package private(set) var chosen: String?
  /// Called after every turn, as soon as the keyboard has answered. Turns are timed only if this is not nil.
  package var watchTurns: ((ServedTurn) -> Void)?
  /// The report since the last call of ``drainReport()``.
  var report = SessionReport()
  var timers: [PendingTimer] = []
  /// The time at which the current key press arrived; nil while the host serves none.
  ///
  /// All turns of one key press together have the deadline of one turn.
  var pressBegin: ContinuousClock.Instant?
  /// The time before which no timer runs, so that timers get only a share of the time.
  var timerRest: Duration = .zero
  /// The standby processes, by the identifiers of their keyboards.
  var standbyProcesses: [String: StandbyProcess] = [:]
  /// The state of preloading.
  var preloading: Preloading
  /// The player of key sounds; nil in a session without sound.
  package var sounds: (any KeySounds)?
  /// Whether the user wants key sounds.
  package internal(set) var wantsClicks = false
  var soundAllowance: RateLimiter
  /// Whether the session must write the audits in the user's next pause.
  var owesAudits = false

  let source: any KeyboardSource
  let clock: any SessionClock
  let system: any SystemTyping
  let systemIdentifier: String
  /// The pasteboard, for keyboards with full access.
  package let pasteboard: any Pasteboard
  private let frontendShowsGlobe: Bool
  private var instances: [String: KeyboardInstance] = [:]
  private var shown: KeyboardInstance?
  private var memory: RememberedModes
  private let rememberModes: (RememberedModes) -> Void
  /// The input mode of the current field.
  private var inUse: String?
  /// Whether the keyboard was dismissed from the current field.
  private var isDismissed = false
  /// The reason for which the audit last counted the current field as withheld from the chosen keyboard.
  private var withheldBecause: ShownBecause?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: The source of keyboards.
  ///   - system: The system keyboard.
  ///   - systemIdentifier: The identifier of the system keyboard in the user's list.
  ///   - clock: The clock of the timers.
  ///   - pasteboard: The session's pasteboard.
  ///   - frontendShowsGlobe: Whether the frontend shows its own globe key (Behavior.md#needs-input-mode-switch-key).
  ///   - preloading: How much memory preloaded keyboards may use.
  ///   - memory: The remembered modes of earlier sessions (Behavior.md#context-identifiers).
  ///   - rememberModes: Saves the remembered modes. The session calls it when they change.
  package init(
    source: any KeyboardSource, system: any SystemTyping, systemIdentifier: String, clock: any SessionClock,
    pasteboard: any Pasteboard = SessionPasteboard(), frontendShowsGlobe: Bool = false,
    preloading: Preloading = Preloading(), memory: RememberedModes = RememberedModes(),
    rememberModes: @escaping (RememberedModes) -> Void = { _ in }
  ) {
    self.source = source
    self.system = system
    self.systemIdentifier = systemIdentifier
    self.clock = clock
    self.pasteboard = pasteboard
    self.frontendShowsGlobe = frontendShowsGlobe
    self.preloading = preloading
    self.memory = memory
    self.rememberModes = rememberModes
    soundAllowance = RateLimiter(perSecond: Self.soundsPerSecond, at: clock.now)
    let instance = KeyboardInstance(systemIdentifier)
    instance.keyboard = system
    instances[systemIdentifier] = instance
  }

  /// The identifier of the shown keyboard; nil without a field, or after the keyboard was dismissed.
  package var keyboard: String? { shown?.identifier }

  /// The input view of the shown keyboard.
  package var inputView: InputViewTree? { shown?.inputView }

  /// The language of the input mode for the application (Behavior.md#primary-language); nil for the manifest's
  /// language.
  package var primaryLanguage: String? { shown?.primaryLanguage }

  /// Whether the host adds a globe key, because the keyboard must show one and does not
  /// (Behavior.md#next-keyboard-key).
  package var addsGlobeKey: Bool {
    guard let shown, shown.standing.needsInputModeSwitchKey else { return false }
    return shown.inputView?.showsNextKeyboardKey != true
  }

  /// Returns the report since the last call of this function, and starts an empty one.
  package func drainReport() -> SessionReport {
    defer { report = SessionReport() }
    return report
  }

  // MARK: Focus

  /// Gives the focus to a field. The field that had the focus loses it first.
  package func focus(_ field: TextField) {
    let old = self.field
    blur()
    var field = field
    field.updateRules()
    for instance in thirdParties {
      let hasCrossedBorder =
        switch source.memoryBoundary(of: instance.identifier) {
        case .session: false
        case .application: instance.application != nil && instance.application != field.application
        case .field: instance.application != nil && old?.document.identifier != field.document.identifier
        }
      if hasCrossedBorder { endProcess(of: instance) }
    }
    self.field = field
    inUse = contextKey(of: field).flatMap { memory.mode(of: $0) } ?? chosen
    showWhoMay()
  }

  /// Takes the focus from the field. The host unmarks its marked text and hides the keyboard.
  package func blur() {
    guard field != nil else { return }
    hide()
    isDismissed = false
    field = nil
    inUse = nil
    shownBecause = nil
    withheldBecause = nil
    owesAudits = true
  }

  /// Chooses a keyboard from the list for the user.
  ///
  /// If the keyboard cannot start now, it is chosen nevertheless, and the error gives the reason.
  ///
  /// - Throws: ``SessionError``: `notEnabled`, `failedTooOften` or `quarantined`.
  package func pick(_ identifier: String) throws(SessionError) {
    guard let mode = rules.modes.first(where: { $0.identifier == identifier }) else { throw .notEnabled(identifier) }
    select(identifier)
    guard mode.barredBecause != nil else { return }
    let left = instance(of: identifier).timeBarred(at: clock.now)
    throw left > .zero ? .failedTooOften(identifier, left: left) : .quarantined(identifier)
  }

  /// Handles the user's press of the globe key.
  ///
  /// - Throws: ``SessionError/noField``.
  package func advance() throws(SessionError) {
    guard field != nil else { throw .noField }
    goToNextInputMode()
  }

  /// Shows the next mode that may be used in this field. Does nothing if there is no other mode.
  func goToNextInputMode() {
    guard let field else { return }
    let rules = self.rules
    guard rules.available(in: field).contains(where: { $0 != shown?.identifier }) else { return }
    var next = rules.next(after: placeInOrder, in: field)
    // The system keyboard already replaces a keyboard that failed, so the globe key skips it.
    if next == shown?.identifier { next = rules.next(after: next, in: field) }
    select(next)
  }

  /// The mode from which the globe key advances.
  var placeInOrder: String { shownBecause == nil ? shown?.identifier ?? modeInUse : modeInUse }

  /// Sends the shown keyboard its standing if that changed (Behavior.md#needs-input-mode-switch-key).
  func notifyStanding() {
    guard let shown else { return }
    let standing = standing(of: shown.identifier)
    guard standing != shown.standing else { return }
    shown.standing = standing
    serve(.standingChanged(standing), to: shown)
  }

  /// Applies a change of a keyboard's access (Behavior.md#access-changes).
  ///
  /// The host closes the keyboard's connections and ends its process. If the keyboard was shown, a fresh process
  /// starts with the new access.
  package func accessChanged(of identifier: String) {
    guard let instance = instances[identifier], identifier != systemIdentifier else { return }
    instance.network.closeAll()
    let wasShown = instance === shown
    if wasShown { hide() }
    // The next process must not see a revision that this process produced: the document gets a new identifier.
    field?.document.becomeAnother()
    endProcess(of: instance)
    discardStandbyProcess(of: identifier)
    if wasShown { showWhoMay() }
  }

  /// Applies a change of a keyboard's settings.
  ///
  /// If the keyboard runs, the host sends it the settings at once. If the host may not send it events now, it sends
  /// them before the keyboard next gets a field.
  package func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    if identifier == systemIdentifier { applySystemSettings(settings) }
    // The preloaded process has outdated settings.
    if standbyProcesses[identifier]?.loading != nil { discardStandbyProcess(of: identifier) }
    guard let instance = instances[identifier], instance.keyboard != nil else { return }
    instance.untoldSettings = serve(.settingsChanged(settings), to: instance) == nil ? settings : nil
  }

  /// Forgets the remembered mode of a context identifier (Behavior.md#context-identifiers).
  package func clearTextInputContextIdentifier(_ identifier: String, of application: String) {
    memory.forget(RememberedModes.key(identifier, in: application))
    rememberModes(memory)
  }

  /// Ends the session and every process of a third-party keyboard.
  package func end() {
    blur()
    for instance in thirdParties { endProcess(of: instance) }
    for identifier in standbyProcesses.keys { discardStandbyProcess(of: identifier) }
    source.keepEndedFiles(while: nil)
    owesAudits = true
    reportDueAudits()
  }

  // MARK: Who has the field

  /// The rules with the user's current list. Keyboards that failed too often are barred.
  var rules: RuleBook {
    var modes = source.modes()
    for index in modes.indices where !modes[index].isSystem {
      if let reason = instances[modes[index].identifier]?.barredBecause(at: clock.now) {
        modes[index].barredBecause = modes[index].barredBecause ?? reason
      }
    }
    return RuleBook(modes: modes, system: systemIdentifier)
  }

  var modeInUse: String {
    inUse ?? chosen ?? rules.modes.first?.identifier ?? systemIdentifier
  }

  private func select(_ identifier: String) {
    inUse = identifier
    isDismissed = false
    if let field, let key = contextKey(of: field) {
      memory.remember(identifier, of: key)
      rememberModes(memory)
    } else {
      chosen = identifier
    }
    guard field != nil else { return }
    showWhoMay()
    owesAudits = true
  }

  private func contextKey(of field: TextField) -> String? {
    field.contextIdentifiers.first.map { RememberedModes.key($0, in: field.application) }
  }

  func instance(of identifier: String) -> KeyboardInstance {
    if let known = instances[identifier] { return known }
    let instance = KeyboardInstance(identifier)
    instances[identifier] = instance
    return instance
  }

  var shownInstance: KeyboardInstance? { shown }

  var thirdParties: [KeyboardInstance] { instances.values.filter { $0.identifier != systemIdentifier } }

  /// Shows the keyboard that the rules select for the field. A dismissed keyboard stays hidden until the user chooses
  /// one.
  func showWhoMay() {
    guard let field else { return }
    let reason = RuleBook.reasonAgainstThirdParties(in: field)
    if reason != nil {
      for instance in thirdParties { instance.network.closeAll() }
    } else {
      self.field?.endSecrecy()
    }
    if !isDismissed {
      let verdict = rules.keyboard(for: field, chosen: modeInUse)
      if shown?.identifier == verdict.identifier {
        shownBecause = verdict.reason
      } else {
        // The next keyboard's process wakes while the previous keyboard handles its disappear event.
        if let instance = instances[verdict.identifier] {
          (instance.keyboard ?? standbyProcesses[verdict.identifier]?.keyboard)?.wake()
        }
        hide()
        if reason != nil { stopThirdParties() }
        show(verdict)
      }
    }
    if reason != withheldBecause { countWithheld(field, reason) }
    withheldBecause = reason
    if reason != nil { stopThirdParties() }
  }

  /// Stops the processes of all third-party keyboards, for a protected field.
  ///
  /// Returns when the kernel reports each process as stopped. The host ends a process that does not stop in time.
  private func stopThirdParties() {
    for instance in thirdParties { instance.keyboard?.stop() }
    for standby in standbyProcesses.values { standby.keyboard.stop() }
    for instance in thirdParties where instance.keyboard?.waitUntilStopped() == false { endProcess(of: instance) }
    for (identifier, standby) in standbyProcesses where !standby.keyboard.waitUntilStopped() {
      discardStandbyProcess(of: identifier)
    }
  }

  /// Ends a keyboard's process, its timers and its connections.
  func endProcess(of instance: KeyboardInstance) {
    forgetTimers(of: instance)
    let keyboard = instance.keyboard
    // In a protected field the host kills the process without waking it to announce the end
    // (Behavior.md#stopped-processes).
    if let field, RuleBook.reasonAgainstThirdParties(in: field) != nil { instance.keyboard?.kill() }
    instance.end()
    drainJournal(of: instance, from: keyboard)
    owesAudits = true
  }

  /// Hides the keyboard because the user or the application dismissed it. The field keeps the focus.
  package func dismiss() {
    hide()
    isDismissed = true
  }

  /// Shows the system keyboard because another keyboard ended. The rules apply again at the next selection.
  func showSystemKeyboard(reason: ShownBecause) {
    guard field != nil else { return }
    if shown?.identifier != systemIdentifier {
      hide()
      show(RuleBook.Verdict(identifier: systemIdentifier, reason: reason))
    }
    shownBecause = reason
  }

  private func show(_ verdict: RuleBook.Verdict) {
    guard let field else { return }
    shownBecause = verdict.reason
    let instance = instance(of: verdict.identifier)
    guard start(instance) else { return showSystemKeyboard(reason: instance.lastDeath ?? .crashed) }
    shown = instance
    instance.application = field.application
    if let settings = instance.untoldSettings {
      instance.untoldSettings = nil
      serve(.settingsChanged(settings), to: instance)
    }
    instance.standing = standing(of: instance.identifier)
    serve(.appear(field.state(instance.standing)), to: instance)
  }

  /// Hides the shown keyboard and unmarks its marked text (Behavior.md#marked-text).
  func hide() {
    if field?.document.unmark() == true { notify(DocumentDifference(endedMarking: true), .application) }
    guard let instance = shown else { return }
    shown = nil
    serve(.disappear, to: instance)
    instance.knownRevision = nil
    endForStorage(instance)
  }

  /// Records that no keyboard is shown, after the process of the shown keyboard ended.
  func forgetShown() {
    shown = nil
  }

  func standing(of identifier: String) -> InputModeStanding {
    InputModeStanding(
      needsInputModeSwitchKey: field.map {
        rules.needsInputModeSwitchKey(in: $0, frontendShowsGlobe: frontendShowsGlobe)
      } ?? true,
      // A running process keeps the access that it started with: a change of access starts another process.
      hasFullAccess: instances[identifier].flatMap { $0.keyboard == nil ? nil : $0.access.isFull }
        ?? access(of: identifier).isFull)
  }
}
