internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import LinuxShims
internal import SystemSupport
internal import TextModel

/// An atomic installation of bundles. The installation first makes a staged copy of each bundle beside the final path
/// of the bundle. Then the installation renames each staged copy to its final path.
///
/// An installation runs only under the registry's lock. If a staged copy exists at the start, an earlier process died
/// during an installation.
struct Installation {
  /// One bundle of the installation.
  private struct Step {
    let staged: String
    let place: String
    /// Whether the bundle replaced an earlier version. After a replacement, the earlier version is at the path of the
    /// staged copy.
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

  /// Starts an installation into this folder. Creates the folder, and removes the staged copies that are left over from
  /// earlier installations.
  init(into folder: String) throws(Diagnostic) {
    self.folder = folder
    try StateFile.createFolder(folder)
    for name in try BundleFolder(folder).names(in: "") where name.hasPrefix(Self.prefix) {
      try StateFile.removeFolder("\(folder)/\(name)")
    }
  }

  /// Makes the staged copy of a bundle and checks the staged copy. The method does not check the original, because
  /// another program could change the original during the check.
  ///
  /// - Throws: `bundleChangedMeanwhile` if the manifest of the copy differs from the manifest of the original, or the
  ///   first fault of an invalid copy.
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
      // Name the original bundle in the error, because the user does not know the staged copy.
      throw Diagnostic(error.code, "\(bundle.folder.name)/\(BundleSignature.fileName)", error.sentence)
    }
  }

  /// Whether the installed bundle still has this digest, and the staged copy has exactly the files of the installed
  /// bundle.
  func keepsFiles(of identifier: String, digest: String?) throws(Diagnostic) -> Bool {
    let step = step(for: identifier)
    let old: BundleFolder
    let inventory: BundleInventory
    do throws(Diagnostic) {
      old = try BundleFolder(step.place)
      inventory = try BundleInventory(old)
    } catch {
      // The installed bundle is missing or damaged, so its files differ from the files of the staged copy.
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

  /// Renames every staged copy to its final path, and waits until the changes of the folder are on the disk.
  mutating func place() throws(Diagnostic) {
    while var step = staged.first {
      if rename(step.staged, step.place) != 0 {
        // `rename` cannot replace a folder that is not empty. If the earlier version is at the final path, exchange the
        // two folders.
        step.replaced = true
        try exchange(step)
      }
      staged.removeFirst()
      placed.append(step)
    }
    try synchronize()
  }

  /// Removes the earlier versions of the bundles. After this call, ``undo()`` cannot restore the earlier versions.
  mutating func finish() throws(Diagnostic) {
    for step in placed where step.replaced { try StateFile.removeFolder(step.staged) }
    placed = []
  }

  /// Restores the earlier versions of the bundles, and removes the new versions.
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
