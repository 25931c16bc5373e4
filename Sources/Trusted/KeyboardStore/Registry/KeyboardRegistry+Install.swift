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
  /// signed, and another key or no key signed the new version, the host resets the retention `session` to the default.
  /// The installation does not run code of the bundles.
  ///
  /// - Parameter paths: Paths of bundles or container folders.
  /// - Returns: The installed keyboards, in the order of the paths.
  /// - Throws: The first fault.
  @discardableResult
  package func install(_ paths: [String]) throws(Diagnostic) -> [InstalledKeyboard] {
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
    var lostAccess: Set<String> = []
    var replacedSigners: [String: String] = [:]
    var replacedRetentions: [String: Retention] = [:]
    try change { (state, keyboards) throws(Diagnostic) in
      // Processes write the registry and the settings only under the lock that this process holds. Other processes also
      // write records, but they ignore a failed write.
      for folder in [folders.config, StateFile.parent(of: folders.settings(of: "")), folders.keyboards] {
        try StateFile.removeTemporaryFiles(in: folder)
      }
      for candidate in candidates { try checkClash(candidate.bundle.manifest.identifier, keyboards) }
      var dropped: [RegisteredKeyboard] = []
      var installation = try Installation(into: folders.keyboards)
      do throws(Diagnostic) {
        for candidate in candidates { try installation.stage(candidate.bundle, check: check) }
        lostAccess = try revokeAccess(of: candidates, replacedBy: installation, in: &state)
        try installation.place()
        for identifier in candidates.map(\.bundle.manifest.identifier) {
          let signer = installation.signers[identifier]
          if let old = state[identifier].signer, old != signer {
            replacedSigners[identifier] = old
            replacedRetentions[identifier] = resetRetention(of: identifier, in: &state)
          }
          state[identifier].signer = signer
        }
        dropped = try record(candidates, in: &state)
        // Write the registry inside the `do`, so that the `catch` undoes the installation if the write fails.
        try StateFile.write(try state.bytes(), to: folders.registry)
      } catch {
        try installation.undo()
        throw error
      }
      try installation.finish()
      for (identifier, record) in installation.records {
        guard let digest = state[identifier].digest else { continue }
        BundleRecords(folders).keep(record, of: "\(folders.keyboards)/\(identifier).keyboard", digest: digest)
      }
      for keyboard in dropped { try deleteFiles(of: keyboard) }
    }
    let installed = try keyboards()
    return candidates.compactMap { candidate in
      guard let keyboard = installed.first(where: { $0.identifier == candidate.bundle.manifest.identifier }) else {
        return nil
      }
      return InstalledKeyboard(
        keyboard: keyboard, lostFullAccess: lostAccess.contains(keyboard.identifier),
        replacedSigner: replacedSigners[keyboard.identifier],
        replacedRetention: replacedRetentions[keyboard.identifier])
    }
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
    var removed: [RegisteredKeyboard] = []
    try change { (state, keyboards) throws(Diagnostic) in
      let contained = state.identifiers(ofContainer: name)
      let names = contained.isEmpty ? [try resolve(name, among: keyboards).identifier] : contained
      for name in names {
        let found = try keyboard(name, among: keyboards)
        try forget(found, in: &state)
        try deleteFiles(of: found)
        removed.append(found)
      }
    }
    // Delete the files a second time: a process of Klava that still used the keyboard may have written files after the
    // first deletion.
    for keyboard in removed { try deleteFiles(of: keyboard) }
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
    if KeyboardIdentifier.shipped.contains(where: { KeyboardIdentifier.isSame($0, identifier) }) {
      throw Diagnostic(.identifierShipped, identifier)
    }
    guard let other = keyboards.first(where: { KeyboardIdentifier.isSame($0.identifier, identifier) }) else { return }
    if other.origin != .installed { throw Diagnostic(.identifierShipped, identifier) }
    guard other.identifier == identifier else {
      throw Diagnostic(
        .identifierCaseClash, identifier,
        "The installed keyboard \"\(other.identifier)\" has an identifier that differs only in upper and lower case.")
    }
  }

  /// Revokes full access and access to the local network of each keyboard whose files the installation will change. A
  /// keyboard keeps its access if the same key signed both of its versions.
  ///
  /// - Returns: The identifiers of the keyboards that lost full access.
  private func revokeAccess(
    of candidates: [Candidate], replacedBy installation: borrowing Installation, in state: inout RegistryState
  ) throws(Diagnostic) -> Set<String> {
    var lost: Set<String> = []
    for identifier in candidates.map(\.bundle.manifest.identifier) where state[identifier].hasFullAccess {
      if let signer = state[identifier].signer, signer == installation.signers[identifier] { continue }
      if try installation.keepsFiles(of: identifier, digest: state[identifier].digest) { continue }
      state[identifier].hasFullAccess = false
      state[identifier].reachesLocalNetwork = false
      lost.insert(identifier)
    }
    return lost
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
  /// folder no longer contains the keyboard.
  ///
  /// Like iOS, Klava removes a keyboard if an update of the container folder no longer contains it.
  ///
  /// - Returns: The keyboards whose files the caller must delete.
  private func record(
    _ candidates: [Candidate], in state: inout RegistryState
  ) throws(Diagnostic) -> [RegisteredKeyboard] {
    for candidate in candidates {
      let identifier = candidate.bundle.manifest.identifier
      let folder = try BundleFolder("\(folders.keyboards)/\(identifier).keyboard")
      state[identifier].digest = try BundleInventory(folder).digest
      state[identifier].container = candidate.container
      state[identifier].quarantine = nil
    }
    let names = Set(candidates.map { $0.bundle.manifest.identifier.lowercased() })
    var dropped: [RegisteredKeyboard] = []
    for container in Set(candidates.compactMap(\.container)) {
      for identifier in state.identifiers(ofContainer: container) where !names.contains(identifier) {
        let keyboard = try keyboard(identifier, among: keyboards(state))
        try forget(keyboard, in: &state)
        dropped.append(keyboard)
      }
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
    // If the user has never changed the list of input modes, the registry contains no list, and the default list does
    // not contain the keyboard.
    if let chosen = state.modes {
      let left = chosen.filter { !KeyboardIdentifier.isSame($0, keyboard.identifier) }
      state.modes = left.isEmpty ? [KeyboardIdentifier.system] : left
    }
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
