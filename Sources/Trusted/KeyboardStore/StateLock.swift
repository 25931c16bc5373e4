internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// A lock that a process holds while it changes files that other processes of Klava also use (Sandbox.md#locks).
///
/// One lock protects the registry and the names of the installed bundles, and another lock protects the files of an
/// installation. The settings, the audits and other files have separate locks. A process holds the lock until it
/// destroys the value of this type. The kernel releases the lock when the process dies.
struct StateLock: ~Copyable {
  private let file: Descriptor

  /// The maximum wait of a command.
  static let patienceOfCommands = Duration.seconds(10)
  /// The maximum wait of a session. The wait is short, because the user may be waiting for the session.
  static let patienceOfSessions = Duration.milliseconds(250)
  /// The longest pause between two attempts to lock a file, in microseconds.
  private static let longestPause: UInt32 = 10_000

  /// Waits for the lock of the registry and the names of the installed bundles.
  ///
  /// - Throws: `registryLocked` if another process holds the lock until the limit is over, or `stateUnwritable`.
  init(_ folders: KlavaFolders, within limit: Duration) throws(Diagnostic) {
    try self.init(path: "\(folders.config)/lock", within: limit)
  }

  /// Waits for the lock of installations. A process holds this lock while it copies, checks, replaces and removes
  /// bundles.
  ///
  /// - Parameters:
  ///   - folders: The folders of Klava's files.
  ///   - waiting: Called once if another process holds the lock for a second.
  static func ofInstallations(
    _ folders: KlavaFolders, waiting: () -> Void = {}
  ) throws(Diagnostic) -> StateLock {
    let path = "\(folders.config)/install.lock"
    do throws(Diagnostic) {
      return try StateLock(path: path, within: .seconds(1))
    } catch {
      guard error.code == .registryLocked else { throw error }
    }
    waiting()
    return try StateLock(path: path, within: nil)
  }

  /// Waits for the lock on the file at this path.
  ///
  /// - Parameters:
  ///   - path: The path of the file. The method creates a missing file.
  ///   - limit: The maximum wait; nil for no limit.
  /// - Throws: `registryLocked` if another process holds the lock until the limit is over, or `stateUnwritable`.
  init(path: String, within limit: Duration? = patienceOfCommands) throws(Diagnostic) {
    try StateFile.createFolder(StateFile.parent(of: path))
    file = try Self.locked(path, within: limit)
  }

  private static func locked(_ path: String, within limit: Duration?) throws(Diagnostic) -> Descriptor {
    do throws(SystemError) {
      let file = try Descriptor(open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      let deadline = limit.map { ContinuousClock.now + $0 }
      var pause: UInt32 = 500
      while flock(file.number, deadline == nil ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
        let error = SystemError.last
        if error.number == EINTR { continue }
        guard error.number == EWOULDBLOCK, let deadline, ContinuousClock.now < deadline else { throw error }
        // No system call waits for a file lock with a time limit, so try again after a pause.
        usleep(pause)
        pause = min(2 * pause, longestPause)
      }
      return file
    } catch {
      guard error.number != EWOULDBLOCK else { throw Diagnostic(.registryLocked, path) }
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }
}
