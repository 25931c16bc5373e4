internal import Foundation
internal import LinuxShims
internal import Synchronization

/// A folder as seen through a read-only mount of its own: reading through it leaves no access time, whoever owns the files.
///
/// `O_NOATIME` needs the owner's rights, and whoever is handed such a descriptor can take the flag off again with fcntl(2).
/// This needs neither right nor trust.
final class ReadOnlyFolder: Sendable {
  /// The folder, for system calls that open something beneath it (`O_PATH`).
  let folder: Descriptor

  private init(_ folder: consuming Descriptor) {
    self.folder = folder
  }

  private struct Reference {
    weak var folder: ReadOnlyFolder?
  }

  /// Those in use, by path: a keyboard that starts again does not pay for another mount (250 µs).
  private static let known = Mutex<[String: Reference]>([:])

  /// Makes the read-only mount of a folder, or finds one in use.
  ///
  /// - Parameters:
  ///   - path: The folder's path.
  ///   - root: The same folder.
  /// - Throws: The error of the system call that failed; ESTALE if the path leads to another folder by now.
  static func at(_ path: String, sameAs root: borrowing Descriptor) throws(SystemError) -> ReadOnlyFolder {
    let status = try root.status()
    if let known = known.withLock({ $0[path]?.folder }), try known.isSame(as: status) { return known }
    // In a user namespace root is no longer the owner of everything, and cannot follow every path.
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
