package import BundleFormat
package import Diagnostics
package import InputViewModel
package import KeyboardProtocol

/// A keyboard's bundle on disk, with the record of its contents. This type runs no code of the keyboard.
package struct KeyboardBundle: Sendable {
  /// The bundle's folder, through which the host opens every file.
  package let folder: BundleFolder
  /// The manifest.
  package private(set) var manifest: Manifest
  /// The contents of the bundle's property lists, tables of strings and libraries.
  package let record: BundleRecord
  private let check: ManifestAction.Check

  /// Opens the bundle at this path, and reads the bundle with ``BundleReader``.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - check: A function that checks an action of the manifest and the signature of this action.
  /// - Throws: `manifestMissing`, or another diagnostic of the folder or the manifest.
  package init(_ path: String, check: @escaping ManifestAction.Check = { _, _ in }) throws(Diagnostic) {
    let folder = try BundleFolder(path)
    try self.init(folder, record: BundleReader.read(folder), check: check)
  }

  /// Opens a bundle for which the host already has a record.
  ///
  /// - Parameters:
  ///   - folder: The bundle's folder.
  ///   - record: The contents of the bundle's files.
  ///   - check: A function that checks an action of the manifest and the signature of this action.
  /// - Throws: `manifestMissing`, or another diagnostic of the manifest.
  package init(
    _ folder: BundleFolder, record: BundleRecord, check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) {
    guard record.contains(Manifest.fileName) else { throw Diagnostic(.manifestMissing, folder.name) }
    manifest = try Manifest(
      try Self.members(of: Manifest.fileName, record, folder), subject: folder.subject(Manifest.fileName),
      hasInputView: record.contains(InputViewReader.fileName), check: check)
    self.folder = folder
    self.record = record
    self.check = check
  }

  /// Returns this bundle with another identifier, so that the keyboard can run a second time with separate files.
  package func renamed(_ identifier: String) -> KeyboardBundle {
    var bundle = self
    bundle.manifest.identifier = identifier
    return bundle
  }

  /// The absolute path of the library.
  package var libraryPath: String { "\(folder.path)/\(manifest.executable)" }

  /// Returns the input view from `Interface.plist`. Returns nil if the bundle has no such file.
  ///
  /// - Throws: The first diagnostic of the file.
  package func inputView() throws(Diagnostic) -> InputViewTree? {
    guard record.contains(InputViewReader.fileName) else { return nil }
    return try InputViewReader.read(
      try Self.members(of: InputViewReader.fileName, record, folder),
      subject: folder.subject(InputViewReader.fileName), actions: manifest.actions, check: check)
  }

  /// Returns the schema of the keyboard's settings. Returns nil if the bundle has no settings.
  ///
  /// - Parameter languages: The languages of the titles, best first. If the value is nil, the titles stay as they are
  ///   in the settings files.
  /// - Throws: The first diagnostic of the settings.
  package func settings(languages: [String]? = []) throws(Diagnostic) -> SettingsSchema? {
    guard try folder.contains(SettingsSchema.folderName) else { return nil }
    return try SettingsReader.read(
      record, languages: languages, development: manifest.developmentRegion, subject: folder.subject)
  }

  /// Returns the facts about the library.
  ///
  /// - Throws: `libraryMissing` if the bundle has no library; the diagnostic of an invalid library.
  package func library() throws(Diagnostic) -> ELFImage {
    guard try folder.contains(manifest.executable) else {
      try checkIsBundle()
      throw Diagnostic(.libraryMissing, folder.subject(manifest.executable))
    }
    return try record.library(at: manifest.executable, in: folder)
  }

  /// Checks that the folder is not the project of a keyboard.
  ///
  /// - Throws: `libraryMissing` for a project.
  private func checkIsBundle() throws(Diagnostic) {
    if try folder.contains(manifest.executable) { return }
    for name in ["Makefile", "Package.swift", "Cargo.toml", "Sources"] where try folder.contains(name) {
      throw Diagnostic(
        .libraryMissing, folder.subject(manifest.executable),
        "The folder is the project of a keyboard, because it has \(name) and no library. It is not a bundle.",
        remedy: "Run `make` in the folder and use the bundle .build/NAME.keyboard, or make a bundle with "
          + "`klava bundle`.")
    }
  }

  /// Reads a resource of at most 512 KiB.
  ///
  /// - Throws: `resourceTooLarge`; `pathLeavesBundle`; another diagnostic if the host cannot read the file.
  package func resource(_ path: String) throws(Diagnostic) -> [UInt8] {
    try folder.read(path, limit: BundleLimit.resourceBytes, tooLarge: .resourceTooLarge)
  }

  /// Returns the sorted names in a folder of the bundle. An empty path stands for the bundle itself.
  ///
  /// - Throws: `pathLeavesBundle`; another diagnostic if the host cannot read the folder.
  package func resourceNames(in folder: String) throws(Diagnostic) -> [String] { try self.folder.names(in: folder) }

  /// Returns a table of localized strings in the best of these languages. Returns nil if no language has the table.
  ///
  /// - Throws: `pathLeavesBundle` for an invalid name of a table; the diagnostic of an invalid table.
  package func localizedStrings(table: String, languages: [String]) throws(Diagnostic) -> [String: String]? {
    // Check the name's length first, because a keyboard can request a table name of any length.
    guard table.utf8.count <= 255, !table.contains("/") else {
      throw Diagnostic(.pathLeavesBundle, folder.subject(table))
    }
    return try strings.table(table, languages: languages)
  }

  /// Returns the keyboard's name in the best of these languages, from `InfoPlist.strings` or the manifest.
  package func displayName(languages: [String]) -> String {
    do {
      return try localizedStrings(table: "InfoPlist", languages: languages)?["CFBundleDisplayName"]
        ?? manifest.displayName
    } catch {
      // Ignore a damaged table here, so that the keyboard still appears in the list of keyboards. During an
      // installation, `validate()` reports the damaged table.
      return manifest.displayName
    }
  }

  /// Returns a digest that changes when any file of the bundle changes (see ``BundleInventory/digest``).
  ///
  /// Does not check the names of the files, because the installation has checked these names.
  ///
  /// - Throws: A diagnostic if a file is unreadable or changes meanwhile.
  package func digest() throws(Diagnostic) -> String { try BundleInventory(folder, checksNames: false).digest }

  /// Checks the complete bundle like an installation, without running the bundle's code.
  ///
  /// - Throws: The first diagnostic.
  package func validate() throws(Diagnostic) {
    // Check this first, because an error about a file of a project, such as a symbolic link in .build, would not help
    // the user.
    try checkIsBundle()
    let inventory = try BundleInventory(folder)
    let inputView = try inputView()
    _ = try settings()
    for entry in inventory.entries where entry.path.hasSuffix(".strings") && !entry.isFolder {
      _ = try record.strings(at: entry.path, subject: folder.subject(entry.path))
    }
    try library().validate(
      subject: folder.subject(manifest.executable), actions: actions(of: inputView),
      principalClass: manifest.principalClass)
  }

  /// Returns the functions that the manifest and the input view name, each with the place that names the function.
  func actions(of inputView: InputViewTree?) -> [String: String] {
    var places: [String: String] = [:]
    for key in inputView?.keys ?? [] {
      guard let action = key.action?.name, places[action] == nil else { continue }
      places[action] = "the key \"\(key.identifier)\" of \(InputViewReader.fileName)"
    }
    return places.merging(manifest.actions.keys.map { ($0, "KLVActions in \(Manifest.fileName)") }) { $1 }
  }

  private var strings: StringsFinder {
    StringsFinder(record: record, development: manifest.developmentRegion, subject: folder.subject)
  }

  private static func members(
    of path: String, _ record: BundleRecord, _ folder: BundleFolder
  ) throws(Diagnostic) -> [String: PropertyList] {
    try record.dictionary(at: path, subject: folder.subject(path)).members
  }
}

extension KeyboardBundle {
  /// Returns the configuration that the keyboard's process needs to start.
  ///
  /// - Parameters:
  ///   - inputView: The result of ``inputView()``.
  ///   - settings: The value of each setting: the user's value, or else the default (``SettingsStore/values()``).
  ///   - languages: The user's preferred languages, best first.
  ///   - standing: Whether the keyboard must show a globe key, and whether it has full access.
  ///   - memoryLimit: The maximum memory of the process in bytes. The host ends a process that exceeds the memory
  ///     limit.
  package func launchConfiguration(
    inputView: InputViewTree?, settings: [String: SettingValue], languages: [String], standing: InputModeStanding,
    memoryLimit: UInt64 = KeyboardLimits().memory
  ) -> LaunchConfiguration {
    LaunchConfiguration(
      bundleIdentifier: manifest.identifier, libraryPath: libraryPath, principalClass: manifest.principalClass ?? "",
      primaryLanguage: manifest.primaryLanguage, preferredLanguages: languages,
      actions: manifest.actions.mapValues(\.signature), inputView: inputView, settings: settings,
      standing: standing, memoryLimit: memoryLimit, mayGiveFeedback: manifest.requestsOpenAccess)
  }
}
