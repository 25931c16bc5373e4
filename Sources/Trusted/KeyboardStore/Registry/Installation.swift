internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import LinuxShims
internal import SystemSupport
internal import TextModel

/// A change of the installed bundles that takes effect in one step. The change first makes a staged copy of each new
/// bundle beside the final path of the bundle. ``place()`` then only renames folders.
///
/// A process changes the installed bundles only while it holds the lock of installations. If a staged copy exists at
/// the start, an earlier process died during a change.
struct Installation {
  /// One bundle that the change installs or removes.
  private struct Step {
    /// The path of the staged copy of a new bundle. After ``place()``, the path of the earlier version, or of the
    /// removed bundle.
    let staged: String
    /// The final path of the bundle.
    let place: String
    /// Whether the change removes the bundle.
    var isRemoval = false
    /// Whether the bundle replaced an earlier version.
    var replaced = false
  }

  /// A staged bundle.
  struct Staged {
    /// The record of the bundle.
    let record: BundleRecord
    /// The digest of the files, which stays the same when the bundle moves to its final path.
    let digest: String
    /// The fingerprint of the key that signed the bundle; nil for a bundle without a signature.
    let signer: String?
    /// The path of the bundle after ``place()``.
    let path: String
  }

  private let folder: String
  private var waiting: [Step] = []
  private var placed: [Step] = []
  /// The staged bundles, by identifier.
  private(set) var bundles: [String: Staged] = [:]
  private static let prefix = ".staging-"
  private static let removalPrefix = ".removed-"

  /// Starts a change in this folder. Creates the folder, and removes the folders that are left over from earlier
  /// changes.
  init(into folder: String) throws(Diagnostic) {
    self.folder = folder
    try StateFile.createFolder(folder)
    for name in try BundleFolder(folder).names(in: "")
    where name.hasPrefix(Self.prefix) || name.hasPrefix(Self.removalPrefix) {
      try StateFile.removeFolder("\(folder)/\(name)")
    }
  }

  /// Makes the staged copy of a bundle and checks the staged copy. The method does not check the original, because
  /// another program could change the original during the check.
  ///
  /// - Throws: `bundleChangedMeanwhile` if the manifest of the copy differs from the manifest of the original, or the
  ///   first fault of an invalid copy.
  mutating func stage(_ bundle: KeyboardBundle, check: @escaping ManifestAction.Check) throws(Diagnostic) {
    let identifier = bundle.manifest.identifier
    let step = step(for: identifier)
    try BundleCopy.make(of: BundleInventory(bundle.folder), from: bundle.folder, at: step.staged)
    waiting.append(step)
    let copy = try KeyboardBundle(step.staged, check: check)
    guard copy.manifest == bundle.manifest else {
      throw Diagnostic(.bundleChangedMeanwhile, bundle.folder.name)
    }
    try copy.validate()
    let signer: String?
    do throws(Diagnostic) {
      signer = try BundleSignature(of: copy.folder)?.signer
    } catch {
      // Name the original bundle in the error, because the user does not know the staged copy.
      throw Diagnostic(error.code, "\(bundle.folder.name)/\(BundleSignature.fileName)", error.sentence)
    }
    bundles[identifier] = Staged(
      record: copy.record, digest: try BundleInventory(copy.folder).digest, signer: signer, path: step.place)
  }

  /// Adds the removal of the installed bundle at this path to the change.
  mutating func remove(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    waiting.append(Step(staged: "\(folder)/\(Self.removalPrefix)\(name)", place: path, isRemoval: true))
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

  /// Renames every staged copy to its final path, moves the removed bundles away, and waits until the changes of the
  /// folder are on the disk. Deletes nothing.
  mutating func place() throws(Diagnostic) {
    while var step = waiting.first {
      if step.isRemoval {
        try move(step.place, to: step.staged)
      } else if rename(step.staged, step.place) != 0 {
        // `rename` cannot replace a folder that is not empty. If the earlier version is at the final path, exchange the
        // two folders.
        step.replaced = true
        try exchange(step)
      }
      waiting.removeFirst()
      placed.append(step)
    }
    try synchronize()
  }

  /// Restores the installed bundles as they were before ``place()``. Deletes nothing.
  mutating func undo() throws(Diagnostic) {
    while let step = placed.last {
      if step.replaced {
        try exchange(step)
      } else if step.isRemoval {
        try move(step.staged, to: step.place)
      } else {
        try move(step.place, to: step.staged)
      }
      placed.removeLast()
      if !step.isRemoval { waiting.append(step) }
    }
  }

  /// Deletes the earlier versions and the removed bundles. After this call, ``undo()`` cannot restore them.
  mutating func finish() throws(Diagnostic) {
    for step in placed { try StateFile.removeFolder(step.staged) }
    placed = []
  }

  /// Deletes the staged copies that are not at their final paths.
  mutating func discard() throws(Diagnostic) {
    for step in waiting { try StateFile.removeFolder(step.staged) }
    waiting = []
  }

  private func exchange(_ step: Step) throws(Diagnostic) {
    guard klv_exchange_names(AT_FDCWD, step.staged, step.place) == 0 else {
      throw Diagnostic.system(.installFailed, step.place, errno: errno)
    }
  }

  private func move(_ path: String, to other: String) throws(Diagnostic) {
    guard rename(path, other) == 0 || errno == ENOENT else {
      throw Diagnostic.system(.installFailed, path, errno: errno)
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
