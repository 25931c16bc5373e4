internal import Glibc
internal import Synchronization

/// The programs whose files this process keeps open.
///
/// After an upgrade has replaced or removed the file of an open program, ``ChildProcess`` still starts the version that
/// this process opened (Desktop.md#own-version).
package enum OpenPrograms {
  private static let descriptors = Mutex<[String: SharedDescriptor]>([:])

  /// Opens the program at a path. The program remains open until this process ends. If the program is already open,
  /// this function does nothing.
  ///
  /// - Throws: The error of `open(2)`.
  package static func keep(_ path: String) throws(SystemError) {
    guard !contains(path) else { return }
    let opened = SharedDescriptor(try Descriptor(open(path, O_RDONLY | O_CLOEXEC)))
    descriptors.withLock { if $0[path] == nil { $0[path] = opened } }
  }

  /// Whether ``keep(_:)`` opened a program at this path.
  package static func contains(_ path: String) -> Bool { descriptors.withLock { $0[path] != nil } }

  /// Returns the open program of a path if the path now leads to another file or to no file; otherwise nil.
  static func replaced(at path: String) -> SharedDescriptor? {
    guard let kept = descriptors.withLock({ $0[path] }) else { return nil }
    var (now, before) = (stat(), stat())
    guard stat(path, &now) == 0, fstat(kept.number, &before) == 0, now.st_dev == before.st_dev,
      now.st_ino == before.st_ino
    else { return kept }
    return nil
  }
}
