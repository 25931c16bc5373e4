package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import SystemSupport

/// Writes files at paths that the user gave.
package enum OutputFile {
  /// Writes a file atomically: a reader sees the old file or the complete new file.
  ///
  /// Replaces only a regular file, never a folder or a device. If the path is a symbolic link to a file, replaces the
  /// target of the link.
  ///
  /// - Throws: `outputUnwritable`.
  package static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    var target = path
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.isRegular else {
        throw Diagnostic(.outputUnwritable, path, "The path exists and is not a regular file.")
      }
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        target = String(cString: resolved)
      }
    }
    let aside = "\(StateFile.parent(of: target))/.\(UUID().uuidString).new"
    do throws(SystemError) {
      do {
        let file = try Descriptor(open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666))
        try file.write(bytes)
        try file.synchronize()
      }
      guard rename(aside, target) == 0 else { throw SystemError.last }
    } catch {
      unlink(aside)
      throw Diagnostic.system(.outputUnwritable, path, errno: error.number)
    }
  }
}
