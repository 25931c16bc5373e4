package import BundleFormat
package import Diagnostics
internal import Glibc
internal import InputViewModel
package import KeyboardProtocol
package import KeyboardStore
package import Sandbox

/// The source of the user's keyboards: bundles on disk, each in its own process.
package final class BundleSource: KeyboardSource {
  private let registry: KeyboardRegistry
  private let runnerPath: String
  private let deadlines: RunnerKeyboard.Deadlines
  private let minimumSandbox: MinimumSandbox
  private let limits: KeyboardLimits
  /// Bundles outside of the user's list, by identifier, for tests of the host.
  private let extraBundles: [String: KeyboardBundle]
  /// Reports when another process changes the user's list; nil if the host cannot watch the files.
  private let watch: FileWatch?
  /// The cached list of keyboards; nil if it must be read.
  private var known: [RegisteredKeyboard]?
  /// Cached keyboards outside of the list, by identifier; nil for an identifier without a keyboard.
  private var knownOthers: [String: RegisteredKeyboard?] = [:]
  /// The list at the last call of ``noticeChanges()``.
  private var reported: [RegisteredKeyboard]?
  private var services: [String: KeyboardServices] = [:]
  /// The process that the next keyboard takes over.
  private var standby: StandbyProcess?
  /// The containers in memory of ended processes whose files are not saved yet, by the keyboard's identifier.
  private var endedMirrors: [String: [ContainerMirror]] = [:]
  /// The data containers on disk into which keyboards write directly, by the keyboard's identifier.
  private var writtenContainers: [String: KeyboardContainer] = [:]
  /// The bundle from which each keyboard last started. The next start reuses its read-only mount (``ReadOnlyFolder``).
  ///
  /// When the source reads the list again, it drops the bundles of keyboards that are no longer enabled.
  private var startedBundles: [String: StartedBundle] = [:]
  /// The stamps of the files from which each keyboard's last process started.
  private var startedFiles: [String: String] = [:]

  /// A bundle with the files that a start reads. The host reads them once, because a process may end repeatedly while
  /// a key press waits.
  private struct StartedBundle {
    let bundle: KeyboardBundle
    /// The input view and the settings schema; nil before the first start.
    var content: (inputView: InputViewTree?, schema: SettingsSchema?)?
  }

  /// The messages about files that are too large, by keyboard. The host logs each message once for each
  /// process of the keyboard.
  private var sizesNoted: [String: Set<String>] = [:]
  /// The keyboards whose audit cannot be written.
  private var brokenAudits: Set<String> = []
  /// The fault injection for keyboards that start from now on.
  package var faultInjection = FaultInjection()
  /// Called with the bytes that keyboards print, and with nil if output was lost. The log gets the output too.
  package var didPrint: ([UInt8]?) -> Void = { _ in }
  /// The errors to show to the user, each once.
  private var diagnostics: [Diagnostic] = []

  /// Creates a source for a registry.
  ///
  /// - Parameters:
  ///   - registry: The registry with the user's list.
  ///   - runnerPath: The path of the program `klava-runner`.
  ///   - deadlines: The deadlines of keyboards.
  ///   - extraBundles: Bundles that may run although the user's list does not contain them.
  ///   - unsafeWithout: The sandbox layers that the user disabled for this run.
  ///   - limits: The limits of keyboards.
  package init(
    registry: KeyboardRegistry, runnerPath: String, deadlines: RunnerKeyboard.Deadlines,
    extraBundles: [KeyboardBundle] = [], unsafeWithout: Set<Layer> = [], limits: KeyboardLimits = KeyboardLimits()
  ) {
    minimumSandbox = MinimumSandbox(unsafeWithout: unsafeWithout)
    self.registry = registry
    self.runnerPath = runnerPath
    self.deadlines = deadlines
    do {
      watch = try FileWatch.registry(in: registry.folders)
    } catch {
      // Without a watch, the source reads the list again on each call of `noticeChanges()`.
      watch = nil
    }
    self.limits = limits
    self.extraBundles = Dictionary(extraBundles.map { ($0.manifest.identifier, $0) }) { first, _ in first }
  }

  /// Returns the errors since the last call: in the user's files, and about sandbox layers.
  package func drainDiagnostics() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics + minimumSandbox.drainDiagnostics()
  }

  /// Reads the user's list. Without this call, the source reads the list on first use and treats an unreadable list as
  /// empty.
  ///
  /// - Throws: The diagnostic of the list's file.
  package func readList() throws(Diagnostic) {
    keep(try registry.modes())
  }

  /// Reads one keyboard's entry again after this process changed it. The caller has already notified the session.
  package func reload(_ identifier: String) {
    known = nil
    guard let fresh = keyboard(identifier), let index = reported?.firstIndex(where: { $0.identifier == identifier })
    else { return }
    reported?[index] = fresh
  }

  /// Returns whether another process changed the user's list since the last call. Reads the list again if it changed.
  package func noticeChanges() -> Bool {
    if watch == nil { known = nil }
    let before = reported
    let now = keyboards
    reported = now
    return before != nil && before != now
  }

  /// A descriptor that becomes readable when the caller should call ``noticeChanges()``; nil without a watch.
  package var changeDescriptor: Int32? { watch?.descriptor }

  package func modes() -> [InputMode] {
    keyboards.filter(\.isEnabled).map { keyboard in
      InputMode(
        keyboard.identifier, isSystem: keyboard.origin == .system,
        isASCIICapable: keyboard.manifest?.isASCIICapable ?? false,
        barredBecause: keyboard.quarantine == nil && keyboard.diagnostic == nil ? nil : .quarantined)
    }
  }

  package func makeKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    try makeKeyboard(identifier) {}.keyboard
  }

  package func makeKeyboard<Value>(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Value
  ) throws(KeyboardEndError) -> (keyboard: any KeyboardProcess, value: Value) {
    startedFiles[identifier] = files(of: identifier)
    let bundle = try starting { () throws(Diagnostic) in try self.bundle(identifier) }
    return try minimumSandbox.start(
      Self.fileAccess(of: bundle), hasFullAccess: hasFullAccess(identifier), limits: limits
    ) { policy throws(KeyboardEndError) in
      // Only an attempt shows whether a sandbox layer is available, so the host waits until the process is ready.
      let program = try starting { () throws(Diagnostic) in try self.program(bundle, policy) }
      let takesOver = standby != nil
      let keyboard = try start(program, of: identifier, in: standby.take())
      let value = try body()
      do throws(KeyboardEndError) {
        try keyboard.becomeReady()
        return (keyboard, value)
      } catch {
        // The standby process may have ended for a reason that does not affect a new process.
        guard takesOver else { throw error }
        if case .unconfined = error { throw error }
        let fresh = try start(program, of: identifier)
        try fresh.becomeReady()
        return (fresh, value)
      }
    }
  }

  package func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    do {
      let bundle = try self.bundle(identifier)
      let policy = try minimumSandbox.policy(
        Self.fileAccess(of: bundle), hasFullAccess: hasFullAccess(identifier), limits: limits)
      return try start(try program(bundle, policy), of: identifier)
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      // Does not report the error to the user yet: the host reports it if the keyboard still cannot start when the user
      // needs it.
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

  package func prepareStandby() {
    // The standby process is not needed yet. If the host still cannot start a process when a keyboard needs one, it
    // reports the error then.
    standby = try? StandbyProcess.running(standby.take(), or: runnerPath)
    BuiltFilters.prepare()
  }

  package func discardStandby() { standby = nil }

  /// The identifier of the standby process, for tests and diagnosis; nil if there is none.
  package var standbyIdentifier: Int32? { standby?.processIdentifier }

  /// Starts a keyboard without waiting until it is ready.
  private func start(
    _ program: KeyboardProgram, of identifier: String, in standby: consuming StandbyProcess? = nil
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    let keyboard = try run(program, of: identifier, in: standby)
    return faultInjection == FaultInjection() ? keyboard : FaultInjectingKeyboard(keyboard, faultInjection)
  }

  private func run(
    _ program: KeyboardProgram, of identifier: String, in standby: consuming StandbyProcess?
  ) throws(KeyboardEndError) -> RunnerKeyboard {
    try RunnerKeyboard(
      runnerPath: runnerPath, program: program, in: standby, isNeededNow: false,
      container: program.container.map { mirror($0, of: identifier) }, deadlines: deadlines,
      outputWasCut: { [weak self] in
        self?.didPrint(nil)
        self?.notice("it printed more than 64 KiB in one turn, and the host dropped the rest", of: identifier)
      }
    ) { [weak self] bytes in
      self?.didPrint(bytes)
      // The log contains only the number of the lines beyond the limit. So the code does not convert these lines to
      // strings.
      var lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.lineLimit)
      let rest = lines.count > Self.lineLimit ? lines.removeLast() : []
      self?.append(
        lines.map { (LogLevel.info, String(decoding: $0, as: UTF8.self)) },
        others: rest.split(separator: UInt8(ascii: "\n")).count, source: .printed, of: identifier)
    }
  }

  /// Creates the mirror that saves the files of a data container in memory.
  private func mirror(_ container: KeyboardContainer, of identifier: String) -> ContainerMirror {
    ContainerMirror(
      of: container, isWanted: { [weak self] in self?.isThere(identifier) ?? true },
      route: { [weak self] container in
        self?.services[identifier]?.container = container
        // The kernel enforces the size of a container in memory, so the host does not measure it.
        self?.writtenContainers[identifier] = nil
      },
      record: { [weak self] message in self?.notice(message, of: identifier) },
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

  /// Saves the files of a keyboard's ended processes, in the order in which the processes ended.
  ///
  /// - Returns: Whether all files are saved.
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

  /// Calls `body`. Records its error for the user and throws it as `notStarted`.
  private func starting<Value>(_ body: () throws(Diagnostic) -> Value) throws(KeyboardEndError) -> Value {
    do {
      return try body()
    } catch {
      diagnostics.append(error)
      throw .notStarted(error.clause)
    }
  }

  package func provenance(of identifier: String) -> KeyboardProvenance? {
    guard let keyboard = keyboard(identifier), let files = files(of: identifier) else { return nil }
    return KeyboardProvenance(
      hasFullAccess: keyboard.hasFullAccess,
      files: "\(files) \(Self.stamp(of: registry.folders.settings(of: identifier)) ?? "-")",
      faultInjection: faultInjection)
  }

  package func hasNewFiles(_ identifier: String) -> Bool {
    guard let started = startedFiles[identifier], let now = files(of: identifier) else { return false }
    return started != now
  }

  /// Returns a stamp that changes when the files of an installed keyboard change; nil if there is no library.
  private func files(of identifier: String) -> String? {
    guard let keyboard = keyboard(identifier), let path = keyboard.path, let manifest = keyboard.manifest,
      let library = Self.stamp(of: "\(path)/\(manifest.executable)")
    else { return nil }
    let others = [Manifest.fileName, InputViewReader.fileName, SettingsSchema.fileName]
    return "\(path) \(library)" + others.map { " \(Self.stamp(of: "\(path)/\($0)") ?? "-")" }.joined()
  }

  /// Returns a stamp that changes when the file changes; nil if there is no file.
  ///
  /// The stamp contains the status change time, which a program cannot set back.
  private static func stamp(of path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }

  package func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    do {
      let bundle = try self.bundle(identifier)
      let (inputView, schema) = try content(of: bundle)
      let log = log(of: identifier)
      sizesNoted[identifier] = nil
      let container = KeyboardContainer(
        of: identifier, standing.hasFullAccess ? .fullAccess : .confined, in: registry.folders)
      services[identifier] = KeyboardServices(
        bundle: bundle, container: container, languages: registry.languages, log: log)
      writtenContainers[identifier] = bundle.manifest.fileAccess == .paths ? container : nil
      if let end = endForStorage(of: identifier) { throw end }
      var configuration = bundle.launchConfiguration(
        inputView: inputView, settings: try settings(schema, of: identifier), languages: registry.languages,
        standing: standing, memoryLimit: limits.memory)
      faultInjection.apply(to: &configuration)
      return configuration
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      let diagnostic = error as? Diagnostic ?? Diagnostic(.internalFault, identifier, "\(error)")
      diagnostics.append(diagnostic)
      throw .notStarted(diagnostic.clause)
    }
  }

  package func endForStorage(of identifier: String) -> KeyboardEndError? {
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

  package func reply(_ request: HostRequest, of identifier: String) -> HostReply {
    if case .containerWrite = request, !isThere(identifier) { return .refused(.notNow) }
    let reply = services[identifier]?.reply(request) ?? .refused(.notNow)
    if reply == .refused(.tooLarge) { recordSize(of: request, of: identifier) }
    return reply
  }

  /// Logs which limit a request exceeded, once for each process: repeated requests do not fill the log.
  private func recordSize(of request: HostRequest, of identifier: String) {
    let message =
      switch request {
      case .containerWrite(let name, let bytes):
        "the host did not store a file: \(whyNotStored(name, bytes.count, of: identifier))"
      default:
        "the host did not read a file: it is larger than the limit of \(KeyboardBundle.maximumResourceBytes) bytes"
      }
    guard sizesNoted[identifier, default: []].insert(message).inserted else { return }
    record(message, of: identifier)
  }

  /// Returns the reason why the host did not store a file of this size in bytes. The text does not contain the file's
  /// name, so that the log contains each reason only once.
  private func whyNotStored(_ name: String, _ count: Int, of identifier: String) -> String {
    if count > limits.fileSize { return "it is larger than the limit of \(limits.fileSize) bytes" }
    do throws(KeyboardContainer.FileError) {
      guard let container = services[identifier]?.container else { return "the keyboard has no data container" }
      let names = try container.names()
      if names.count >= limits.containerFiles, !names.contains(name) {
        return "the data container already has \(limits.containerFiles) files, which is the limit"
      }
      if try container.usage().bytes + KeyboardContainer.Usage.counted(count) > limits.containerBytes {
        return "the data container would exceed the limit of \(limits.containerBytes) bytes"
      }
      return "the file system refused it"
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

  package func record(_ message: String, of identifier: String) {
    guard isThere(identifier) else { return }
    log(of: identifier).record(message)
  }

  package func recordStack(_ stack: [UInt64], of identifier: String) {
    guard isThere(identifier), let bundle = startedBundles[identifier]?.bundle ?? extraBundles[identifier]
    else { return }
    log(of: identifier).recordStack(stack, in: bundle.libraryPath)
  }

  /// Logs a message of the host about dropped data, with the level `notice`.
  private func notice(_ message: String, of identifier: String) {
    guard isThere(identifier) else { return }
    log(of: identifier).record(message, level: .notice)
  }

  package func audit(_ summary: AuditSummary, of identifier: String) {
    guard extraBundles[identifier] == nil, !brokenAudits.contains(identifier), isThere(identifier) else { return }
    do throws(Diagnostic) {
      try KeyboardAudit(of: identifier, in: registry.folders).add(summary)
    } catch {
      // The source reports the error once, not at each field.
      brokenAudits.insert(identifier)
      diagnostics.append(error)
    }
  }

  /// The maximum number of lines that the log stores for one turn, so that a flood of lines does not slow down typing.
  private static let lineLimit = 256
  /// The maximum number of bytes that the log stores for the messages of one turn. Printed output is limited by the
  /// capacity of its pipe instead.
  private static let byteLimit = 64 * 1024

  /// Appends the lines of one turn to the log, with a message about the number of dropped lines.
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

  package func quarantine(_ identifier: String, reason: String) {
    guard extraBundles[identifier] == nil, isThere(identifier) else { return }
    noting(()) { () throws(Diagnostic) in try registry.quarantine(identifier, reason: reason) }
    reload(identifier)
  }

  /// Returns the settings that a keyboard declares, with the user's values.
  ///
  /// - Throws: `Diagnostic` if the schema or the user's settings cannot be read.
  package func settings(of bundle: KeyboardBundle) throws(Diagnostic) -> [String: SettingValue] {
    try settings(bundle.settings(languages: nil), of: bundle.manifest.identifier)
  }

  private func settings(_ schema: SettingsSchema?, of identifier: String) throws(Diagnostic) -> [String: SettingValue] {
    guard let schema else { return [:] }
    return try SettingsStore(identifier: identifier, schema: schema, folders: registry.folders).values()
  }

  /// Returns the input view and the settings schema of a bundle, from the cache if the keyboard started from it
  /// before.
  private func content(
    of bundle: KeyboardBundle
  ) throws(Diagnostic) -> (inputView: InputViewTree?, schema: SettingsSchema?) {
    let identifier = bundle.manifest.identifier
    let isStarted = startedBundles[identifier]?.bundle.folder === bundle.folder
    if isStarted, let content = startedBundles[identifier]?.content { return content }
    let content = (try bundle.inputView(), try bundle.settings(languages: nil))
    if isStarted { startedBundles[identifier]?.content = content }
    return content
  }

  private func bundle(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    if let extra = extraBundles[identifier] { return extra }
    // Without a watch, or if the list cannot be read, the host reads the bundle from disk to find the current state
    // or error.
    guard watch != nil, let keyboard = keyboard(identifier) else { return try registry.bundle(identifier) }
    let bundle = try registry.bundle(of: keyboard, unlessChanged: startedBundles[identifier]?.bundle)
    if startedBundles[identifier]?.bundle.folder !== bundle.folder {
      startedBundles[identifier] = StartedBundle(bundle: bundle)
    }
    return bundle
  }

  private var keyboards: [RegisteredKeyboard] {
    // The source checks the list during a turn too, because revoking full access must take effect at once
    // (Behavior.md#access-changes).
    if watch?.drainChanges() == true { known = nil }
    if let known { return known }
    let read = noting([]) { () throws(Diagnostic) in try registry.modes() }
    keep(read)
    return read
  }

  /// Caches the list that the source just read, and drops the cached bundles of keyboards that are no longer in the
  /// list.
  private func keep(_ read: [RegisteredKeyboard]) {
    knownOthers = [:]
    startedBundles = startedBundles.filter { identifier, _ in
      extraBundles[identifier] != nil || read.contains { $0.identifier == identifier }
    }
    known = read
    reported = reported ?? read
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

  /// Whether the keyboard is still installed. The host stores nothing for a keyboard that any process has
  /// uninstalled.
  private func isThere(_ identifier: String) -> Bool {
    // Uninstalling removes the bundle first.
    extraBundles[identifier] != nil || keyboard(identifier)?.path.map { access($0, F_OK) == 0 } ?? false
  }

  private func log(of identifier: String) -> KeyboardLog {
    KeyboardLog(of: identifier, in: registry.folders)
  }

  /// Returns the result of `body`, or the fallback if `body` throws. Records the error for the user.
  private func noting<Value>(_ fallback: Value, _ body: () throws(Diagnostic) -> Value) -> Value {
    do {
      return try body()
    } catch {
      diagnostics.append(error)
      return fallback
    }
  }
}
