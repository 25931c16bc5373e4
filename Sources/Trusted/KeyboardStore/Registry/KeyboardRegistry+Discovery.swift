internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Glibc
internal import InputViewModel
internal import TextModel

extension KeyboardRegistry {
  /// Finds the keyboards in Klava's folders, and adds to each keyboard the user's choices that `state` contains.
  ///
  /// If `wanted` is not nil, the result contains only the system keyboard, the shipped keyboards and the wanted
  /// keyboards. Of the installed bundles, the search then reads only the bundles whose folder is named
  /// `IDENTIFIER.keyboard` with a wanted identifier. Reading all bundles would be slow, because a user may have a
  /// thousand bundles. If the search does not find a wanted keyboard, it also reads the bundles in other folders, but
  /// not the bundles that are as the user installed them.
  func keyboards(
    _ state: RegistryState, only wanted: [String]? = nil
  ) throws(Diagnostic) -> [RegisteredKeyboard] {
    var found = FoundKeyboards()
    found.add(.system)
    for identifier in Set(Self.chosen(in: state) + (wanted ?? [])).sorted() {
      if let layout = Self.layout(identifier, in: state) { found.add(layout) }
    }
    for library in folders.libraries {
      for (path, name) in try bundles(in: library) {
        found.add(keyboard(at: path, name: name, .shipped), called: name)
      }
    }
    if let wanted {
      // Open each wanted bundle by its name, because listing a folder of a thousand bundles takes longer.
      for identifier in wanted where found[identifier] == nil {
        let path = "\(folders.keyboards)/\(identifier).keyboard"
        guard KeyboardIdentifier.fault(in: identifier) == nil, access(path, F_OK) == 0 else { continue }
        let keyboard = keyboard(at: path, name: identifier, .installed)
        if KeyboardIdentifier.isSame(keyboard.identifier, identifier) { found.add(keyboard, called: identifier) }
      }
      let missing = Set(wanted.filter { found[$0] == nil }.map { $0.lowercased() })
      if !missing.isEmpty { try add(missing, to: &found, installed: state) }
    } else {
      for (path, name) in try bundles(in: folders.keyboards) {
        found.add(keyboard(at: path, name: name, .installed), called: name)
      }
    }
    var keyboards = found.keyboards
    for index in keyboards.indices {
      let entry = state[keyboards[index].identifier]
      keyboards[index].hasFullAccess =
        entry.hasFullAccess && keyboards[index].manifest?.requestsOpenAccess == true
      keyboards[index].reachesLocalNetwork = entry.reachesLocalNetwork && keyboards[index].hasFullAccess
      keyboards[index].retention = entry.retention
      keyboards[index].container = entry.container
      keyboards[index].digest = entry.digest
      keyboards[index].signer = entry.signer
      keyboards[index].quarantine = quarantine(entry, of: keyboards[index])
    }
    Self.distinguishNamesakes(&keyboards)
    return Self.sorted(keyboards, modes: Self.chosen(in: state))
  }

  /// Returns a keyboard layout of the system keyboard, with the facts about the layout that the registry stores.
  /// Returns nil if the identifier is not the identifier of a keyboard layout.
  static func layout(_ identifier: String, in state: RegistryState) -> RegisteredKeyboard? {
    guard let name = KeyboardLayoutName(identifier: identifier) else { return nil }
    let layout = state[identifier].layout
    var keyboard = RegisteredKeyboard(
      identifier: name.identifier, origin: .system, displayName: layout?.title ?? name.description)
    keyboard.layout = KeyboardLayoutRecord(
      name: name, title: keyboard.displayName, language: layout?.language,
      isASCIICapable: layout?.isASCIICapable ?? false)
    return keyboard
  }

  /// The identifiers in the user's list of input modes; the default list if the user has not changed it.
  static func chosen(in state: RegistryState) -> [String] {
    state.modes ?? KeyboardIdentifier.initialModes
  }

  /// Appends the identifier to the name of an installed keyboard if the name is not unique, or contains another
  /// keyboard's identifier.
  ///
  /// While typing, the user sees only the name of the visible keyboard, so each name must be unique
  /// (Sandbox.md#deceptive-names). Identifiers are always unique.
  private static func distinguishNamesakes(_ keyboards: inout [RegisteredKeyboard]) {
    let names = keyboards.map { $0.displayName.sanitized(limit: 64).lowercased().filter { $0.isLetter || $0.isNumber } }
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let identifiers = keyboards.map { Array($0.identifier.lowercased().utf8CString) }
    for index in keyboards.indices where keyboards[index].origin == .installed {
      // Search with `strstr`, because a user may have a thousand keyboards, and a bundle may have a name of 256 KiB. The
      // function would stop at a NUL character in the name.
      let name = keyboards[index].displayName.lowercased().utf8.map { CChar(bitPattern: $0 == 0 ? 0x20 : $0) } + [0]
      let quotesOther = identifiers.indices.contains { $0 != index && strstr(name, identifiers[$0]) != nil }
      guard !names[index].isEmpty, counts[names[index], default: 0] > 1 || quotesOther else { continue }
      keyboards[index].displayName += " (\(keyboards[index].identifier))"
    }
  }

