internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// A lock that a process holds while it changes files that other processes of Klava also use.
///
/// One lock protects the registry, the settings and the installed bundles. Other files, such as the audits, have
/// separate locks. A process holds the lock as long as the process keeps a value of this type. The kernel releases the
/// lock when the process dies.
struct StateLock: ~Copyable {
  private let file: Descriptor

  /// Waits for the lock of the registry, the settings and the installed bundles in these folders.
  init(_ folders: KlavaFolders) throws(Diagnostic) {
    try self.init(path: "\(folders.config)/lock")
  }

  /// Waits for the lock on the file at this path.
  init(path: String) throws(Diagnostic) {
    try StateFile.createFolder(StateFile.parent(of: path))
    file = try Self.locked(path)
  }

  private static func locked(_ path: String) throws(Diagnostic) -> Descriptor {
    do throws(SystemError) {
      let file = try Descriptor(open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      while flock(file.number, LOCK_EX) != 0 {
        guard errno == EINTR else { throw SystemError.last }
      }
      return file
    } catch {
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }
}
