import Foundation
import TestSupport

/// The directory for the files of these tests. The program removes the directory at exit.
enum SharedTemporaryDirectory {
  /// The path. All users may enter the directory, because the runner may run as another user.
  static func path() throws -> String { try directory.get().path }

  private static let directory = Result {
    let directory = try TemporaryDirectory("zoo")
    chmod(directory.path, 0o755)
    atexit { if let path = try? SharedTemporaryDirectory.path() { TemporaryDirectory.remove(path) } }
    return directory
  }
}
