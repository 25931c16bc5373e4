internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import LinuxShims
internal import SystemSupport
internal import TextModel

/// An atomic installation of bundles: it stages copies beside their final paths, then renames each copy into place.
///
/// An installation runs only under the registry's lock. Therefore a staged folder that exists at the start comes from a
/// process that died.
struct Installation {
  /// One bundle of the installation.
  private struct Step {
    let staged: String
    let place: String
    /// Whether the bundle replaced an earlier version. The earlier version is now at the staged path.
    var replaced = false
  }

  private let folder: String
  private var staged: [Step] = []
  private var placed: [Step] = []
  /// The records of the staged bundles, by identifier.
  private(set) var records: [String: BundleRecord] = [:]
  /// The fingerprints of the keys that signed the staged bundles, by identifier.
  private(set) var signers: [String: String] = [:]
  private static let prefix = ".staging-"

  /// Starts an installation into this folder. Creates the folder and removes staged folders that a dead process left.
  init(into folder: String) throws(Diagnostic) {
    self.folder = folder
    try StateFile.createFolder(folder)
    for name in try BundleFolder(folder).names(in: "") where name.hasPrefix(Self.prefix) {
      try StateFile.removeFolder("\(folder)/\(name)")
    }
  }

  /// Copies a bundle to its staged path and checks the copy. Another program could change the original, but not the
  /// copy.
  ///
  /// - Throws: `bundleChangedMeanwhile` if the copy has a different manifest; the first fault if the copy is invalid.
  mutating func stage(_ bundle: KeyboardBundle, check: @escaping ManifestAction.Check) throws(Diagnostic) {
    let step = step(for: bundle.manifest.identifier)
    try BundleCopy.make(of: BundleInventory(bundle.folder), from: bundle.folder, at: step.staged)
    staged.append(step)
    let copy = try KeyboardBundle(step.staged, check: check)
    guard copy.manifest == bundle.manifest else {
      throw Diagnostic(.bundleChangedMeanwhile, bundle.folder.name)
    }
    try copy.validate()
    records[copy.manifest.identifier] = copy.record
    do throws(Diagnostic) {
      signers[copy.manifest.identifier] = try BundleSignature(of: copy.folder)?.signer
    } catch {
      // Name the bundle in the error, because the user does not know the staged copy.
      throw Diagnostic(error.code, "\(bundle.folder.name)/\(BundleSignature.fileName)", error.sentence)
    }
  }

  /// Whether the staged bundle has exactly the same files as the installed bundle, and the installed bundle has this
  /// digest.
  func keepsFiles(of identifier: String, digest: String?) throws(Diagnostic) -> Bool {
    let step = step(for: identifier)
    let old: BundleFolder
    let inventory: BundleInventory
    do throws(Diagnostic) {
      old = try BundleFolder(step.place)
      inventory = try BundleInventory(old)
    } catch {
      // The installed bundle is gone or damaged, so it does not have the files of the staged bundle.
      return false
    }
    guard inventory.digest == digest else { return false }
    let new = try BundleFolder(step.staged)
    return try inventory.hasSameContents(as: BundleInventory(new))
  }

  private func step(for identifier: String) -> Step {
    let name = "\(identifier).keyboard"
    return Step(staged: "\(folder)/\(Self.prefix)\(name)", place: "\(folder)/\(name)")
  }

  /// Renames every staged bundle to its final path, and synchronizes the folder to the disk.
  mutating func place() throws(Diagnostic) {
    while var step = staged.first {
      if rename(step.staged, step.place) != 0 {
        // `rename` cannot replace a folder that is not empty. If an earlier version is at the final path, exchange the
        // two folders.
        step.replaced = true
        try exchange(step)
      }
      staged.removeFirst()
      placed.append(step)
    }
    try synchronize()
  }

  /// Removes the earlier versions. After this call, ``undo()`` cannot restore the earlier versions.
  mutating func finish() throws(Diagnostic) {
    for step in placed where step.replaced { try StateFile.removeFolder(step.staged) }
    placed = []
  }

  /// Restores the earlier versions and removes the new versions.
  mutating func undo() throws(Diagnostic) {
    for step in placed.reversed() {
      if step.replaced { try exchange(step) } else { try StateFile.removeFolder(step.place) }
    }
    for step in staged + placed { try StateFile.removeFolder(step.staged) }
    (staged, placed) = ([], [])
  }

  private func exchange(_ step: Step) throws(Diagnostic) {
    guard klv_exchange_names(AT_FDCWD, step.staged, step.place) == 0 else {
      throw Diagnostic.system(.installFailed, step.place, errno: errno)
    }
  }

  private func synchronize() throws(Diagnostic) {
    do throws(SystemError) {
      try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)).synchronize()
    } catch {
      throw Diagnostic.system(.installFailed, folder, errno: error.number)
    }
  }
}
