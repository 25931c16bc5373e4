extension KeyboardRegistry {
  /// Every keyboard, as the folders and this state say.
  func keyboards(_ state: RegistryState) throws(Problem) -> [RegisteredKeyboard] {
    var keyboards = [
      RegisteredKeyboard(identifier: KeyboardIdentifier.system, origin: .system, displayName: "System")
    ]
    for library in folders.libraries { try add(bundlesIn: library, .shipped, to: &keyboards) }
    try add(bundlesIn: folders.keyboards, .installed, to: &keyboards)
    for index in keyboards.indices {
      let entry = state[keyboards[index].identifier]
      keyboards[index].hasFullAccess =
        entry.hasFullAccess && keyboards[index].manifest?.requestsOpenAccess == true
      keyboards[index].reachesLocalNetwork = entry.reachesLocalNetwork && keyboards[index].hasFullAccess
      keyboards[index].memory = entry.memory
      keyboards[index].container = entry.container
      keyboards[index].digest = entry.digest
      keyboards[index].quarantine = quarantine(entry, of: keyboards[index])
    }
    Self.tellNamesakesApart(&keyboards)
    return Self.sorted(keyboards, modes: state.modes)
  }

  /// A keyboard that is called as another one, or as the system's, is shown with its identifier, which nobody can share:
  /// the name alone says whom a field belongs to (SANDBOX.md, K21).
  private static func tellNamesakesApart(_ keyboards: inout [RegisteredKeyboard]) {
    let names = keyboards.map { $0.displayName.harmless(limit: 64).lowercased().filter { $0.isLetter || $0.isNumber } }
    for index in keyboards.indices where keyboards[index].origin == .installed {
      guard !names[index].isEmpty, names.indices.contains(where: { $0 != index && names[$0] == names[index] }) else {
        continue
      }
      keyboards[index].displayName += " (\(keyboards[index].identifier))"
    }
  }

  private func add(
    bundlesIn path: String, _ origin: RegisteredKeyboard.Origin, to keyboards: inout [RegisteredKeyboard]
  ) throws(Problem) {
    let names: [String]
    do {
      names = try BundleFolder(path).names(in: "")
    } catch {
      // Nothing was built, shipped or installed there yet.
      guard error.code == .bundleMissing else { throw error }
      return
    }
    for name in names where name.hasSuffix(".keyboard") && !name.hasPrefix(".") {
      let keyboard = keyboard(at: "\(path)/\(name)", name: String(name.dropLast(".keyboard".count)), origin)
      let isHidden = keyboards.contains { KeyboardIdentifier.isSame($0.identifier, keyboard.identifier) }
      if !isHidden { keyboards.append(keyboard) }
    }
  }

  private func keyboard(at path: String, name: String, _ origin: RegisteredKeyboard.Origin) -> RegisteredKeyboard {
    do {
      let bundle = try KeyboardBundle(path, check: check)
      return RegisteredKeyboard(
        identifier: bundle.manifest.identifier, origin: origin, path: path, manifest: bundle.manifest,
        displayName: bundle.displayName(languages: languages))
    } catch {
      return RegisteredKeyboard(identifier: name, origin: origin, path: path, displayName: name, problem: error)
    }
  }

  /// The quarantine that still holds: one of other files than these is over.
  private func quarantine(_ entry: RegistryState.Entry, of keyboard: RegisteredKeyboard) -> Quarantine? {
    guard let quarantine = entry.quarantine, let path = keyboard.path else { return nil }
    do {
      return try BundleCensus(BundleFolder(path)).digest == quarantine.digest ? quarantine : nil
    } catch {
      // What cannot be looked at has not become better.
      return quarantine
    }
  }

  private static func sorted(_ keyboards: [RegisteredKeyboard], modes: [String]?) -> [RegisteredKeyboard] {
    let chosen = modes ?? KeyboardIdentifier.shipped + [KeyboardIdentifier.system]
    var enabled = chosen.compactMap { identifier in
      keyboards.first { KeyboardIdentifier.isSame($0.identifier, identifier) }
    }
    // With nothing left of what the person chose they still have a way to type (BEHAVIOUR §1.6).
    if enabled.isEmpty { enabled = keyboards.filter { $0.origin == .system } }
    for index in enabled.indices { enabled[index].position = index + 1 }
    let identifiers = enabled.map(\.identifier)
    let others = keyboards.filter { !identifiers.contains($0.identifier) }
    return enabled + others.sorted { $0.identifier < $1.identifier }
  }
}