  /// Adds the installed keyboards with these identifiers, which are in lower case, from folders with any name.
  ///
  /// If the files of a folder have the digest that the registry contains for the folder's name, the folder contains the
  /// keyboard with this name, so the method does not read the bundle.
  private func add(
    _ missing: Set<String>, to found: inout FoundKeyboards, installed state: RegistryState
  ) throws(Diagnostic) {
    for (path, name) in try bundles(in: folders.keyboards) {
      if !missing.contains(name.lowercased()), let digest = state[name].digest,
        BundleRecords.digest(at: path) == digest
      {
        continue
      }
      let keyboard = keyboard(at: path, name: name, .installed)
      if missing.contains(keyboard.identifier.lowercased()) { found.add(keyboard, called: name) }
    }
  }

  /// Lists the bundles of a folder, with the names of their folders without `.keyboard`.
  func bundles(in path: String) throws(Diagnostic) -> [(path: String, name: String)] {
    do {
      return try BundleFolder(path).names(in: "").filter { $0.hasSuffix(".keyboard") && !$0.hasPrefix(".") }
        .map { ("\(path)/\($0)", String($0.dropLast(".keyboard".count))) }
    } catch {
      // A missing folder is no fault: for example, the user has not installed a keyboard yet.
      guard error.code == .bundleMissing else { throw error }
      return []
    }
  }

  private func keyboard(
    at path: String, name: String, _ origin: RegisteredKeyboard.Origin
  ) -> RegisteredKeyboard {
    do {
      let bundle = try BundleRecords(folders).bundle(at: path, check: check)
      return RegisteredKeyboard(
        identifier: bundle.manifest.identifier, origin: origin, path: path, manifest: bundle.manifest,
        displayName: bundle.displayName(languages: languages))
    } catch {
      return RegisteredKeyboard(identifier: name, origin: origin, path: path, displayName: name, diagnostic: error)
    }
  }

  /// Returns the quarantine of a keyboard. Returns nil if the bundle's files have changed since the quarantine began,
  /// because a change of the files ends the quarantine.
  private func quarantine(_ entry: RegistryState.Entry, of keyboard: RegisteredKeyboard) -> Quarantine? {
    guard let quarantine = entry.quarantine, let path = keyboard.path else { return nil }
    do {
      return try BundleInventory(BundleFolder(path)).digest == quarantine.digest ? quarantine : nil
    } catch {
      // The quarantine continues, because the host cannot read the bundle and cannot know whether its files changed.
      return quarantine
    }
  }

  private static func sorted(_ keyboards: [RegisteredKeyboard], modes chosen: [String]) -> [RegisteredKeyboard] {
    let places = Dictionary(
      keyboards.indices.map { (keyboards[$0].identifier.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    var enabled = chosen.compactMap { places[$0.lowercased()] }.map { keyboards[$0] }
    // If none of the chosen keyboards exists, enable the system keyboard, so that the user can always type
    // (Behavior.md#next-keyboard-key).
    if enabled.isEmpty { enabled = keyboards.filter { $0.origin == .system } }
    for index in enabled.indices { enabled[index].position = index + 1 }
    let identifiers = Set(enabled.map(\.identifier))
    let others = keyboards.filter { !identifiers.contains($0.identifier) }
    return enabled + others.sorted { $0.identifier < $1.identifier }
  }
}

/// The keyboards that the search has found, in the order of the search, with one keyboard for each identifier.
private struct FoundKeyboards {
  private(set) var keyboards: [RegisteredKeyboard] = []
  /// The index of each keyboard in `keyboards`, and whether its bundle's folder is named after its identifier.
  private var places: [String: (index: Int, isNamesake: Bool)] = [:]

  subscript(identifier: String) -> RegisteredKeyboard? {
    places[identifier.lowercased()].map { keyboards[$0.index] }
  }

  /// Adds a keyboard unless another keyboard has the same identifier.
  ///
  /// A keyboard whose folder is named after its identifier replaces an installed keyboard with the same identifier
  /// whose folder has another name. `klava install` always names the folder of a bundle after the bundle's identifier.
  mutating func add(_ keyboard: RegisteredKeyboard, called name: String? = nil) {
    let key = keyboard.identifier.lowercased()
    let isNamesake = name?.lowercased() == key
    guard let known = places[key] else {
      places[key] = (keyboards.count, isNamesake)
      keyboards.append(keyboard)
      return
    }
    guard isNamesake, !known.isNamesake, keyboards[known.index].origin == .installed else { return }
    places[key] = (known.index, true)
    keyboards[known.index] = keyboard
  }
}
