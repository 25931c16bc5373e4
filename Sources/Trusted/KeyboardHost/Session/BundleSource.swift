package import Bundles
package import Diagnostics
internal import Glibc
package import Sandbox
package import TextInput

/// The person's keyboards: bundles on disk, each in a process of its own.
package final class BundleSource: KeyboardSource {
  private let registry: KeyboardRegistry
  private let runnerPath: String
  private let deadlines: RunnerKeyboard.Deadlines
  private let floor: MinimumSandbox
  private let limits: KeyboardLimits
  /// Bundles that no list holds, by identifier: for tests of the host itself.
  private let extraBundles: [String: KeyboardBundle]
  /// Tells when another process changes the person's list; nil where that cannot be known.
  private let watch: RegistryWatch?
  /// The enabled keyboards.
  private var known: [RegisteredKeyboard]?
  /// Others that were asked for; nil for one that is not there.
  private var knownOthers: [String: RegisteredKeyboard?] = [:]
  /// The list as the session was last told of it.
  private var told: [RegisteredKeyboard]?
  private var services: [String: KeyboardServices] = [:]
  /// The containers in memory of processes that have ended, by keyboard, whose files are not kept yet.
  private var endedMirrors: [String: [ContainerMirror]] = [:]
  /// The containers into which keyboards write by themselves.
  private var writtenContainers: [String: KeyboardContainer] = [:]
  /// The bundle that each keyboard was last started from. Its read-only mount serves the next start (``ReadOnlyFolder``).
  ///
  /// When the source reads the list again, it drops those of keyboards that are no longer enabled.
  private var startedBundles: [String: StartedBundle] = [:]
  /// A bundle with what a start reads of it, once for all starts: a process may end again and again while a key press waits.
  private struct StartedBundle {
    let bundle: KeyboardBundle
    /// Nil before the first start has read it.
    var content: (interface: Interface?, schema: SettingsSchema?)?
  }

  /// What was said of files that are too large, by keyboard, since its process was started.
  private var sizesNoted: [String: Set<String>] = [:]
  /// The keyboards whose audit cannot be kept.
  private var brokenAudits: Set<String> = []
  /// What this host lacks or refuses, for keyboards that start from now on.
  package var faultInjection = FaultInjection()
  /// Is told of what keyboards print, besides their logs, and of nil where some of it was lost.
  package var didPrint: ([UInt8]?) -> Void = { _ in }
  /// What could not be read, to be shown to the person once.
  private var problems: [Diagnostic] = []

  /// A source over a registry.
  ///
  /// - Parameters:
  ///   - registry: The person's list.
  ///   - runnerPath: The program that keyboards run in.
  ///   - deadlines: How long the host waits for a keyboard.
  ///   - extraBundles: Bundles that may be run though no list holds them.
  ///   - unsafeWithout: Layers of the sandbox that the person does without, for this run.
  ///   - limits: How much a keyboard may use.
  package init(
    registry: KeyboardRegistry, runnerPath: String, deadlines: RunnerKeyboard.Deadlines,
    extraBundles: [KeyboardBundle] = [], unsafeWithout: Set<Layer> = [], limits: KeyboardLimits = KeyboardLimits()
  ) {
    floor = MinimumSandbox(unsafeWithout: unsafeWithout)
    self.registry = registry
    self.runnerPath = runnerPath
    self.deadlines = deadlines
    do {
      watch = try RegistryWatch(registry.folders)
    } catch {
      // The list is then read anew whenever somebody asks for changes.
      watch = nil
    }
    self.limits = limits
    self.extraBundles = Dictionary(extraBundles.map { ($0.manifest.identifier, $0) }) { first, _ in first }
  }

  /// What went wrong with the person's files since this was last called.
  package func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems + floor.takeProblems()
  }

  /// This process changed something of one keyboard, and has told its session already.
  package func reload(_ identifier: String) {
    known = nil
    guard let fresh = keyboard(identifier), let index = told?.firstIndex(where: { $0.identifier == identifier })
    else { return }
    told?[index] = fresh
  }

  /// Whether another process changed the person's list since this was last asked; it is then read anew.
  package func noticeChanges() -> Bool {
    if watch == nil { known = nil }
    let before = told
    let now = keyboards
    told = now
    return before != nil && before != now
  }

  /// Readable when ``noticeChanges()`` should be asked.
  package var changeDescriptor: Int32? { watch?.descriptor }

  package func modes() -> [InputMode] {
    keyboards.filter(\.isEnabled).map { keyboard in
      InputMode(
        keyboard.identifier, isSystem: keyboard.origin == .system,
        isASCIICapable: keyboard.manifest?.isASCIICapable ?? false,
        barredBecause: keyboard.quarantine == nil && keyboard.problem == nil ? nil : .quarantined)
    }
  }

  package func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard {
    try makeKeyboard(identifier) {}.keyboard
  }

  package func makeKeyboard<Value>(
    _ identifier: String, while body: () throws(KeyboardEnd) -> Value
  ) throws(KeyboardEnd) -> (keyboard: any Keyboard, value: Value) {
    let bundle = try starting { () throws(Diagnostic) in try self.bundle(identifier) }
    return try floor.start(
      Self.fileAccess(of: bundle), hasFullAccess: hasFullAccess(identifier), limits: limits
    ) { policy throws(KeyboardEnd) in
      // A layer that this system does not give is known only when the process has tried: this waits for it.
      let keyboard = try start(try starting { () throws(Diagnostic) in try program(bundle, policy) }, of: identifier)
      let value = try body()
      try keyboard.becomeReady()
      return (keyboard, value)
    }
  }

  package func prepareKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard {
    do {
      let bundle = try self.bundle(identifier)
      let policy = try floor.policy(
        Self.fileAccess(of: bundle), hasFullAccess: hasFullAccess(identifier), limits: limits)
      return try start(try program(bundle, policy), of: identifier)
    } catch let end as KeyboardEnd {
      throw end
    } catch {
      // Not noted for the person, who is told when the keyboard is needed and still cannot be started.
      throw .notStarted("\(error)")
    }
  }

  private static func fileAccess(of bundle: KeyboardBundle) -> Policy.FileAccess {
    bundle.manifest.fileAccess == .paths ? .paths : .noPaths
  }

  private func program(_ bundle: KeyboardBundle, _ policy: Policy) throws(Diagnostic) -> KeyboardProgram {
    let container = KeyboardContainer(
      of: bundle.manifest.identifier, policy.hasFullAccess ? .fullAccess : .confined, in: registry.folders)
    return try KeyboardProgram(bundle, container: policy.fileAccess == .paths ? container : nil, policy: policy)
  }

  /// Starts a process, and does not wait until it is ready.
  private func start(_ program: KeyboardProgram, of identifier: String) throws(KeyboardEnd) -> any Keyboard {
    let keyboard = try run(program, of: identifier)
    return faultInjection == FaultInjection() ? keyboard : FaultInjectingKeyboard(keyboard, faultInjection)
  }

  private func run(_ program: KeyboardProgram, of identifier: String) throws(KeyboardEnd) -> RunnerKeyboard {
    try RunnerKeyboard(
      runnerPath: runnerPath, program: program, isNeededNow: false,
      container: program.container.map { mirror($0, of: identifier) }, deadlines: deadlines,
      outputWasCut: { [weak self] in
        self?.didPrint(nil)
        self?.notice("it printed more than 64 KiB in one turn, and the host dropped the rest", of: identifier)
      }
    ) { [weak self] bytes in
      self?.didPrint(bytes)
      // Of what comes after the last line that is kept only the number of lines is of interest.
      var lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.lineLimit)
      let rest = lines.count > Self.lineLimit ? lines.removeLast() : []
      self?.append(
        lines.map { (LogLevel.info, String(decoding: $0, as: UTF8.self)) },
        others: rest.split(separator: UInt8(ascii: "\n")).count, source: .printed, of: identifier)
    }
  }

  /// What keeps a container that a process has in memory.
  private func mirror(_ container: KeyboardContainer, of identifier: String) -> ContainerMirror {
    ContainerMirror(
      of: container, isWanted: { [weak self] in self?.isThere(identifier) ?? true },
      route: { [weak self] container in
        self?.services[identifier]?.container = container
        // The kernel bounds it.
        self?.writtenContainers[identifier] = nil
      },
      note: { [weak self] message in self?.notice(message, of: identifier) },
      finishPredecessors: { [weak self] isOver in self?.finishMirrors(of: identifier, unless: isOver) ?? true },
      didEnd: { [weak self] mirror in
        if let self { endedMirrors[identifier, default: []].append(mirror) } else { _ = mirror.finish() }
      })
  }

  package func keepEndedFiles(while idle: IdleTime?) {
    for identifier in endedMirrors.keys.sorted() {
      guard finishMirrors(of: identifier, unless: { idle?.isOver ?? false }) else { return }
    }
  }

  /// Keeps the files of a keyboard's processes that have ended, in their order; answers whether all are kept.
  private func finishMirrors(of identifier: String, unless isOver: () -> Bool) -> Bool {
    while let mirror = endedMirrors[identifier]?.first {
      guard mirror.finish(unless: isOver) else { return false }
      endedMirrors[identifier]?.removeFirst()
    }
    endedMirrors[identifier] = nil
    return true
  }

  deinit {
    for mirror in endedMirrors.values.joined() { _ = mirror.finish() }
  }

  /// What `body` answers; what it throws is kept for the person, and keeps the keyboard from starting.
  private func starting<Value>(_ body: () throws(Diagnostic) -> Value) throws(KeyboardEnd) -> Value {
    do {
      return try body()
    } catch {
      problems.append(error)
      throw .notStarted(error.clause)
    }
  }

  package func provenance(of identifier: String) -> KeyboardProvenance? {
    guard let keyboard = keyboard(identifier), let path = keyboard.path, let manifest = keyboard.manifest else {
      return nil
    }
    guard let library = Self.stamp(of: "\(path)/\(manifest.executable)") else { return nil }
    let others =
      [Manifest.fileName, InterfaceReader.fileName, SettingsSchema.fileName].map { "\(path)/\($0)" }
      + [registry.folders.settings(of: identifier)]
    return KeyboardProvenance(
      hasFullAccess: keyboard.hasFullAccess,
      files: "\(path) \(library)" + others.map { " \(Self.stamp(of: $0) ?? "-")" }.joined(),
      faultInjection: faultInjection)
  }

  /// What changes when a file does: no time of status change can be set back. Nil where there is none.
  private static func stamp(of path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }

  package func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEnd) -> LaunchConfiguration {
    do {
      let bundle = try self.bundle(identifier)
      let (interface, schema) = try content(of: bundle)
      let log = log(of: identifier)
      sizesNoted[identifier] = nil
      let container = KeyboardContainer(
        of: identifier, standing.hasFullAccess ? .fullAccess : .confined, in: registry.folders)
      services[identifier] = KeyboardServices(
        bundle: bundle, container: container, languages: registry.languages, log: log)
      writtenContainers[identifier] = bundle.manifest.fileAccess == .paths ? container : nil
      if let end = endForStorage(of: identifier) { throw end }
      var configuration = bundle.launchConfiguration(
        interface: interface, settings: try settings(schema, of: identifier), languages: registry.languages,
        standing: standing, memoryLimit: limits.memory)
      faultInjection.apply(to: &configuration)
      return configuration
    } catch let end as KeyboardEnd {
      throw end
    } catch {
      let problem = error as? Diagnostic ?? Diagnostic(.internalFault, identifier, "\(error)")
      problems.append(problem)
      throw .notStarted(problem.clause)
    }
  }

  package func endForStorage(of identifier: String) -> KeyboardEnd? {
    guard let container = writtenContainers[identifier] else { return nil }
    do {
      let usage = try container.usage()
      guard usage.bytes > limits.containerBytes || usage.files > limits.containerFiles else { return nil }
      return .exceeded(LimitViolation(storing: usage, most: limits))
    } catch {
      return .crashed("the host cannot measure its data container: \(error)")
    }
  }

  package func hasFullAccess(_ identifier: String) -> Bool {
    keyboard(identifier)?.hasFullAccess ?? false
  }

  package func mayGiveFeedback(_ identifier: String) -> Bool {
    (extraBundles[identifier]?.manifest ?? keyboard(identifier)?.manifest)?.requestsOpenAccess ?? false
  }

  package func reachesLocalNetwork(_ identifier: String) -> Bool {
    keyboard(identifier)?.reachesLocalNetwork ?? false
  }

  package func memoryBoundary(of identifier: String) -> Retention {
    keyboard(identifier)?.memory ?? .application
  }

  package func answer(_ request: HostRequest, of identifier: String) -> HostReply {
    if case .containerWrite = request, !isThere(identifier) { return .refused(.notNow) }
    let reply = services[identifier]?.answer(request) ?? .refused(.notNow)
    if reply == .refused(.tooLarge) { noteSize(of: request, of: identifier) }
    return reply
  }

  /// Says which limit a request passed, once in a process's life: a keyboard that asks again and again fills no log.
  private func noteSize(of request: HostRequest, of identifier: String) {
    let message =
      switch request {
      case .containerWrite(let name, let bytes):
        "the host did not store a file: \(whyNotStored(name, bytes.count, of: identifier))"
      default: "the host did not read a file: the limit is \(KeyboardBundle.maximumResourceBytes) bytes"
      }
    guard sizesNoted[identifier, default: []].insert(message).inserted else { return }
    note(message, of: identifier)
  }

  /// Which limit a file of so many bytes passed; nothing in the words changes from one file to the next.
  private func whyNotStored(_ name: String, _ count: Int, of identifier: String) -> String {
    if count > limits.fileSize { return "it is larger than the limit of \(limits.fileSize) bytes" }
    do throws(KeyboardContainer.Refusal) {
      guard let container = services[identifier]?.container else { return "the keyboard has no data container" }
      let names = try container.names()
      if names.count >= limits.containerFiles, !names.contains(name) {
        return "the data container already has \(limits.containerFiles) files, which is the limit"
      }
      if try container.usage().bytes + KeyboardContainer.Usage.counted(count) > limits.containerBytes {
        return "the data container would exceed the limit of \(limits.containerBytes) bytes"
      }
      return "the disk is full"
    } catch {
      return "the host cannot measure the data container"
    }
  }

  package func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    var bytes = 0
    let kept = lines.prefix(Self.lineLimit).prefix { _, message in
      bytes += message.utf8.count
      return bytes <= Self.byteLimit
    }
    append(Array(kept), others: lines.count - kept.count, source: .logged, of: identifier)
  }

  package func note(_ message: String, of identifier: String) {
    guard isThere(identifier) else { return }
    log(of: identifier).note(message)
  }

  /// Keeps what the host has to say of what was left out.
  private func notice(_ message: String, of identifier: String) {
    guard isThere(identifier) else { return }
    log(of: identifier).note(message, level: .notice)
  }

  package func audit(_ tally: AuditTally, of identifier: String) {
    guard extraBundles[identifier] == nil, !brokenAudits.contains(identifier), isThere(identifier) else { return }
    do throws(Diagnostic) {
      try KeyboardAudit(of: identifier, in: registry.folders).add(tally)
    } catch {
      // Said once, and not at each field.
      brokenAudits.insert(identifier)
      problems.append(error)
    }
  }

  /// The most lines that are kept of what one turn brings; a flood must not keep the person from typing.
  private static let lineLimit = 256
  /// The most bytes that are kept of what one turn logs; what it prints is bounded by the pipe.
  private static let byteLimit = 64 * 1024

  /// Keeps the lines of one turn, and says how many others there were.
  private func append(
    _ lines: [(level: LogLevel, message: String)], others: Int, source: KeyboardLog.Source, of identifier: String
  ) {
    guard isThere(identifier) else { return }
    noting(()) { () throws(Diagnostic) in try log(of: identifier).append(lines, source: source) }
    guard others > 0 else { return }
    notice(
      "the host dropped \(others) more lines: the limits are \(Self.lineLimit) lines and \(Self.byteLimit) bytes in one turn",
      of: identifier)
  }

  package func quarantine(_ identifier: String, because reason: String) {
    guard extraBundles[identifier] == nil, isThere(identifier) else { return }
    noting(()) { () throws(Diagnostic) in try registry.quarantine(identifier, reason: reason) }
    reload(identifier)
  }

  /// The settings that a keyboard declares, with the user's values.
  package func settings(of bundle: KeyboardBundle) throws(Diagnostic) -> [String: SettingValue] {
    try settings(bundle.settings(languages: nil), of: bundle.manifest.identifier)
  }

  private func settings(_ schema: SettingsSchema?, of identifier: String) throws(Diagnostic) -> [String: SettingValue] {
    guard let schema else { return [:] }
    return try SettingsStore(identifier: identifier, schema: schema, folders: registry.folders).values()
  }

  /// What a start reads of a bundle beside its manifest.
  private func content(
    of bundle: KeyboardBundle
  ) throws(Diagnostic) -> (interface: Interface?, schema: SettingsSchema?) {
    let identifier = bundle.manifest.identifier
    let isStarted = startedBundles[identifier]?.bundle.folder === bundle.folder
    if isStarted, let content = startedBundles[identifier]?.content { return content }
    let content = (try bundle.interface(), try bundle.settings(languages: nil))
    if isStarted { startedBundles[identifier]?.content = content }
    return content
  }

  private func bundle(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    if let extra = extraBundles[identifier] { return extra }
    // Where nobody tells of changes, or the list cannot be read, what is on the disk now says why.
    guard watch != nil, let keyboard = keyboard(identifier) else { return try registry.bundle(identifier) }
    let bundle = try registry.bundle(of: keyboard, unlessChanged: startedBundles[identifier]?.bundle)
    if startedBundles[identifier]?.bundle.folder !== bundle.folder {
      startedBundles[identifier] = StartedBundle(bundle: bundle)
    }
    return bundle
  }

  private var keyboards: [RegisteredKeyboard] {
    // Also in the midst of a turn: what was withdrawn is gone at once (Behavior.md#access-changes).
    if watch?.takeChange() == true { known = nil }
    if let known { return known }
    knownOthers = [:]
    let read = noting([]) { () throws(Diagnostic) in try registry.modes() }
    startedBundles = startedBundles.filter { identifier, _ in
      extraBundles[identifier] != nil || read.contains { $0.identifier == identifier }
    }
    known = read
    told = told ?? read
    return read
  }

  private func keyboard(_ identifier: String) -> RegisteredKeyboard? {
    if let enabled = keyboards.first(where: { $0.identifier == identifier }) { return enabled }
    if let other = knownOthers[identifier] { return other }
    let other: RegisteredKeyboard?
    do throws(Diagnostic) {
      other = try registry.keyboard(identifier)
    } catch {
      other = nil
    }
    knownOthers[identifier] = .some(other)
    return other
  }

  /// Whether the keyboard has not been uninstalled meanwhile, by whichever process: of one that has, nothing is kept any more.
  private func isThere(_ identifier: String) -> Bool {
    // Its bundle is the first thing that goes.
    extraBundles[identifier] != nil || keyboard(identifier)?.path.map { access($0, F_OK) == 0 } ?? false
  }

  private func log(of identifier: String) -> KeyboardLog {
    KeyboardLog(of: identifier, in: registry.folders)
  }

  /// What `body` answers, or the fallback if a file cannot be used; the problem is kept for the person.
  private func noting<Value>(_ fallback: Value, _ body: () throws(Diagnostic) -> Value) -> Value {
    do {
      return try body()
    } catch {
      problems.append(error)
      return fallback
    }
  }
}
