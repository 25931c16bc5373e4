internal import BundleFormat
internal import Glibc
internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel
internal import Timing

/// The loop of a session. The loop passes each call to the state, executes the commands that the state returns, and
/// passes the outcome of each command to the state. Calls cannot be nested, and all calls are on the thread that
/// created the loop.
final class SessionLoop {
  // `SessionState` calls no code outside of this module, so two accesses to `state` never overlap.
  @exclusivity(unchecked) private var state: SessionState
  private let source: any KeyboardSource
  private let systemKeyboard: any SystemTyping
  let clock: any SessionClock
  /// The uptime at which the clock started; nil for a clock that does not advance by itself.
  private let clockStart: Duration?
  let pool: ProcessPool
  let services: SessionServices
  let feedback: FeedbackPlayer
  private let audit: SessionAudit
  private let rememberMode: (_ mode: String?, _ key: String) -> Void
  private var choiceReader = ChoiceReader()
  /// A function that the loop calls after each turn, as ``KeyboardSession/watchTurns``.
  @exclusivity(unchecked) var watchTurns: ((ServedTurn) -> Void)? {
    willSet { requireThread() }
  }
  /// Whether the frontend sends key presses to the application. ``KeyboardSession/sendsKeyPresses`` sets this property.
  var sendsKeyPresses = false {
    willSet { requireThread() }
  }
  // No other code runs during an access to `limit` or `isInCall`, so no two accesses overlap.
  @exclusivity(unchecked) private var limit = TurnTimeLimit.none
  /// The user's pause in which the session prepares keyboards; nil at all other times.
  private var pause: IdleTime?
  private let thread = pthread_self()
  /// Whether the session is executing the commands of a call.
  @exclusivity(unchecked) private var isInCall = false

  init(
    _ state: SessionState, source: any KeyboardSource, system: any SystemTyping, clock: any SessionClock,
    services: SessionServices, preloading: Preloading, rememberMode: @escaping (_ mode: String?, _ key: String) -> Void
  ) {
    self.state = state
    self.source = source
    systemKeyboard = system
    self.clock = clock
    clockStart = clock.start
    pool = ProcessPool(source: source, preloading: preloading, system: system)
    self.services = services
    feedback = FeedbackPlayer(clock: clock)
    audit = SessionAudit(source: source)
    self.rememberMode = rememberMode
  }

  /// The system keyboard.
  var system: any SystemTyping {
    requireThread()
    return systemKeyboard
  }

  /// The gestures with which the system keyboard types a character now; nil if it cannot type the character.
  func systemPath(to character: Character) -> [KeyEvent]? {
    requireThread()
    systemKeyboard.now = clock.now
    return systemKeyboard.path(to: character)
  }

  /// Reads a fact of the state. `fact` may change values of the state if the changes need no command.
  @inline(__always)
  func read<Fact>(_ fact: (inout SessionState) -> Fact) -> Fact {
    requireThread()
    return fact(&state)
  }

  /// A call by the frontend, as a function that changes the session's state.
  typealias Call = (inout SessionState) -> Void

  @inline(__always)
  func call(_ call: Call, at uptime: Duration = SystemClock.uptime) throws(SessionError) {
    run(call, at: uptime)
    if let error = state.display.agenda.thrown { throw error }
  }

  /// Makes a call for a key press. All turns of the key press share one time limit.
  @inline(__always)
  func press(_ call: Call) throws(SessionError) {
    requireThread()
    let now = SystemClock.uptime
    limit = .keyPress(at: now)
    defer { limit = .none }
    state.shownHasEnded = state.display.shown.map { $0 != SessionState.system && pool[$0]?.hasEnded == true } ?? false
    try self.call(call, at: now)
  }

  /// Runs a call. If `descriptors` is not nil, the user is idle until one of the descriptors becomes readable.
  func whileIdle(_ descriptors: [Int32]?, _ call: Call) {
    limit = descriptors.map { .idle(endedBy: $0) } ?? .none
    defer { limit = .none }
    run(call)
  }

