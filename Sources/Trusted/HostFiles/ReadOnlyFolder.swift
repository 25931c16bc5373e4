internal import Glibc
internal import LinuxShims
internal import Synchronization
package import SystemSupport

/// A folder in a separate read-only mount. Reading through the read-only mount does not change access times.
///
/// The flag `O_NOATIME` of open(2) also keeps access times unchanged, but only the owner of a file may use the flag. In
/// addition, a process that receives a descriptor with `O_NOATIME` can remove the flag with fcntl(2).
package final class ReadOnlyFolder: Sendable {
  /// The folder, opened with `O_PATH`. The host opens the folder's files relative to the descriptor of the folder.
  package let folder: Descriptor

  private init(_ folder: consuming Descriptor) {
    self.folder = folder
  }

  private struct Reference {
    weak var folder: ReadOnlyFolder?
  }

  /// The mounts in use, by path. If the mount of a keyboard's bundle exists, the host reuses the mount, because a new
  /// mount takes 250 µs.
  private static let known = Mutex<[String: Reference]>([:])

  /// Creates the read-only mount of a folder, or returns the existing mount.
  ///
  /// - Parameters:
  ///   - path: The folder's path.
  ///   - root: A descriptor of the same folder.
  /// - Throws: The error of a failed system call; `ESTALE` if the path leads to another folder than `root`.
  package static func at(_ path: String, sameAs root: borrowing Descriptor) throws(SystemError) -> ReadOnlyFolder {
    let status = try root.status()
    if let known = known.withLock({ $0[path]?.folder }), try known.isSame(as: status) { return known }
    // If the host runs as root, first try without a user namespace. Inside a user namespace, root cannot access all
    // files and cannot follow every path.
    let user: Int32 = geteuid() == 0 ? 0 : 1
    var number = klv_read_only_folder(path, user)
    if number < 0, user == 0 { number = klv_read_only_folder(path, 1) }
    let made = ReadOnlyFolder(try Descriptor(number))
    guard try made.isSame(as: status) else { throw SystemError(ESTALE) }
    known.withLock { known in
      known = known.filter { $0.value.folder != nil }
      known[path] = Reference(folder: made)
    }
    return made
  }

  private func isSame(as status: stat) throws(SystemError) -> Bool {
    let own = try folder.status()
    return own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }
}
