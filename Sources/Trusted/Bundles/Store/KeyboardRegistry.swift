package import Diagnostics

/// The keyboards that there are and what the person decided about them: order, access, memory, quarantine.
///
/// A value without state of its own: each call reads the files, and each change reads, changes and writes them under
/// one lock, so that two processes at once lose nothing. No call runs a keyboard's code.
package struct KeyboardRegistry: Sendable {
  /// Where the files are.
  package let folders: KlavaFolders
  /// The languages in which names are shown, best first.
  package let languages: [String]
  let check: ManifestAction.Check

  /// The registry in these folders; `check` is what the signatures of manifests must pass.
  package init(
    folders: KlavaFolders, languages: [String] = [], check: @escaping ManifestAction.Check = { _, _ in }
  ) {
    self.folders = folders
    self.languages = languages
    self.check = check
  }

  // MARK: Asking

  /// Every keyboard: the enabled ones in their order, then the others by identifier. Reads manifests only.
  ///
  /// A bundle that cannot be read is listed with its ``RegisteredKeyboard/problem``.
  package func keyboards() throws(Diagnostic) -> [RegisteredKeyboard] {
    try keyboards(RegistryState(reading: folders.registry))
  }

  /// The enabled keyboards in their order; never none. Reads no manifest of other keyboards that were installed.
  ///
  /// A name that an enabled keyboard shares with one that is not is told apart by ``keyboards()`` alone.
  package func modes() throws(Diagnostic) -> [RegisteredKeyboard] {
    try keyboards(usedOr: []).filter(\.isEnabled)
  }

  /// The keyboard with this identifier. Reads no manifest of other keyboards that were installed.
  package func keyboard(_ identifier: String) throws(Diagnostic) -> RegisteredKeyboard {
    try keyboard(identifier, among: keyboards(usedOr: [identifier]))
  }

  /// The enabled keyboards, these and those that ship; all where one of them is not called as it should be.
  private func keyboards(usedOr identifiers: [String]) throws(Diagnostic) -> [RegisteredKeyboard] {
    let state = try RegistryState(reading: folders.registry)
    return try keyboards(state, only: Self.chosen(in: state) + identifiers)
  }

  /// The keyboard that an identifier, a name, or any part of one means (CommandLine.md#keyboard-names).
  ///
  /// A whole identifier wins over a whole name, that over the last word of an identifier, that over any part. Throws
  /// where nothing fits, and with the candidates where more than one does. Case does not matter.
  package func resolve(_ part: String) throws(Diagnostic) -> RegisteredKeyboard {
    // What is no whole identifier is looked for among all.
    try resolve(part, among: keyboards(usedOr: [part]))
  }

  /// Opens the bundle of an enabled or installed keyboard for loading.
  ///
  /// Throws what is wrong with it, also that it is in quarantine or not what was installed.
  package func bundle(_ identifier: String) throws(Diagnostic) -> KeyboardBundle {
    try bundle(of: keyboard(identifier))
  }

  /// The same for a keyboard that was found before, so that no other one's files are read.
  ///
  /// - Parameter known: The bundle as it was opened for an earlier load. It is the result if its files are the same ones.
  package func bundle(
    of keyboard: RegisteredKeyboard, unlessChanged known: KeyboardBundle? = nil
  ) throws(Diagnostic) -> KeyboardBundle {
    if let problem = keyboard.problem { throw problem }
    if let quarantine = keyboard.quarantine {
      throw Diagnostic(.keyboardQuarantined, keyboard.identifier, "The keyboard is in quarantine: \(quarantine.reason)")
    }
    guard let path = keyboard.path else { throw Diagnostic(.systemKeyboardFixed, keyboard.identifier) }
    if let known, keyboard.origin == .installed, let recorded = keyboard.digest, known.folder.isAt(path),
      try known.digest() == recorded
    {
      return known
    }
    let bundle = try KeyboardBundle(path, check: check)
    if keyboard.origin == .installed, let recorded = keyboard.digest, try bundle.digest() != recorded {
      throw Diagnostic(.keyboardChanged, keyboard.identifier)
    }
    return bundle
  }

  // MARK: Changing

  /// Puts a keyboard into the list of input modes, at the end or at a place counted from 1; one that is there is moved.
  ///
  /// It is taken out of quarantine.
  package func enable(_ identifier: String, at position: Int? = nil) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try keyboard(identifier, among: keyboards)
      if let problem = keyboard.problem { throw problem }
      var modes = keyboards.modeIdentifiers.filter { $0 != keyboard.identifier }
      if position == nil, keyboard.isEnabled {
        modes = keyboards.modeIdentifiers
      } else {
        let place = position ?? modes.count + 1
        guard (1...modes.count + 1).contains(place) else {
          throw Diagnostic(
            .positionOutOfRange, identifier, "The list has no position \(place).",
            remedy: "Use 1 to \(modes.count + 1).")
        }
        modes.insert(keyboard.identifier, at: place - 1)
      }
      state.modes = modes
      state[keyboard.identifier].quarantine = nil
    }
  }

  /// Takes a keyboard out of the list of input modes; the last one stays (Behavior.md#input-mode-list).
  package func disable(_ identifier: String) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try keyboard(identifier, among: keyboards)
      guard keyboard.isEnabled else { throw Diagnostic(.keyboardNotEnabled, keyboard.identifier) }
      // One that is broken or in quarantine cannot type, so it does not count as another.
      let others = keyboards.filter { $0.isEnabled && $0.identifier != keyboard.identifier }
      guard others.contains(where: { $0.problem == nil && $0.quarantine == nil }) else {
        throw Diagnostic(.lastInputMode, keyboard.identifier)
      }
      state.modes = others.map(\.identifier)
    }
  }

  /// Puts these enabled keyboards first, in this order; the others keep theirs behind them.
  package func order(_ identifiers: [String]) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
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

  /// Grants or withdraws full access (Behavior.md#access-changes); refused where the manifest does not request it.
  package func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard !isGranted || keyboard.manifest?.requestsOpenAccess == true else {
        throw Diagnostic(
          .accessNotRequested, keyboard.identifier,
          "The keyboard does not request full access: its manifest lacks RequestsOpenAccess.")
      }
      state[keyboard.identifier].hasFullAccess = isGranted
      // What comes with full access goes with it: a later grant begins with the least.
      if !isGranted { state[keyboard.identifier].reachesLocalNetwork = false }
    }
  }

  /// Says whether a keyboard's connections may lead to this machine and the local network; refused for one that has no full
  /// access, and so no connections.
  package func setLocalNetwork(_ identifier: String, _ isReached: Bool) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard !isReached || keyboard.hasFullAccess else {
        throw Diagnostic(.localNetworkWithoutAccess, keyboard.identifier)
      }
      state[keyboard.identifier].reachesLocalNetwork = isReached
    }
  }

  /// Says how long a keyboard's process may remember what was typed.
  package func setMemory(_ identifier: String, _ boundary: Retention) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      state[try thirdParty(identifier, among: keyboards).identifier].memory = boundary
    }
  }

  /// Keeps a keyboard from being loaded until its files change or somebody retries it.
  package func quarantine(_ identifier: String, reason: String) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard let path = keyboard.path else { return }
      state[keyboard.identifier].quarantine = Quarantine(
        reason: String(String.UnicodeScalarView(reason.unicodeScalars.prefix(1_024))),
        digest: try BundleInventory(BundleFolder(path)).digest)
    }
  }

  /// Lets a keyboard in quarantine be loaded again.
  package func retry(_ identifier: String) throws(Diagnostic) {
    try change { (state, keyboards) throws(Diagnostic) in
      let keyboard = try thirdParty(identifier, among: keyboards)
      guard state[keyboard.identifier].quarantine != nil else {
        throw Diagnostic(.keyboardNotQuarantined, keyboard.identifier)
      }
      state[keyboard.identifier].quarantine = nil
    }
  }

  // MARK: Within

  /// Reads, changes and writes the registry under the lock; what `body` throws leaves the file as it was.
  func change(
    _ body: (inout RegistryState, [RegisteredKeyboard]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let lock = try StateLock(folders)
    var state = try RegistryState(reading: folders.registry)
    try body(&state, keyboards(state))
    try StateFile.write(try state.bytes(), to: folders.registry)
    _ = consume lock
  }

  func keyboard(
    _ identifier: String, among keyboards: [RegisteredKeyboard]
  ) throws(Diagnostic) -> RegisteredKeyboard {
    guard let found = keyboards.first(where: { KeyboardIdentifier.isSame($0.identifier, identifier) }) else {
      throw Diagnostic(.keyboardUnknown, identifier)
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

  func resolve(_ name: String, among keyboards: [RegisteredKeyboard]) throws(Diagnostic) -> RegisteredKeyboard {
    let part = name.lowercased()
    let tests: [(RegisteredKeyboard) -> Bool] = [
      { $0.identifier.lowercased() == part },
      { $0.names.contains(part) },
      { $0.identifier.lowercased().split(separator: ".").last.map(String.init) == part },
      { !part.isEmpty && ($0.identifier.lowercased().contains(part) || $0.names.contains { $0.contains(part) }) },
    ]
    for test in tests {
      let found = keyboards.filter(test)
      if found.count > 1 {
        let candidates = found.map(\.identifier).joined(separator: ", ")
        throw Diagnostic(.keyboardAmbiguous, name, remedy: "Write more of one of \(candidates).")
      }
      if let found = found.first { return found }
    }
    throw Diagnostic(.keyboardUnknown, name)
  }
}

extension RegisteredKeyboard {
  fileprivate var names: [String] {
    [displayName, manifest?.displayName, manifest?.name].compactMap { $0?.lowercased() }
  }
}

extension [RegisteredKeyboard] {
  /// The identifiers of the enabled ones, in their order.
  var modeIdentifiers: [String] { filter(\.isEnabled).map(\.identifier) }
}
