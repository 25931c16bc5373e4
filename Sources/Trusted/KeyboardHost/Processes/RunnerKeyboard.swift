package import Bundles
internal import Diagnostics
internal import Glibc
internal import KeyboardLoader
package import Sandbox
internal import SeccompFilter
package import TextInput
internal import KeyboardProtocol

/// A keyboard in a process of its own.
package final class RunnerKeyboard: Keyboard {
  /// How long the host waits.
  package struct Deadlines: Sendable {
    /// For a turn's result, all of the keyboard's requests included.
    package var turn: Duration = .milliseconds(250)
    /// For the first word of a fresh process, and for the turn that loads the library.
    package var start: Duration = .seconds(2)

    /// For the keyboard to let go of what it has when it ends, and for its threads to stop.
    package var end: Duration = .milliseconds(100)

    /// For the rest of a timer's turn while a key press waits, and for the host's work on a result that came at the last
    /// moment.
    package var grace: Duration = .milliseconds(10)

    /// For the host's own work on one turn.
    package var host: Duration = KeyboardLimits.hostTime

    /// 250 ms for a turn, 2 s for a start, 100 ms for an end.
    package init() {}

    /// So many times as long.
    package init(patience factor: Int) {
      turn *= factor
      start *= factor
      end *= factor
      grace *= factor
      host *= factor
    }
  }

  var link: HostLink
  /// Nil once the keyboard has ended.
  private var process: RunnerProcess?
  private let deadlines: Deadlines
  private let limits: KeyboardLimits
  private var isStopped = false
  /// The path by which the process opens the library.
  private let libraryPath: String
  /// Where the process finds its bundle and its container.
  private let shownPaths: KeyboardPaths
  /// Whether it has said its first word. What ends it afterwards is the keyboard's doing.
  private var hasGreeted = false
  /// Whether it had a turn, so that there is somebody to be told of the end.
  private var hasServed = false
  /// The turn that it is at.
  private var underway: TurnUnderway?
  /// Whether nothing was heard of it yet in the present turn.
  private var awaitsFirstAnswer = false
  package private(set) var endedBeforeTurn = false
  package var hostTime: Duration { deadlines.host }
  package var grace: Duration { deadlines.grace }
  package var patience: Duration { deadlines.turn }
  package private(set) var timeForResult = KeyboardLimits.hostTime
  /// Looks at what the process uses; nil where /proc does not show it.
  private var gauge: ProcessGauge?
  /// What the process used after its last turn.
  package private(set) var use: ProcessUse?
  /// What it had all of that it may have since that was last told.
  private var shortages: Set<LimitReached> = []
  private var warning = MemoryWarning.none
  /// The container that the process has in memory; nil for one that has none.
  private let container: ContainerMirror?
  /// Whether nothing can have changed in it since it was last kept.
  private var isKept = false
  /// Takes what the keyboard prints.
  private let log: ([UInt8]) -> Void
  /// Is told that more was printed than the host takes at once, and that the rest was lost.
  private let outputWasCut: () -> Void

  /// A turn that has no result yet.
  private struct TurnUnderway {
    let serial: UInt64
    let event: TurnEvent
    /// How long the host waits for it, and how much of that is left.
    let patience: Duration
    var left: Duration

    var isLoading: Bool { if case .load = event { true } else { false } }
  }

  /// How far the person's keyboard is with its memory (Behavior.md#memory-warning).
  private enum MemoryWarning {
    /// It has used less than three quarters since it was last warned.
    case none
    /// It is to be warned.
    case due
    /// It was warned, and has not used less since.
    case given
  }

  /// Starts a process; the first turn loads the keyboard.
  ///
  /// - Parameters:
  ///   - runnerPath: The program that keyboards run in.
  ///   - program: What it is to run, and what it is held to.
  ///   - isNeededNow: Whether this waits until the process is ready; if not its first turn does.
  ///   - container: What keeps its container where it has that in memory.
  ///   - deadlines: How long the host waits.
  ///   - limits: How much it may use before the host ends it; nil for what the kernel holds it to.
  ///   - outputWasCut: Is told that more was printed than the host takes at once, and that the rest was lost.
  ///   - log: Takes what the keyboard prints.
  package init(
    runnerPath: String, program: KeyboardProgram, isNeededNow: Bool = true, container: ContainerMirror? = nil,
    deadlines: Deadlines, limits: KeyboardLimits? = nil, outputWasCut: @escaping () -> Void = {},
    log: @escaping ([UInt8]) -> Void
  ) throws(KeyboardEnd) {
    self.container = program.hasContainerInMemory ? container : nil
    self.deadlines = deadlines
    self.limits = limits ?? program.policy.limits
    self.log = log
    libraryPath = program.shownLibraryPath
    shownPaths = program.shownPaths
    self.outputWasCut = outputWasCut
    do {
      let order = try program.order()
      let library = try program.openLibrary()
      do throws(LinkError) {
        link = try HostLink()
        process = try RunnerProcess(
          path: runnerPath, link: link, order: try order.descriptor(), library: library,
          sendsContainer: program.hasContainerInMemory)
      } catch {
        throw KeyboardEnd.notStarted(error.description)
      }
    } catch let end as KeyboardEnd {
      throw end
    } catch {
      throw .unconfined(.seccomp, "\(error)")
    }
    if isNeededNow { try becomeReady() }
  }

  deinit {
    process = nil
    container?.end()
  }

  package func becomeReady() throws(KeyboardEnd) {
    _ = try becomeReady(while: nil)
  }

  /// The same for as long as nobody waits for the host; answers whether it is ready.
  private func becomeReady(while idle: IdleTime?) throws(KeyboardEnd) -> Bool {
    guard !hasGreeted else { return true }
    wake()
    guard let greeting = try receiveGreeting(while: idle) else { return false }
    guard case .hello(let version, let number) = greeting else {
      throw endBecause("its first message was not a greeting")
    }
    hasGreeted = true
    guard version >> 16 == LoadedKeyboard.abiVersion >> 16 else {
      throw endBecause("the runner has version \(version >> 16) of the plugin ABI")
    }
    guard process?.keyboardRuns(in: number) == true else { throw endBecause("its greeting names another process") }
    do throws(Diagnostic) {
      // Its folder is there, for the greeting was sent after it.
      if let folder = process?.takeContainer() { try container?.attach(folder) }
    } catch {
      kill()
      throw .notStarted(error.clause)
    }
    do {
      gauge = try ProcessGauge(number)
    } catch {
      // Where /proc is hidden from this user nobody warns the keyboard, and the kernel's limits alone hold it.
      gauge = nil
    }
    // Nobody but the process itself may look into its folder of descriptors, whose size was always 0 once.
    if gauge?.read()?.descriptors == 0 { link.countDescriptors(below: limits.descriptors) }
    return true
  }

  /// What the process uses now; nil where /proc does not show it.
  private func readUse() -> ProcessUse? {
    guard var use = gauge?.read() else { return nil }
    if use.descriptors == 0 { use.descriptors = link.countedDescriptors }
    return use
  }

  /// What ends a process before its first word is no keyboard's fault: none of a keyboard's code is in it yet.
  private func receiveGreeting(while idle: IdleTime?) throws(KeyboardEnd) -> RunnerMessage? {
    do throws(KeyboardEnd) {
      return try receive(within: deadlines.start, while: idle)
    } catch .crashed(let how) {
      throw .notStarted("its process ended before it was ready: \(how)")
    } catch .hung {
      throw .notStarted("its process was not ready in time")
    } catch {
      throw error
    }
  }

  /// Starts a process that loads nothing, and ends it once it is held by these layers.
  package static func tryConfinement(runnerPath: String, layers: Set<Layer>) throws(KeyboardEnd) {
    let policy: Policy
    do {
      policy = try Policy(available: layers, unsafeWithout: Set(Layer.allCases).subtracting(layers))
    } catch {
      throw .unconfined(error.missing.min() ?? .seccomp, error.description)
    }
    // What is asked is whether, not how fast.
    let keyboard = try RunnerKeyboard(
      runnerPath: runnerPath, program: KeyboardProgram(nothingUnder: policy), deadlines: Deadlines(patience: 10)
    ) { _ in }
    keyboard.kill()
  }

  /// The process's identifier, for tests and diagnosis; nil once it has ended.
  package var processIdentifier: Int32? { process?.processIdentifier }

  package var isBusy: Bool {
    guard !isStopped, let use, use.threads > 1 else { return false }
    return gauge?.anyThreadRuns ?? false
  }

  package var hasEnded: Bool { process?.hasEnded ?? true }

  package func howItEnded() -> KeyboardEnd {
    guard let process = process.take() else { return .crashed("its process has already ended") }
    return ended(process)
  }

  package func takeJournal() -> KeyboardJournal {
    let noted = link.takeJournal()
    var journal = KeyboardJournal(noted, name: SystemCalls.name(of:))
    journal.shortages = shortages.union(LimitReached.reported(noted.shortages)).words(under: limits, deadlines)
    shortages = []
    return journal
  }

  package func stop() {
    // Said anew each time: somebody else may have let it go on since.
    isStopped = true
    process?.signal(SIGSTOP)
  }

  package func waitUntilStopped() -> Bool {
    guard isStopped, !hasEnded else { return true }
    // Before its first word it is still confining itself, and none of the keyboard's code is in it.
    guard hasGreeted else { return true }
    // Where /proc is hidden from this user nobody can tell.
    guard gauge != nil else { return false }
    let end = ContinuousClock.now + deadlines.end
    while gauge?.allThreadsHaveStopped != true {
      guard ContinuousClock.now < end else { return false }
      usleep(50)
    }
    return true
  }

  package func wake() {
    guard isStopped else { return }
    isStopped = false
    isKept = false
    process?.signal(SIGCONT)
  }

  package func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
    try becomeReady()
    _ = try fillContainer(while: nil)
    guard let result = try follow(try turnUnderway(turn), while: nil, answering: answer) else {
      throw endBecause("the host abandoned it")
    }
    return result
  }

  package func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult? {
    if try becomeReady(while: idle), try fillContainer(while: idle),
      let result = try follow(try turnUnderway(turn), while: idle, answering: answer)
    {
      return result
    }
    stop()
    return nil
  }

  /// The turn that it is at, or else this one, sent now; it is awake for it.
  private func turnUnderway(_ turn: Turn) throws(KeyboardEnd) -> TurnUnderway {
    wake()
    if let underway { return underway }
    guard process != nil else { throw .crashed("its process has already ended") }
    hasServed = true
    var turn = turn
    var patience = deadlines.turn
    if case .load(var configuration) = turn.event {
      configuration.libraryPath = libraryPath
      turn.event = .load(configuration)
      patience = deadlines.start
    }
    try send(.turn(turn))
    awaitsFirstAnswer = true
    return TurnUnderway(serial: turn.serial, event: turn.event, patience: patience, left: patience)
  }

  /// Gives the process the user's files before its first turn, and so before any of the keyboard's code is in it; answers
  /// whether it has all of them.
  private func fillContainer(while idle: IdleTime?) throws(KeyboardEnd) -> Bool {
    guard let container, process != nil else { return true }
    do throws(Diagnostic) {
      return try container.fill { idle?.isOver ?? false }
    } catch {
      kill()
      // No fault of the keyboard's.
      endedBeforeTurn = true
      throw .notStarted(error.clause)
    }
  }

  package func keepFiles(while idle: IdleTime?) throws(KeyboardEnd) {
    guard let container, process != nil, !isKept else { return }
    var wasStopped = isStopped
    let usage = container.keep {
      guard idle?.isOver == true else { return false }
      wasStopped = false
      return true
    }
    isKept = wasStopped
    guard let usage else { return }
    throw .exceeded(LimitViolation(storing: usage, most: limits))
  }

  /// Answers what the keyboard asks for until it has done a turn, which takes no longer than it may; nil where somebody waits
  /// for the host before.
  private func follow(
    _ turn: TurnUnderway, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult? {
    underway = nil
    let deadline = ContinuousClock.now + turn.left
    while true {
      guard let message = try receive(by: deadline, within: turn.patience, while: idle) else {
        underway = turn
        underway?.left = deadline - .now
        return nil
      }
      awaitsFirstAnswer = false
      switch message {
      case .hello: throw endBecause("it sent a second greeting")
      case .request(let request):
        try endUnless(.now < deadline, after: turn.patience)
        var reply = answer(request)
        if case .paths = reply { reply = .paths(shownPaths) }
        // The host's work for the keyboard counts as the keyboard's time. Without this a result that was published meanwhile
        // would be accepted however late it is.
        try endUnless(.now < deadline, after: turn.patience)
        try send(reply)
      case .result(let result):
        guard result.serial == turn.serial else { throw endBecause("it answered a different turn") }
        drainLog()
        if turn.isLoading, let failure = result.failure {
          kill()
          throw .refused(failure)
        }
        if turn.isLoading, turn.patience - (deadline - .now) > deadlines.turn { shortages.insert(.loadTime) }
        if case .disappear = turn.event { try wipeLink() }
        try holdToLimits()
        // Decoding the message and reading what was printed are the host's work too.
        let left = deadlines.host - link.timeSinceMessage
        timeForResult = max(turn.isLoading ? left : min(left, deadline - .now), deadlines.grace)
        return result
      }
    }
  }

  private func endUnless(_ isInTime: Bool, after patience: Duration) throws(KeyboardEnd) {
    guard !isInTime else { return }
    kill()
    throw .hung(after: patience)
  }

  /// When a field goes, nothing of its text stays in memory that the process shares with its host.
  private func wipeLink() throws(KeyboardEnd) {
    do {
      try link.wipe()
    } catch {
      throw endBecause(error.description)
    }
  }

  package var memory: UInt64 { (use?.memory ?? 0) + (container?.bytesInMemory ?? 0) }

  package func takeMemoryWarning() -> Bool {
    guard warning == .due else { return false }
    warning = .given
    return true
  }

  /// Looks at what the process uses after a turn, and ends it if that is too much.
  private func holdToLimits() throws(KeyboardEnd) {
    guard let now = readUse() else { return }
    use = now
    shortages.formUnion(now.shortages(under: limits))
    if let excess = now.excess(over: limits) {
      kill()
      throw .exceeded(excess)
    }
    if now.memory < limits.memoryWarning { warning = .none } else if warning == .none { warning = .due }
  }

  /// Tells the keyboard that it ends, waits for it a moment, and ends its process. A stopped one runs meanwhile: while no
  /// third party may have the field it is to be killed instead (Behavior.md#stopped-processes).
  package func end() {
    if hasServed, process?.hasEnded == false {
      wake()
      do throws(KeyboardEnd) {
        try send(.turn(Turn(serial: .max, event: .destroy)))
        _ = try receive(within: deadlines.end, while: nil)
      } catch {
        // It ends all the same.
        return
      }
    }
    kill()
  }

  package func kill() {
    if !hasGreeted, !isStopped { awaitLastStart() }
    drainLog()
    process = nil
    container?.end()
  }

  /// A process that is still on its way into namespaces of its own is let come to their end, so that it can be ended in
  /// order; see ``RunnerProcess``.
  private func awaitLastStart() {
    guard !hasEnded, let pidfd = process?.pidfd.rawValue else { return }
    do {
      let greeting = try link.receive(deadline: .now + deadlines.end, pidfd: pidfd)
      if case .hello(_, let number) = greeting { _ = process?.keyboardRuns(in: number) }
    } catch {
      // It is ended all the same.
      return
    }
  }

  /// Sends an answer, or that it is too long to be sent.
  private func send(_ reply: HostReply) throws(KeyboardEnd) {
    do {
      try link.send(.reply(reply))
    } catch .tooLong {
      try send(.reply(.refused(.tooLarge)))
    } catch {
      throw endBecause(error.description)
    }
  }

  private func send(_ message: HostMessage) throws(KeyboardEnd) {
    do {
      try link.send(message)
    } catch {
      throw endBecause(error.description)
    }
  }

  /// Waits for a message; nil where somebody waits for the host before it comes.
  ///
  /// - Parameters:
  ///   - deadline: When the keyboard is taken to hang; nil for `patience` from now on.
  ///   - patience: All the time that it has for what it is at.
  ///   - idle: When nobody waits for the host; nil where somebody does all the time.
  private func receive(
    by deadline: ContinuousClock.Instant? = nil, within patience: Duration, while idle: IdleTime?
  ) throws(KeyboardEnd) -> RunnerMessage? {
    guard let pidfd = process?.pidfd.rawValue else { throw .crashed("its process has already ended") }
    let deadline = deadline ?? .now + patience
    do {
      return try link.receive(
        deadline: min(deadline, idle?.end ?? deadline), pidfd: pidfd, unless: idle?.descriptors ?? [])
    } catch .stalled {
      if let end = idle?.end, end < deadline { return nil }
      // Whoever waits for a thread that it does not get waits without end.
      if let now = readUse() { shortages.formUnion(now.shortages(under: limits)) }
      kill()
      throw .hung(after: patience)
    } catch .peerEnded {
      // A signal from outside may reach a process that waits, after the host last looked whether it is there.
      endedBeforeTurn = awaitsFirstAnswer && !link.lastMessageWasTaken
      guard let process = process.take() else { throw .crashed("its process has already ended") }
      throw ended(process)
    } catch {
      throw endBecause(error.description)
    }
  }

  /// How a process ended, after its last words are in the log.
  private func ended(_ process: consuming RunnerProcess) -> KeyboardEnd {
    let (bytes, wasFull) = process.drainOutput()
    let end = process.ended(
      saying: hasGreeted ? nil : bytes, after: use, short: LimitReached.reported(link.shortagesAtEnd), limits: limits)
    container?.end()
    // What it then says is the reason itself, and no word of the keyboard.
    if case .unconfined = end { return end }
    take(bytes, wasFull)
    return end
  }

  private func endBecause(_ reason: String) -> KeyboardEnd {
    kill()
    return .protocolViolation(reason)
  }

  private func drainLog() {
    guard let (bytes, wasFull) = process?.drainOutput() else { return }
    take(bytes, wasFull)
  }

  private func take(_ output: [UInt8], _ wasFull: Bool) {
    if !output.isEmpty { log(output) }
    if wasFull { outputWasCut() }
  }
}
