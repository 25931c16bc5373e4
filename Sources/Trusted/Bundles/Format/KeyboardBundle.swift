package import Diagnostics
package import TextInput

/// A keyboard's bundle on disk: its manifest, and its other files when they are asked for. Runs none of its code.
package struct KeyboardBundle: Sendable {
  /// The folder, through which every file is reached.
  package let folder: BundleFolder
  /// The manifest.
  package let manifest: Manifest
  private let check: ManifestAction.Check

  /// The most bytes of a resource: the host's answer to a keyboard must fit the link.
  package static let maximumResourceBytes = 512 * 1024

  /// Opens the bundle at this path and reads its manifest, and nothing else; a fault there is a ``Diagnostic``.
  ///
  /// - Parameters:
  ///   - path: The bundle's folder.
  ///   - check: What the signatures of its actions must pass.
  package init(_ path: String, check: @escaping ManifestAction.Check = { _, _ in }) throws(Diagnostic) {
    let folder = try BundleFolder(path)
    guard try folder.contains(Manifest.fileName) else { throw Diagnostic(.manifestMissing, folder.name) }
    let bytes = try folder.read(Manifest.fileName, limit: PropertyList.Limit.bytes, tooLarge: .propertyListTooLarge)
    manifest = try Manifest(
      reading: bytes, subject: folder.subject(Manifest.fileName),
      hasInterface: try folder.contains(InterfaceReader.fileName), check: check)
    self.folder = folder
    self.check = check
  }

  /// The library's absolute path.
  package var libraryPath: String { "\(folder.path)/\(manifest.executable)" }

  /// The interface that the bundle brings as data; nil where it has none.
  package func interface() throws(Diagnostic) -> Interface? {
    guard try folder.contains(InterfaceReader.fileName) else { return nil }
    let bytes = try folder.read(
      InterfaceReader.fileName, limit: PropertyList.Limit.bytes, tooLarge: .propertyListTooLarge)
    return try InterfaceReader.read(
      bytes, subject: folder.subject(InterfaceReader.fileName), actions: manifest.actions, check: check)
  }

  /// What the user may set; nil if the bundle has no settings.
  ///
  /// - Parameter languages: The languages of the titles, best first; nil for titles as they stand, which reads no tables.
  package func settings(languages: [String]? = []) throws(Diagnostic) -> SettingsSchema? {
    try SettingsReader.read(folder, languages: languages, development: manifest.developmentRegion)
  }

  /// What the library says of itself, without running it.
  package func library() throws(Diagnostic) -> ELFImage {
    guard try folder.contains(manifest.executable) else {
      throw Diagnostic(.libraryMissing, folder.subject(manifest.executable))
    }
    return try ELFReader.read(
      try folder.openFile(manifest.executable), subject: folder.subject(manifest.executable))
  }

  /// The bytes of a resource, at most 512 KiB.
  package func resource(_ path: String) throws(Diagnostic) -> [UInt8] {
    try folder.read(path, limit: Self.maximumResourceBytes, tooLarge: .resourceTooLarge)
  }

  /// The sorted names in a folder of the bundle; an empty path is the bundle itself.
  package func resourceNames(in folder: String) throws(Diagnostic) -> [String] { try self.folder.names(in: folder) }

  /// A table of localized strings in the best of these languages; nil where no language has it.
  package func localizedStrings(table: String, languages: [String]) throws(Diagnostic) -> [String: String]? {
    // Its length first: a keyboard may ask for a table of any.
    guard table.utf8.count <= 255, !table.contains("/") else {
      throw Diagnostic(.pathLeavesBundle, folder.subject(table))
    }
    return try strings.table(table, languages: languages)
  }

  /// The keyboard's name in the best of these languages, from `InfoPlist.strings` or the manifest.
  package func displayName(languages: [String]) -> String {
    do {
      return try localizedStrings(table: "InfoPlist", languages: languages)?["CFBundleDisplayName"]
        ?? manifest.displayName
    } catch {
      // A keyboard is listed by its manifest alone; `validate()` told whoever installed it that this table is broken.
      return manifest.displayName
    }
  }

  /// What is different when any file of the bundle is (see ``BundleInventory/digest``).
  ///
  /// Names of files are not checked, as an installation checks them.
  package func digest() throws(Diagnostic) -> String { try BundleInventory(folder, checksNames: false).digest }

  /// Checks all that can be checked without running code, as an installation needs it; throws the first ``Diagnostic``.
  package func validate() throws(Diagnostic) {
    let census = try BundleInventory(folder)
    let interface = try interface()
    _ = try settings()
    for entry in census.entries where entry.path.hasSuffix(".strings") && !entry.isFolder {
      _ = try strings.table(at: entry.path)
    }
    let actions = Set(manifest.actions.keys).union(interface?.keys.compactMap(\.action?.name) ?? [])
    try library().validate(
      subject: folder.subject(manifest.executable), actions: actions, needsEntry: manifest.principalClass != nil)
  }

  private var strings: StringsFinder {
    StringsFinder(folder: folder, root: "", development: manifest.developmentRegion)
  }
}

extension KeyboardBundle {
  /// All that the keyboard's process must know to start.
  ///
  /// - Parameters:
  ///   - interface: What ``interface()`` read.
  ///   - settings: The values of all settings, defaults included (``SettingsStore/values()``).
  ///   - languages: The languages that the person prefers, best first.
  ///   - standing: What is true of the input mode.
  ///   - memoryLimit: Bytes at which the process is ended.
  package func launchConfiguration(
    interface: Interface?, settings: [String: SettingValue], languages: [String], standing: InputModeStanding,
    memoryLimit: UInt64 = KeyboardLimits().memory
  ) -> LaunchConfiguration {
    LaunchConfiguration(
      bundleIdentifier: manifest.identifier, libraryPath: libraryPath, principalClass: manifest.principalClass ?? "",
      primaryLanguage: manifest.primaryLanguage, preferredLanguages: languages,
      actions: manifest.actions.mapValues(\.signature), interface: interface, settings: settings,
      standing: standing, memoryLimit: memoryLimit, mayGiveFeedback: manifest.requestsOpenAccess)
  }
}
