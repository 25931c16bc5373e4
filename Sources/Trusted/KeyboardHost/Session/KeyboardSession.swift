// KeyboardHost: the host proper. Fields, the rules of who may have them, the document, the lives of keyboards.
//
// For:    frontends (a script, a terminal, later Wayland and IBus) and applications: one `KeyboardSession` for a seat.
// Never:  drawing, or reading keyboards from disk itself (`KeyboardSource` does, over `Bundles`).
// Start:  `KeyboardSession` and `RuleBook`; `TextDocument` for the text; `RunnerKeyboard` for a keyboard's process.

internal import Bundles
package import TextInput

/// One person typing: the field that has the focus, the keyboard shown for it, and all that happens between the two.
///
/// Everything is done when a call returns. Use it on one thread that stays; the keyboards' processes end with it.
package final class KeyboardSession {
  /// The field that has the focus, with its document as it is now.
  package internal(set) var field: TextField?
  /// Why the system keyboard is shown although another one was chosen.
  package internal(set) var shownBecause: ShownBecause?
  /// Which keyboard the person chose, where no context identifier says otherwise.
  package private(set) var chosen: String?
  /// Is told of every turn, as soon as the keyboard has answered; nil where nobody watches, and then no time is taken.
  package var watchTurns: ((ServedTurn) -> Void)?
  /// What happened since ``takeReport()``.
  var report = SessionReport()
  var timers: [PendingTimer] = []
  /// When the key press came that is being served; nil while none is. All its turns together have the time of one turn.
  var pressBegin: ContinuousClock.Instant?
  /// Until when no timer runs, so that timers get only a share of time.
  var timerRest: Duration = .zero
  /// The processes that are prepared, by their keyboards' identifiers.
  var standbyProcesses: [String: StandbyProcess] = [:]
  /// What is known of keyboards that were made ready before they were asked for.
  var preloading: Preloading
  /// What plays the sounds of keys; nil where none are heard.
  package var sounds: (any KeySounds)?
  /// Whether the person wants keys to click.
  package internal(set) var wantsClicks = false
  var soundAllowance: RateLimiter
  /// Whether a pause of the person is due in which the audits are told.
  var owesAudits = false

  let source: any KeyboardSource
  let clock: any SessionClock
  let system: any SystemTyping
  let systemIdentifier: String
  /// The pasteboard, for keyboards with full access.
  package let pasteboard: any Pasteboard
  private let frontendShowsGlobe: Bool
  private var lives: [String: KeyboardInstance] = [:]
  private var shown: KeyboardInstance?
  private var memory: RememberedModes
  private let rememberModes: (RememberedModes) -> Void
  /// The mode in use for the present field.
  private var inUse: String?
  /// Whether the keyboard was dismissed from the present field.
  private var isDismissed = false
  /// Why the present field was counted as withheld from the keyboard that was chosen.
  private var withheldBecause: ShownBecause?

  /// A session.
  ///
  /// - Parameters:
  ///   - source: Where keyboards come from.
  ///   - system: The host's own keyboard, and the identifier that stands for it in the person's list.
  ///   - clock: The time by which timers run.
  ///   - pasteboard: The person's pasteboard.
  ///   - frontendShowsGlobe: Whether the frontend has a globe key of its own (Behavior.md#needs-input-mode-switch-key).
  ///   - preloading: How much memory keyboards may have that are ready before they are asked for.
  ///   - memory: The input modes remembered from before, and what keeps them when they change
  ///     (Behavior.md#context-identifiers).
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
    let life = KeyboardInstance(systemIdentifier)
    life.keyboard = system
    lives[systemIdentifier] = life
  }

  /// The keyboard shown; nil without a field, or after it was dismissed.
  package var keyboard: String? { shown?.identifier }

  /// What the keyboard shown shows.
  package var interface: Interface? { shown?.interface }

  /// The language of the input mode, as the application sees it (Behavior.md#primary-language); nil for the manifest's.
  package var primaryLanguage: String? { shown?.primaryLanguage }

  /// Whether the host adds a globe key, because the keyboard must show one and does not
  /// (Behavior.md#next-keyboard-key).
  package var addsGlobeKey: Bool {
    guard let shown, shown.standing.needsInputModeSwitchKey else { return false }
    return shown.interface?.showsNextKeyboardKey != true
  }

  /// What happened since this was last called.
  package func takeReport() -> SessionReport {
    defer { report = SessionReport() }
    return report
  }

  // MARK: Focus

  /// A field gets the focus; the one that had it loses it first.
  package func focus(_ field: TextField) {
    let old = self.field
    blur()
    var field = field
    field.updateRules()
    for life in thirdParties {
      let hasCrossedBorder =
        switch source.memoryBoundary(of: life.identifier) {
        case .session: false
        case .application: life.application != nil && life.application != field.application
        case .field: life.application != nil && old?.document.identifier != field.document.identifier
        }
      if hasCrossedBorder { endProcess(of: life) }
    }
    self.field = field
    inUse = contextKey(of: field).flatMap { memory.mode(of: $0) } ?? chosen
    showWhoMay()
  }

  /// The field loses the focus: marked text becomes plain, and the keyboard is hidden.
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

  /// The person picks a keyboard from the list. One that cannot be started now is chosen all the same, and why it cannot is
  /// thrown.
  package func pick(_ identifier: String) throws(SessionError) {
    guard let mode = rules.modes.first(where: { $0.identifier == identifier }) else { throw .notEnabled(identifier) }
    use(identifier)
    guard mode.barredBecause != nil else { return }
    let left = life(of: identifier).timeBarred(at: clock.now)
    throw left > .zero ? .failedTooOften(identifier, left: left) : .quarantined(identifier)
  }

  /// The person taps the globe key.
  package func advance() throws(SessionError) {
    guard field != nil else { throw .noField }
    goToNextInputMode()
  }

  /// Shows the next mode that may be used here; stays where there is no other.
  func goToNextInputMode() {
    guard let field else { return }
    let rules = self.rules
    guard rules.available(in: field).contains(where: { $0 != shown?.identifier }) else { return }
    var next = rules.next(after: placeInOrder, in: field)
    // The system keyboard stands in already for one that failed: the tap leads on from it.
    if next == shown?.identifier { next = rules.next(after: next, in: field) }
    use(next)
  }

  /// The mode from which the globe key goes on.
  var placeInOrder: String { shownBecause == nil ? shown?.identifier ?? modeInUse : modeInUse }

  /// Tells the keyboard shown what is true of the input mode, if that changed
  /// (Behavior.md#needs-input-mode-switch-key).
  func tellStanding() {
    guard let shown else { return }
    let standing = standing(of: shown.identifier)
    guard standing != shown.standing else { return }
    shown.standing = standing
    serve(.standingChanged(standing), to: shown)
  }

  /// A keyboard's access changed: its process ends, and starts again with what it may now (Behavior.md#access-changes).
  package func accessChanged(of identifier: String) {
    guard let life = lives[identifier], identifier != systemIdentifier else { return }
    life.network.closeAll()
    let wasShown = life === shown
    if wasShown { hide() }
    // The number of changes that its next process sees must not be one that this process made.
    field?.document.becomeAnother()
    endProcess(of: life)
    discardStandbyProcess(of: identifier)
    if wasShown { showWhoMay() }
  }

  /// A keyboard's settings changed; it is told at once if it runs, or before it next gets a field if it may be told
  /// nothing now.
  package func settingsChanged(of identifier: String, to settings: [String: SettingValue]) {
    if identifier == systemIdentifier { takeSystemSettings(settings) }
    // What it was loaded with is not true any more.
    if standbyProcesses[identifier]?.loading != nil { discardStandbyProcess(of: identifier) }
    guard let life = lives[identifier], life.keyboard != nil else { return }
    life.untoldSettings = serve(.settingsChanged(settings), to: life) == nil ? settings : nil
  }

  /// Forgets which mode was used under a context identifier (Behavior.md#context-identifiers).
  package func clearTextInputContextIdentifier(_ identifier: String, of application: String) {
    memory.forget(RememberedModes.key(identifier, in: application))
    rememberModes(memory)
  }

  /// Ends every process.
  package func end() {
    blur()
    for life in thirdParties { endProcess(of: life) }
    for identifier in standbyProcesses.keys { discardStandbyProcess(of: identifier) }
    source.keepEndedFiles(while: nil)
    owesAudits = true
    tellDueAudits()
  }

  // MARK: Who has the field

  /// The rules, with the person's list as it is now and what has crashed too often.
  var rules: RuleBook {
    var modes = source.modes()
    for index in modes.indices where !modes[index].isSystem {
      if let because = lives[modes[index].identifier]?.barredBecause(at: clock.now) {
        modes[index].barredBecause = modes[index].barredBecause ?? because
      }
    }
    return RuleBook(modes: modes, system: systemIdentifier)
  }

  var modeInUse: String {
    inUse ?? chosen ?? rules.modes.first?.identifier ?? systemIdentifier
  }

  private func use(_ identifier: String) {
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

  func life(of identifier: String) -> KeyboardInstance {
    if let known = lives[identifier] { return known }
    let life = KeyboardInstance(identifier)
    lives[identifier] = life
    return life
  }

  var shownLife: KeyboardInstance? { shown }

  var thirdParties: [KeyboardInstance] { lives.values.filter { $0.identifier != systemIdentifier } }

  /// Shows the keyboard that the rules give the field to; one that was dismissed stays so until the person wants one.
  func showWhoMay() {
    guard let field else { return }
    let because = RuleBook.reasonAgainstThirdParties(in: field)
    if because != nil {
      for life in thirdParties { life.network.closeAll() }
    } else {
      self.field?.endSecrecy()
    }
    if !isDismissed {
      let verdict = rules.keyboard(for: field, chosen: modeInUse)
      if shown?.identifier == verdict.identifier {
        shownBecause = verdict.because
      } else {
        // While the one is told that it goes, the other wakes.
        if let life = lives[verdict.identifier] {
          (life.keyboard ?? standbyProcesses[verdict.identifier]?.keyboard)?.wake()
        }
        hide()
        if because != nil { stopThirdParties() }
        show(verdict)
      }
    }
    if because != withheldBecause { countWithheld(field, because) }
    withheldBecause = because
    if because != nil { stopThirdParties() }
  }

  /// Takes all processor time from third parties while a field has the focus that none may have. Returns when the kernel
  /// reports each process as stopped; one that does not stop in time is ended.
  private func stopThirdParties() {
    for life in thirdParties { life.keyboard?.stop() }
    for spare in standbyProcesses.values { spare.keyboard.stop() }
    for life in thirdParties where life.keyboard?.waitUntilStopped() == false { endProcess(of: life) }
    for (identifier, spare) in standbyProcesses where !spare.keyboard.waitUntilStopped() {
      discardStandbyProcess(of: identifier)
    }
  }

  /// Ends a keyboard's process with all that belongs to it.
  func endProcess(of life: KeyboardInstance) {
    forgetTimers(of: life)
    let keyboard = life.keyboard
    // While no third party may have the field, none is woken, not even to hear of its end
    // (Behavior.md#stopped-processes).
    if let field, RuleBook.reasonAgainstThirdParties(in: field) != nil { life.keyboard?.kill() }
    life.end()
    takeJournal(of: life, from: keyboard)
    owesAudits = true
  }

  /// The keyboard goes away and the field keeps the focus, as when the person or the application dismisses it.
  package func dismiss() {
    hide()
    isDismissed = true
  }

  /// Shows the system keyboard because another one ended, whatever the rules say of it next time.
  func showSystemKeyboard(because reason: ShownBecause) {
    guard field != nil else { return }
    if shown?.identifier != systemIdentifier {
      hide()
      show(RuleBook.Verdict(identifier: systemIdentifier, because: reason))
    }
    shownBecause = reason
  }

  private func show(_ verdict: RuleBook.Verdict) {
    guard let field else { return }
    shownBecause = verdict.because
    let life = life(of: verdict.identifier)
    guard start(life) else { return showSystemKeyboard(because: life.lastDeath ?? .crashed) }
    shown = life
    life.application = field.application
    if let settings = life.untoldSettings {
      life.untoldSettings = nil
      serve(.settingsChanged(settings), to: life)
    }
    life.standing = standing(of: life.identifier)
    serve(.appear(field.state(life.standing)), to: life)
  }

  /// Hides the keyboard shown; what it had marked becomes plain text (Behavior.md#marked-text).
  func hide() {
    if field?.document.unmark() == true { tell(DocumentDifference(endedMarking: true), .application) }
    guard let life = shown else { return }
    shown = nil
    serve(.disappear, to: life)
    life.knownRevision = nil
    endForStorage(life)
  }

  /// The keyboard shown is gone, and nobody is shown until somebody else is.
  func forgetShown() {
    shown = nil
  }

  func standing(of identifier: String) -> InputModeStanding {
    InputModeStanding(
      needsInputModeSwitchKey: field.map {
        rules.needsInputModeSwitchKey(in: $0, frontendShowsGlobe: frontendShowsGlobe)
      } ?? true,
      // What its process was started with, if it has one: another grant means another process.
      hasFullAccess: lives[identifier].flatMap { $0.keyboard == nil ? nil : $0.access.isFull }
        ?? access(of: identifier).isFull)
  }
}
