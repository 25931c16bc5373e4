internal import Diagnostics
internal import Foundation
internal import LinuxShims

/// Bundles on their way into Klava's folder: staged beside their places, then put there in one step each; all or none.
///
/// Lives under the registry's lock, so that a staged folder that is found there is what a dead process left.
struct Installation {
  /// A bundle that takes its place.
  private struct Step {
    let staged: String
    let place: String
    /// Whether another version was there, which now has the staged name.
    var replaced = false
  }

  private let folder: String
  private var staged: [Step] = []
  private var placed: [Step] = []
  private static let prefix = ".staging-"

  /// An installation into this folder, which is made if it is not there.
  init(into folder: String) throws(Diagnostic) {
    self.folder = folder
    try StateFile.createFolder(folder)
    for name in try BundleFolder(folder).names(in: "") where name.hasPrefix(Self.prefix) {
      try StateFile.removeFolder("\(folder)/\(name)")
    }
  }

  /// Copies a bundle beside its place and looks at the copy, which nobody else writes to, once more.
  mutating func stage(_ bundle: KeyboardBundle, check: @escaping ManifestAction.Check) throws(Diagnostic) {
    let step = step(for: bundle.manifest.identifier)
    try BundleCopy.make(of: BundleInventory(bundle.folder), from: bundle.folder, at: step.staged)
    staged.append(step)
    let copy = try KeyboardBundle(step.staged, check: check)
    guard copy.manifest == bundle.manifest else {
      throw Diagnostic(.bundleChangedMeanwhile, bundle.folder.name)
    }
    try copy.validate()
  }

  /// Whether a staged bundle holds the same files, to the byte, as the one that was installed with this digest.
  func keepsFiles(of identifier: String, digest: String?) throws(Diagnostic) -> Bool {
    let step = step(for: identifier)
    let old: BundleFolder
    let census: BundleInventory
    do throws(Diagnostic) {
      old = try BundleFolder(step.place)
      census = try BundleInventory(old)
    } catch {
      // It is gone, or no longer what a bundle may be: not what was installed.
      return false
    }
    guard census.digest == digest else { return false }
    let new = try BundleFolder(step.staged)
    return try census.hasSameContents(as: BundleInventory(new))
  }

  private func step(for identifier: String) -> Step {
    let name = "\(identifier).keyboard"
    return Step(staged: "\(folder)/\(Self.prefix)\(name)", place: "\(folder)/\(name)")
  }

  /// Puts every staged bundle in its place.
  mutating func place() throws(Diagnostic) {
    while var step = staged.first {
      if rename(step.staged, step.place) != 0 {
        // A folder that is not empty cannot be renamed over: another version is there, and trades places.
        step.replaced = true
        try exchange(step)
      }
      staged.removeFirst()
      placed.append(step)
    }
    try synchronize()
  }

  /// Removes the older versions; after this there is no way back.
  mutating func finish() throws(Diagnostic) {
    for step in placed where step.replaced { try StateFile.removeFolder(step.staged) }
    placed = []
  }

  /// Puts everything back as it was before.
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
