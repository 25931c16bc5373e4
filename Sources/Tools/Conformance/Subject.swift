package import Bundles
package import Diagnostics
internal import TextInput

/// A bundle that is to be checked, as far as it can be read without running anything of it.
package struct Subject: Sendable {
  /// The bundle's path, as the person wrote it.
  package let path: String
  /// The folder that it is.
  let folder: BundleFolder
  /// The bundle; nil where its manifest is refused.
  package let bundle: KeyboardBundle?
  /// Why the manifest is refused.
  let manifestProblem: Diagnostic?
  /// What the signatures of its actions must pass.
  let check: ManifestAction.Check

  /// Looks at the bundle at this path; throws where there is no folder.
  package init(_ path: String, check: @escaping ManifestAction.Check) throws(Diagnostic) {
    self.path = path
    self.check = check
    folder = try BundleFolder(path)
    do {
      bundle = try KeyboardBundle(path, check: check)
      manifestProblem = nil
    } catch {
      bundle = nil
      manifestProblem = error
    }
  }

  /// The problem for which nobody could install the bundle; nil where it can be run.
  package var problem: Diagnostic? {
    if let manifestProblem { return manifestProblem }
    do {
      try bundle?.validate()
      return nil
    } catch {
      return error
    }
  }
}
