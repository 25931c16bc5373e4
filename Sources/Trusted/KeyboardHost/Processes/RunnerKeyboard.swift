internal import Diagnostics
internal import Glibc
internal import HostLink
internal import KeyboardLink
internal import KeyboardLoader
package import KeyboardProtocol
package import KeyboardStore
package import Sandbox
internal import SeccompFilter
package import SystemSupport

/// A keyboard in its own process, which runs the program `klava-runner` in a sandbox.
package final class RunnerKeyboard: KeyboardProcess {
  // No other code runs during an access to the link, so no two accesses overlap.
  @exclusivity(unchecked) var link: HostLink
  /// The process; nil after the keyboard has ended.
  private var process: RunnerProcess?
  /// The process after ``killUnresponsive()``, until ``kill()`` removes it.
  private var killed: RunnerProcess?
  private let deadlines: Deadlines
  private let limits: KeyboardLimits
  /// Whether a seccomp filter prevents the keyboard from starting processes.
  private let cannotFork: Bool
  private var isStopped = false
  /// The path at which the process opens the library.
  private let libraryPath: String
  /// The paths at which the process finds its bundle and its data container.
  private let shownPaths: KeyboardPaths
  /// Whether the process sent its greeting. An end before the greeting is not the keyboard's fault.
  private var hasGreeted = false
  /// Whether the process received a turn, so that the host sends a destroy event before it ends the process.
  private var hasServed = false
  private var underway: TurnUnderway?
  /// Whether the host still waits for the first message from the process in the current turn.
  private var awaitsFirstAnswer = false
  package private(set) var endedBeforeTurn = false
  package var hostTime: Duration { deadlines.host }
  package var grace: Duration { deadlines.grace }
  package var patience: Duration { deadlines.turn }
  package private(set) var timeForResult = KeyboardLimits.hostTime
  /// The resource use of the process at the last measurement.
  package var use: ProcessUse? { resources.use }
  /// Whether the host measures the process after each turn. If the value is false, the host measures it less often after
  /// short turns (Sandbox.md#host-watches-memory).
  package var measuresShortTurns = true
  private var resources: ProcessResources
  /// The copy of the data container in memory; nil for a process without a copy.
  private let container: ContainerMirror?
  /// Whether the host has copied the files of the data container from memory to disk, and the process has not run since
  /// that copy.
  private var isKept = false
  /// Receives the bytes that the keyboard printed.
  private let log: ([UInt8]) -> Void
  /// The last line in which the process reported a fatal error of Swift.
  private var fatalError: String?
  /// Reports that the pipe for the keyboard's output was full, so that output of the keyboard may be lost.
  private let outputWasCut: () -> Void

  /// A turn that has no result yet.
  struct TurnUnderway {
    let serial: UInt64
    let event: TurnEvent
    /// The whole time that the keyboard has for the turn.
    let patience: Duration
    /// The remaining part of ``patience``.
    var left: Duration
    /// The time at which the host sent a disappear event before other work; nil for any other turn. The deadline starts
    /// at this time.
    var sent: ContinuousClock.Instant?

    var isLoading: Bool { if case .load = event { true } else { false } }

    /// Starts the deadline of a disappear event, which the host sends before it does work for the next keyboard. The
    /// deadline of an appear event starts only when the host begins to wait for its result. So a hidden keyboard cannot
    /// use up the time of the next keyboard.
    mutating func didSend(at now: ContinuousClock.Instant) { if case .disappear = event { sent = now } }

    /// Returns the time at which the turn must be over.
    ///
    /// After the host sent a disappear event, the host's other work also uses up the keyboard's time. However, the
    /// keyboard always gets at least the time `grace`, because it may have waited for the host's reply to a request.
    ///
    /// - Parameters:
    ///   - now: The time at which the host begins to wait.
    ///   - grace: The minimum time from now until the deadline.
    func deadline(from now: ContinuousClock.Instant, grace: Duration) -> ContinuousClock.Instant {
      guard let sent else { return now + left }
      return max(sent + left, now + grace)
    }
  }

  /// Starts a keyboard in a standby process, or in a new process. The first turn loads the keyboard.
  ///
  /// - Parameters:
  ///   - runnerPath: The path of the program `klava-runner`.
  ///   - program: The library and the policy of the process.
  ///   - standby: The standby process to take over; nil to start a new process.
  ///   - isNeededNow: Whether to wait until the process is ready; if false, the first turn waits for the process.
  ///   - container: The copy of the data container, for a program whose data container is in memory.
  ///   - deadlines: The deadlines of the process.
  ///   - limits: The limits that the host enforces; nil for the limits of the policy.
  ///   - outputWasCut: Reports that the pipe for the keyboard's output was full, so output may be lost.
  ///   - log: Receives the bytes that the keyboard printed.
  /// - Throws: ``KeyboardEndError`` if the process cannot start or, with `isNeededNow`, cannot become ready.
  package init(
    runnerPath: String, program: KeyboardProgram, in standby: consuming StandbyProcess? = nil,
    isNeededNow: Bool = true, container: ContainerMirror? = nil, deadlines: Deadlines, limits: KeyboardLimits? = nil,
    outputWasCut: @escaping () -> Void = {}, log: @escaping ([UInt8]) -> Void
  ) throws(KeyboardEndError) {
    self.container = program.hasContainerInMemory ? container : nil
    self.deadlines = deadlines
    self.limits = limits ?? program.policy.limits
    cannotFork = program.policy.layers.contains(.seccomp)
    resources = ProcessResources(self.limits)
    self.log = log
    shownPaths = program.shownPaths
    self.outputWasCut = outputWasCut
    do {
      let started = try StandbyProcess.running(standby, or: runnerPath)
      let order = try program.order()
      let library = try program.openLibrary()
      libraryPath = program.libraryPath(in: started.process.processIdentifier)
      do throws(LinkError) {
        try started.process.send(try order.descriptor(), library: library)
        link = started.link
        process = .some(started.process)
      } catch {
        throw KeyboardEndError.notStarted(error.description)
      }
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      throw .unconfined(.seccomp, "\(error)")
    }
    if isNeededNow { try becomeReady() }
  }

  deinit {
    process = nil
    killed = nil
    container?.end()
  }

  package func becomeReady() throws(KeyboardEndError) {
    _ = try becomeReady(while: nil)
  }

  /// Waits for the process's greeting until the idle time ends.
  ///
  /// - Parameter idle: The time in which the user is idle; nil to wait until the start deadline.
  /// - Returns: Whether the process is ready.
  private func becomeReady(while idle: IdleTime?) throws(KeyboardEndError) -> Bool {
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
    guard process?.keyboardRuns(in: number, alone: cannotFork) == true else {
      throw endBecause("its greeting names another process")
    }
    do throws(Diagnostic) {
      // The runner sends the folder of the data container before its greeting.
      if let folder = process?.receiveContainer() { try container?.attach(folder) }
    } catch {
      kill()
      throw .notStarted(error.clause)
    }
    // A kernel before Linux 6.2 does not report the number of open descriptors, so the process counts its descriptors
    // itself.
    if resources.watch(number)?.descriptors == 0 { link.countDescriptors(below: limits.descriptors) }
    return true
  }

  /// Waits for the greeting. Reports a crash or a missed deadline before the greeting as `notStarted`, because no code
  /// of the keyboard has run.
  private func receiveGreeting(while idle: IdleTime?) throws(KeyboardEndError) -> RunnerMessage? {
    do throws(KeyboardEndError) {
      return try receive(within: deadlines.start, while: idle)
    } catch .crashed(let how, _) {
      throw .notStarted("its process ended before it was ready: \(how)")
    } catch .hung {
      throw .notStarted("its process was not ready in time")
    } catch {
      throw error
    }
  }

  /// Starts a process under the given sandbox layers without loading a keyboard, and ends the process after its
  /// greeting.
  ///
  /// - Throws: ``KeyboardEndError/unconfined(_:_:)`` if a layer is unavailable, or another ``KeyboardEndError``.
  package static func tryConfinement(runnerPath: String, layers: Set<Layer>) throws(KeyboardEndError) {
    let policy: Policy
    do {
      policy = try Policy(available: layers, unsafeWithout: Set(Layer.allCases).subtracting(layers))
    } catch {
      throw .unconfined(error.missing.min() ?? .seccomp, error.description)
    }
    // The deadlines are long, so that the test of the layers does not fail on a slow machine.
    let keyboard = try RunnerKeyboard(
      runnerPath: runnerPath, program: KeyboardProgram(nothingUnder: policy), deadlines: Deadlines(patience: 10)
    ) { _ in }
    keyboard.kill()
  }

  /// The process's identifier, for tests and diagnosis; nil after the process has ended.
  package var processIdentifier: Int32? { process?.processIdentifier }

  package var isBusy: Bool {
    guard !isStopped, hasThreads else { return false }
    return resources.anyThreadRuns
  }

  package var hasMainQueue: Bool { link.hasMainQueue }

  package var hasThreads: Bool { (use?.threads ?? 0) > 1 }

  package var turnRequestDescriptor: Int32? { process == nil || !hasGreeted ? nil : link.eventDescriptor }

  package var endDescriptor: Int32? { process?.pidfd }

  package func readTurnRequest() -> TurnRequest {
    guard process != nil, hasGreeted, underway == nil else { return .none }
    // Drain the descriptor before reading the count, so that the host misses no request: the runner counts a request
    // before it wakes the host.
    let wasWoken = link.drainWakeUp()
    return link.isTurnRequested ? .pending : wasWoken ? .falseAlarm : .none
  }

  package func handleTurnRequests() { link.handleTurnRequests() }

  package var hasEnded: Bool { process?.hasEnded ?? killed?.hasEnded ?? true }

  package func howItEnded() -> KeyboardEndError {
    guard let process = process.take() else { return .crashed("its process has already ended") }
    return ended(process)
  }

  package func drainJournal() -> KeyboardJournal {
    let noted = link.drainJournal()
    var journal = KeyboardJournal(noted, name: SystemCalls.name(of:))
    journal.limitsReached = resources.drainLimits(LimitReached.reported(noted.reachedLimits), deadlines)
    return journal
  }

  package func stop() {
    // The host sends the signal on every call: another process may have continued the keyboard's process since the last
    // call.
    isStopped = true
    process?.signal(SIGSTOP)
  }

  package func waitUntilStopped() -> Bool {
    guard isStopped, !hasEnded else { return true }
    // The host does not stop a process before its greeting.
    guard hasGreeted else { return false }
    // If /proc hides the process, the host cannot see whether its threads have stopped.
    guard resources.areVisible else { return false }
    let end = ContinuousClock.now + deadlines.end
    while !resources.allThreadsHaveStopped {
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

  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    if try becomeReady(while: idle), try fillContainer(while: idle),
      let result = try follow(try turnUnderway(turn), while: idle, answering: answer)
    {
      return result
    }
    stop()
    return nil
  }

  package func begin(_ turn: Turn) -> Bool {
    guard hasServed, underway == nil else { return false }
    do throws(KeyboardEndError) {
      var begun = try turnUnderway(turn)
      begun.didSend(at: .now)
      underway = begun
    } catch {
      // The next call of `serve` throws an error that reports the failure.
      return false
    }
    return true
  }

  /// Returns the unfinished turn. If there is no unfinished turn, sends and returns `turn`. Wakes the process.
  private func turnUnderway(_ turn: Turn) throws(KeyboardEndError) -> TurnUnderway {
    wake()
    if let underway {
      guard underway.serial == turn.serial else { throw endBecause("the host sent it a turn during another turn") }
      return underway
    }
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

  /// Copies the stored files into the data container in memory, before the first turn runs the keyboard's code.
  ///
  /// - Returns: Whether this method copied all files; false if the idle time ended first.
  private func fillContainer(while idle: IdleTime?) throws(KeyboardEndError) -> Bool {
    guard let container, process != nil else { return true }
    do throws(Diagnostic) {
      return try container.fill { idle?.isOver ?? false }
    } catch {
      kill()
      // A failure to copy the files is not the keyboard's fault.
      endedBeforeTurn = true
      throw .notStarted(error.clause)
    }
  }

  package func finishTurns(while idle: IdleTime?) throws(KeyboardEndError) {
    guard process != nil else { return }
    if let violation = resources.measureLatestTurn() { throw .exceeded(violation) }
    guard let container, !isKept else { return }
    var wasStopped = isStopped
    let usage = container.keep {
      guard idle?.isOver == true else { return false }
      wasStopped = false
      return true
    } mayWrite: {
      if container.mayWrite() { return true }
      wasStopped = false
      return false
    }
    isKept = wasStopped
    guard let usage else { return }
    throw .exceeded(LimitViolation(storing: usage, most: limits))
  }

  /// Answers the keyboard's requests until the result of its turn arrives or the turn's deadline passes.
  ///
  /// - Returns: The result; nil if the idle time ended first.
  private func follow(
    _ turn: TurnUnderway, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    underway = nil
    let deadline = turn.deadline(from: .now, grace: deadlines.grace + deadlines.host)
    while true {
      guard let message = try receive(by: deadline, within: turn.patience, while: idle) else {
        underway = turn
        underway?.left = deadline - .now
        underway?.sent = nil
        return nil
      }
      let isFirstAnswer = awaitsFirstAnswer
      awaitsFirstAnswer = false
      switch message {
      case .hello: throw endBecause("it sent a second greeting")
      case .request(let request):
        // Reading the largest table of localized strings can take the whole host time and cannot stop halfway. If less
        // than the host time remains before the deadline, the host treats the deadline as missed.
        let reserve: Duration = if case .localizedStrings = request { deadlines.host } else { .zero }
        try endUnless(.now < deadline - reserve, after: turn.patience)
        var reply = answer(request)
        if case .paths = reply { reply = .paths(shownPaths) }
        // Check the deadline again, because the host's work also counts as the keyboard's time. Without this check, the
        // host would accept a result that the process published too late.
        try endUnless(.now < deadline, after: turn.patience)
        try send(reply)
      case .result(let result):
        guard result.serial == turn.serial else { throw endBecause("it answered a different event") }
        drainLog()
        if turn.isLoading, let failure = result.failure {
          kill()
          throw .refused(failure)
        }
        if turn.isLoading, turn.patience - (deadline - .now) > deadlines.turn { resources.reached(.loadTime) }
        if case .disappear = turn.event { try wipeLink() }
        try holdToLimits(afterShortTurn: !measuresShortTurns && isFirstAnswer && link.wasAnsweredAtOnce)
        // The time that the host spent on decoding the message and on reading printed output counts as host time.
        let left = deadlines.host - link.timeSinceMessage
        timeForResult = max(turn.isLoading ? left : min(left, deadline - .now), deadlines.grace)
        return result
      }
    }
  }

  private func endUnless(_ isInTime: Bool, after patience: Duration) throws(KeyboardEndError) {
    guard !isInTime else { return }
    kill()
    throw .hung(after: patience)
  }

  /// Erases the shared memory of the link after a disappear event, so that no text of the field stays in the memory.
  private func wipeLink() throws(KeyboardEndError) {
    do {
      try link.wipe()
    } catch {
      throw endBecause(error.description)
    }
  }

  package var memory: UInt64 { (use?.memory ?? 0) + (container?.bytesInMemory ?? 0) }

  package func drainMemoryWarning() -> Bool {
    resources.drainWarning()
  }

  /// Measures the process's resources after a turn; after a short turn, only if the last measurement is old. If the
  /// process exceeds a limit, kills the process.
  private func holdToLimits(afterShortTurn isShort: Bool) throws(KeyboardEndError) {
    guard let violation = resources.measureAfterTurn(isShort: isShort, counted: link.countedDescriptors) else { return }
    kill()
    throw .exceeded(violation)
  }

  /// Sends a destroy event, waits at most ``Deadlines/end`` for the result, and ends the process.
  ///
  /// If the process is stopped, this method continues the process, so that the process can serve the event. While a
  /// protected field has the focus, call ``kill()`` instead (Behavior.md#stopped-processes).
  package func end() {
    if hasServed, process?.hasEnded == false {
      wake()
      do throws(KeyboardEndError) {
        try send(.turn(Turn(serial: .max, event: .destroy)))
        _ = try receive(within: deadlines.end, while: nil)
      } catch {
        // `send` or `receive` has failed, and has already ended the process.
        return
      }
    }
    kill()
  }

  package func killUnresponsive() {
    // Before the greeting, the process has run no code of the keyboard.
    guard hasGreeted else { return kill() }
    wake()
    process?.killUnresponsive()
    drainLog()
    killed = process.take()
    container?.end()
  }

  package func kill() {
    if !hasGreeted { awaitLastStart() }
    drainLog()
    process = nil
    killed = nil
    container?.end()
  }

  /// Waits until a starting runner has created its namespaces, so that the host can end the runner's processes one
  /// after the other; see ``RunnerProcess``.
  private func awaitLastStart() {
    guard !hasEnded, let pidfd = process?.pidfd else { return }
    do {
      let greeting = try link.receive(deadline: .now + deadlines.end, pidfd: pidfd)
      if case .hello(_, let number) = greeting { _ = process?.keyboardRuns(in: number, alone: cannotFork) }
    } catch {
      // The caller kills the process in any case.
      return
    }
  }

  /// Sends a reply, or the refusal `tooLarge` if the reply is too long for the link.
  private func send(_ reply: HostReply) throws(KeyboardEndError) {
    do {
      try link.send(.reply(reply))
    } catch .tooLong {
      try send(.reply(.refused(.tooLarge)))
    } catch {
      throw endBecause(error.description)
    }
  }

  private func send(_ message: HostMessage) throws(KeyboardEndError) {
    // Forbid the host's core before the runner wakes up, and allow it afterwards, so that the kernel can still choose
    // the runner's core.
    let cores = link.shouldMoveRunner() ? process?.forbidCurrentCore() : nil
    defer { if let cores { process?.allow(cores) } }
    do {
      try link.send(message)
    } catch {
      throw endBecause(error.description)
    }
  }

  /// Waits for a message.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the host ends the keyboard as hung; nil for `patience` from now.
  ///   - patience: The whole time that the keyboard has for its turn or start.
  ///   - idle: The time in which the user is idle; nil if the user waits.
  /// - Returns: The message; nil if the idle time ended first.
  private func receive(
    by deadline: ContinuousClock.Instant? = nil, within patience: Duration, while idle: IdleTime?
  ) throws(KeyboardEndError) -> RunnerMessage? {
    guard let pidfd = process?.pidfd else { throw .crashed("its process has already ended") }
    let deadline = deadline ?? .now + patience
    do {
      return try link.receive(
        deadline: min(deadline, idle?.end ?? deadline), pidfd: pidfd, unless: idle?.descriptors ?? [])
    } catch .stalled {
      if let end = idle?.end, end < deadline { return nil }
      // Check whether the process reached a limit, because it may be waiting for a thread that it could not start.
      _ = resources.measure(counted: link.countedDescriptors)
      killUnresponsive()
      throw .hung(after: patience)
    } catch .peerEnded {
      // If another program killed the process while the process waited for this turn, the process has not received the
      // turn.
      endedBeforeTurn = awaitsFirstAnswer && !link.lastMessageWasTaken
      guard let process = process.take() else { throw .crashed("its process has already ended") }
      throw ended(process)
    } catch {
      throw endBecause(error.description)
    }
  }

  /// Writes the last output of an ended process to the log, and returns how the process ended.
  private func ended(_ process: consuming RunnerProcess) -> KeyboardEndError {
    let (bytes, wasFull) = process.drainOutput()
    let reached = LimitReached.reported(link.reachedLimitsAtEnd)
    let (end, namesLimits) = process.ended(
      saying: hasGreeted ? nil : bytes, after: use, reached: reached, limits: limits)
    if namesLimits { resources.limitsInEnd = reached }
    container?.end()
    // After a failed confinement, the output is the runner's error message and not output of the keyboard. `end`
    // already contains the error message.
    if case .unconfined = end { return end }
    record(bytes, wasFull)
    if case .crashed(let how, _) = end { return .crashed(how, fatalError: fatalError) }
    return end
  }

  private func endBecause(_ reason: String) -> KeyboardEndError {
    kill()
    return .protocolViolation(reason)
  }

  private func drainLog() {
    guard let (bytes, wasFull) = process?.drainOutput() else { return }
    record(bytes, wasFull)
  }

  private func record(_ output: [UInt8], _ wasFull: Bool) {
    if !output.isEmpty {
      log(output)
      let lines = output.split(separator: UInt8(ascii: "\n"))
      if let line = lines.last(where: { $0.contains(Array("Fatal error".utf8)) }) {
        fatalError = String(decoding: line, as: UTF8.self)
      }
    }
    if wasFull { outputWasCut() }
  }
}
