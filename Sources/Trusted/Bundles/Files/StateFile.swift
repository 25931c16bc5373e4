internal import Diagnostics
internal import Foundation

/// Klava's own files, which two processes may use at once: whole files, replaced atomically.
enum StateFile {
  /// The most bytes that one of them may have.
  static let maximumBytes = 16 * 1024 * 1024

  /// The file's bytes; nil where there is no file.
  static func read(_ path: String) throws(Diagnostic) -> [UInt8]? {
    do throws(SystemError) {
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
      guard try file.status().isRegular else { throw SystemError(EINVAL) }
      return try file.read(limit: maximumBytes)
    } catch {
      if error.number == ENOENT { return nil }
      throw Diagnostic.system(.stateUnreadable, path, errno: error.number)
    }
  }

  /// Puts a file of these bytes in the place of what is there: written aside, on the disk, then renamed.
  ///
  /// Whoever reads sees the old file or the new one, also after a crash in between; one that is not synchronized may be
  /// lost, or empty, after a crash of the machine.
  static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600, isSynchronized: Bool = true
  ) throws(Diagnostic) {
    // What could not be read again would be lost for good.
    guard bytes.count <= maximumBytes else { throw Diagnostic.system(.stateUnwritable, path, errno: EFBIG) }
    let folder = parent(of: path)
    try createFolder(folder)
    let aside = "\(folder)/.\(UUID().uuidString).new"
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

  /// Removes a file; it is no error where there is none.
  static func remove(_ path: String) throws(Diagnostic) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Diagnostic.system(.stateUnwritable, path, errno: errno)
    }
  }

  /// Makes a folder, and those that it is in, for the person alone.
  static func createFolder(_ path: String) throws(Diagnostic) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != parent(of: path) else {
      throw Diagnostic.system(.stateUnwritable, path, errno: errno)
    }
    try createFolder(parent(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Diagnostic.system(.stateUnwritable, path, errno: errno)
    }
  }

  /// Removes a folder with all that is in it, links themselves and not what they lead to; no error where there is none.
  static func removeFolder(_ path: String) throws(Diagnostic) {
    do throws(SystemError) {
      let parent = try Descriptor(open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      try remove(Array((path.split(separator: "/").last ?? "").utf8), in: parent)
    } catch {
      if error.number == ENOENT { return }
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }

  /// Removes what has this name in an open folder, whatever it is.
  static func remove(_ name: [UInt8], in parent: borrowing Descriptor) throws(SystemError) {
    let name = name.map(CChar.init(bitPattern:)) + [0]
    if unlinkat(parent.number, name, 0) == 0 { return }
    guard errno == EISDIR || errno == EPERM else { throw SystemError.last }
    // An installed bundle's folders are read-only, also for their owner. A link is no folder, and stays what it is.
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

  /// The folder that holds this path.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
