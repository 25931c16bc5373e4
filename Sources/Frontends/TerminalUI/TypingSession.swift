internal import Diagnostics
package import KeyboardHost
package import Scripting
internal import Sandbox
package import TextInput

/// A person at a text field: everything that they can do there, and what came of it in words. Both views have one.
package final class TypingSession {
  /// The session.
  package let session: KeyboardSession
  /// What the keyboard asked for and what went wrong since the person last did something, in words, harmless.
  package private(set) var notices: [String] = []
  /// Whether the list of input modes was asked for, since this was last set back.
  package var wantsInputModeList = false
  /// The last turns, the newest last.
  package private(set) var turns: [ServedTurn] = []
  /// Whether anything can be seen to have changed since this was last set back.
  package var isChanged = true

  /// Names that were looked up, which takes longer than drawing; those of a changed list are looked up anew.
  private var names: [String: String] = [:]
  private let environment: any PlayEnvironment
  private let options: SimulatorOptions
  private let log: (String) -> [String]

  /// Turns that are kept.
  private static let turnsKept = 200
  /// Notices that are kept.
  private static let noticesKept = 4

  /// A person who sits down at a fresh field.
  ///
  /// - Parameters:
  ///   - session: A session in which no field has the focus yet.
  ///   - environment: The person's files.
  ///   - options: The field, and how the keyboard is shown.
  ///   - log: The last lines that a keyboard logged, harmless.
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

  // MARK: The field

  /// The field gets the focus; so it does again after the keyboard was dismissed.
  package func focus(width: Double) {
    act { () throws(SessionError) in
      var field = session.field ?? options.field.field()
      if session.field == nil {
        if options.isDark { field.environment.isDark = true }
        if options.isRightToLeft { field.environment.isRightToLeft = true }
      }
      Self.adapt(&field.environment, to: width)
      session.focus(field)
    }
  }

  /// The keyboard has so many points from left to right.
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

  /// The appearance or direction changes.
  package func change(_ change: (inout KeyboardEnvironment) -> Void) {
    guard var environment = session.field?.environment else { return }
    change(&environment)
    act { () throws(SessionError) in session.changeEnvironment(environment) }
  }

  /// The traits, or what else the application says of its field, change.
  package func changeField(_ change: (inout TextField) -> Void) {
    act { () throws(SessionError) in try session.changeTraits(change) }
  }

  /// The person selects from one character of the text to another.
  package func select(from start: Int, to end: Int) {
    act { () throws(SessionError) in
      try session.select(offset: min(start, end), length: abs(end - start))
    }
  }

  /// The person moves the insertion point by so many characters, as far as there is text.
  package func moveCaret(by count: Int) {
    act { () throws(SessionError) in try session.moveCaret(byCharacters: count) }
  }

  // MARK: Keys

  /// The person does something on the keyboard shown.
  package func perform(_ event: KeyEvent) {
    act { () throws(SessionError) in
      switch (event.key, event.gesture) {
      case (let key?, let gesture): try session.key(key, gesture)
      case (nil, .swipe(let direction)): try session.swipe(direction)
      case (nil, _): break
      }
    }
  }

  /// A finger, or the mouse, did something on the keyboard shown; what it touched may be gone by now.
  package func touched(_ event: KeyEvent) {
    act { () throws(SessionError) in session.touched(event) }
  }

  /// The person presses a key of their own keyboard.
  package func hardwareKey(_ name: String) {
    act { () throws(SessionError) in try session.hardwareKey(name) }
  }

  // MARK: Input modes

  /// One mode that the person may pick now.
  package struct Mode: Hashable, Sendable {
    /// What names it.
    package var identifier: String
    /// What people call it, harmless.
    package var name: String
    /// Whether it is the one shown.
    package var isShown: Bool
  }

  /// The modes that the person may pick now.
  package var modes: [Mode] {
    session.availableModes.map {
      Mode(identifier: $0, name: name(of: $0), isShown: $0 == session.keyboard)
    }
  }

  /// The person picks a keyboard from the list.
  package func pick(_ identifier: String) {
    act { () throws(SessionError) in try session.pick(identifier) }
  }

  /// What people call a keyboard, harmless.
  package func name(of identifier: String) -> String {
    if let known = names[identifier] { return known }
    let name = environment.name(of: identifier).sanitized(limit: 64)
    names[identifier] = name
    return name
  }

  // MARK: What passes by itself

  /// When there is something to do without the person, by the session's clock.
  package var nextTimer: Duration? { session.nextTimer }

  /// Runs the timers of the keyboard that are due, as long as none of `others` is readable.
  package func runDueTimers(unless others: [Int32] = []) {
    session.runDueTimers(unless: others)
    report()
  }

  /// Lets what another process changed of the person's choices take effect.
  package func noticeChanges() {
    guard takeChanges() else { return }
    isChanged = true
    report()
  }

  /// Does what can wait until the person does, and makes the next keyboards ready while nobody waits.
  package func prepare(while idle: IdleTime? = nil) {
    session.prepare(while: idle)
    report()
  }

  /// The last lines that the keyboard shown logged, harmless.
  package var logLines: [String] { session.keyboard.map(log) ?? [] }

  // MARK: Acting

  private func act(_ deed: () throws(SessionError) -> Void) {
    notices = []
    takeChanges()
    do throws(SessionError) {
      try deed()
    } catch {
      note(Diagnostic(error))
    }
    isChanged = true
    report()
  }

  @discardableResult
  private func takeChanges() -> Bool {
    guard environment.noticeChanges() else { return false }
    names = [:]
    session.choicesChanged()
    return true
  }

  private func report() {
    let report = session.takeReport()
    for event in report.events {
      if event == .handleInputModeList { wantsInputModeList = true }
      if event != .timer, let words = event.words { note(words) }
    }
    for failure in report.failures { note(Diagnostic(failure)) }
    for problem in environment.takeProblems() { note(problem) }
    if !report.callbacks.isEmpty || !report.events.isEmpty || !report.failures.isEmpty { isChanged = true }
  }

  private func note(_ problem: Diagnostic) {
    note("\(problem.code): \(problem.subject.isEmpty ? "" : "\(problem.subject): ")\(problem.sentence)")
  }

  /// The notices, which are gone then.
  func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// Adds something that the person should know.
  package func note(_ words: String) {
    let words = words.sanitized(limit: 512)
    // What is said already is not said again: many keys in a row may have the same answer.
    if notices.last != words { notices.append(words) }
    if notices.count > Self.noticesKept { notices.removeFirst() }
    isChanged = true
  }
}
