internal import BundleFiles
internal import BundleFormat
internal import Glibc
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import Sandbox
internal import Synchronization
internal import SystemKeyboard
internal import SystemSupport
internal import TestSupport
internal import TextModel

/// The keyboards of one script, each in a real runner. Records the edits that their processes send.
final class FaultSource: KeyboardSource, ProcessPreparation {
  private let harness: FaultHarness
  private let bundles: BundleSource
  private let minimumSandbox = MinimumSandbox()
  private var quarantined: Set<String> = []
  /// Makes the name of the next hostile process. The name selects the behavior.
  private var hostileName: () -> String
  /// The keyboards that handled a turn or were started since ``beginStep()``.
  private(set) var touched: [WatchedKeyboard] = []
  /// Whether a start failed since ``beginStep()``.
  private(set) var hasFailedStart = false
  /// The process identifiers of all runners that were started.
  private(set) var runners: [pid_t] = []
  /// The current keyboard instances, without preloaded instances, by identifier.
  private var present: [String: WatchedKeyboard] = [:]
  /// The preloaded keyboards that no field has shown yet, by identifier.
  private var preloads: [String: WatchedKeyboard] = [:]
  /// The fault for the next process to be started.
  var startFault: Injection?
  /// The standby process with its link. The next keyboard that starts will use it.
  private var standby: StandbyProcess?
  private var standbyLink: LinkMemory?
  /// The retention of all keyboards.
  var boundary = Retention.application
  /// The faults that strike processes during their start.
  private var startThreads: [(fault: Fault, hit: HitProcess, thread: WorkThread)] = []

  /// The identifier of the process that a fault hit. The fault's thread stores this identifier.
  private final class HitProcess: Sendable {
    private let identifier = Mutex<pid_t?>(nil)
    var process: pid_t? {
      get { identifier.withLock { $0 } }
      set { identifier.withLock { $0 = newValue } }
    }
  }

  init(_ harness: FaultHarness, hostileName: @escaping () -> String) {
    self.harness = harness
    self.hostileName = hostileName
    bundles = BundleSource(
      registry: harness.registry, runnerPath: harness.runnerPath, deadlines: .init(), extraBundles: harness.bundles)
  }

  /// Deadlines for a busy machine. The deadlines are so long that a working keyboard seldom seems to hang.
  private var deadlines: RunnerKeyboard.Deadlines {
    var deadlines = RunnerKeyboard.Deadlines()
    deadlines.turn = .milliseconds(400)
    deadlines.start = .seconds(1)
    return deadlines
  }

  /// Clears the records of the previous step.
  func beginStep() {
    touched = []
    hasFailedStart = false
    for keyboard in known { keyboard.beginStep() }
  }

  /// Waits for the faults that were planned for the start of processes. Returns the faults that hit a process.
  func joinStartFaults() -> [Fault] {
    defer {
      startThreads = []
      startFault = nil
    }
    for start in startThreads { start.thread.join() }
    let hits = startThreads.filter { $0.hit.process != nil }
    // If the first process of the step had already failed, the fault may have hit a later process.
    for keyboard in touched + known where hits.contains(where: { $0.hit.process == keyboard.firstProcess }) {
      keyboard.isHit = true
    }
    return hits.map(\.fault)
  }

  /// The current instance of the keyboard with this identifier, not a preloaded instance; nil if there is none.
  func process(of identifier: String) -> WatchedKeyboard? { present[identifier] }

  /// The keyboards whose processes are alive.
  var processes: [WatchedKeyboard] {
    known.filter(\.isAlive).sorted { $0.identifier < $1.identifier }
  }

  private var known: [WatchedKeyboard] { Array(present.values) + preloads.values }

  /// Ends all quarantines, as if the user enabled the keyboards again.
  func retryAll() { quarantined = [] }

  fileprivate func touch(_ keyboard: WatchedKeyboard) {
    if keyboard === preloads[keyboard.identifier] {
      // From now on this preloaded process is the keyboard's current process.
      present[keyboard.identifier] = keyboard
      preloads[keyboard.identifier] = nil
    }
    if !touched.contains(where: { $0 === keyboard }) { touched.append(keyboard) }
  }

