internal import Glibc

/// A record of the files of Klava's programs. With this record, a long-running program finds out whether an upgrade has
/// replaced the files.
package struct ProgramFiles: Sendable {
  private struct Version: Hashable {
    let device: dev_t
    let inode: ino_t
    let seconds: Int
  }

  private let versions: [String: Version]

  /// Records the files that are now at these paths.
  ///
  /// - Parameter paths: The paths of the programs. The initializer ignores a path without a file.
  package init(_ paths: [String]) {
    versions = Dictionary(paths.compactMap { path in Self.version(path).map { (path, $0) } }) { first, _ in first }
  }

  /// Whether another file is now at one of the recorded paths.
  ///
  /// The value is false while one of the recorded paths has no file, for example during an upgrade.
  package var areReplaced: Bool {
    let now = versions.keys.map { (versions[$0], Self.version($0)) }
    return now.allSatisfy { $0.1 != nil } && now.contains { $0.0 != $0.1 }
  }

  private static func version(_ path: String) -> Version? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Version(device: status.st_dev, inode: status.st_ino, seconds: status.st_mtim.tv_sec)
  }
}
