internal import BundleFiles
internal import BundleFormat
package import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import TextModel

extension KeyboardRegistry {
  /// The maximum number of bundles in one container folder. An installation copies and checks each bundle, which can
  /// take seconds for a large bundle.
  package static let maximumContainedBundles = 64

  /// A bundle to install, and the name of its container folder; nil if the bundle is in no container folder.
  private struct Candidate {
    let bundle: KeyboardBundle
    let container: String?
  }

  /// Checks bundles and installs copies of these bundles. Each path leads to a bundle, or to a container folder with
  /// bundles in `PlugIns`.
  ///
  /// The installation is atomic: if one bundle has a fault, nothing changes. An update replaces the old bundle in one
  /// step. The keyboard keeps its settings, its data containers and its position in the list of input modes. The
  /// keyboard keeps full access only if the same key signed both versions, or if all files are identical. Otherwise,
  /// the host revokes full access, because the new files may be from another author. If the installed version is
  /// signed, and another key or no key signed the new version, the host also disables the keyboard, and resets the
  /// retention `session` to the default. The installation does not run code of the bundles.
  ///
  /// - Parameters:
  ///   - paths: Paths of bundles or container folders.
  ///   - waiting: Called once if another process installs or removes keyboards for more than a second.
  ///   - removed: Called for each keyboard that the installation removes, because the new version of its container
  ///     folder no longer contains the keyboard.
  /// - Returns: The installed keyboards, in the order of the paths.
  /// - Throws: The first fault.
  @discardableResult
  package func install(
    _ paths: [String], waiting: () -> Void = {}, removed: (RegisteredKeyboard) -> Void = { _ in }
  ) throws(Diagnostic) -> [InstalledKeyboard] {
    var candidates: [Candidate] = []
    for path in paths { candidates += try self.candidates(at: path) }
    var identifiers: Set<String> = []
    for candidate in candidates {
      let identifier = candidate.bundle.manifest.identifier
      guard identifiers.insert(identifier.lowercased()).inserted else {
        throw Diagnostic(.identifierTwice, identifier)
      }
      try candidate.bundle.validate()
    }
    let lock = try StateLock.ofInstallations(folders, waiting: waiting)
    // No other process changes the installed bundles while this process holds the lock.
    let state = try RegistryState(reading: folders.registry)
    let contained = Set(candidates.compactMap(\.container)).flatMap { state.identifiers(ofContainer: $0) }
    // A folder whose name differs only in upper and lower case contains a keyboard that clashes with a candidate.
    let similar = try bundles(in: folders.keyboards).map(\.name).filter { identifiers.contains($0.lowercased()) }
    let known = try keyboards(state, only: similar + candidates.map(\.bundle.manifest.identifier) + contained)
    for candidate in candidates { try checkClash(candidate.bundle.manifest.identifier, known) }
    var result = Replacement()
    var installation = try Installation(into: folders.keyboards)
    do throws(Diagnostic) {
      result = try replace(candidates, by: &installation, among: known)
    } catch {
      try installation.discard()
      throw error
    }
    try installation.finish()
    for keyboard in result.dropped {
      try deleteFiles(of: keyboard)
      removed(keyboard)
    }
    _ = consume lock
    let installed = try keyboards()
    return candidates.compactMap { candidate in
      guard let keyboard = installed.first(where: { $0.identifier == candidate.bundle.manifest.identifier }) else {
        return nil
      }
      return InstalledKeyboard(
        keyboard: keyboard, isUnchanged: result.unchanged.contains(keyboard.identifier),
        lostFullAccess: result.lostAccess.contains(keyboard.identifier),
        replacedSigner: result.signers[keyboard.identifier], replacedRetention: result.retentions[keyboard.identifier])
    }
  }

  /// The effects of an installation on keyboards that were installed before.
  private struct Replacement {
    /// The identifiers of the keyboards whose files stay the same.
    var unchanged: Set<String> = []
    /// The identifiers of the keyboards that lost full access.
    var lostAccess: Set<String> = []
    /// The fingerprints of the keys that signed the earlier versions, by identifier, if the signer changed.
    var signers: [String: String] = [:]
    /// The user's earlier choices of the retention, by identifier, if the installation reset the retention.
    var retentions: [String: Retention] = [:]
    /// The keyboards that the new version of their container folder no longer contains.
    var dropped: [RegisteredKeyboard] = []
  }

