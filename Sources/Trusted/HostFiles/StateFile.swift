// HostFiles: the files and folders of the host, and the programs of Klava.
//
// For:    Klava's own files with atomic writes, files at paths that the user gave, bundle folders under read-only
//         mounts, and the paths of the other programs of Klava.
// Never:  runs in a keyboard's process, interprets a bundle (`BundleFiles` does), or decides where Klava stores the
//         user's keyboards (`KeyboardStore` does).
// Start:  `StateFile` below, `OutputFile.swift` for files at paths that the user gave, `HelperExecutable.swift` for the
//         programs.

package import Diagnostics
internal import FoundationEssentials
internal import Glibc
package import SystemSupport

/// Reads, replaces and removes Klava's own files. All writes are atomic, because several processes may use a file at
/// the same time.
package enum StateFile {
  /// The maximum size of one file in bytes.
  package static let maximumBytes = 16 * 1024 * 1024

  /// Reads a file. Returns nil if there is no file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The maximum size in bytes.
  /// - Throws: `stateUnreadable` if Klava cannot read the file, or if the file exceeds the maximum size.
  package static func read(_ path: String, limit: Int = maximumBytes) throws(Diagnostic) -> [UInt8]? {
    do throws(SystemError) {
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
      let status = try file.status()
      guard status.isRegular else { throw SystemError(EINVAL) }
      guard status.st_size <= limit else { throw SystemError(EFBIG) }
      return try file.read(limit: limit)
    } catch {
      if error.number == ENOENT { return nil }
      guard error.number == EINVAL else { throw Diagnostic.system(.stateUnreadable, path, errno: error.number) }
      throw Diagnostic(
        .stateUnreadable, path, "This path is a folder or a special file, but Klava needs a regular file.",
        remedy: "Move the folder or special file away, so that Klava can create the file.")
    }
  }

  /// Writes a file atomically: writes a temporary file, synchronizes it to the disk and renames it.
  ///
  /// A reader sees the old file or the new file, even if the process dies during the call.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path. The function creates missing folders.
  ///   - mode: The permissions of the file, before the system applies the umask.
  ///   - isSynchronized: Whether to wait for the disk. If the value is false, the file may be lost or empty after a
  ///     crash of the machine.
  /// - Throws: `stateUnwritable`.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, isSynchronized: Bool = true
  ) throws(Diagnostic) {
    // Refuse contents that are larger than the limit of `read(_:)`.
    guard bytes.count <= maximumBytes else { throw Diagnostic.system(.stateUnwritable, path, errno: EFBIG) }
    let folder = parent(of: path)
    try createFolder(folder)
    let aside = "\(folder)/.\(UUID().uuidString)\(temporarySuffix)"
    do throws(SystemError) {
      do {
        let file = try Descriptor(open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
        try file.write(bytes)
        if isSynchronized { try file.synchronize() }
      }
      guard rename(aside, path) == 0 else { throw SystemError.last }
      guard isSynchronized else { return }
      try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)).synchronize()
    } catch {
      unlink(aside)
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }

  /// The last characters of the name of a temporary file, after a dot and a UUID.
  private static let temporarySuffix = ".new"

  /// Removes the temporary files of ended processes from a folder. If another process writes a file in this folder at
  /// the same time, that call of ``write(_:to:mode:isSynchronized:)`` fails. Does nothing if there is no folder.
  ///
  /// - Throws: `stateUnwritable`.
  package static func removeTemporaryFiles(in folder: String) throws(Diagnostic) {
    do throws(SystemError) {
      let parent = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      for bytes in try folderNames(of: parent, limit: .max) {
        let name = String(decoding: bytes, as: UTF8.self)
        guard name.hasPrefix("."), name.hasSuffix(temporarySuffix),
          UUID(uuidString: String(name.dropFirst().dropLast(temporarySuffix.count))) != nil
        else { continue }
        guard unlinkat(parent.number, name, 0) == 0 || errno == ENOENT else { throw SystemError.last }
      }
    } catch {
      guard error.number != ENOENT else { return }
      throw Diagnostic.system(.stateUnwritable, folder, errno: error.number)
    }
  }

  /// Removes a file. Does nothing if there is no file.
  ///
  /// - Throws: `stateUnwritable`.
  package static func remove(_ path: String) throws(Diagnostic) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Diagnostic.system(.stateUnwritable, path, errno: errno)
    }
  }

  /// Creates a folder and its parents. Does nothing if the folder exists.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mode: The permissions of each new folder, before the system applies the umask.
  ///   - code: The diagnostic code of the error if this call fails.
  /// - Throws: A diagnostic with the code `code`.
  package static func createFolder(
    _ path: String, mode: UInt32 = 0o700, _ code: DiagnosticCode = .stateUnwritable
  ) throws(Diagnostic) {
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != parent(of: path) else { throw Diagnostic.system(code, path, errno: errno) }
    try createFolder(parent(of: path), mode: mode, code)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw Diagnostic.system(code, path, errno: errno) }
  }

  /// Removes a folder with its contents, without following symbolic links. Does nothing if there is no folder.
  ///
  /// - Throws: `stateUnwritable`.
  package static func removeFolder(_ path: String) throws(Diagnostic) {
    do throws(SystemError) {
      let parent = try Descriptor(open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      try remove(Array((path.split(separator: "/").last ?? "").utf8), in: parent)
    } catch {
      if error.number == ENOENT { return }
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }

  /// Removes the file, link or folder that has this name in an open folder.
  ///
  /// - Throws: The error of the failed system call, such as `ENOENT` if there is no file.
  package static func remove(_ name: [UInt8], in parent: borrowing Descriptor) throws(SystemError) {
    let name = name.map(CChar.init(bitPattern:)) + [0]
    if unlinkat(parent.number, name, 0) == 0 { return }
    guard errno == EISDIR || errno == EPERM else { throw SystemError.last }
    // Make the folder writable first, because even the owner cannot write to the folders of an installed bundle. Refuse
    // a symbolic link, which fchmodat(2) would follow.
    var status = stat()
    guard fstatat(parent.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw SystemError.last }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(EPERM) }
    fchmodat(parent.number, name, 0o700, 0)
    do {
      let folder = try Descriptor(openat(parent.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
      for inner in try folderNames(of: folder, limit: .max) { try remove(inner, in: folder) }
    }
    guard unlinkat(parent.number, name, AT_REMOVEDIR) == 0 else { throw SystemError.last }
  }

  /// Returns the path of the folder that contains the file at this path.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
