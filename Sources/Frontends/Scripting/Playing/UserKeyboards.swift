internal import BundleFiles
internal import BundleFormat
package import Diagnostics
internal import EmojiData
package import KeyboardHost
internal import KeyboardLayouts
package import KeyboardProtocol
package import KeyboardStore
package import Sandbox
internal import SuggestionClient
internal import SystemKeyboard
internal import TextModel
package import Timing

/// The user's keyboards for a frontend: their list, a session that uses them, and the user's settings.
package final class UserKeyboards: PlayEnvironment {
  /// The session that uses the keyboards.
  package let session: KeyboardSession
  private let registry: KeyboardRegistry
  package let source: BundleSource
  private let system: SystemKeyboard
  private let suggester: SuggestionClient?
  private let emoji: EmojiLibrary
  private let diagnostics = NotedDiagnostics()

  /// Diagnostics that no function throws, such as the error of a failed write of a settings file.
  private final class NotedDiagnostics {
    var list: [Diagnostic] = []
    /// The unreadable pictures that Klava has already recorded in a keyboard's log. Each element is the identifier of
    /// the keyboard, a line feed and the path of the picture.
    var pictures: Set<String> = []

    /// Records a diagnostic unless the list contains it. Several parts of the program read the same damaged file, but
    /// the user should see its error once.
    func add(_ diagnostic: Diagnostic) { if !list.contains(diagnostic) { list.append(diagnostic) } }

    /// Calls `body` and returns its result. If `body` throws an error, records the error and returns nil.
    func noting<Value>(_ body: () throws(Diagnostic) -> Value) -> Value? {
      do {
        return try body()
      } catch {
        add(error)
        return nil
      }
    }
  }

  /// Creates a session with the keyboards of a registry.
  ///
  /// The probe is a keyboard that makes a script's proxy calls. The probe's bundle is in the folder `probes`, beside
  /// the folder of the bundled keyboards.
  ///
  /// - Parameters:
  ///   - registry: The user's keyboards.
  ///   - runnerPath: The path of `klava-runner`.
  ///   - clock: The session's clock.
  ///   - deadlines: How long the host waits for a keyboard.
  ///   - unsafeWithout: The sandbox layers that the user disabled.
  ///   - suggesterPath: The path of `klava-suggester`; nil for a session without suggestions.
  ///   - spellerPath: The path of `klava-suggester`, for the spell checker; nil for a session without a spell checker.
  ///   - frontendShowsGlobe: Whether the frontend itself shows a globe key.
  ///   - keepsChoices: Whether the session begins with the keyboard that the user last chose. With this option, the
  ///     session also stores the keyboards that the user chooses, and the recent emoji. Otherwise, the session begins
  ///     with the first mode of the user's list.
  package init(
    registry: KeyboardRegistry, runnerPath: String, clock: any SessionClock, deadlines: RunnerKeyboard.Deadlines,
    unsafeWithout: Set<Layer> = [], suggesterPath: String? = nil, spellerPath: String? = nil,
    frontendShowsGlobe: Bool = false, keepsChoices: Bool = false
  ) {
    self.registry = registry
    let diagnostics = diagnostics
    let places = registry.folders.libraries.map { library in
      library.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        + "/probes/ProxyProbe.keyboard"
    }
    let probes = places.compactMap { place -> KeyboardBundle? in
      do throws(Diagnostic) {
        return try BundleRecords(registry.folders).bundle(at: place)
      } catch {
        // Ignore a missing probe when the session is created. The first proxy call reports the missing probe.
        if error.code != .bundleMissing { diagnostics.list.append(error) }
        return nil
      }
    }
    source = BundleSource(
      registry: registry, runnerPath: runnerPath, deadlines: deadlines, extraBundles: probes,
      unsafeWithout: unsafeWithout)
    source.measuresShortTurns = clock.start == nil
    let emoji = EmojiLibrary()
    self.emoji = emoji
    let recent = RecentEmojiFile(registry.folders)
    let file = InputModeFile(registry.folders)
    let suggester = suggesterPath.map { path in
      SuggestionClient(path: path, folders: registry.folders) { diagnostics.list.append($0) }
    }
    self.suggester = suggester
    system = SystemKeyboard(
      language: registry.languages.first ?? "en-US", suggester: suggester,
      emoji: EmojiServices(
        library: emoji, languages: registry.languages,
        recent: { typed in diagnostics.noting { () throws(Diagnostic) in try recent.read(after: typed) } ?? [] },
        record: keepsChoices
          ? { emoji in _ = diagnostics.noting { () throws(Diagnostic) in try recent.record(emoji) } } : nil),
      personal: PersonalTexts(
        own: { type in
          diagnostics.noting { () throws(Diagnostic) in try OwnData(in: registry.folders).suggestions(for: type) } ?? []
        },
        shortcuts: {
          let lexicon = diagnostics.noting { () throws(Diagnostic) in try PersonalLexicon(in: registry.folders) }
          let pairs = lexicon?.shortcuts.map { ($0.userInput, $0.documentText) } ?? []
          return Dictionary(pairs) { first, _ in first }
        }))
    let spelling = spellerPath.map { path in
      SpellChecker(path: path, folders: registry.folders, patience: deadlines.turn * 2 / 5) {
        diagnostics.add($0)
      }
    }
    var modes = RememberedModes(diagnostics.noting { () throws(Diagnostic) in try file.read() } ?? [])
    if !keepsChoices { modes.forget(RememberedModes.choiceKey) }
    session = KeyboardSession(
      source: source, system: system,
      systemIdentifier: SystemKeyboard.identifier, clock: clock, spelling: spelling,
      frontendShowsGlobe: frontendShowsGlobe, rememberedModes: modes
    ) { mode, key in
      guard keepsChoices || key != RememberedModes.choiceKey else { return }
      _ = diagnostics.noting { () throws(Diagnostic) in
        try file.update { pairs in
          var modes = RememberedModes(pairs)
          if let mode { modes.remember(mode, of: key) } else { modes.forget(key) }
          return modes.pairs
        }
      }
    }
    // If the settings file cannot be read, key sounds stay off, which is the default.
    session.applySystemSettings(systemSettings)
  }

  /// Whether the suggestion process starts only when the frontend calls ``startSuggestions()``. The start of the
  /// process needs much processor time, so a frontend sets this property to show the keyboard first.
  package var holdsSuggestions: Bool {
    get { suggester?.isHeld ?? false }
    set { suggester?.isHeld = newValue }
  }

  /// Starts the suggestion process if the shown keyboard needs it. If the process does not start, the system keyboard
  /// removes its suggestion bar.
  package func startSuggestions() {
    guard let suggester, suggester.awaitsStart, session.showsSystemKeyboard else { return }
    suggester.isHeld = false
    defer { suggester.isHeld = true }
    // In the turn for the event `settingsChanged`, the system keyboard prepares its suggestions again.
    session.settingsChanged(of: SystemKeyboard.identifier, to: systemSettings)
  }

  package func resolve(_ part: String) throws(Diagnostic) -> String {
    try registry.resolve(part).identifier
  }

  package func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] {
    let store = try settings(of: identifier)
    switch value {
    case nil: try store.reset(key)
    case .string(let text): try store.set(key, parsing: text)
    case .some(let value): try store.set(key, to: value)
    }
    let values = try store.values()
    if settingsWatch != nil { knownSettings[identifier] = values }
    return values
  }

  private func settings(of identifier: String) throws(Diagnostic) -> SettingsStore {
    if identifier == SystemKeyboard.identifier || KeyboardLayoutName.isIdentifier(identifier) {
      return .system(in: registry.folders)
    }
    guard let schema = try source.bundle(identifier).settings() else { throw Diagnostic(.settingsNone, identifier) }
    return SettingsStore(identifier: identifier, schema: schema, folders: registry.folders)
  }

  package func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {
    try registry.setFullAccess(identifier, isGranted)
    source.reload(identifier)
  }

  package func setFaultInjection(_ faultInjection: FaultInjection) -> [String] {
    source.faultInjection = faultInjection
    return source.modes().filter { !$0.isSystem }.map(\.identifier) + [KeyboardSession.probeIdentifier]
  }

  package func noticeChanges() -> Bool { source.noticeChanges() }

  /// The descriptors that become readable when another process may have changed the user's list of keyboards.
  ///
  /// When a descriptor is readable, the loop that waits for lines must call the player's `noticeChanges()`.
  package var changeDescriptors: [Int32] { source.changeDescriptors }

  /// Returns a function that reads a picture of a keyboard's bundle by its path. The function returns nil for an
  /// unreadable picture.
  ///
  /// The function opens the bundle at its first call, and reports only the first picture that it cannot read. The
  /// keyboard's log names each unreadable picture once. The loader logs missing pictures.
  package func pictures(of identifier: String) -> (_ path: String) -> [UInt8]? {
    var bundle: KeyboardBundle?
    var hasFailed = false
    return { [source, diagnostics] path in
      do throws(Diagnostic) {
        if bundle == nil { bundle = try source.bundle(identifier) }
        return try bundle?.resource(path)
      } catch {
        if !hasFailed { diagnostics.list.append(error) }
        hasFailed = true
        if error.code != .fileMissing, diagnostics.pictures.insert("\(identifier)\n\(path)").inserted {
          source.record(
            "the input view shows the picture “\(path)”, but Klava cannot read it: \(error.clause)", of: identifier)
        }
        return nil
      }
    }
  }

  /// The settings of the system keyboard and of the on-screen keyboard.
  package var systemSettings: [String: SettingValue] {
    diagnostics.noting { () throws(Diagnostic) in try SettingsStore.system(in: registry.folders).values() } ?? [:]
  }

  /// A diagnostic for each invalid value in the file that contains ``systemSettings``.
  package var ignoredSettings: [Diagnostic] {
    diagnostics.noting { () throws(Diagnostic) in try SettingsStore.system(in: registry.folders).ignoredValues() } ?? []
  }

  // MARK: Settings that other programs change

  private var settingsWatch: FileWatch?
  private var knownSettings: [String: [String: SettingValue]] = [:]

  /// Starts to watch the settings of all keyboards, which other programs can change.
  package func watchSettings() {
    settingsWatch = diagnostics.noting { () throws(Diagnostic) in try FileWatch.settings(in: registry.folders) }
    knownSettings = readSettings()
  }

  /// The descriptors that become readable when another program may have changed a keyboard's settings.
  package var settingsDescriptors: [Int32] { settingsWatch?.descriptors ?? [] }

  /// Passes to the session the settings that other programs have changed since the last call.
  ///
  /// - Returns: Whether any settings may have changed, including the settings of the on-screen keyboard.
  package func noticeSettings() -> Bool {
    guard settingsWatch?.drainChanges() == true else { return false }
    let new = readSettings()
    for (identifier, values) in new where knownSettings[identifier] != values {
      session.settingsChanged(of: identifier, to: values)
    }
    knownSettings = new
    return true
  }

  private func readSettings() -> [String: [String: SettingValue]] {
    var all: [String: [String: SettingValue]] = [:]
    for mode in [SystemKeyboard.identifier] + source.modes().filter({ !$0.isSystem }).map(\.identifier) {
      do throws(Diagnostic) {
        all[mode] = try settings(of: mode).values()
      } catch {
        if error.code != .settingsNone { diagnostics.add(error) }
      }
    }
    return all
  }

  package func diagnostic(of identifier: String) -> Diagnostic? {
    do {
      // The registry's file may not contain a quarantine of this session yet, so ask the session's bundle source.
      _ = try source.bundle(registry.resolve(identifier).identifier)
      return nil
    } catch {
      return error
    }
  }

  package func name(of identifier: String) -> String { source.keyboard(identifier)?.displayName ?? identifier }

  /// The language in a keyboard's manifest, or of a keyboard layout, as a BCP 47 tag. The value is nil for the built-in
  /// layout of the system keyboard.
  package func primaryLanguage(of identifier: String) -> String? { source.keyboard(identifier)?.primaryLanguage }

  /// The user's preferred languages as BCP 47 tags, best first.
  package var languages: [String] { registry.languages }

  /// Whether the user's first language is written from right to left, so that the layout runs from right to left.
  package var isRightToLeft: Bool { languages.first.map(LanguageName.isRightToLeft) ?? false }

  /// The identifiers of the user's input modes, in the user's order.
  package var modes: [String] { source.modes().map(\.identifier) }

  /// Opens a bundle that an application shows instead of the user's keyboard. Returns the identifier of its keyboard,
  /// the name in the user's language, and the manifest's language.
  ///
  /// - Throws: A diagnostic if the bundle cannot be opened.
  package func addInputView(_ path: String) throws(Diagnostic) -> (identifier: String, name: String, language: String) {
    let bundle = try KeyboardBundle(path, check: SignatureCheck.check)
    let name = bundle.displayName(languages: languages)
    return (source.addInputView(bundle), name, bundle.manifest.primaryLanguage)
  }

  package func drainDiagnostics() -> [Diagnostic] {
    defer { diagnostics.list = [] }
    return diagnostics.list + source.drainDiagnostics() + system.drainDiagnostics() + emoji.drainDiagnostics()
  }
}