  /// Stages the candidates, and then places them and changes the registry in one step.
  ///
  /// The method holds the registry's lock only for the one step, because other processes of Klava wait for this lock
  /// (Sandbox.md#locks). It therefore copies, checks and compares files before it locks the registry.
  private func replace(
    _ candidates: [Candidate], by installation: inout Installation, among known: [RegisteredKeyboard]
  ) throws(Diagnostic) -> Replacement {
    try StateFile.removeTemporaryFiles(in: folders.keyboards)
    try SettingsStore.removeTemporaryFiles(in: folders)
    for candidate in candidates { try installation.stage(candidate.bundle, check: check) }
    let identifiers = candidates.map(\.bundle.manifest.identifier)
    let before = try RegistryState(reading: folders.registry)
    var result = Replacement()
    for identifier in identifiers {
      guard let digest = before[identifier].digest, try installation.keepsFiles(of: identifier, digest: digest)
      else { continue }
      result.unchanged.insert(identifier)
    }
    let kept = result.unchanged.filter { before[$0].hasFullAccess }
    try changeState { state throws(Diagnostic) in
      // Processes write the registry only under the lock that this process holds.
      try StateFile.removeTemporaryFiles(in: folders.config)
      for identifier in identifiers {
        let staged = installation.bundles[identifier]
        let old = state[identifier]
        // If the user granted full access after the comparison above, the host has not compared the keyboard's files,
        // so it revokes full access.
        if old.hasFullAccess, old.signer == nil || old.signer != staged?.signer, !kept.contains(identifier) {
          state[identifier].hasFullAccess = false
          state[identifier].reachesLocalNetwork = false
          result.lostAccess.insert(identifier)
        }
        if let signer = old.signer, signer != staged?.signer {
          result.signers[identifier] = signer
          result.retentions[identifier] = resetRetention(of: identifier, in: &state)
          // Without the user's consent, an author with another key must not get the data that the keyboard has stored.
          disable(identifier, in: &state)
        }
      }
      result.dropped = try record(candidates, installation.bundles, in: &state, among: known)
      for path in result.dropped.compactMap(\.path) { installation.remove(path) }
      do throws(Diagnostic) {
        try installation.place()
        // Save the records before the registry changes, so that no host has to parse a new bundle.
        for bundle in installation.bundles.values {
          BundleRecords(folders).keep(bundle.record, of: bundle.path, digest: bundle.digest)
        }
        try StateFile.write(try state.bytes(), to: folders.registry)
      } catch {
        try installation.undo()
        for bundle in installation.bundles.values { try BundleRecords(folders).remove(of: bundle.path) }
        throw error
      }
    }
    return result
  }

  /// Removes an installed keyboard and all its files. If `name` is the name of a container folder, removes all
  /// keyboards that came from this folder.
  ///
  /// The files are the bundle with its record, the settings, both data containers, the log and the audit. The function
  /// also removes the keyboard from the list of input modes, and the keyboard's entry from the registry.
  ///
  /// - Parameter name: The name of a container folder, or a name for ``resolve(_:)``.
  /// - Returns: The identifiers of the removed keyboards.
  /// - Throws: The errors of ``resolve(_:)``, `stateUnwritable`, `systemKeyboardFixed`, or `keyboardShipped` for a
  ///   keyboard that ships with Klava.
  @discardableResult
  package func uninstall(_ name: String) throws(Diagnostic) -> [String] {
    let lock = try StateLock.ofInstallations(folders)
    // No other process changes the installed bundles while this process holds the lock.
    let known = try keyboards()
    var removed: [RegisteredKeyboard] = []
    var removal = try Installation(into: folders.keyboards)
    try changeState { state throws(Diagnostic) in
      let contained = state.identifiers(ofContainer: name)
      let names = contained.isEmpty ? [try resolve(name, among: known).identifier] : contained
      for name in names {
        let found = try keyboard(name, among: known)
        try forget(found, in: &state)
        removed.append(found)
      }
      for path in removed.compactMap(\.path) { removal.remove(path) }
      do throws(Diagnostic) {
        try removal.place()
        try StateFile.write(try state.bytes(), to: folders.registry)
      } catch {
        try removal.undo()
        throw error
      }
    }
    for keyboard in removed { try deleteFiles(of: keyboard) }
    try removal.finish()
    // Delete the files a second time: a process of Klava that still used the keyboard may have written files after the
    // first deletion.
    for keyboard in removed { try deleteFiles(of: keyboard) }
    _ = consume lock
    return removed.map(\.identifier)
  }

  private func candidates(at path: String) throws(Diagnostic) -> [Candidate] {
    let folder = try BundleFolder(path)
    guard try folder.contains("PlugIns") else {
      return [Candidate(bundle: try KeyboardBundle(path, check: check), container: nil)]
    }
    let names = try folder.names(in: "PlugIns").filter { $0.hasSuffix(".keyboard") || $0.hasSuffix(".appex") }
    guard !names.isEmpty else { throw Diagnostic(.containerEmpty, folder.name) }
    guard names.count <= Self.maximumContainedBundles else {
      throw Diagnostic(
        .containerTooLarge, folder.name,
        "The folder PlugIns contains \(names.count) keyboards; the maximum is \(Self.maximumContainedBundles).")
    }
    var candidates: [Candidate] = []
    for name in names {
      // Open the bundle's folder beneath the descriptor of the container folder, so that no symbolic link leads to
      // another folder.
      _ = try folder.openFolder("PlugIns/\(name)")
      let bundle = try KeyboardBundle("\(folder.path)/PlugIns/\(name)", check: check)
      candidates.append(Candidate(bundle: bundle, container: folder.name))
    }
    return candidates
  }