  // MARK: KeyboardSource

  var choicesVersion: Int? { nil }

  func modes() -> [InputMode] {
    harness.bundles.map(\.manifest.identifier).map {
      InputMode($0, isASCIICapable: true, barredBecause: quarantined.contains($0) ? .quarantined : nil)
    } + [InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)]
  }

  var preparation: (any ProcessPreparation)? { self }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    return try start(identifier, isNeededNow: true)
  }

  func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    try start(identifier, isNeededNow: false)
  }

  func provenance(of identifier: String) -> KeyboardProvenance? { KeyboardProvenance(hasFullAccess: false) }

  func hasNewFiles(_ identifier: String) -> Bool { false }

  func prepareStandby() {
    guard standby?.hasEnded != false else { return }
    let before = LinkMemory.descriptors()
    standby = try? StandbyProcess(runnerPath: harness.runnerPath)
    standbyLink = try? LinkMemory(since: before)
  }

  func discardStandby() {
    standby = nil
    standbyLink = nil
  }

  private func start(_ identifier: String, isNeededNow: Bool) throws(KeyboardEndError) -> any KeyboardProcess {
    let isHostile = identifier == FaultHarness.Name.hostile
    let hasFault = startFault != nil
    let takesOver = isNeededNow && !isHostile && standby?.hasEnded == false
    if var fault = startFault {
      startFault = nil
      fault.older = Set(ProcessStatus(getpid()).children.map(\.identifier))
      // The standby process is older than this start, but this start uses it as the keyboard's process.
      if takesOver, let standby = standby?.processIdentifier { fault.older.remove(standby) }
      let hit = HitProcess()
      let thread = WorkThread { [fault] in
        usleep(fault.delay)
        hit.process = fault.strike()
      }
      startThreads.append((fault.fault, hit, thread))
    }
    let link = takesOver ? standbyLink.take() : nil
    let before = LinkMemory.descriptors()
    do {
      let path = isHostile ? try harness.hostileRunner(hostileName()) : harness.runnerPath
      let runner = try minimumSandbox.start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
        try RunnerKeyboard(
          runnerPath: path, program: try harness.program(of: identifier, under: policy),
          in: takesOver ? standby.take() : nil, isNeededNow: isNeededNow, deadlines: deadlines
        ) { _ in }
      }
      let keyboard = WatchedKeyboard(
        identifier, runner, of: self, link: try link ?? LinkMemory(since: before), isHostile: isHostile)
      keyboard.isHit = hasFault
      if let process = runner.processIdentifier { runners.append(process) }
      if isNeededNow { present[identifier] = keyboard } else { preloads[identifier] = keyboard }
      if isNeededNow { touch(keyboard) }
      return keyboard
    } catch let end as KeyboardEndError {
      hasFailedStart = true
      throw end
    } catch {
      hasFailedStart = true
      throw .notStarted("\(error)")
    }
  }

  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    try bundles.launchConfiguration(for: identifier, standing: standing)
  }

  func grant(of identifier: String) -> KeyboardGrant {
    KeyboardGrant(retention: boundary, mayGiveFeedback: bundles.grant(of: identifier).mayGiveFeedback)
  }
  func reply(_ request: HostRequest, of identifier: String) -> HostReply { bundles.reply(request, of: identifier) }
  func endForStorage(of identifier: String) -> KeyboardEndError? { bundles.endForStorage(of: identifier) }
  func keepEndedFiles(while idle: IdleTime?) { bundles.keepEndedFiles(while: idle) }
  func lexicon() -> [LexiconEntry] { bundles.lexicon() }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    bundles.log(lines, of: identifier)
  }
  func record(_ message: String, of identifier: String) { bundles.record(message, of: identifier) }
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {
    bundles.recordEnd(messages, stack: stack, of: identifier)
  }
  func quarantine(_ identifier: String, reason: String) { quarantined.insert(identifier) }
  func audit(_ summary: AuditSummary, of identifier: String) { bundles.audit(summary, of: identifier) }
}

