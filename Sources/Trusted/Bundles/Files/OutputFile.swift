package import Diagnostics
internal import Foundation

/// A file that a person asked for by its path.
package enum OutputFile {
  /// Puts a file of these bytes in the place of what is there, in one step: whoever looks sees the old file or the whole new
  /// one.
  ///
  /// Only a file is replaced, never a folder or a device; where a link leads to a file, that is.
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