  private func checkClash(_ identifier: String, _ keyboards: [RegisteredKeyboard]) throws(Diagnostic) {
    if KeyboardIdentifier.isShipped(identifier) { throw Diagnostic(.identifierShipped, identifier) }
    guard let other = keyboards.first(where: { KeyboardIdentifier.isSame($0.identifier, identifier) }) else { return }
    if other.origin != .installed { throw Diagnostic(.identifierShipped, identifier) }
    guard other.identifier == identifier else {
      throw Diagnostic(
        .identifierCaseClash, identifier,
        "The installed keyboard \"\(other.identifier)\" has an identifier that differs only in upper and lower case.")
    }
  }

  /// Sets the keyboard's retention to the default if the user chose a longer retention.
  ///
  /// - Returns: The previous retention if the method changed it; otherwise nil.
  private func resetRetention(of identifier: String, in state: inout RegistryState) -> Retention? {
    // Only the retention `session` is longer than the default.
    guard state[identifier].retention == .session else { return nil }
    state[identifier].retention = RegistryState.Entry().retention
    return .session
  }

  /// Records the new bundles in the state. Removes a keyboard that the user installed from a container folder if the
  /// new version of the folder no longer contains the keyboard.
  ///
  /// Like iOS, Klava removes a keyboard if an update of the container folder no longer contains it. A folder is a new
  /// version of an installed container folder if the two folders have the same name and a keyboard in common. Otherwise
  /// the folders may be from different authors, and the keyboards of the old folder no longer belong to a folder. A new
  /// version removes a signed keyboard only if it contains a keyboard that the same key signed.
  ///
  /// - Returns: The keyboards whose bundles and other files the caller must remove.
  private func record(
    _ candidates: [Candidate], _ bundles: [String: Installation.Staged], in state: inout RegistryState,
    among known: [RegisteredKeyboard]
  ) throws(Diagnostic) -> [RegisteredKeyboard] {
    let names = Set(candidates.map { $0.bundle.manifest.identifier.lowercased() })
    var absent: [String] = []
    for container in Set(candidates.compactMap(\.container)) {
      let old = state.identifiers(ofContainer: container)
      let isUpdate = old.contains(where: names.contains)
      for identifier in old where !names.contains(identifier) {
        let signer = state[identifier].signer
        if isUpdate, signer == nil || bundles.values.contains(where: { $0.signer == signer }) {
          absent.append(identifier)
        } else {
          state[identifier].container = nil
        }
      }
    }
    for candidate in candidates {
      let identifier = candidate.bundle.manifest.identifier
      state[identifier].digest = bundles[identifier]?.digest
      state[identifier].signer = bundles[identifier]?.signer
      state[identifier].container = candidate.container
      state[identifier].quarantine = nil
    }
    var dropped: [RegisteredKeyboard] = []
    for identifier in absent {
      let keyboard = try keyboard(identifier, among: known)
      try forget(keyboard, in: &state)
      dropped.append(keyboard)
    }
    return dropped
  }

  private func forget(_ keyboard: RegisteredKeyboard, in state: inout RegistryState) throws(Diagnostic) {
    switch keyboard.origin {
    case .system: throw Diagnostic(.systemKeyboardFixed, keyboard.identifier)
    case .shipped: throw Diagnostic(.keyboardShipped, keyboard.identifier)
    case .installed: break
    }
    state[keyboard.identifier] = RegistryState.Entry()
    disable(keyboard.identifier, in: &state)
  }

  /// Removes an installed keyboard from the user's list of input modes.
  private func disable(_ identifier: String, in state: inout RegistryState) {
    // If the user has never changed the list of input modes, the registry contains no list, and the default list does
    // not contain the keyboard.
    guard let chosen = state.modes else { return }
    let left = chosen.filter { !KeyboardIdentifier.isSame($0, identifier) }
    state.modes = left.isEmpty ? [KeyboardIdentifier.system] : left
  }

  /// Deletes both data containers of a keyboard, but not the keyboard's settings and other files.
  ///
  /// - Throws: `stateUnwritable`.
  package func clearContainers(of keyboard: RegisteredKeyboard) throws(Diagnostic) {
    try StateFile.removeFolder(folders.container(of: keyboard.identifier))
  }

  private func deleteFiles(of keyboard: RegisteredKeyboard) throws(Diagnostic) {
    if let path = keyboard.path {
      try StateFile.removeFolder(path)
      try BundleRecords(folders).remove(of: path)
    }
    try StateFile.remove(folders.settings(of: keyboard.identifier))
    try StateFile.removeFolder(folders.container(of: keyboard.identifier))
    try StateFile.remove(folders.audit(of: keyboard.identifier))
    for log in KeyboardLog.paths(of: keyboard.identifier, in: folders) { try StateFile.remove(log) }
  }
}
