package import BundleFormat
package import Diagnostics
internal import Glibc
internal import HostFiles
package import InputViewModel
internal import SystemSupport

/// The facts about a bundle for `klava inspect`. The inspection runs no code of the bundle, and also inspects an
/// invalid bundle.
package struct BundleInspection: Sendable {
  /// One file of the bundle.
  package struct File: Hashable, Sendable {
    /// The path in the bundle.
    package let path: String
    /// The size in bytes.
    package let bytes: Int
  }

  /// The name of the bundle's folder.
  package let name: String
  /// The regular files, sorted by path.
  package let files: [File]
  /// The contents of `Info.plist`, even if the manifest is invalid. The value is empty if the host cannot read
  /// `Info.plist`.
  package let properties: [String: PropertyList]
  /// The manifest; nil if the manifest is invalid.
  package let manifest: Manifest?
  /// The facts about the library; nil if the library is unreadable.
  package let library: ELFImage?
  /// The input view from `Interface.plist`; nil if the file is missing or invalid.
  package let inputView: InputViewTree?
  /// The settings; nil if the settings are missing or invalid.
  package let settings: SettingsSchema?
  /// Warnings about parts of the bundle that are valid, but are probably mistakes of the author.
  package let warnings: [BundleWarning]
  /// The fingerprint of the key that signed the bundle; nil if the bundle has no valid signature.
  package let signer: String?
  /// The first diagnostic; nil for a valid bundle. An installation refuses a bundle with a diagnostic.
  package let diagnostic: Diagnostic?

  /// Inspects the bundle at this path.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - languages: The languages for the titles of settings, best first.
  ///   - check: A function that checks an action of the manifest and the signature of this action.
  /// - Throws: A diagnostic if the host cannot open the folder. The property ``diagnostic`` contains the first fault of
  ///   the contents.
  package init(
    _ path: String, languages: [String] = [], check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) {
    let folder = try BundleFolder(path)
    name = folder.name
    // Read each part separately, so that the inspection shows all valid parts of a bundle with an invalid part. Check
    // the complete bundle first, so that `diagnostic` is the diagnostic that an installation would report.
    var first: Diagnostic?
    func known<Value>(_ body: () throws(Diagnostic) -> Value?) -> Value? {
      do {
        return try body()
      } catch {
        first = first ?? error
        return nil
      }
    }
    let record = known { () throws(Diagnostic) in try BundleReader.read(folder) } ?? BundleRecord()
    let bundle = known { () throws(Diagnostic) in try KeyboardBundle(folder, record: record, check: check) }
    _ = known { () throws(Diagnostic) in try bundle?.validate() }
    files = folder.paths().compactMap { path in
      // Skip everything that is not a regular file. `KeyboardBundle.validate()` reports links, sockets and devices.
      guard let status = try? folder.status(of: path), status.isRegular else { return nil }
      return File(path: path, bytes: Int(status.st_size))
    }
    manifest = bundle?.manifest
    properties =
      known { () throws(Diagnostic) in
        try record.dictionary(at: Manifest.fileName, subject: folder.subject(Manifest.fileName)).members
      } ?? [:]
    let executable = manifest?.executable ?? properties["CFBundleExecutable"]?.string
    library = known { () throws(Diagnostic) in
      try executable.map { (name) throws(Diagnostic) in try record.library(at: name, in: folder) }
    }
    var warnings = BundleWarning.misplacedKeys(properties) + BundleWarning.unknownSettingsKeys(record)
    if let library { warnings += BundleWarning.swiftExports(library) }
    if let manifest { warnings += BundleWarning.largeResources(manifest, files) }
    if let manifest, let library {
      warnings += BundleWarning.missingSwiftVersion(manifest, library)
      warnings +=
        known { () throws(Diagnostic) in
          BundleWarning.missingClass(
            manifest, library,
            try folder.read(manifest.executable, limit: BundleInventory.Limit.bytes, tooLarge: .bundleTooLarge))
        } ?? []
    }
    self.warnings = warnings
    inputView = known { () throws(Diagnostic) in try bundle?.inputView() }
    settings = known { () throws(Diagnostic) in try bundle?.settings(languages: languages) }
    signer = known { () throws(Diagnostic) in try BundleSignature(of: folder)?.signer }
    diagnostic = first
  }
}
