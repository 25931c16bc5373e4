internal import Foundation
internal import LinuxShims
internal import Synchronization

/// A bundle's folder, held open: every file is opened beneath it, by the kernel's own rule (Sandbox.md#open-beneath).
///
/// No symbolic link is followed and nothing outside is opened, whatever the bundle's author or another process puts
/// there. Opening never waits for a FIFO's other end and never touches a device.
///
/// Reading leaves access times as they are: a keyboard has the host read files of its choice, and with full access a later
/// process of it can ask for their times.
package final class BundleFolder: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// The folder's own name, with which messages begin.
  package let name: String
  private let root: Descriptor
  /// The same folder by a read-only mount, once it was needed.
  private let readOnly = Mutex<ReadOnlyFolder?>(nil)
  private let hasReadOnlyMounts: Bool

  /// Opens the folder at this path; the path itself is the person's and may lead through links.
  package convenience init(_ path: String) throws(Problem) {
    try self.init(path, hasReadOnlyMounts: true)
  }

  /// - Parameter hasReadOnlyMounts: Whether the system is asked for one; false stands for a system that gives none.
  init(_ path: String, hasReadOnlyMounts: Bool) throws(Problem) {
    self.hasReadOnlyMounts = hasReadOnlyMounts
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = absolute.split(separator: "/")
    self.path = "/" + parts.joined(separator: "/")
    name = parts.last.map(String.init) ?? "/"
    do {
      root = try Descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    } catch {
      switch error.number {
      case ENOENT: throw Problem(.bundleMissing, path)
      case ENOTDIR: throw Problem(.bundleNotAFolder, path)
      case EACCES: throw Problem(.fileUnreadable, path)
      default: throw Problem.system(.systemCallFailed, path, errno: error.number)
      }
    }
  }

  /// How messages name a file of this bundle.
  package func subject(_ path: String) -> String { path.isEmpty ? name : "\(name)/\(path)" }

  /// Whether something has this path, whatever it is.
  package func contains(_ path: String) throws(Problem) -> Bool {
    do {
      _ = try status(of: path)
      return true
    } catch {
      guard error.code == .fileMissing else { throw error }
      return false
    }
  }

  /// The bytes of an ordinary file; more than `limit` are the problem `tooLarge`.
  package func read(_ path: String, limit: Int, tooLarge: ProblemCode) throws(Problem) -> [UInt8] {
    let file = try openFile(path)
    let bytes: [UInt8]
    do throws(SystemError) {
      // A large file is not read at all; one that grows meanwhile is told by its one byte too many.
      let isTooLarge = try file.status().st_size > limit
      bytes = isTooLarge ? [] : try file.read(limit: limit + 1)
      if isTooLarge || bytes.count > limit { throw SystemError(EFBIG) }
    } catch {
      throw error.number == EFBIG ? Problem(tooLarge, subject(path)) : problem(error, path)
    }
    return bytes
  }

  /// The sorted names in a folder; an empty path is the bundle itself.
  package func names(in folder: String) throws(Problem) -> [String] {
    let descriptor = try openFolder(folder)
    do throws(SystemError) {
      return try folderNames(of: descriptor, limit: BundleCensus.Limit.entries)
        .compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    } catch {
      throw problem(error, folder)
    }
  }

  /// What the path is, by `fstat` of its name alone; a symbolic link is told as itself.
  func status(of path: String) throws(Problem) -> stat {
    try checkInside(path)
    do {
      return try Descriptor(klv_name_beneath(root.number, path)).status()
    } catch {
      throw problem(error, path)
    }
  }

  /// Opens an ordinary file for reading.
  func openFile(_ path: String) throws(Problem) -> Descriptor {
    let before = try status(of: path)
    if let code = faultOfKind(before, path) { throw Problem(code, subject(path)) }
    do throws(SystemError) {
      let file = try openBeneath(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let after = try file.status()
      guard after.isRegular, after.st_ino == before.st_ino else { throw SystemError(ESTALE) }
      return file
    } catch {
      throw problem(error, path)
    }
  }

  /// Opens a folder of the bundle; an empty path is the bundle itself.
  func openFolder(_ path: String) throws(Problem) -> Descriptor {
    if !path.isEmpty { try checkInside(path) }
    do {
      return try openBeneath(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    } catch {
      throw error.number == ENOTDIR ? Problem(.folderIsFile, subject(path)) : problem(error, path)
    }
  }

  /// A descriptor of an ordinary file for a keyboard's process, which its caller closes. Whatever the process does with it
  /// leaves the file's access time as it is.
  ///
  /// It comes from a read-only mount. Where the system gives none it is a copy in memory, if `mayCopy`; if not, the file.
  package func openForKeyboard(_ path: String, mayCopy: Bool) throws(Problem) -> Int32 {
    let file = try openFile(path)
    do throws(SystemError) {
      if let mount = readOnlyFolder {
        let flags = UInt64(O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let same = try Descriptor(klv_open_beneath(mount.folder.number, path, flags))
        guard try same.status().st_ino == file.status().st_ino else { throw SystemError(ESTALE) }
        return same.release()
      }
      return mayCopy ? try Self.copy(file).release() : file.release()
    } catch {
      throw problem(error, path)
    }
  }

  private static func copy(_ file: borrowing Descriptor) throws(SystemError) -> Descriptor {
    let copy = try Descriptor(klv_memfd_create("klava-library"))
    var left = BundleCensus.Limit.bytes + 1
    while left > 0 {
      let bytes = try file.read(limit: min(left, 1 << 20))
      if bytes.isEmpty { break }
      try copy.write(bytes)
      left -= bytes.count
    }
    guard left > 0 else { throw SystemError(EFBIG) }
    guard klv_memfd_seal_content(copy.number) == 0 else { throw SystemError.last }
    return try Descriptor(open("/proc/self/fd/\(copy.number)", O_RDONLY | O_CLOEXEC))
  }

  /// The folder by a read-only mount; nil where there is none to be had.
  private var readOnlyFolder: ReadOnlyFolder? {
    guard hasReadOnlyMounts else { return nil }
    return readOnly.withLock { known in
      if known == nil { known = ReadOnlyFolder.at(path, sameAs: root) }
      return known
    }
  }

  /// Opens something to be read without a trace in its access time.
  ///
  /// The owner's own files need no mount. Of another's, such as a package's, the kernel lets nobody but root and the owner
  /// leave the time alone (EPERM). Where the system gives no mount either, keyboards have no namespaces and no file's status
  /// but their library's, which is a copy then.
  private func openBeneath(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    let number = klv_open_beneath(root.number, path, UInt64(flags | klv_no_access_time))
    if number >= 0 || errno != EPERM { return try Descriptor(number) }
    let root = readOnlyFolder.map { $0.folder.number } ?? root.number
    return try Descriptor(klv_open_beneath(root, path, UInt64(flags)))
  }

  /// The code for a file that is not an ordinary one, or that nobody may read; nil for one that can be opened.
  func faultOfKind(_ status: stat, _ path: String) -> ProblemCode? {
    switch status.kind {
    // Root could read a file that nobody may read, but its author did not mean to share it.
    case S_IFREG: status.st_mode & 0o444 == 0 ? .fileUnreadable : nil
    case S_IFDIR: .fileIsFolder
    case S_IFIFO: .fileIsFIFO
    case S_IFSOCK: .fileIsSocket
    case S_IFLNK: faultOfLink(path)
    default: .fileIsDevice
    }
  }

  /// Where a symbolic link leads; it is refused in any case, but its author wants to know why.
  private func faultOfLink(_ path: String) -> ProblemCode {
    // Following a link moves its access time too.
    let target = klv_follow_beneath(readOnlyFolder.map { $0.folder.number } ?? root.number, path)
    guard target < 0 else {
      close(target)
      return .symbolicLink
    }
    switch errno {
    case EXDEV: return .symbolicLinkLeavesBundle
    case ELOOP: return .symbolicLinkLoop
    default: return .symbolicLink
    }
  }

  private func checkInside(_ path: String) throws(Problem) {
    // Its length first: a keyboard may ask for a path of any.
    guard !path.isEmpty, path.utf8.count <= 1_024, !path.hasPrefix("/"), !path.utf8.contains(0),
      !path.split(separator: "/").contains("..")
    else { throw Problem(.pathLeavesBundle, subject(path)) }
  }

  /// What a failed system call on this path means to a person.
  func problem(_ error: SystemError, _ path: String) -> Problem {
    switch error.number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: Problem(.fileMissing, subject(path))
    case ELOOP: Problem(faultOfLink(path), subject(path))
    case EXDEV: Problem(.otherFileSystem, subject(path))
    case EACCES: Problem(.fileUnreadable, subject(path))
    case ESTALE: Problem(.bundleChangedMeanwhile, subject(path))
    case ENOSYS: Problem(.kernelTooOld, subject(path), "The kernel has no openat2.")
    default: Problem.system(.systemCallFailed, subject(path), errno: error.number)
    }
  }
}
