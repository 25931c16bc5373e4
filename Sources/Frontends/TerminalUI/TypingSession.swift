internal import Diagnostics
package import InputViewModel
package import KeyboardHost
package import Layout
internal import Sandbox
package import Scripting

/// Performs the actions of a user who types into a text field, and reports the results as text. The two views
/// `FullScreen` and `LinearView` use this type.
package final class TypingSession {
  /// The session in which the user types.
  package let session: KeyboardSession
  /// Sanitized notices since the user's last action, about requests of the keyboard and about errors.
  package private(set) var notices: [String] = []
  /// The latest sanitized notices of the whole session, the newest last.
  package private(set) var messages: [String] = []
  /// The identifier of the keyboard that failed last; nil if none has failed.
  private var failed: String?
  /// The name of the key that undoes a step, for messages.
  package var undoKey = "Ctrl-Z"
  /// Whether the keyboard requested the list of input modes. The view sets the value to false.
  package var wantsInputModeList = false
  /// The latest turns of the keyboards, newest last.
  package private(set) var turns: [ServedTurn] = []
  /// Whether the view must draw itself again. The view sets the value to false.
  package var isChanged = true
  /// Returns the notices that have come from outside the session since the last call, such as the notices of a build.
  /// The view shows the returned notices in place of earlier notices from outside the session.
  package var otherNotices: () -> [String] = { [] }

  /// A cache of keyboard names, because looking up a name takes longer than drawing the view. The typing session
  /// empties the cache when the list of keyboards changes.
  private var names: [String: String] = [:]
  private let environment: any PlayEnvironment
  private let options: SimulatorOptions
  private let log: (String) -> [String]

  /// The number of turns that remain in ``turns`` when the session removes older turns.
  private static let turnsKept = 200
  /// The maximum number of notices in `notices`.
  private static let noticesKept = 4
  /// The maximum number of notices in `messages`.
  private static let messagesKept = 50

  /// Creates a typing session. Call `focus(width:)` afterwards to create the field.
  ///
  /// - Parameters:
  ///   - session: A session in which no field has the focus yet.
  ///   - environment: The user's files.
  ///   - options: The field and the keyboard's appearance.
  ///   - log: Returns the last sanitized log lines of a keyboard.
  package init(
    session: KeyboardSession, environment: any PlayEnvironment, options: SimulatorOptions = SimulatorOptions(),
    log: @escaping (String) -> [String] = { _ in [] }
  ) {
    self.session = session
    self.environment = environment
    self.options = options
    self.log = log
    session.watchTurns = { [unowned self] turn in
      turns.append(turn)
      if turns.count > 2 * Self.turnsKept { turns.removeFirst(Self.turnsKept) }
    }
  }

  deinit { session.watchTurns = nil }

  /// The input view of the shown keyboard, as the user sees it.
  package var inputView: InputViewTree? { session.arrangedInputView }

  // MARK: The field

  /// Gives the field the focus, for the first time or again after the keyboard was dismissed.
  package func focus(width: Double) {
    act { () throws(SessionError) in
      var field = session.field ?? options.field.field()
      if session.field == nil {
        if options.isDark { field.environment.isDark = true }
        if options.isRightToLeft { field.environment.isRightToLeft = true }
        field.environment.textScale = session.preferences.textScale
      }
      Self.adapt(&field.environment, to: width)
      session.focus(field)
    }
  }

  /// Changes the keyboard's width, in points.
  package func resize(width: Double) {
    guard var environment = session.field?.environment else { return focus(width: width) }
    Self.adapt(&environment, to: width)
    guard environment != session.field?.environment else { return }
    act { () throws(SessionError) in session.changeEnvironment(environment) }
  }

  private static func adapt(_ environment: inout KeyboardEnvironment, to width: Double) {
    environment.width = width
    environment.horizontalSizeClass = width >= 600 ? .regular : .compact
  }

  /// Changes the environment, such as appearance or writing direction.
  package func change(_ change: (inout KeyboardEnvironment) -> Void) {
    guard var environment = session.field?.environment else { return }
    change(&environment)
    act { () throws(SessionError) in session.changeEnvironment(environment) }
  }

  /// Changes the field's traits, or another property that the application sets.
  package func changeField(_ change: (inout TextField) -> Void) {
    act { () throws(SessionError) in try session.changeTraits(change) }
  }

  /// Selects the text between two offsets in characters.
  package func select(from start: Int, to end: Int) {
    act { () throws(SessionError) in
      try session.select(offset: min(start, end), length: abs(end - start))
    }
  }

  /// Moves the insertion point by a number of characters. The insertion point stops at the start and at the end of the
  /// text.
  package func moveInsertionPoint(by count: Int) {
    act { () throws(SessionError) in try session.moveInsertionPoint(byCharacters: count) }
  }

  // MARK: Keys

  /// Performs a gesture on the shown keyboard.
  package func perform(_ event: KeyEvent) {
    actOnKeys { () throws(SessionError) in
      switch (event.key, event.gesture) {
      case (let key?, let gesture): try session.key(key, gesture)
      case (nil, .swipe(let direction)): try session.swipe(direction)
      case (nil, _): break
      }
    }
  }

  /// Performs a swipe that begins on a key, in the direction of an arrow.
  package func swipe(_ arrow: ArrowKey, on key: Key?) {
    let swipesKey = key?.swipes != nil
    guard swipesKey || inputView?.recognizesSwipes == true else {
      return notify("This keyboard gets no swipes that begin here.")
    }
    perform(KeyEvent(key: swipesKey ? key?.identifier : nil, gesture: .swipe(SwipeDirection(arrow))))
  }

  /// Performs a gesture of a finger or the mouse. The touched key may have disappeared since the gesture began.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - seen: The keyboard on which the user made the gesture; nil for the shown keyboard.
  package func touched(_ event: KeyEvent, on seen: KeyboardSession.ShownKeyboard? = nil) {
    actOnKeys { () throws(SessionError) in session.touched(event, on: seen) }
  }

  /// Presses a key of the hardware keyboard.
  ///
  /// If the shown system keyboard has a key for the character, the system keyboard types the character. In this way,
  /// the system keyboard can suggest, correct and learn words.
  package func hardwareKey(_ name: String) {
    actOnKeys { () throws(SessionError) in
      if session.showsSystemKeyboard {
        do throws(SessionError) {
          switch name {
          case "Backspace": return try session.key("delete")
          case "Return": return try session.type("\n")
          default: if name.count == 1, let character = name.first { return try session.type(character) }
          }
        } catch {
          // The system keyboard has no key for the character, so the application gets the key press.
        }
      }
      try session.hardwareKey(name)
    }
  }

  /// Undoes the user's last step.
  package func undo() {
    act { () throws(SessionError) in try session.undo() }
  }

  // MARK: Input modes

  /// An input mode that the user can choose now.
  package struct Mode: Hashable, Sendable {
    /// The mode's identifier.
    package var identifier: String
    /// The mode's sanitized display name.
    package var name: String
    /// Whether the mode is the current mode.
    package var isShown: Bool
  }

  /// The input modes that the user can choose now.
  package var modes: [Mode] {
    session.availableModes.map {
      Mode(identifier: $0, name: name(of: $0), isShown: $0 == session.keyboard)
    }
  }

  /// Selects a keyboard from the list of input modes.
  package func pick(_ identifier: String) {
    act { () throws(SessionError) in try session.pick(identifier) }
  }

  /// The sanitized display name of a keyboard.
  package func name(of identifier: String) -> String {
    if let known = names[identifier] { return known }
    let name = environment.name(of: identifier).sanitized(limit: 64)
    names[identifier] = name
    return name
  }

  // MARK: Timers and background work

  /// The time of the next timer, by the session's clock.
  package var nextTimer: Duration? { session.nextTimer }

  /// Runs the due timers of the keyboard while none of `others` is readable.
  package func runDueTimers(unless others: [Int32] = []) {
    session.runDueTimers(unless: others)
    report()
  }

  /// Applies changes that another process made to the user's settings, and adds the notices from outside the session.
  package func noticeChanges() {
    let others = otherNotices()
    if !others.isEmpty { notices = [] }
    for notice in others { notify(notice) }
    guard applyChanges() else { return }
    isChanged = true
    report()
  }

  /// Performs deferred work and preloads the next keyboards while the user is idle.
  package func prepare(while idle: IdleTime? = nil) {
    session.prepare(while: idle)
    report()
  }

  /// The identifier of the keyboard whose log the view shows. After a failure, the view shows the log of the keyboard
  /// that the system keyboard replaces. Otherwise, the view shows the log of the shown keyboard.
  package var loggedKeyboard: String? {
    switch session.shownBecause {
    case .crashed, .hung, .quarantined: failed ?? session.keyboard
    default: session.keyboard
    }
  }

  /// The last sanitized log lines of ``loggedKeyboard``.
  package var logLines: [String] { loggedKeyboard.map(log) ?? [] }

  // MARK: Acting

  /// Performs an action on a key. Several key presses can arrive together, for example when the user pastes a text into
  /// the terminal. Before each key, the session waits for the suggestions for the previous key, as if a user typed the
  /// keys one by one.
  private func actOnKeys(_ action: () throws(SessionError) -> Void) {
    session.awaitSuggestions()
    act(action)
  }

  private func act(_ action: () throws(SessionError) -> Void) {
    notices = []
    applyChanges()
    do throws(SessionError) {
      try action()
    } catch {
      notify(Diagnostic(error))
    }
    isChanged = true
    report()
  }

  @discardableResult
  private func applyChanges() -> Bool {
    let textScale = session.preferences.textScale
    let hasNewSettings = environment.noticeSettings()
    if textScale != session.preferences.textScale, var environment = session.field?.environment {
      environment.textScale = session.preferences.textScale
      session.changeEnvironment(environment)
    }
    guard environment.noticeChanges() else { return hasNewSettings }
    names = [:]
    session.choicesChanged()
    return true
  }

  private func report() {
    let report = session.drainReport()
    for event in report.events {
      if event == .handleInputModeList { wantsInputModeList = true }
      if event != .timer, let words = event.words { notify(words) }
    }
    for failure in report.failures {
      failed = failure.identifier
      notify(Diagnostic(failure))
    }
    if report.hasClearedText { notify("Cleared. Undo: \(undoKey)") }
    for diagnostic in environment.drainDiagnostics() { notify(diagnostic) }
    if !report.callbacks.isEmpty || !report.events.isEmpty || !report.failures.isEmpty { isChanged = true }
  }

  private func notify(_ diagnostic: Diagnostic) {
    notify(
      "\(diagnostic.code): \(diagnostic.subject.isEmpty ? "" : "\(diagnostic.subject): ")\(diagnostic.sentence)",
      remedy: diagnostic.remedy)
  }

  /// Returns the notices and removes them.
  func drainNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// Adds a notice for the user. ``notices`` gets only the words, and ``messages`` gets the words and the remedy.
  package func notify(_ words: String, remedy: String = "") {
    let message = (remedy.isEmpty ? words : "\(words) \(remedy)").sanitized(limit: 4_096)
    let words = words.sanitized(limit: 4_096)
    // Do not repeat the last notice: several keys in a row may have the same result.
    if notices.last != words { notices.append(words) }
    if messages.last != message { messages.append(message) }
    if messages.count > Self.messagesKept { messages.removeFirst() }
    if notices.count > Self.noticesKept { notices.removeFirst() }
    isChanged = true
  }
}
