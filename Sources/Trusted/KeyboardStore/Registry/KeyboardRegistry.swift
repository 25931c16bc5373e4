package import BundleFiles
package import BundleFormat
package import Diagnostics
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import TextModel

/// The keyboards that Klava knows, with their positions in the user's keyboard list, access, retention and quarantine.
///
/// This type caches nothing: each call reads the files. A call that changes the registry's file holds a lock while it
/// reads and writes the file. So no process overwrites the changes of another process. No call runs a keyboard's code.
package struct KeyboardRegistry: Sendable {
  /// The folders of the registry, the bundles and the other files.
  package let folders: KlavaFolders
  /// The languages in which to show names, best first.
  package let languages: [String]
  let check: ManifestAction.Check
  /// The quarantines that the registry's file does not contain yet, by identifier. Each method that reads the
  /// registry's file adds these quarantines to its result.
  private var unwrittenQuarantines: [String: UnwrittenQuarantine] = [:]

  /// A quarantine that the registry's file does not contain yet.
  private struct UnwrittenQuarantine {
    let quarantine: Quarantine
    /// The path of the keyboard's bundle.
    let path: String
  }

  /// The maximum wait for other processes that change the registry's file.
  var patience = StateLock.patienceOfCommands

  /// Creates a registry that uses these folders.
  ///
  /// - Parameters:
  ///   - folders: The folders of the registry, the bundles and the other files.
  ///   - languages: The languages in which to show names, best first.
  ///   - check: Checks the signature and the fixed arguments of an action in a manifest, and throws an error if one of
  ///     them is invalid.
  package init(
    folders: KlavaFolders, languages: [String] = [], check: @escaping ManifestAction.Check = { _, _ in }
  ) {
    self.folders = folders
    self.languages = languages
    self.check = check
  }

  // MARK: Reading

  /// Lists every keyboard: the enabled keyboards in the user's order, then the other keyboards, sorted by identifier.
  ///
  /// The list also contains bundles that Klava cannot use, with the fault as ``RegisteredKeyboard/diagnostic``.
  ///
  /// - Throws: `registryMalformed`, `registryNewer` or `stateUnreadable`.
  package func keyboards() throws(Diagnostic) -> [RegisteredKeyboard] {
    try keyboards(state())
  }

  /// Lists the enabled keyboards in the user's order. The list is never empty.
  ///
  /// A keyboard that is not enabled may have the same name as an enabled keyboard. Only ``keyboards()`` makes such names
  /// unique.
  ///
  /// - Throws: `registryMalformed`, `registryNewer` or `stateUnreadable`.
  package func modes() throws(Diagnostic) -> [RegisteredKeyboard] {
    try keyboards(usedOr: []).filter(\.isEnabled)
  }

  /// Adds the diagnostic `keyboardChanged` to an installed keyboard if its files changed after the installation.
  ///
  /// This method reads the metadata of each file and can be slow. Call this method only for reports about the keyboard.
  package func checkFiles(of keyboard: inout RegisteredKeyboard) {
    guard keyboard.diagnostic == nil, keyboard.origin == .installed, let recorded = keyboard.digest,
      let path = keyboard.path
    else { return }
    do throws(Diagnostic) {
      let digest = try BundleInventory(BundleFolder(path), checksNames: false).digest
      if digest != recorded { keyboard.diagnostic = Diagnostic(.keyboardChanged, keyboard.identifier) }
    } catch {
      keyboard.diagnostic = error
    }
  }

  /// Finds the keyboard with this identifier.
  ///
  /// - Throws: `keyboardUnknown` if no keyboard has the identifier.
  package func keyboard(_ identifier: String) throws(Diagnostic) -> RegisteredKeyboard {
    try keyboard(identifier, among: keyboards(usedOr: [identifier]))
  }

  /// Lists the enabled keyboards, the shipped keyboards and the keyboards with these identifiers.
  private func keyboards(usedOr identifiers: [String]) throws(Diagnostic) -> [RegisteredKeyboard] {
    let state = try state()
    return try keyboards(state, only: Self.chosen(in: state) + identifiers)
  }

  /// Reads the registry's file, and adds the quarantines that the file does not contain yet.
  private func state() throws(Diagnostic) -> RegistryState {
    var state = try RegistryState(reading: folders.registry)
    for (identifier, unwritten) in unwrittenQuarantines { state[identifier].quarantine = unwritten.quarantine }
    return state
  }

  /// Finds a keyboard by its identifier or name, or by a part of its identifier or name
  /// (CommandLine.md#keyboard-names).
  ///
  /// The search first compares `part` with complete identifiers. Then the search compares `part` with the complete name
  /// and the last component of the identifier (`calculator` in `org.klava.calculator`) of each keyboard. Last, the search
  /// looks for `part` anywhere in the identifiers and names. The search ignores upper and lower case.
  ///
  /// - Throws: `keyboardUnknown` if no keyboard matches, or `keyboardAmbiguous` with the candidates if several
  ///   keyboards match.
  package func resolve(_ part: String) throws(Diagnostic) -> RegisteredKeyboard {
    // A complete identifier needs no list of all keyboards.
    let known = try keyboards(usedOr: [part])
    let isComplete = known.contains { KeyboardIdentifier.isSame($0.identifier, part) }
    return try resolve(part, among: isComplete ? known : keyboards())
  }

  /// Opens the bundle of an installed or shipped keyboard for loading.
  ///
  /// - Throws: The diagnostic of the bundle, `keyboardQuarantined`, `keyboardChanged` if the files differ from the
  ///   installed files, or `systemKeyboardFixed` for the system keyboard, which has no bundle.
  package func bundle(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    try bundle(of: keyboard(identifier))
  }

  /// Opens the bundle of a keyboard. Reads no files of other keyboards.
  ///
  /// - Parameters:
  ///   - keyboard: The keyboard, as an earlier call returned it.
  ///   - known: The bundle that an earlier call returned for the keyboard; nil without an earlier call. The method
  ///     returns `known` if the user installed the keyboard and its files have not changed.
  /// - Throws: The diagnostic of the bundle, `keyboardQuarantined`, `keyboardChanged` or `systemKeyboardFixed`.
  package func bundle(
    of keyboard: RegisteredKeyboard, unlessChanged known: KeyboardBundle? = nil
  ) throws(Diagnostic) -> KeyboardBundle {
    if let diagnostic = keyboard.diagnostic { throw diagnostic }
    if let quarantine = keyboard.quarantine {
      throw Diagnostic(
        .keyboardQuarantined, keyboard.identifier, "The keyboard is in quarantine: \(quarantine.reason).",
        remedy: "Enable the keyboard again with `klava enable \(keyboard.identifier)`, or install a new version.")
    }
    guard let path = keyboard.path else { throw Diagnostic(.systemKeyboardFixed, keyboard.identifier) }
    if let known, keyboard.origin == .installed, let recorded = keyboard.digest, known.folder.isAt(path),
      try known.digest() == recorded
    {
      return known
    }
    let bundle = try BundleRecords(folders).bundle(at: path, check: check)
    if keyboard.origin == .installed, let recorded = keyboard.digest, try bundle.digest() != recorded {
      throw Diagnostic(.keyboardChanged, keyboard.identifier)
    }
    return bundle
  }

  // MARK: Changing

  /// Enables a keyboard as an input mode and ends its quarantine. Can also move a keyboard that is already enabled.
  ///
  /// - Parameters:
  ///   - identifier: The keyboard's identifier.
  ///   - position: The position in the list of input modes, from 1. If the position is nil, an enabled keyboard keeps
  ///     its position, and the method adds any other keyboard at the end.
  /// - Throws: The diagnostic of the bundle, `keyboardUnknown`, `positionOutOfRange`, or a diagnostic of the registry's
  ///   file.
  package func enable(_ identifier: String, at position: Int? = nil) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      try enable(identifier, at: position, in: &state, among: keyboards)
    }
  }

  private func enable(
    _ identifier: String, at position: Int?, in state: inout RegistryState, among keyboards: [RegisteredKeyboard]
  ) throws(Diagnostic) {
    let keyboard = try keyboard(identifier, among: keyboards)
    if let diagnostic = keyboard.diagnostic { throw diagnostic }
    var modes = keyboards.modeIdentifiers.filter { $0 != keyboard.identifier }
    if position == nil, keyboard.isEnabled {
      modes = keyboards.modeIdentifiers
    } else {
      let place = position ?? modes.count + 1
      guard (1...modes.count + 1).contains(place) else {
        throw Diagnostic(
          .positionOutOfRange, identifier, "The list of input modes has no position \(place).",
          remedy: "Use 1 to \(modes.count + 1).")
      }
      modes.insert(keyboard.identifier, at: place - 1)
    }
    state.modes = modes
    state[keyboard.identifier].quarantine = nil
  }

  /// Enables a keyboard layout of the system keyboard as an input mode, or moves an enabled keyboard layout to another
  /// position.
  ///
  /// Before the call, the caller must compile the keyboard layout, to make sure that it exists.
  ///
  /// - Throws: `positionOutOfRange`, or a diagnostic of the registry's file.
  package func enable(_ layout: KeyboardLayoutRecord, at position: Int? = nil) throws(Diagnostic) {
    try change([]) { (state, keyboards) throws(Diagnostic) in
      state[layout.name.identifier].layout = RegistryState.Layout(
        title: layout.title, language: layout.language, isASCIICapable: layout.isASCIICapable)
      guard let added = Self.layout(layout.name.identifier, in: state) else { return }
      let known = keyboards.contains { KeyboardIdentifier.isSame($0.identifier, added.identifier) }
      try enable(added.identifier, at: position, in: &state, among: known ? keyboards : keyboards + [added])
    }
  }

  /// Removes a keyboard from the list of input modes, which must keep a usable keyboard (Behavior.md#input-mode-list).
  ///
  /// - Throws: `keyboardNotEnabled`, or `lastInputMode` if no other enabled keyboard is usable.
  package func disable(_ identifier: String) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      let keyboard = try keyboard(identifier, among: keyboards)
      guard keyboard.isEnabled else {
        throw Diagnostic(
          .keyboardNotEnabled, keyboard.identifier, remedy: "Run `klava list` to list the enabled keyboards.")
      }
      // Ignore keyboards that have a fault or are in quarantine, because the user cannot type with these keyboards.
      let others = keyboards.filter { $0.isEnabled && $0.identifier != keyboard.identifier }
      guard others.contains(where: { $0.diagnostic == nil && $0.quarantine == nil }) else {
        throw Diagnostic(.lastInputMode, keyboard.identifier)
      }
      state.modes = others.map(\.identifier)
      state[keyboard.identifier].layout = nil
    }
  }

  /// Moves these enabled keyboards to the front of the user's keyboard list, in this order. The other keyboards keep
  /// their order.
  ///
  /// - Throws: `keyboardUnknown`, `keyboardNotEnabled`, `orderRepeats`, or a diagnostic of the registry's file.
  package func order(_ identifiers: [String]) throws(Diagnostic) {
    try change(identifiers) { (state, keyboards) throws(Diagnostic) in
      var first: [String] = []
      for identifier in identifiers {
        let keyboard = try keyboard(identifier, among: keyboards)
        guard keyboard.isEnabled else { throw Diagnostic(.keyboardNotEnabled, keyboard.identifier) }
        guard !first.contains(keyboard.identifier) else { throw Diagnostic(.orderRepeats, keyboard.identifier) }
        first.append(keyboard.identifier)
      }
      state.modes = first + keyboards.modeIdentifiers.filter { !first.contains($0) }
    }
  }

  /// Grants or revokes full access (Behavior.md#access-changes).
  ///
  /// - Throws: `accessNotRequested` if the manifest does not request full access.
  package func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard !isGranted || keyboard.manifest?.requestsOpenAccess == true else {
        throw Diagnostic(
          .accessNotRequested, keyboard.identifier,
          "The keyboard does not request full access: its manifest lacks RequestsOpenAccess.")
      }
      state[keyboard.identifier].hasFullAccess = isGranted
      // Revoke the access to the local network too. If the user later grants full access again, the new grant does not
      // include the local network.
      if !isGranted { state[keyboard.identifier].reachesLocalNetwork = false }
    }
  }

  /// Allows or forbids a keyboard's connections to this machine and the local network.
  ///
  /// - Throws: `localNetworkWithoutAccess` if the keyboard does not have full access. Every connection requires full
  ///   access.
  package func setLocalNetwork(_ identifier: String, _ isReached: Bool) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard !isReached || keyboard.hasFullAccess else {
        let identifier = keyboard.identifier
        guard keyboard.manifest?.requestsOpenAccess == true else {
          throw Diagnostic(
            .localNetworkWithoutAccess, identifier,
            "The keyboard cannot use the local network, because it cannot get full access: its manifest lacks "
              + "RequestsOpenAccess.",
            remedy: "Use the keyboard without the network, or ask its author to set RequestsOpenAccess.")
        }
        throw Diagnostic(
          .localNetworkWithoutAccess, identifier,
          remedy: "To grant both rights, run `klava access \(identifier) --full yes --local-network yes`.")
      }
      state[keyboard.identifier].reachesLocalNetwork = isReached
    }
  }

  /// Sets the keyboard's retention: the time for which its process may remember typed text.
  ///
  /// - Throws: `keyboardUnknown`, `systemKeyboardFixed` for the system keyboard, or a diagnostic of the registry's
  ///   file.
  package func setRetention(_ identifier: String, _ retention: Retention) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      state[try thirdParty(identifier, among: keyboards).identifier].retention = retention
    }
  }

  /// Quarantines a keyboard in this value until its files change, or until ``writeQuarantines(within:)`` has written
  /// the quarantine. Does not wait for other processes.
  ///
  /// - Parameters:
  ///   - identifier: The keyboard's identifier.
  ///   - reason: The reason, as a text for the user. The quarantine has at most the first 1,024 scalars of the text.
  /// - Throws: `keyboardUnknown`, `systemKeyboardFixed`, or a diagnostic of the bundle or of the registry's file.
  package mutating func quarantine(_ identifier: String, reason: String) throws(Diagnostic) {
    let keyboard = try thirdParty(identifier, among: [self.keyboard(identifier)])
    guard let path = keyboard.path else { return }
    let quarantine = Quarantine(
      reason: String(String.UnicodeScalarView(reason.unicodeScalars.prefix(1_024))),
      digest: try BundleInventory(BundleFolder(path)).digest)
    unwrittenQuarantines[keyboard.identifier] = UnwrittenQuarantine(quarantine: quarantine, path: path)
  }

  /// Writes to the registry's file the quarantines that are only in this value. If a keyboard is no longer installed,
  /// drops its quarantine.
  ///
  /// - Parameter limit: The maximum wait for other processes that change the file.
  /// - Throws: `registryLocked` if another process still changes the file after `limit`, or a diagnostic of the file.
  ///   The quarantines stay in this value.
  package mutating func writeQuarantines(within limit: Duration) throws(Diagnostic) {
    guard !unwrittenQuarantines.isEmpty else { return }
    try changeState(within: limit) { state throws(Diagnostic) in
      // An installation or an uninstallation removes a bundle only under the lock that this process holds. If another
      // version replaced the bundle, the digest in the quarantine shows that the quarantine has ended.
      for (identifier, unwritten) in unwrittenQuarantines where access(unwritten.path, F_OK) == 0 {
        state[identifier].quarantine = unwritten.quarantine
      }
      try StateFile.write(try state.bytes(), to: folders.registry)
    }
    unwrittenQuarantines = [:]
  }

  /// Ends a keyboard's quarantine, so that the host loads the keyboard again.
  ///
  /// - Throws: `keyboardNotQuarantined` if the keyboard is not in quarantine.
  package func retry(_ identifier: String) throws(Diagnostic) {
    try change([identifier]) { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard state[keyboard.identifier].quarantine != nil else {
        throw Diagnostic(.keyboardNotQuarantined, keyboard.identifier)
      }
      state[keyboard.identifier].quarantine = nil
    }
  }

  // MARK: Implementation

  /// Holds the registry's lock while it reads the registry, calls `body`, and writes the registry that `body` changed.
  /// If `body` throws an error, the file stays unchanged.
  ///
  /// - Parameters:
  ///   - identifiers: The keyboards that the change concerns. The function `body` gets the keyboards that
  ///     ``keyboards(_:only:)`` returns for the enabled keyboards and for these identifiers.
  ///   - body: Changes the state.
  func change(
    _ identifiers: [String], _ body: (inout RegistryState, [RegisteredKeyboard]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try changeState { state throws(Diagnostic) in
      let bundles = identifiers.filter { !KeyboardLayoutName.isIdentifier($0) }
      try body(&state, keyboards(state, only: Self.chosen(in: state) + bundles))
      try StateFile.write(try state.bytes(), to: folders.registry)
    }
  }

  /// Holds the registry's lock while it reads the registry and calls `body`, which changes and writes the registry.
  ///
  /// - Parameters:
  ///   - limit: The maximum wait for the lock; nil for ``patience``.
  ///   - body: Changes the state, and writes it to the file.
  /// - Throws: `registryLocked` if another process holds the lock for longer, or the error of `body`.
  func changeState(
    within limit: Duration? = nil, _ body: (inout RegistryState) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let lock = try StateLock(folders, within: limit ?? patience)
    var state = try RegistryState(reading: folders.registry)
    try body(&state)
    _ = consume lock
  }

  func keyboard(
    _ identifier: String, among keyboards: [RegisteredKeyboard]
  ) throws(Diagnostic) -> RegisteredKeyboard {
    guard let found = keyboards.first(where: { KeyboardIdentifier.isSame($0.identifier, identifier) }) else {
      throw Diagnostic(
        KeyboardLayoutName.isIdentifier(identifier) ? .keyboardNotEnabled : .keyboardUnknown, identifier)
    }
    return found
  }

  private func thirdParty(
    _ identifier: String, among keyboards: [RegisteredKeyboard]
  ) throws(Diagnostic) -> RegisteredKeyboard {
    let keyboard = try keyboard(identifier, among: keyboards)
    guard keyboard.origin != .system else { throw Diagnostic(.systemKeyboardFixed, keyboard.identifier) }
    return keyboard
  }

  /// The last component of the identifier of the system keyboard.
  private static let systemName = "system"

  func resolve(_ name: String, among keyboards: [RegisteredKeyboard]) throws(Diagnostic) -> RegisteredKeyboard {
    let part = name.lowercased()
    // The word `system` always means the system keyboard, whatever names other keyboards have.
    if part == Self.systemName, let system = keyboards.first(where: { $0.origin == .system }) { return system }
    let tests: [(RegisteredKeyboard) -> Bool] = [
      { $0.identifier.lowercased() == part },
      // The name of a keyboard can equal the last component of another keyboard's identifier. So no rule prefers a name.
      { $0.shortNames.contains(part) },
      { !part.isEmpty && ($0.identifier.lowercased().contains(part) || $0.names.contains { $0.contains(part) }) },
    ]
    for test in tests {
      let found = keyboards.filter(test)
      if found.count > 1 {
        let candidates = found.map(\.identifier).joined(separator: ", ")
        throw Diagnostic(.keyboardAmbiguous, name, remedy: "Use one of \(candidates).")
      }
      if let found = found.first { return found }
    }
    let guess = keyboards.flatMap(\.shortNames).similar(to: part)
    throw Diagnostic(
      .keyboardUnknown, name.isEmpty ? "\"\"" : name,
      remedy: guess.map { "Did you mean \($0)? \(DiagnosticCode.keyboardUnknown.text.remedy)" })
  }
}

extension RegisteredKeyboard {
  /// The names and the last component of the identifier, in lowercase letters.
  fileprivate var shortNames: [String] {
    names + identifier.lowercased().split(separator: ".").suffix(1).map(String.init)
  }

  fileprivate var names: [String] {
    [displayName, manifest?.displayName, manifest?.name].compactMap { $0?.lowercased() }
  }
}

extension [RegisteredKeyboard] {
  /// The identifiers of the enabled keyboards, in the order of this array.
  var modeIdentifiers: [String] { filter(\.isEnabled).map(\.identifier) }
}