/// A keyboard in a runner. Records what the process sent and how it ended.
final class WatchedKeyboard: KeyboardProcess {
  let identifier: String
  private let runner: RunnerKeyboard
  private unowned let source: FaultSource
  /// The identifier of the process that the host started. The value remains after the process has ended.
  let firstProcess: pid_t?
  /// The shared memory of the keyboard's link.
  let link: LinkMemory?
  /// Whether the process breaks the protocol on purpose.
  let isHostile: Bool
  /// Whether a fault may end the process.
  var isHit = false
  /// Whether the process may send arbitrary messages, because it is hostile or because a fault alters its messages.
  var saysAnything: Bool
  /// The edits that the process sent since ``beginStep()``, in turns that may edit.
  private(set) var edits: [[Edit]] = []
  /// How the process ended since ``beginStep()``.
  private(set) var ends: [KeyboardEndError] = []

  init(
    _ identifier: String, _ runner: RunnerKeyboard, of source: FaultSource, link: LinkMemory?, isHostile: Bool
  ) {
    self.identifier = identifier
    self.runner = runner
    self.source = source
    firstProcess = runner.processIdentifier
    self.link = link
    self.isHostile = isHostile
    saysAnything = isHostile
  }

  /// The process that the host started; nil after its end.
  var processIdentifier: pid_t? { runner.processIdentifier }

  /// Whether the process exists and has not ended.
  var isAlive: Bool { runner.processIdentifier != nil && !runner.hasEnded }

  func beginStep() {
    edits = []
    ends = []
  }

  // MARK: Keyboard

  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    // Do not record this turn: preloading does not change what the user sees.
    if idle != nil, case .load = turn.event { return try runner.serve(turn, while: idle, answering: answer) }
    source.touch(self)
    do {
      guard let result = try runner.serve(turn, while: idle, answering: answer) else { return nil }
      switch turn.event {
      case .key, .timer, .documentChanged, .traitsChanged:
        if result.failure == nil, !result.edits.isEmpty { edits.append(result.edits) }
      default: break
      }
      return result
    } catch {
      ends.append(error)
      throw error
    }
  }

  var memory: UInt64 { runner.memory }
  var isBusy: Bool { runner.isBusy }
  var hasMainQueue: Bool { runner.hasMainQueue }
  var hasThreads: Bool { runner.hasThreads }
  var turnRequestDescriptor: Int32? { runner.turnRequestDescriptor }
  var endDescriptor: Int32? { runner.endDescriptor }
  func readTurnRequest() -> TurnRequest { runner.readTurnRequest() }
  func handleTurnRequests() { runner.handleTurnRequests() }
  func finishTurns(while idle: IdleTime?) throws(KeyboardEndError) { try runner.finishTurns(while: idle) }
  func begin(_ turn: Turn) -> Bool {
    source.touch(self)
    return runner.begin(turn)
  }
  func becomeReady() throws(KeyboardEndError) { try runner.becomeReady() }
  func end() { runner.end() }
  func kill() { runner.kill() }
  func killUnresponsive() { runner.killUnresponsive() }
  func stop() { runner.stop() }
  func waitUntilStopped() -> Bool { runner.waitUntilStopped() }
  var hostTime: Duration { runner.hostTime }
  var grace: Duration { runner.grace }
  var patience: Duration { runner.patience }
  var timeForResult: Duration { runner.timeForResult }
  func wake() { runner.wake() }
  var endedBeforeTurn: Bool { runner.endedBeforeTurn }
  func drainMemoryWarning() -> Bool { runner.drainMemoryWarning() }
  func howItEnded() -> KeyboardEndError { runner.howItEnded() }
  func drainJournal() -> KeyboardJournal { runner.drainJournal() }

  var hasEnded: Bool {
    let hasEnded = runner.hasEnded
    if hasEnded { source.touch(self) }
    return hasEnded
  }
}
