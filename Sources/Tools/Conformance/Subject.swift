package import BundleFiles
package import BundleFormat
package import Diagnostics

/// A bundle under test, with all facts that Klava can read without running the bundle's code.
package struct Subject: Sendable {
  /// The bundle's path as the user wrote it.
  package let path: String
  /// The folder of the bundle.
  let folder: BundleFolder
  /// The contents of the bundle's files; empty if Klava cannot read the files.
  let record: BundleRecord
  /// The bundle; nil if its manifest is invalid.
  package let bundle: KeyboardBundle?
  /// The fault of the manifest; nil if the manifest is valid.
  let manifestDiagnostic: Diagnostic?
  /// The function that checks the signatures of actions.
  let check: ManifestAction.Check

  /// Opens the bundle at a path.
  ///
  /// - Throws: A diagnostic if the path is not the path of a folder.
  package init(_ path: String, check: @escaping ManifestAction.Check) throws(Diagnostic) {
    self.path = path
    self.check = check
    folder = try BundleFolder(path)
    var found = BundleRecord()
    do {
      found = try BundleReader.read(folder)
      bundle = try KeyboardBundle(folder, record: found, check: check)
      manifestDiagnostic = nil
    } catch {
      bundle = nil
      manifestDiagnostic = error
    }
    record = found
  }

  /// The reason why Klava cannot install the bundle; nil if Klava can install it.
  package var diagnostic: Diagnostic? {
    if let manifestDiagnostic { return manifestDiagnostic }
    do {
      try bundle?.validate()
      return nil
    } catch {
      return error
    }
  }
}
