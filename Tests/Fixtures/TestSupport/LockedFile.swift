internal import Foundation
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A file that this value keeps locked with flock(2), as another process would do.
package final class LockedFile: Sendable {
  private let file: Descriptor

  /// Locks a file. Creates a missing file and its folder.
  package init(_ path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    file = try Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError.last }
  }

  /// Unlocks the file.
  package func unlock() { flock(file.number, LOCK_UN) }

  /// Calls `body` on another thread while the file is locked. If `body` does not end within 60 seconds, unlocks the file
  /// and waits until `body` ends.
  ///
  /// - Returns: Whether `body` ended while the file was locked.
  package func permits(_ body: @escaping @Sendable () throws -> Void) throws -> Bool {
    let outcome = Outcome()
    Thread { outcome.result.withLock { $0 = Result(catching: body) } }.start()
    let ended = waitUntil { outcome.isComplete }
    if !ended {
      unlock()
      _ = waitUntil { outcome.isComplete }
    }
    try outcome.result.withLock { try $0?.get() }
    return ended
  }

  private final class Outcome: Sendable {
    let result = Mutex<Result<Void, any Error>?>(nil)
    /// Whether the result is available. The other thread holds the mutex until then.
    var isComplete: Bool { result.withLockIfAvailable { $0 != nil } ?? false }
  }
}
