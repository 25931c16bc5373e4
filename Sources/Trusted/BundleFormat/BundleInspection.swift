package import Diagnostics
internal import Foundation
internal import HostFiles
package import InputViewModel
internal import SystemSupport

/// All facts about a bundle that need no running code, for `klava inspect`. It works for broken bundles too.
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
  /// The contents of `Info.plist`, even if the manifest is invalid. Empty if the file cannot be read.
  package let properties: [String: PropertyList]
  /// The manifest; nil if it is invalid.
  package let manifest: Manifest?
  /// The facts about the library; nil if it cannot be read.
  package let library: ELFImage?
  /// The input view from `Interface.plist`; nil if there is none or it is invalid.
  package let inputView: InputViewTree?
  /// The settings; nil if there are none or they are invalid.
  package let settings: SettingsSchema?
  /// Sentences about allowed but probably unintended things. Not sanitized: sanitize them before you show them.
  package let warnings: [String]
  /// The first problem; nil for a valid bundle. An installation refuses a bundle with a problem.
  package let problem: Diagnostic?

  /// Inspects the bundle at this path.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - languages: The languages for the titles of settings, best first.
  ///   - check: Checks an action of the manifest, including its signature.
  /// - Throws: A problem only if the folder cannot be opened.
  package init(
    _ path: String, languages: [String] = [], check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) {
    let folder = try BundleFolder(path)
    name = folder.name
    // Each part is read separately, so that a broken part hides no other. The complete check comes first, so that the
    // problem is the one that an installation would report.
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
    inputView = known { () throws(Diagnostic) in try bundle?.inputView() }
    settings = known { () throws(Diagnostic) in try bundle?.settings(languages: languages) }
    problem = first
  }

  /// Lists the readable files. The check of the complete bundle reports the others.
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
