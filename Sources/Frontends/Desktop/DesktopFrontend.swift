// Desktop: the on-screen keyboard and input method of a Wayland session.
//
// For:    `klava-desktop`. The module connects a session with the applications, the screen and the session bus.
// Never:  shapes text or decodes a picture (`klava-renderer` does), or passes its Wayland connection to another
//         process.
// Start:  `DesktopFrontend` below for the loop; `ApplicationField.swift` for text, `KeyboardPanel.swift` for the
//         screen.

internal import ApplicationDocument
internal import BundleFormat
package import Diagnostics
package import DesktopBus
internal import Gestures
internal import Glibc
package import HostFiles
internal import InputViewModel
internal import KeyboardHost
package import KeyboardStore
internal import Layout
package import Scripting
internal import TextModel
package import Timing
internal import Translations
package import WaylandClient

/// The on-screen keyboard of one connection to a compositor.
package final class DesktopFrontend {
  /// The reason why ``run(until:)`` returned.
  package enum End {
    /// The caller's descriptor `end` became readable.
    case requested
    /// The compositor ended the connection.
    case disconnected(WaylandError)
    /// Another klava-desktop runs in this session.
    case otherRuns(BusError)
    /// An upgrade replaced Klava's programs, and the focus changed afterwards.
    case upgraded
  }

  private let keyboards: UserKeyboards
  private let session: KeyboardSession
  private let clock: any SessionClock
  private let globals: Globals
  private let field: ApplicationField
  private let panel: KeyboardPanel
  private let application: ActiveApplication
  /// Reads the texts that the user copies in applications. The value is nil if the user wants no history of copied
  /// texts, or if the compositor has no protocol for the clipboard.
  private var clipboard: SelectionReader?
  /// Reads the texts that the user selects in applications that do not report a selection. The value is nil while no
  /// keyboard is visible for a field with text.
  private var primarySelection: SelectionReader?
  private let bus: SessionBus?
  private let lock: ScreenLockMonitor?
  private let report: (Diagnostic) -> Void
  private let settings: () -> DesktopSettings
  private let firstStart: FirstStart
  private let programs: ProgramFiles
  private let positions: KeyboardPositionFile
  /// The user's languages in which the fonts of this machine can show the host's views.
  private var languages: [String]
  /// The texts of the host's views in the best of ``languages``.
  private var texts: HostTexts

  /// The earliest time of the next frame after a key press; nil if the next frame need not wait for the typed text.
  private var frameTime: Duration?
  /// The time from a key press until the frontend orders the next frame (Desktop.md#frame-after-text).
  private static let frameDelay = Duration.milliseconds(2)
  private var options = DesktopSettings()
  /// The invalid values in the settings file that the frontend has already reported.
  private var ignoredSettings: [Diagnostic] = []
  private var hostViews = HostViewState()
  /// Whether the user's last step cleared the text of the field. While the value is true, the panel shows a key that
  /// restores the cleared text.
  private var offersUndo = false
  /// The notice that the system keyboard replaced a failed keyboard, and the time at which the notice disappears
  /// (Desktop.md#notice).
  private var notice: (text: String, end: Duration)?
  /// The time for which a notice is visible.
  private static let noticeTime = Duration.seconds(5)
  /// The reason for which the system keyboard was shown when the frontend last processed a report of the field.
  private var lastReason: ShownBecause?
  /// Whether the frontend has noticed that another input method uses the seat. The value becomes false when a field
  /// gets the focus.
  private var hasLostSeat = false
  /// Whether the frontend must report that another input method has taken the seat.
  private var mustReportLoss = false
  private var reportTimes = ReportTimes()
  /// Whether an upgrade has replaced Klava's programs. The frontend updates this value only when the focus changes.
  private var isUpgraded = false
  /// Whether the device already vibrates for the current key press.
  private var pressVibrates = false

  /// Connects the session with a compositor.
  ///
  /// - Parameters:
  ///   - connection: The connection. The connection must not be shared with another frontend.
  ///   - keyboards: The user's keyboards and their session.
  ///   - clock: The session's clock.
  ///   - renderer: The program that renders frames.
  ///   - bus: The session bus; nil if there is none.
  ///   - lock: The state of the screen lock; nil if klava-desktop works without the buses.
  ///   - positions: The file that records where the user moved the keyboard.
  ///   - firstStart: Remembers whether the user has read the explanation of the keyboard.
  ///   - settings: Reads the user's settings.
  ///   - programs: The state of the files of Klava's programs at the start of this process.
  ///   - report: Called with each diagnostic that the user should see.
  /// - Throws: ``DesktopError`` if the compositor lacks a protocol that the keyboard needs.
  package init(
    _ connection: WaylandConnection, keyboards: UserKeyboards, clock: any SessionClock, renderer: RendererProgram,
    bus: SessionBus?, lock: ScreenLockMonitor?, positions: KeyboardPositionFile, firstStart: FirstStart,
    settings: @escaping () -> DesktopSettings, programs: ProgramFiles, report: @escaping (Diagnostic) -> Void
  ) throws(DesktopError) {
    self.keyboards = keyboards
    self.clock = clock
    self.bus = bus
    self.lock = lock
    self.positions = positions
    self.settings = settings
    self.firstStart = firstStart
    self.programs = programs
    self.report = report
    languages = keyboards.languages
    texts = HostTexts.best(for: languages)
    session = keyboards.session
    session.sendsKeyPresses = true
    globals = try Globals(connection)
    let protocols = try InputProtocols(globals, clock: clock, bus: bus)
    application = ActiveApplication(connection)
    field = ApplicationField(
      session: session, method: protocols.method, keyboard: protocols.keyboard, clock: clock,
      identifyWindow: { [application] in application.window })
    panel = KeyboardPanel(
      globals, shell: protocols.shell, program: renderer, clock: clock, pictures: keyboards.pictures)
    // An unreadable file must not prevent typing. So report the error, and do not show the explanation of the keyboard.
    reporting { () throws(Diagnostic) in
      if try firstStart.isNow() { hostViews.open(.welcome(keyboards, texts)) }
    }
    keyboards.watchSettings()
    keyboards.holdsSuggestions = true
    session.feedback.playHaptic = { [weak self] in self?.play($0) }
    panel.screenChanged = { [unowned self] in adaptEnvironment() }
    panel.moved = { [unowned self] position in
      reporting { () throws(Diagnostic) in try positions.record(position) }
    }
    reporting { () throws(Diagnostic) in panel.positions = try positions.read() }
    panel.picturesFailed = { report(Diagnostic(withoutPictures: $0, because: $1)) }
    panel.handleTapped = { [unowned self] in setHidden(true) }
    panel.touchBegan = { [unowned field] in field.recordTouch() }
    field.focusChanged = { [unowned panel] in panel.markFocusChange() }
    application.windowChanged = { [unowned field] in field.dropWaitingKeys() }
    applySettings()
    if let lock { field.isOnLockScreen = lock.state.mayBeLocked }
  }

  // MARK: The loop

  /// Runs until the descriptor `end` becomes readable, or until another event of ``End`` happens.
  ///
  /// - Throws: ``DesktopError/lost(_:)`` if the compositor does not describe its outputs.
  package func run(until end: Int32) throws(DesktopError) -> End {
    do throws(WaylandError) {
      try globals.connection.roundtrip(unless: end)
    } catch {
      guard error == .interrupted else { throw .lost(error) }
      return .requested
    }
    adaptEnvironment()
    do throws(WaylandError) {
      while true {
        let readTime = clock.now
        try globals.connection.dispatch()
        // Process the screen lock and the field before the touches: after the screen locks or the field changes, the
        // previous keyboard must get no touch.
        processLock()
        field.processReports()
        // Handle no touch while the focus moves to another field, because the user wants the keyboard of the next
        // field.
        if !field.awaitsField {
          processFieldReport()
          readSelections()
          showContent()
          panel.processTouches(readUntil: readTime) { actions, time in
            let seen = session.shownKeyboard
            for action in actions { perform(action, on: seen, at: time) }
            // Send the text to the compositor now, because the user waits for it. Ignore an error, because the next
            // flush reports the same error.
            try? globals.connection.flush()
            processFieldReport()
            showContent()
          }
        }
        runDueWork(unless: [end, globals.connection.descriptor])
        processFieldReport()
        try globals.connection.flush()
        if let other = processBus() { return .otherRuns(other) }
        processFieldReport()
        if frameTime.map({ $0 <= clock.now }) ?? true {
          frameTime = nil
          updatePanel()
        }
        try globals.connection.flush()
        if isUpgraded {
          removeSurface()
          return .upgraded
        }
        if wait(for: end) {
          removeSurface()
          return .requested
        }
      }
    } catch {
      return .disconnected(error)
    }
  }

  /// Removes the keyboard from the screen before the connection ends. If the connection ends while the pointer is above
  /// the keyboard, sway 1.7 crashes when the next input method connects.
  private func removeSurface() {
    panel.show(nil)
    // Ignore an error, because the connection ends anyway.
    try? globals.connection.roundtrip(within: .seconds(1))
  }

  private func readSelections() {
    while let change = clipboard?.read() {
      if case .text(let text, since: _) = change { session.keepCopied(text) }
    }
    if !isVisible || !field.reportsText {
      primarySelection = nil
    } else if primarySelection == nil {
      primarySelection = SelectionReader(
        .primary, globals, clock: clock, interval: .milliseconds(50), waits: true
      ) { [unowned self] in field.mayHideSelection(since: $0) }
      // The primary selection may have changed while the reader did not exist.
      field.followSelection(nil)
    }
    while let change = primarySelection?.read() { field.followSelection(change) }
  }

  private func runDueWork(unless others: [Int32]) {
    field.advance()
    if panel.showsFrameOfContent {
      keyboards.startSuggestions()
      field.finishTurn()
    }
    field.runDueTimers(unless: others)
    if let notice, notice.end <= clock.now { self.notice = nil }
    if keyboards.noticeChanges() {
      session.choicesChanged()
      panel.retryPictures()
      field.finishTurn()
      hostViews.updateWelcome(.welcome(keyboards, texts))
    }
    if keyboards.noticeSettings() {
      let old = options.placement
      applySettings()
      if options.placement != old {
        panel.positions = []
        reporting { () throws(Diagnostic) in try positions.clear() }
      }
      field.finishTurn()
    }
  }

  /// Runs `body`, and reports its error.
  private func reporting(_ body: () throws(Diagnostic) -> Void) {
    do {
      try body()
    } catch {
      report(error)
    }
  }

  /// Reports a fault at most once a minute. Klava can find the same fault many times, for example a damaged file or a
  /// keyboard that fails repeatedly.
  private func reportOnceAMinute(_ diagnostic: Diagnostic) {
    if reportTimes.isDue(diagnostic, at: clock.now) { report(diagnostic) }
  }

  /// Waits for the next event.
  ///
  /// - Returns: Whether `end` is readable.
  private func wait(for end: Int32) -> Bool {
    let buses = [bus?.wait, lock?.wait].compactMap(\.self)
    let touchTime = field.awaitsField ? nil : panel.deadline
    let selections = field.awaitsField ? [] : [clipboard, primarySelection].compactMap(\.self)
    // Until `frameTime`, the loop ignores the render process, so do not wait for the descriptor of the render process.
    let renderer = frameTime == nil ? panel.wait : nil
    var times = ([field.deadline, touchTime, field.nextTimer, frameTime, notice?.end] + selections.map(\.deadline))
      .compactMap(\.self).map { $0 - clock.now }
    times += [renderer?.timeLeft].compactMap(\.self) + buses.compactMap(\.timeout)
    let descriptors =
      [end, globals.connection.descriptor]
      + ([renderer?.descriptor] + selections.map(\.descriptor)).compactMap(\.self) + keyboards.changeDescriptors
      + keyboards.settingsDescriptors + buses.map(\.descriptor)
    let idle = IdleTime(
      endedBy: descriptors,
      writing: buses.filter { $0.events & Int16(POLLOUT) != 0 }.map(\.descriptor)
        + (renderer.map { $0.isSending ? [$0.descriptor] : [] } ?? []),
      orWokenBy: field.turnRequestDescriptor, within: times.min())
    // Preload no keyboards while the user waits for the first frame.
    if !panel.awaitsFirstFrame { session.prepare(while: idle) }
    return idle.waitUntilOver()?[0] ?? 0 != 0
  }

  // MARK: The keyboard

  private func perform(_ action: TouchAction, on seen: KeyboardSession.ShownKeyboard?, at time: Duration) {
    switch action {
    case .key(let event):
      if let view = hostViewOnScreen {
        if let key = event.key, let choice = view.choice(ofKey: key), event.gesture == .press { choose(choice) }
        return
      }
      let isUndo = offersUndo && event.key == InputViewTree.undoKey
      if event.gesture.isPress { offersUndo = false }
      pressVibrates = options.vibrates && event.gesture.isPress
      if pressVibrates { bus?.triggerKeyFeedback() }
      if isUndo { undo(event.gesture) } else { session.touched(event, on: seen, at: time) }
      pressVibrates = false
      if event.gesture.isPress { frameTime = frameTime ?? clock.now + Self.frameDelay }
    case .moveInsertionPoint(let count):
      do throws(SessionError) {
        try session.moveInsertionPoint(byCharacters: count)
      } catch {
        // Ignore the action, because the field lost the focus during the touch.
      }
    }
    field.finishTurn()
  }

  /// Undoes the step that cleared the text.
  private func undo(_ gesture: KeyEvent.Gesture) {
    guard gesture.isPress else { return }
    do throws(SessionError) {
      try session.undo()
    } catch {
      // The application has changed the text since the step, so the session can no longer undo the step.
      report(Diagnostic(error))
    }
  }

  /// Triggers a vibration that a keyboard requested (Desktop.md#feedback).
  private func play(_ haptic: HapticFeedback) {
    guard options.vibrates, !(pressVibrates && haptic.accompaniesTouch) else { return }
    bus?.trigger(haptic)
  }

  private func processFieldReport() {
    let turn = field.drain()
    if turn.leftSecureField {
      // The user made these touches for the secure field, so the touches must not type into the next field
      // (Desktop.md#touches-of-secure-fields).
      cancelTouches()
      panel.dropTouchesBeforeFocusChange()
      clipboard?.stopReading()
    }
    if turn.changedFocus {
      hostViews.changeFocus()
      offersUndo = false
      isUpgraded = programs.areReplaced
    }
    if turn.hasNewField {
      // The user selected the text in another field.
      primarySelection?.stopReading()
    }
    if turn.hasNewField || application.hasMoved && !application.outputs.isEmpty {
      application.hasMoved = false
      panel.moveToFocusedScreen(application.outputs)
    }
    if turn.lostSeat, !hasLostSeat { (hasLostSeat, mustReportLoss) = (true, true) }
    if turn.changedFocus, field.isActive { hasLostSeat = false }
    if turn.hasClearedText { offersUndo = true }
    if session.undoableSteps == 0 { offersUndo = false }
    if field.hasOtherInput {
      field.hasOtherInput = false
      if options.hidesForHardwareKeyboard { hostViews.setHidden(true) }
    }
    for event in turn.events {
      switch event {
      case .handleInputModeList: hostViews.open(.modes(of: keyboards, texts, in: languages.first ?? "en"))
      case .dismissKeyboard: setHidden(true)
      case .advanceToNextInputMode, .return, .keyCommand, .restarted, .click, .haptic, .timer: break
      }
    }
    let reason = session.shownBecause
    if reason != lastReason || turn.changedFocus {
      lastReason = reason
      show(notice: reason.flatMap { $0.isFailure ? $0.notice(texts) : nil })
    }
    for failure in turn.failures { reportOnceAMinute(Diagnostic(withoutKeyboardText: failure)) }
    for diagnostic in keyboards.drainDiagnostics() { reportOnceAMinute(diagnostic) }
  }

  private func show(notice text: String?) { notice = text.map { (text: $0, end: clock.now + Self.noticeTime) } }

  private func choose(_ choice: HostView.Choice) {
    switch choice {
    case .pick(let identifier):
      hostViews.close()
      pick(identifier)
    case .close:
      if case .welcome = hostViews.close() { reporting { () throws(Diagnostic) in try firstStart.end() } }
    case .show: setHidden(false)
    case .hide: setHidden(true)
    }
  }

  private func pick(_ identifier: String) {
    do throws(SessionError) {
      try session.pick(identifier)
    } catch {
      report(Diagnostic(error))
    }
    field.finishTurn()
  }

  /// Hides the keyboard, or shows it.
  ///
  /// - Returns: Whether the call had an effect. The keyboard cannot be shown if no field has the focus and the
  ///   compositor has no virtual keyboard.
  @discardableResult
  private func setHidden(_ hides: Bool) -> Bool {
    hostViews.setHidden(hides)
    if hides {
      field.endWithKeys()
    } else if !field.isActive {
      return field.beginWithKeys()
    } else if session.keyboard == nil, let current = session.field {
      // The keyboard dismissed itself. Give the focus to the same field again, so that the session shows the hidden
      // keyboard.
      session.focus(current)
      field.finishTurn()
    }
    return true
  }

  // MARK: The screen

  /// Whether the keyboard, or a view of the host other than the handle, is visible.
  private var isVisible: Bool { panel.isVisible && !hostViews.isHidden }

  private var hostViewOnScreen: HostView? {
    field.isActive && !field.hidesInputView ? hostViews.current : nil
  }

  private func updatePanel() {
    showContent()
    panel.update()
    if panel.cannotRender {
      if hostViewOnScreen == nil, let keyboard = session.keyboard, keyboard != KeyboardIdentifier.system {
        report(Diagnostic(unrendered: keyboard, because: panel.renderError))
        pick(KeyboardIdentifier.system)
        show(notice: texts.keyboardFailed)
        showContent()
        panel.update()
      } else {
        reportOnceAMinute(Diagnostic(unrendered: nil, because: panel.renderError))
      }
    }
    replaceTextsWithoutFont()
    bus?.publish(
      KeyboardStatus(isVisible: isVisible, keyboard: session.keyboard ?? "", hasSeat: field.hasSeat))
  }

  /// If no font has the characters of the host's view on the screen, shows the view in the user's next language
  /// (Desktop.md#host-language).
  private func replaceTextsWithoutFont() {
    guard let view = hostViewOnScreen, panel.shownContent == view.identifier, texts != .english,
      texts.isAmong(panel.textsWithoutFont)
    else { return }
    languages = languages.filter { HostTexts.texts(in: $0).map { $0 != texts } ?? true }
    texts = HostTexts.best(for: languages)
    if case .modes = view { hostViews.open(.modes(of: keyboards, texts, in: languages.first ?? "en")) }
    showContent()
    panel.update()
  }

  private func showContent() {
    let content = content
    if let shown = panel.shownContent, shown == session.keyboard, shown != content?.keyboard {
      // A view of the host covers the keyboard, or the panel disappears. Cancel the touches here, because the session
      // still regards the keyboard as shown and cancels no touches.
      cancelTouches()
    }
    panel.show(content)
  }

  /// Cancels all touches on the keyboard. The cancelled touches type nothing.
  private func cancelTouches() {
    let seen = session.shownKeyboard
    // The release tells the system keyboard that no finger holds shift any more. A third-party keyboard could type.
    let passesRelease = session.showsSystemKeyboard
    for case .key(let event) in panel.cancelTouches()
    where event.gesture.isTouch || passesRelease && event.gesture == .release {
      session.touched(event, on: seen)
    }
    field.finishTurn()
  }

  private var content: PanelContent? {
    guard field.isActive, !field.hidesInputView else { return nil }
    if let view = hostViewOnScreen {
      return PanelContent(
        keyboard: view.identifier, inputView: view.inputView(texts, in: field.environment),
        revealedKey: view.revealedKey, environment: field.environment)
    }
    guard let keyboard = session.keyboard, let inputView = session.arrangedInputView else { return nil }
    return PanelContent(
      keyboard: keyboard, inputView: inputView, isSystemKeyboard: session.showsSystemKeyboard,
      addsGlobeKey: session.addsGlobeKey,
      handleName: panel.isMovable ? texts.moveKeyboard : nil, undoTitle: offersUndo ? texts.undoClearing : nil,
      notice: notice?.text, environment: field.environment)
  }

  private func adaptEnvironment() {
    let screen = panel.screenSize
    var environment = KeyboardEnvironment(screen: screen, zoom: panel.zoom)
    let width = options.placement == .docked ? panel.dockedWidth : min(options.floatingWidth, screen.width)
    environment.width = width / panel.zoom
    environment.isDark = isDark
    environment.isRightToLeft = keyboards.isRightToLeft
    environment.textScale = session.preferences.textScale
    guard environment != field.environment else { return }
    field.environment = environment
    session.changeEnvironment(environment)
    field.finishTurn()
  }

  private var isDark: Bool {
    switch options.appearance {
    case .light: false
    case .dark: true
    case .system: bus?.colorScheme == .dark
    }
  }

  private func applySettings() {
    options = settings()
    let ignored = keyboards.ignoredSettings
    for diagnostic in ignored where !ignoredSettings.contains(diagnostic) { report(diagnostic) }
    ignoredSettings = ignored
    panel.placement = options.placement
    panel.zoom = options.zoom
    if !session.preferences.keepsClipboard {
      clipboard = nil
    } else if clipboard == nil {
      clipboard = SelectionReader(
        .clipboard, globals, clock: clock, interval: .milliseconds(200), waits: false
      ) { [unowned self] _ in !field.mayHaveCopiedPassword }
    }
    adaptEnvironment()
  }

  // MARK: The buses

  /// Handles the events of the buses.
  ///
  /// - Returns: The error if another klava-desktop has Klava's name on the session bus; nil otherwise.
  private func processBus() -> BusError? {
    for event in bus?.process() ?? [] {
      switch event {
      case .call(let call): perform(call)
      case .acquired: break
      case .failed(.nameTaken(.klava, let owner)): return .nameTaken(.klava, owner: owner)
      case .failed(.nameTaken(.onScreenKeyboard, let owner)) where mustReportLoss:
        // The program with the name is probably the one that has the seat, so one message says both.
        mustReportLoss = false
        report(Diagnostic(takenBy: owner))
      case .failed(let error): report(Diagnostic(error))
      case .colorScheme: adaptEnvironment()
      }
    }
    // If another klava-desktop owns the name, this program ends with the error about the name. So wait for the bus's
    // answers, and report the lost seat only if this program goes on.
    if mustReportLoss, bus?.awaitsNames != true {
      mustReportLoss = false
      report(Diagnostic(.inputMethodTaken, ""))
    }
    return nil
  }

  private func processLock() {
    guard let state = lock?.process() else { return }
    field.isOnLockScreen = state.mayBeLocked
    field.finishTurn()
  }

  private func perform(_ call: BusCall) {
    // Every command of another program closes an open list of input modes.
    hostViews.closeModeList()
    do throws(KeyboardCommands.CommandError) {
      try perform(call.command)
      call.accept()
    } catch {
      call.refuse(error.reason)
    }
  }

  private func perform(_ command: DesktopCommand) throws(KeyboardCommands.CommandError) {
    defer { field.finishTurn() }
    let commands = KeyboardCommands(keyboards: keyboards)
    switch command {
    case .hide: setHidden(true)
    case .toggle where isVisible: setHidden(true)
    case .show, .toggle:
      guard setHidden(false) else {
        throw .init("No text field has the focus, and the compositor has no virtual keyboard.")
      }
      guard !panel.isWithheld else {
        throw .init(
          "The compositor does not show the keyboard. KWin shows the keyboard only after a touch on a text field.")
      }
    case .nextKeyboard: try commands.advance()
    case .undo:
      try commands.undo()
      offersUndo = false
    case .pick(let name): try commands.pick(name)
    }
  }
}