  /// Passes a call to the state, and executes all commands that the state returns.
  @inline(__always)
  func run(_ call: Call, at uptime: Duration = SystemClock.uptime) {
    requireThread()
    precondition(!isInCall, "a function that a session calls must not call the session")
    isInCall = true
    defer { isInCall = false }
    let now = time(at: uptime)
    state.display.beginCall(at: now)
    systemKeyboard.now = now
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

  func requireThread() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "use a session only on the thread that created it")
  }

  /// Reads the user's keyboard list, and the access of the keyboards that the session has used.
  func readChoices() {
    requireThread()
    state.display.didRead(choiceReader.read(from: source, of: state.display.instances))
  }

  private func executeCommands() { while let command = state.next() { execute(command) } }

  /// Does all work that the host postpones, as ``KeyboardSession/prepare(while:)``.
  func prepare(while idle: IdleTime?) {
    requireThread()
    audit.report(state.display, pool)
    pool.removeKilled(waits: false)
    source.keepEndedFiles(while: idle)
    pause = idle
    defer { pause = nil }
    whileIdle(idle?.descriptors) { $0.prepare(preloads: idle == nil ? nil : pool.maximumPreloads) }
  }

  /// Ends every process of a third-party keyboard.
  func end() {
    run { $0.finish() }
    pool.removeKilled(waits: true)
    pool.discardPreloads()
    source.preparation?.discardStandby()
    audit.report(state.display, pool)
    source.keepEndedFiles(while: nil)
  }

  /// Applies the settings of the system keyboard.
  func apply(_ settings: [String: SettingValue]) {
    requireThread()
    feedback.wantsClicks = settings[SettingsSchema.clicksKey] == .boolean(true)
    system.preferences = TypingPreferences(settings)
  }

  /// Executes a command, and passes its outcome to the state.
  private func execute(_ command: SessionCommand) {
    switch command {
    case .serve: if let turn = state.turns.turn { serve(turn) }
    case .send(let instance, let turn):
      if pool[instance]?.begin(turn) != true { state.update { $0.didNotSend(to: instance, &$1.agenda) } }
    case .readChoices: readChoices()
    case .start(let instance, let standing):
      let begin = ContinuousClock.now
      let start = pool.start(instance, state.display.instances[instance].identifier, standing)
      state.display.now = clock.now
      state.display.didStart(instance, start, took: .now - begin)
    case .findPath(let character, let isRequested):
      // The search for an emoji can be slow, because the system keyboard may have to read the emoji catalog. Do not
      // search for an emoji that a failed or replaced keyboard did not type.
      let path = isRequested || !character.isEmoji ? system.path(to: character) : nil
      state.type(character, pressing: path, isRequested: isRequested)
    case .selectLayout(let identifier, let showsLanguage):
      system.selectLayout(of: identifier, showsLanguage: showsLanguage)
    case .suspendThirdParties: state.display.didNotSuspend(pool.suspendThirdParties())
    case .measureStorage(let instance):
      state.display.didMeasure(instance, source.endForStorage(of: state.display.instances[instance].identifier))
    case .suspend(let instance): pool[instance]?.stop()
    case .resume(let instance): pool.resume(instance)
    case .kill(let instance): pool[instance]?.kill()
    case .end(let instance): pool[instance]?.end()
    case .release(let instance, let fact):
      observe(fact, of: instance)
      services.closeConnections(of: state.display.instances[instance].identifier)
      pool.release(instance)
    case .finishTurns(let instance):
      do throws(KeyboardEndError) {
        try pool[instance]?.finishTurns(while: pause)
        if pool[instance]?.drainMemoryWarning() == true { state.display.instances[instance].warningIsDue = true }
      } catch {
        state.display.didMeasure(instance, error)
      }
    case .prepareStandby: if pause?.isOver != true { source.preparation?.prepareStandby() }
    case .prepareLayouts(let identifiers):
      for identifier in identifiers where pause?.isOver != true { system.prepareLayouts(of: [identifier]) }
    case .preload(let neighbors):
      guard let pause else { return }
      pool.preload(neighbors, shown: state.display.shown, while: pause) { request, instance, use in
        reply(request, of: instance) { services.reply(request, $0, counting: &use) }
      }
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
    case .applySystemSettings(let settings): apply(settings)
    case .observe(let instance, let fact): observe(fact, of: instance)
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
      let error = KeyboardEndError.crashed("its process has already ended")
      return state.update { $0.didEnd(error, beforeTurn: false, isOverdue: false, took: .zero, &$1) }
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
      // The time limit of a call ends with the turn of a key, timer or disappear event. The time limit does not apply
      // to later turns, for example turns of the next keyboard.
      switch turn.event {
      case .key, .timer, .disappear: limit = .none
      default: break
      }
      if !result.requests.isEmpty { log(result, of: instance) }
      let time = instance == SessionState.system ? nil : keyboard.timeForResult
      let warns = keyboard.drainMemoryWarning()
      state.update {
        $0.didServe(
          result, preparedInputView: precomputed?.inputView, within: time, took: took, warningIsDue: warns, &$1)
      }
    } catch {
      let isOverdue = limit.isOver(for: keyboard)
      if case .idle = limit { limit = .none }
      if case .disappear = turn.event { limit = .none }
      let took = record(turn, since: begin, isAnswered: false)
      let beforeTurn = keyboard.endedBeforeTurn
      state.update { $0.didEnd(error, beforeTurn: beforeTurn, isOverdue: isOverdue, took: took, &$1) }
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
    reply(request, of: instance) { context in
      services.reply(request, context) {
        state.turns.reply(toDocumentAfter: $0, of: state.display.focused.field?.document)
      }
    }
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
