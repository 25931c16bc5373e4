package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// A temporary directory for one run of `klava validate`, `klava debug` or `klava bench`.
///
/// A lock shows that the directory is in use. If a signal kills the process that owns the directory, the next run of
/// one of these commands removes the directory.
package struct LockedTemporaryDirectory: ~Copyable, Sendable {
  /// The path of the directory.
  package let path: String
  private let lock: Descriptor

  private static let name = "klava-temporary-"
  private static let parent = FileManager.default.temporaryDirectory.path

  /// Creates a directory that only this user can access.
  ///
  /// - Throws: `outputUnwritable`.
  package init() throws(Diagnostic) {
    Self.sweep()
    // Another process may remove the new directory before this process locks it, so try several times.
    for _ in 0..<8 {
      var template = Array("\(Self.parent)/\(Self.name)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { break }
      let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let lock = Self.lock(path) else { continue }
      if access(path, F_OK) == 0 {
        self.path = path
        self.lock = lock
        return
      }
    }
    throw Diagnostic(.outputUnwritable, Self.parent)
  }

  /// Removes the directory with its contents.
  package func remove() {
    do throws(Diagnostic) {
      try StateFile.removeFolder(path)
    } catch {
      Output.warn("Klava could not remove \(path): \(error.sentence)")
    }
  }

  /// Removes the directories that killed runs of this user left behind.
  private static func sweep() {
    let folder = parent
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(Self.name) {
        let path = "\(folder)/\(name)"
        guard let lock = lock(path) else { continue }
        defer { withExtendedLifetime(lock) {} }
        try StateFile.removeFolder(path)
      }
    } catch {
      // Ignore the error: another process removed the directory first, or a later run removes it.
      return
    }
  }

  /// Locks a directory. Returns nil if the directory belongs to another user, or if another process has locked it.
  private static func lock(_ path: String) -> Descriptor? {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(owning: number)
    guard let status = try? descriptor.status(), status.st_uid == geteuid(), flock(number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    return descriptor
  }
}
