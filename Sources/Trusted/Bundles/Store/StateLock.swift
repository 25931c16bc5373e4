internal import Diagnostics
internal import Foundation

/// A lock under which Klava's processes change their files: one for the person's choices and the installed bundles, one
/// for the audits.
///
/// Held while the value lives. A process that dies lets go of it, so no lock is ever left behind.
struct StateLock: ~Copyable {
  private let file: Descriptor

  /// Waits until nobody else holds the lock of the choices and bundles in these folders.
  init(_ folders: KlavaFolders) throws(Diagnostic) {
    try self.init(path: "\(folders.config)/lock")
  }

  /// Waits until nobody else holds the lock of this file.
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
