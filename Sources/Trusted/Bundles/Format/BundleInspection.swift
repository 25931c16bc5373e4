package import Diagnostics
internal import Foundation
package import TextInput

/// All that can be told of a bundle without running its code, also of a broken one: `klava inspect`.
package struct BundleInspection: Sendable {
  /// One file of the bundle.
  package struct File: Hashable, Sendable {
    /// Its path in the bundle.
    package let path: String
    /// Its size.
    package let bytes: Int
  }

  /// The folder's own name.
  package let name: String
  /// The ordinary files, by path.
  package let files: [File]
  /// What `Info.plist` holds, also where the manifest is refused.
  package let properties: [String: PropertyList]
  /// The manifest; nil where it is refused.
  package let manifest: Manifest?
  /// What the library says of itself; nil where it cannot be read.
  package let library: ELFImage?
  /// The interface that the bundle brings as data; nil where it brings none, or it is refused.
  package let interface: Interface?
  /// What a person may set; nil where there is nothing, or it is refused.
  package let settings: SettingsSchema?
  /// What is allowed and hardly meant, each a sentence; as the bundle has it, so it is made harmless before it is shown.
  package let warnings: [String]
  /// The problem for which an installation would refuse the bundle; nil for a good one.
  package let problem: Diagnostic?

  /// Looks at the bundle at this path; a path where no folder can be opened is the only ``Diagnostic`` that it throws.
  ///
  /// - Parameters:
  ///   - path: The bundle's folder.
  ///   - languages: The languages for the titles of settings, best first.
  ///   - check: What the signatures of its actions must pass.
  package init(
    _ path: String, languages: [String] = [], check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) {
    let folder = try BundleFolder(path)
    name = folder.name
    // Each part by itself, so that one that is broken hides no other; the whole first, so that what is wrong is told as
    // an installation would tell it.
    var first: Diagnostic?
    func known<Value>(_ body: () throws(Diagnostic) -> Value?) -> Value? {
      do {
        return try body()
      } catch {
        first = first ?? error
        return nil
      }
    }
    let bundle = known { () throws(Diagnostic) in try KeyboardBundle(path, check: check) }
    _ = known { () throws(Diagnostic) in try bundle?.validate() }
    files = Self.files(of: folder)
    manifest = bundle?.manifest
    properties =
      known { () throws(Diagnostic) in
        let subject = folder.subject(Manifest.fileName)
        return try PropertyList.dictionary(
          reading: folder.read(Manifest.fileName, limit: PropertyList.Limit.bytes, tooLarge: .propertyListTooLarge),
          subject: subject)
      } ?? [:]
    let executable = manifest?.executable ?? properties["CFBundleExecutable"]?.string
    library = known { () throws(Diagnostic) in
      guard let executable else { return nil }
      return try ELFReader.read(folder.openFile(executable), subject: folder.subject(executable))
    }
    var warnings = BundleWarnings.misplacedKeys(properties)
    if let manifest, let library {
      warnings +=
        known { () throws(Diagnostic) in
          BundleWarnings.missingClass(
            manifest, library,
            try folder.read(manifest.executable, limit: BundleInventory.Limit.bytes, tooLarge: .bundleTooLarge))
        } ?? []
    }
    self.warnings = warnings
    interface = known { () throws(Diagnostic) in try bundle?.interface() }
    settings = known { () throws(Diagnostic) in try bundle?.settings(languages: languages) }
    problem = first
  }

  /// The files that can be found; what cannot be looked at is left out, since the check of the whole bundle tells of it.
  private static func files(of folder: BundleFolder) -> [File] {
    var files: [File] = []
    var paths = [""]
    while let path = paths.popLast(), files.count < BundleInventory.Limit.entries {
      do throws(Diagnostic) {
        for name in try folder.names(in: path) {
          let inner = path.isEmpty ? name : "\(path)/\(name)"
          let status = try folder.status(of: inner)
          if status.isRegular { files.append(File(path: inner, bytes: Int(status.st_size))) }
          let depth = inner.count { $0 == "/" }
          if status.isFolder && depth < BundleInventory.Limit.depth { paths.append(inner) }
        }
      } catch {
        continue
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}
