package import BundleFiles
internal import BundleFormat
package import Diagnostics
internal import Glibc
internal import InputViewModel
package import KeyboardProtocol
package import KeyboardStore
package import Sandbox
package import TextModel

/// The source of the user's keyboards. Each keyboard is a bundle on disk, and runs in its own process.
package final class BundleSource: KeyboardSource, ProcessPreparation {
  private let keyboards: RegisteredKeyboards
  private let logs: KeyboardLogs
  private let files: StoredFiles
  private let runnerPath: String
  private let deadlines: RunnerKeyboard.Deadlines
  private let minimumSandbox: MinimumSandbox
  private let limits: KeyboardLimits
  /// The supplementary lexicon that the source read last, and the version of the lexicon's files.
  private var knownLexicon: (version: [Int], entries: [LexiconEntry])?
  /// The standby process, which the next keyboard takes over.
  private var standby: StandbyProcess?
  /// The bundle from which each keyboard last started. The next start reuses the bundle's read-only mount
  /// (``ReadOnlyFolder``).
  ///
  /// Each time the source reads the user's keyboard list, it forgets the bundles of keyboards that are no longer
  /// enabled.
  private var startedBundles: [String: StartedBundle] = [:]
  /// The identifiers of the keyboards with full access whose bundles the source has read completely
  /// (Sandbox.md#cached-bundle).
  private var cachedBundles: Set<String> = []
  /// The stamps of the files from which each keyboard's last process started. The value nil means that the host could
  /// not open the bundle.
  private var startedFiles: [String: BundleStamp?] = [:]

  /// A bundle, with the content of the files that the host reads when it starts the keyboard. The host reads these
  /// files once, because it may have to start several processes in a row while a key press waits.
  private struct StartedBundle {
    let bundle: KeyboardBundle
    /// The input view and the settings schema; nil before the first start.
    var content: (inputView: InputViewTree?, schema: SettingsSchema?)?
  }

  /// The identifiers of the keyboards that run in the host's process.
  private var inputViews: Set<String> = []

  /// Adds a bundle that an application shows as its own input view. The bundle's keyboard runs in the host's process,
  /// with all rights of the process.
  ///
  /// - Returns: The identifier of the keyboard. The identifier differs from the bundle's own identifier, so the input
  ///   view and the keyboard of the same bundle share no files and no log.
  package func addInputView(_ bundle: KeyboardBundle) -> String {
    let bundle = bundle.renamed(bundle.manifest.identifier + KeyboardIdentifier.inputViewSuffix)
    keyboards.extraBundles[bundle.manifest.identifier] = bundle
    inputViews.insert(bundle.manifest.identifier)
    return bundle.manifest.identifier
  }

  /// Whether the host measures processes that start after the caller sets this property after each turn, see
  /// ``RunnerKeyboard/measuresShortTurns``. On a virtual clock, each run must give the same result, so it must measure.
  package var measuresShortTurns = true
  /// The fault injection for keyboards that start after the caller sets this property.
  package var faultInjection = FaultInjection()
  /// A function that receives the bytes that keyboards print, or nil if output was lost. The keyboard's log also gets
  /// the output.
  package var didPrint: ([UInt8]?) -> Void = { _ in }
  /// Creates a source for a registry.
  ///
  /// - Parameters:
  ///   - registry: The registry with the user's keyboard list.
  ///   - runnerPath: The path of the program `klava-runner`.
  ///   - deadlines: The deadlines of keyboards.
  ///   - extraBundles: Bundles that may run although they are not in the user's keyboard list.
  ///   - unsafeWithout: The sandbox layers that the user disabled for this run.
  ///   - limits: The limits of keyboards.
  package init(
    registry: KeyboardRegistry, runnerPath: String, deadlines: RunnerKeyboard.Deadlines,
    extraBundles: [KeyboardBundle] = [], unsafeWithout: Set<Layer> = [], limits: KeyboardLimits = KeyboardLimits()
  ) {
    minimumSandbox = MinimumSandbox(unsafeWithout: unsafeWithout)
    keyboards = RegisteredKeyboards(registry, extraBundles: extraBundles)
    logs = KeyboardLogs(keyboards)
    files = StoredFiles(keyboards, logs, limits)
    self.runnerPath = runnerPath
    self.deadlines = deadlines
    self.limits = limits
    keyboards.didRead = { [weak self] list in
      self?.startedBundles = self?.startedBundles.filter { key, _ in list.contains { $0.identifier == key } } ?? [:]
      // The access of any keyboard may have changed.
      self?.cachedBundles = []
    }
  }

  /// Returns the errors since the last call of this method: errors in the user's files, and errors about sandbox
  /// layers.
  package func drainDiagnostics() -> [Diagnostic] {
    defer { keyboards.diagnostics = [] }
    return keyboards.diagnostics + minimumSandbox.drainDiagnostics()
  }

  /// Reads the user's keyboard list again after this process changed one entry of the list. The caller has already
  /// notified the session.
  package func reload(_ identifier: String) { keyboards.reload(identifier) }

  /// Returns whether another process changed the user's keyboard list since the last call of this method. If the list
  /// changed, reads it again.
  package func noticeChanges() -> Bool { keyboards.noticeChanges() }

  /// The descriptors that become readable when the caller should call ``noticeChanges()``; empty if the host cannot
  /// watch the files.
  package var changeDescriptors: [Int32] { keyboards.changeDescriptors }

  /// Returns the keyboard with an identifier, even if the user's keyboard list does not contain it; nil if there is no
  /// such keyboard. Reads the keyboard's files again only if they have changed.
  package func keyboard(_ identifier: String) -> RegisteredKeyboard? { keyboards[identifier] }

  package var choicesVersion: Int? { keyboards.version }

  package func modes() -> [InputMode] {
    // The session shows no keyboard with the identifier of the probe. Klava installs no such keyboard, but another
    // program may put one into the folder of installed keyboards.
    keyboards.all.filter { $0.isEnabled && $0.identifier != KeyboardIdentifier.probe }.map { keyboard in
      InputMode(
        keyboard.identifier, isSystem: keyboard.origin == .system,
        isASCIICapable: keyboard.manifest?.isASCIICapable ?? keyboard.layout?.isASCIICapable
          ?? (keyboard.origin == .system),
        barredBecause: keyboard.quarantine == nil && keyboard.diagnostic == nil ? nil : .quarantined)
    }
  }

  package var preparation: (any ProcessPreparation)? { self }

  package func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    if inputViews.contains(identifier) {
      try body()
      let bundle = try starting { () throws(Diagnostic) in try self.bundle(identifier) }
      let library = try starting { () throws(Diagnostic) in try bundle.library() }
      // The code of a Swift library runs on the main actor. If another thread called this code, the Swift runtime would
      // end the process.
      let needsMainThread = library.neededLibraries.contains("libswift_Concurrency.so")
      return ProcesslessKeyboard(InProcessKeyboard(mainQueuePatience: needsMainThread ? deadlines.start : nil))
    }
    let bundle = try starting { () throws(Diagnostic) in try bundleToStart(identifier) }
    return try minimumSandbox.start(
      Self.fileAccess(of: bundle), hasFullAccess: grant(of: identifier).access.isFull, limits: limits
    ) { policy throws(KeyboardEndError) in
      // Wait until the process is ready, because only a process that uses a sandbox layer shows whether the layer is
      // available.
      let program = try starting { () throws(Diagnostic) in try self.program(bundle, policy) }
      let takesOver = standby != nil
      let keyboard = try start(program, of: identifier, in: standby.take())
      try body()
      do throws(KeyboardEndError) {
        try keyboard.becomeReady()
        return keyboard
      } catch {
        // The standby process may have failed for a reason that does not apply to a new process, so try a new process.
        guard takesOver else { throw error }
        if case .unconfined = error { throw error }
        let fresh = try start(program, of: identifier)
        try fresh.becomeReady()
        return fresh
      }
    }
  }

  package func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    do {
      let bundle = try bundleToStart(identifier)
      let policy = try minimumSandbox.policy(
        Self.fileAccess(of: bundle), hasFullAccess: grant(of: identifier).access.isFull, limits: limits)
      return try start(try program(bundle, policy), of: identifier)
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      // Do not report the error to the user yet. The host reports the error if the keyboard still cannot start when the
      // user needs the keyboard.
      throw .notStarted("\(error)")
    }
  }

  /// Opens the bundle from which a keyboard's process is about to start, and records the stamps of its files.
  private func bundleToStart(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    let stamps = Self.stamps(keyboards.facts(of: identifier))
    // While an installation replaces the bundle, the host cannot open it. After such a failure, the host starts the
    // keyboard again when the user's keyboard list changes.
    startedFiles[identifier] = .some(nil)
    let bundle = try self.bundle(identifier)
    startedFiles[identifier] = .some(stamps)
    return bundle
  }

  private static func fileAccess(of bundle: KeyboardBundle) -> Policy.FileAccess {
    bundle.manifest.fileAccess == .paths ? .paths : .noPaths
  }

  private func program(_ bundle: KeyboardBundle, _ policy: Policy) throws(Diagnostic) -> KeyboardProgram {
    let identifier = bundle.manifest.identifier
    if !policy.hasFullAccess {
      cachedBundles.remove(identifier)
    } else if cachedBundles.insert(identifier).inserted {
      do throws(Diagnostic) {
        try bundle.folder.readAllFiles()
      } catch {
        cachedBundles.remove(identifier)
        throw error
      }
    }
    let container = files.container(of: identifier, hasFullAccess: policy.hasFullAccess)
    return try KeyboardProgram(bundle, container: policy.fileAccess == .paths ? container : nil, policy: policy)
  }

  package func prepareStandby() {
    // Ignore an error, because no keyboard needs the standby process yet. If the host still cannot start a process when
    // a keyboard needs one, the host reports the error at that time.
    standby = try? StandbyProcess.running(standby.take(), or: runnerPath)
    BuiltFilters.prepare()
  }

  package func discardStandby() { standby = nil }

  /// The identifier of the standby process, for tests and diagnosis; nil if there is no standby process.
  package var standbyIdentifier: Int32? { standby?.processIdentifier }

  /// Starts a keyboard without waiting until it is ready.
  ///
  /// - Throws: ``KeyboardEndError`` if the process cannot start.
  private func start(
    _ program: KeyboardProgram, of identifier: String, in standby: consuming StandbyProcess? = nil
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    let keyboard = try RunnerKeyboard(
      runnerPath: runnerPath, program: program, in: standby, isNeededNow: false,
      container: program.container.map { files.mirror($0, of: identifier) }, deadlines: deadlines,
      outputWasCut: { [weak self] in
        self?.didPrint(nil)
        self?.logs.record(
          "it printed more than 64 KiB for one event, and the host dropped the rest", of: identifier, isNotice: true)
      }
    ) { [weak self] bytes in
      self?.didPrint(bytes)
      self?.logs.add(printed: bytes, of: identifier)
    }
    keyboard.measuresShortTurns = measuresShortTurns
    return faultInjection == FaultInjection() ? keyboard : FaultInjectingKeyboard(keyboard, faultInjection)
  }

  package func keepEndedFiles(while idle: IdleTime?) {
    if idle?.isOver != true { keyboards.writeQuarantines(waits: idle == nil) }
    if idle == nil { logs.writeKeptAudits() }
    files.keepEndedFiles(while: idle)
  }

  /// Calls `body`. Records an error of `body` for the user.
  ///
  /// - Throws: ``KeyboardEndError/notStarted(_:)`` with the error of `body`.
  private func starting<Value>(_ body: () throws(Diagnostic) -> Value) throws(KeyboardEndError) -> Value {
    do {
      return try body()
    } catch {
      keyboards.diagnostics.append(error)
      throw .notStarted(error.clause)
    }
  }

  package func provenance(of identifier: String) -> KeyboardProvenance? {
    let facts = keyboards.facts(of: identifier)
    guard let stamps = Self.stamps(facts) else { return nil }
    return KeyboardProvenance(
      hasFullAccess: facts.grant.access.isFull, files: stamps, settings: FileStamp(facts.settings),
      faultInjection: faultInjection)
  }

  package func hasNewFiles(_ identifier: String) -> Bool {
    guard let started: BundleStamp? = startedFiles[identifier] else { return false }
    guard let now = Self.stamps(keyboards.facts(of: identifier)) else { return false }
    return started != now
  }

  /// Returns a stamp of the library and the property lists with which a keyboard starts; nil if there is no library.
  private static func stamps(_ facts: RegisteredKeyboards.StartFacts) -> BundleStamp? {
    facts.bundle.flatMap { bundle in
      BundleStamp(
        path: bundle.path, library: bundle.library,
        propertyLists: [Manifest.fileName, InputViewReader.fileName, SettingsSchema.fileName])
    }
  }

  package func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    do {
      let bundle = try self.bundle(identifier)
      let (inputView, schema) = try content(of: bundle)
      files.begin(bundle, hasFullAccess: standing.hasFullAccess)
      // A keyboard can measure whether the source reads the lexicon for a request. Without this read, a process with
      // full access could learn whether an earlier process without full access has requested the lexicon.
      if standing.hasFullAccess { _ = lexicon() }
      if let end = endForStorage(of: identifier) { throw end }
      var configuration = bundle.launchConfiguration(
        inputView: inputView, settings: try settings(schema, of: identifier), languages: keyboards.registry.languages,
        standing: standing, memoryLimit: limits.memory)
      faultInjection.apply(to: &configuration)
      return configuration
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      let diagnostic = error as? Diagnostic ?? Diagnostic(.internalFault, identifier, "\(error)")
      keyboards.diagnostics.append(diagnostic)
      throw .notStarted(diagnostic.clause)
    }
  }

  package func endForStorage(of identifier: String) -> KeyboardEndError? { files.end(of: identifier) }

  package func grant(of identifier: String) -> KeyboardGrant { keyboards.facts(of: identifier).grant }

  package func reply(_ request: HostRequest, of identifier: String) -> HostReply {
    files.reply(request, of: identifier)
  }

  package func lexicon() -> [LexiconEntry] {
    let folders = keyboards.registry.folders
    let language = keyboards.registry.languages.first ?? "en"
    // A keyboard may request the lexicon in each turn, so read the files only after a change, and report an error only
    // once.
    let version = PersonalLexicon.version(in: folders, language: language)
    if let knownLexicon, knownLexicon.version == version { return knownLexicon.entries }
    let entries = keyboards.noting([]) { () throws(Diagnostic) in
      try PersonalLexicon.entries(in: folders, language: language)
    }
    knownLexicon = (version, entries)
    return entries
  }

  package func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    logs.add(lines, of: identifier)
  }

  package func record(_ message: String, of identifier: String) { logs.record(message, of: identifier) }

  package func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {
    logs.recordEnd(
      messages, stack: stack, in: startedBundles[identifier]?.bundle ?? keyboards.extraBundles[identifier],
      of: identifier)
  }

  package func audit(_ summary: AuditSummary, of identifier: String) { logs.audit(summary, of: identifier) }

  package func quarantine(_ identifier: String, reason: String) {
    guard keyboards.extraBundles[identifier] == nil else { return }
    keyboards.quarantine(identifier, reason: reason)
  }

  /// Returns the settings that a keyboard declares, with the user's values.
  ///
  /// - Throws: `Diagnostic` if the host cannot read the schema or the user's settings.
  package func settings(of bundle: KeyboardBundle) throws(Diagnostic) -> [String: SettingValue] {
    try settings(bundle.settings(languages: nil), of: bundle.manifest.identifier)
  }

  private func settings(_ schema: SettingsSchema?, of identifier: String) throws(Diagnostic) -> [String: SettingValue] {
    guard let schema else { return [:] }
    return try SettingsStore(identifier: identifier, schema: schema, folders: keyboards.registry.folders).values()
  }

  /// Returns the input view and the settings schema of a bundle, from the cache if the keyboard started from this
  /// bundle before.
  ///
  /// - Throws: `Diagnostic` if the host cannot read the input view or the settings schema.
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

  /// Returns the bundle of a keyboard, or of a custom input view.
  ///
  /// - Throws: `Diagnostic` if there is no such keyboard, or if its bundle is unusable.
  package func bundle(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    if let extra = keyboards.extraBundles[identifier] { return extra }
    // If the host cannot watch the user's keyboard list, or if the list is unreadable, the host reads the bundle from
    // disk.
    guard keyboards.isWatched, let keyboard = keyboards[identifier] else {
      return try keyboards.registry.bundle(identifier)
    }
    let bundle = try keyboards.registry.bundle(of: keyboard, unlessChanged: startedBundles[identifier]?.bundle)
    if startedBundles[identifier]?.bundle.folder !== bundle.folder {
      startedBundles[identifier] = StartedBundle(bundle: bundle)
    }
    return bundle
  }
}
